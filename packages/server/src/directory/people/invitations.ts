import type { Pool } from 'pg';
import { toTimestamp } from '../../clock.ts';
import { hashSecret, isLinkCode, newLinkCode } from '../../credentials/secrets.ts';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { lockMerchant } from '../merchants/merchants.ts';
import { instant, type Page, type PageRequest, readPage } from '../page.ts';
import { addMember, checkedEmail, type Invitee, type Role, roleAt, type User, userOf } from './users.ts';

/** Time for which an invitation can be accepted, in milliseconds. */
export const INVITATION_LIFETIME = 7 * 24 * 60 * 60 * 1000;

/** Most open invitations of a merchant. */
const MAX_INVITATIONS = 50;

/** An invitation of a person who is at the merchant already, or one too many. */
export class InvitationRefused extends DirectoryError {
  override name = 'InvitationRefused';
  readonly because: 'member' | 'many';

  constructor(because: InvitationRefused['because'], message: string) {
    super(message);
    this.because = because;
  }
}

/** An open invitation of a person to a merchant. */
export interface Invitation {
  readonly invitationId: number;
  readonly companyId: number;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** A new invitation, with the code of its link, which is shown this once. */
export interface IssuedInvitation extends Omit<Invitation, 'createdAt'> {
  readonly merchant: string;
  readonly code: string;
}

/** Invites a person to a merchant. Whether the person has a login already is not told. A second invitation ends the first. */
export async function inviteMember(
  tx: ControlTransaction,
  { companyId, role, ...given }: { companyId: number; email: string; role: Role },
): Promise<IssuedInvitation> {
  const email = checkedEmail(given.email);
  const { name: merchant } = await lockMerchant(tx, companyId);
  const member = await tx.one(
    'select from control.memberships s join control.users u on u.id = s.user_id where s.company_id = $1 and u.email = $2',
    [companyId, email],
  );
  if (member) {
    throw new InvitationRefused(
      'member',
      `${email} is already a user of merchant ${companyId}; change their role instead.`,
    );
  }
  await makeRoom(tx, companyId, email);
  const code = newLinkCode();
  const expiresAt = toTimestamp(tx.now + INVITATION_LIFETIME);
  const row = await tx.one<{ id: number }>(
    `insert into control.invitations (hash, company_id, email, role, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [hashSecret(code), companyId, email, role, tx.timestamp, expiresAt],
  );
  const invitationId = row?.id as number;
  await tx.audit('invitation.created', { companyId, details: { invitationId, role } });
  return { invitationId, companyId, merchant, email, role, expiresAt, code };
}

async function makeRoom(tx: ControlTransaction, companyId: number, email: string): Promise<void> {
  await tx.query('delete from control.invitations where company_id = $1 and (email = $2 or expires_at <= $3)', [
    companyId,
    email,
    tx.timestamp,
  ]);
  if ((await tx.count('control.invitations where company_id = $1', [companyId])) < MAX_INVITATIONS) return;
  throw new InvitationRefused(
    'many',
    `Merchant ${companyId} has ${MAX_INVITATIONS} open invitations; withdraw one, or wait until one is accepted or expires.`,
  );
}

/** A merchant's open invitations. */
export const listInvitations = (
  db: Pool,
  companyId: number,
  page: PageRequest,
  now: number,
): Promise<Page<Invitation>> =>
  readPage(
    db,
    {
      key: 'id',
      columns: `id as "invitationId", company_id as "companyId", email, role, ${instant('created_at')} as "createdAt",
        ${instant('expires_at')} as "expiresAt"`,
      from: 'control.invitations',
    },
    { 'company_id = $': companyId, 'expires_at > $': toTimestamp(now) },
    page,
  );

export async function withdrawInvitation(
  tx: ControlTransaction,
  { companyId, invitationId }: { companyId: number; invitationId: number },
): Promise<void> {
  const withdrawn = await tx.query(
    'delete from control.invitations where id = $1 and company_id = $2 and expires_at > $3 returning id',
    [invitationId, companyId, tx.timestamp],
  );
  if (withdrawn.length === 0) throw new DirectoryError(`No open invitation: ${invitationId}.`);
  await tx.audit('invitation.withdrawn', { companyId, details: { invitationId } });
}

/** What the holder of an invitation's link sees. */
export interface OpenInvitation {
  readonly companyId: number;
  readonly merchant: string;
  readonly email: string;
  readonly role: Role;
  /** True if a person with this address can sign in; otherwise they choose a password first. */
  readonly hasLogin: boolean;
}

const OPEN = `select i.company_id as "companyId", m.name as merchant, i.email, i.role,
    exists (select from control.users u where u.email = i.email) as "hasLogin"
  from control.invitations i join control.merchants m on m.company_id = i.company_id
  where i.hash = $1 and i.expires_at > $2 and m.active`;

/** The invitation of a link; undefined if it is unknown, accepted, withdrawn or expired. */
export async function findInvitation(db: Pool, code: string, now: number): Promise<OpenInvitation | undefined> {
  if (!isLinkCode(code)) return undefined;
  const { rows } = await db.query<OpenInvitation>(OPEN, [hashSecret(code), toTimestamp(now)]);
  return rows[0];
}

/** Makes a person a member by an invitation to their address. A role that they have by then stays. */
export async function acceptInvitation(
  tx: ControlTransaction,
  code: string,
  invitee: Invitee,
): Promise<OpenInvitation & { readonly user: User }> {
  const invitation = await takeInvitation(tx, code);
  const user = await userOf(tx, invitee, invitation.email);
  await join(tx, invitation, user.id);
  return { ...invitation, user };
}

/** Uses an invitation up: of several who come with it one gets it. */
async function takeInvitation(tx: ControlTransaction, code: string): Promise<OpenInvitation> {
  const invitation = await tx.one<OpenInvitation>(OPEN, [hashSecret(code), tx.timestamp]);
  const taken =
    invitation && (await tx.query('delete from control.invitations where hash = $1 returning id', [hashSecret(code)]));
  if (!invitation || taken?.length === 0) {
    throw new DirectoryError('The invitation has been accepted or withdrawn, or it has expired.');
  }
  return invitation;
}

async function join(tx: ControlTransaction, { companyId, role }: OpenInvitation, userId: number): Promise<void> {
  await lockMerchant(tx, companyId);
  if ((await roleAt(tx, userId, companyId)) === undefined) await addMember(tx, userId, companyId, role);
  await tx.audit('invitation.accepted', { companyId, userId });
}
