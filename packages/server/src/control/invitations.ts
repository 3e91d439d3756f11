import type { Pool } from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { instant } from '../database/statement.ts';
import { toTimestamp } from '../process/time.ts';
import type { AuditEvent } from './audit-log.ts';
import type { AuditSubject, ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { addMember, roleAt } from './members.ts';
import { lockMerchant } from './merchants.ts';
import { addDeveloper, type DeveloperRole, lockOrganization } from './organizations.ts';
import { firstRowOf, type Page, type PageRequest, readPage } from './page.ts';
import { hashSecret, isLinkCode, newLinkCode } from './secrets.ts';
import { checkedEmail, type Invitee, type Role, userOf } from './users.ts';

/** Milliseconds for which an invitation can be accepted. */
const LIFETIME = 7 * 24 * 60 * 60 * 1000;

/** Maximum number of open invitations per merchant or organization. */
const MAX_INVITATIONS = 50;

/** The invited person has already joined, or there are too many open invitations. */
export class InvitationRefused extends DirectoryError {
  override name = 'InvitationRefused';
  readonly because: 'member' | 'many';

  constructor(because: InvitationRefused['because'], message: string) {
    super(message);
    this.because = because;
  }
}

/** A kind of invitation: to a merchant, or to an organization. */
interface InvitationKind<Named, Role extends string> {
  /** Tables of open invitations and of the people who have joined. */
  readonly invitations: Sql;
  readonly people: Sql;
  /** Column in both tables with the id of the merchant or organization. */
  readonly idColumn: Sql;
  /** Columns of an invitation in lists, besides its id and expiry. */
  readonly columns: string;
  /** Selects the id and name of everything people can join. */
  readonly joinable: Sql;
  readonly events: Readonly<Record<'created' | 'withdrawn', AuditEvent>>;
  subjectOf(id: number): AuditSubject;
  nameOf(id: number, name: string): Named;
  /** Locks the merchant or organization before its people change. Returns its name. */
  lock(tx: ControlTransaction, id: number): Promise<string>;
  join(tx: ControlTransaction, userId: number, id: number, role: Role): Promise<void>;
  /** Error messages for a person who has already joined, and for too many open invitations. */
  readonly refusals: Readonly<Record<InvitationRefused['because'], (id: number, email: string) => string>>;
}

interface Invitation<Role> {
  readonly invitationId: number;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
}

/** An invitation as shown to the holder of its link. */
interface OpenInvitation<Role> {
  readonly email: string;
  readonly role: Role;
  /** True if a person with this address can sign in; otherwise they choose a password first. */
  readonly hasLogin: boolean;
}

class Invitations<Listed extends object, Named extends object, Role extends string> {
  readonly #kind: InvitationKind<Named, Role>;

  constructor(kind: InvitationKind<Named, Role>) {
    this.#kind = kind;
  }

  /** Replaces any earlier invitation. The result does not reveal whether the person has a login. */
  async invite(tx: ControlTransaction, id: number, { role, ...given }: { email: string; role: Role }) {
    const { lock, invitations, idColumn, events, subjectOf, nameOf } = this.#kind;
    const email = checkedEmail(given.email);
    const name = await lock(tx, id);
    await this.#makeRoom(tx, id, email);
    const code = newLinkCode();
    const expiresAt = toTimestamp(tx.now + LIFETIME);
    const invitationId = await tx.insert(sql`insert into ${invitations} (hash, ${idColumn}, email, role,
      created_at, expires_at)
      values (${hashSecret(code)}, ${id}, ${email}, ${role}, ${tx.timestamp}, ${expiresAt}) returning id`);
    await tx.audit(events.created, { ...subjectOf(id), details: { invitationId, role } });
    return { invitationId, ...nameOf(id, name), email, role, expiresAt, code };
  }

  async #makeRoom(tx: ControlTransaction, id: number, email: string): Promise<void> {
    const { people, invitations, idColumn, refusals } = this.#kind;
    const member = await tx.one(sql`select from ${people} p join control.users u on u.id = p.user_id
      where p.${idColumn} = ${id} and u.email = ${email}`);
    if (member) throw new InvitationRefused('member', refusals.member(id, email));
    await tx.query(sql`delete from ${invitations}
      where ${idColumn} = ${id} and (email = ${email} or expires_at <= ${tx.timestamp})`);
    if ((await tx.count(sql`${invitations} where ${idColumn} = ${id}`)) < MAX_INVITATIONS) return;
    throw new InvitationRefused('many', refusals.many(id, email));
  }

  list(db: Pool, id: number, page: PageRequest, now: number): Promise<Page<Listed>> {
    const { columns, invitations, idColumn } = this.#kind;
    const listed = `id as "invitationId", ${columns}, ${instant('expires_at')} as "expiresAt"`;
    const open = { [`${idColumn.sql} = $`]: id, 'expires_at > $': toTimestamp(now) };
    return readPage(db, { key: 'id', columns: listed, from: invitations.sql }, open, page);
  }

  async withdraw(tx: ControlTransaction, id: number, invitationId: number): Promise<void> {
    const { invitations, idColumn, events, subjectOf } = this.#kind;
    await tx.require(
      sql`delete from ${invitations}
        where id = ${invitationId} and ${idColumn} = ${id} and expires_at > ${tx.timestamp} returning id`,
      `No open invitation: ${invitationId}.`,
    );
    await tx.audit(events.withdrawn, { ...subjectOf(id), details: { invitationId } });
  }

  /** Finds an invitation by the code of its link; undefined if it is unknown, accepted, withdrawn or expired. */
  async find(db: Pool, code: string, now: number): Promise<(OpenInvitation<Role> & Named) | undefined> {
    if (!isLinkCode(code)) return undefined;
    const open = await firstRowOf<OpenRow<Role>>(db, this.#open(hashSecret(code), toTimestamp(now)));
    return open && this.#opened(open);
  }

  /** Consumes an invitation. If several people have its link, only one can join. */
  async accept(tx: ControlTransaction, code: string, invitee: Invitee) {
    const digest = hashSecret(code);
    const open = await tx.one<OpenRow<Role>>(this.#open(digest, tx.timestamp));
    const taken = await tx.one(sql`delete from ${this.#kind.invitations} where hash = ${digest} returning id`);
    if (!open || !taken) throw new DirectoryError('The invitation has been accepted or withdrawn, or it has expired.');
    const user = await userOf(tx, invitee, open.email);
    await this.#kind.join(tx, user.id, open.id, open.role);
    return { ...this.#opened(open), user };
  }

  #open(digest: Buffer, at: string): Sql {
    const { invitations, idColumn, joinable } = this.#kind;
    return sql`select o.id, o.name, i.email, i.role,
      exists (select from control.users u where u.email = i.email) as "hasLogin"
      from ${invitations} i join (${joinable}) o on o.id = i.${idColumn}
      where i.hash = ${digest} and i.expires_at > ${at}`;
  }

  #opened({ id, name, ...open }: OpenRow<Role>): OpenInvitation<Role> & Named {
    return { ...this.#kind.nameOf(id, name), ...open };
  }
}

interface OpenRow<Role> extends OpenInvitation<Role> {
  readonly id: number;
  readonly name: string;
}

interface OfMerchant {
  readonly companyId: number;
  readonly merchant: string;
}

interface OfOrganization {
  readonly organizationId: number;
  readonly organization: string;
}

export interface MemberInvitation extends Invitation<Role>, Pick<OfMerchant, 'companyId'> {
  readonly createdAt: string;
}

export interface DeveloperInvitation extends Invitation<DeveloperRole>, Pick<OfOrganization, 'organizationId'> {}

export interface OpenMemberInvitation extends OpenInvitation<Role>, OfMerchant {}
export interface OpenDeveloperInvitation extends OpenInvitation<DeveloperRole>, OfOrganization {}

export const MEMBER_INVITATIONS = new Invitations<MemberInvitation, OfMerchant, Role>({
  invitations: raw('control.invitations'),
  people: raw('control.memberships'),
  idColumn: raw('company_id'),
  columns: `company_id as "companyId", email, role, ${instant('created_at')} as "createdAt"`,
  joinable: raw('select company_id as id, name from control.merchants where active'),
  events: { created: 'invitation.created', withdrawn: 'invitation.withdrawn' },
  subjectOf: (companyId) => ({ companyId }),
  nameOf: (companyId, merchant) => ({ companyId, merchant }),
  lock: async (tx, companyId) => (await lockMerchant(tx, companyId)).name,
  /** Keeps the role of a person who already belongs to the merchant. */
  async join(tx, userId, companyId, role) {
    await lockMerchant(tx, companyId);
    if ((await roleAt(tx, userId, companyId)) === undefined) await addMember(tx, userId, companyId, role);
    await tx.audit('invitation.accepted', { companyId, userId });
  },
  refusals: {
    member: (companyId, email) => `${email} is already a user of merchant ${companyId}; change their role instead.`,
    many: (companyId) =>
      `Merchant ${companyId} has ${MAX_INVITATIONS} open invitations; withdraw one, or wait until one is accepted or expires.`,
  },
});

export const DEVELOPER_INVITATIONS = new Invitations<DeveloperInvitation, OfOrganization, DeveloperRole>({
  invitations: raw('control.developer_invitations'),
  people: raw('control.developers'),
  idColumn: raw('organization_id'),
  columns: 'organization_id as "organizationId", email, role',
  joinable: raw('select id, name from control.organizations'),
  events: { created: 'developer.invited', withdrawn: 'developer.invitation_withdrawn' },
  subjectOf: (organizationId) => ({ organizationId }),
  nameOf: (organizationId, organization) => ({ organizationId, organization }),
  lock: lockOrganization,
  join: addDeveloper,
  refusals: {
    member: (_, email) => `${email} is already one of the organization's people.`,
    many: () => `An organization has at most ${MAX_INVITATIONS} open invitations; withdraw one first.`,
  },
});
