import type { Pool } from 'pg';
import { toTimestamp } from '../../clock.ts';
import { hashSecret, isLinkCode, newLinkCode } from '../../credentials/secrets.ts';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { instant, type Page, type PageRequest, readPage } from '../page.ts';
import { INVITATION_LIFETIME } from './invitations.ts';
import { addDeveloper, type DeveloperRole, lockOrganization } from './staff.ts';
import { checkedEmail, type Invitee, type User, userOf } from './users.ts';

/** Most open invitations of an organization. */
const MAX_INVITATIONS = 50;

/** An open invitation of a person to an organization. */
export interface DeveloperInvitation {
  readonly invitationId: number;
  readonly organizationId: number;
  readonly email: string;
  readonly role: DeveloperRole;
  readonly expiresAt: string;
}

export interface DeveloperWish {
  readonly organizationId: number;
  readonly email: string;
  readonly role: DeveloperRole;
}

/** Invites a person. Returns the code of the link, which is shown this once. A second invitation ends the first. */
export async function inviteDeveloper(
  tx: ControlTransaction,
  { organizationId, role, ...given }: DeveloperWish,
): Promise<DeveloperInvitation & { readonly organization: string; readonly code: string }> {
  const email = checkedEmail(given.email);
  const organization = await lockOrganization(tx, organizationId);
  await requireRoom(tx, organizationId, email);
  const code = newLinkCode();
  const expiresAt = toTimestamp(tx.now + INVITATION_LIFETIME);
  const row = await tx.one<{ id: number }>(
    `insert into control.developer_invitations (hash, organization_id, email, role, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [hashSecret(code), organizationId, email, role, tx.timestamp, expiresAt],
  );
  const invitationId = row?.id as number;
  await tx.audit('developer.invited', { organizationId, details: { invitationId, role } });
  return { invitationId, organizationId, organization, email, role, expiresAt, code };
}

async function requireRoom(tx: ControlTransaction, organizationId: number, email: string): Promise<void> {
  const developer = await tx.one(
    'select from control.developers d join control.users u on u.id = d.user_id where d.organization_id = $1 and u.email = $2',
    [organizationId, email],
  );
  if (developer) throw new DirectoryError(`${email} is already one of the organization's people.`);
  await tx.query(
    'delete from control.developer_invitations where organization_id = $1 and (email = $2 or expires_at <= $3)',
    [organizationId, email, tx.timestamp],
  );
  const open = 'control.developer_invitations where organization_id = $1';
  if ((await tx.count(open, [organizationId])) < MAX_INVITATIONS) return;
  throw new DirectoryError(`An organization has at most ${MAX_INVITATIONS} open invitations; withdraw one first.`);
}

/** An organization's open invitations. */
export const listDeveloperInvitations = (
  db: Pool,
  organizationId: number,
  page: PageRequest,
  now: number,
): Promise<Page<DeveloperInvitation>> =>
  readPage(
    db,
    {
      key: 'id',
      columns: `id as "invitationId", organization_id as "organizationId", email, role, ${instant('expires_at')} as "expiresAt"`,
      from: 'control.developer_invitations',
    },
    { 'organization_id = $': organizationId, 'expires_at > $': toTimestamp(now) },
    page,
  );

export async function withdrawDeveloperInvitation(
  tx: ControlTransaction,
  { organizationId, invitationId }: { organizationId: number; invitationId: number },
): Promise<void> {
  const withdrawn = await tx.query(
    'delete from control.developer_invitations where id = $1 and organization_id = $2 and expires_at > $3 returning id',
    [invitationId, organizationId, tx.timestamp],
  );
  if (withdrawn.length === 0) throw new DirectoryError(`No open invitation: ${invitationId}.`);
  await tx.audit('developer.invitation_withdrawn', { organizationId, details: { invitationId } });
}

/** What the holder of a link sees. */
export interface OpenDeveloperInvitation {
  readonly organizationId: number;
  readonly organization: string;
  readonly email: string;
  readonly role: DeveloperRole;
  /** True if a person with this address can sign in; otherwise they choose a password first. */
  readonly hasLogin: boolean;
}

const OPEN = `select i.organization_id as "organizationId", o.name as organization, i.email, i.role,
    exists (select from control.users u where u.email = i.email) as "hasLogin"
  from control.developer_invitations i join control.organizations o on o.id = i.organization_id
  where i.hash = $1 and i.expires_at > $2`;

/** The invitation of a link; undefined if it is unknown, accepted, withdrawn or expired. */
export async function findDeveloperInvitation(
  db: Pool,
  code: string,
  now: number,
): Promise<OpenDeveloperInvitation | undefined> {
  if (!isLinkCode(code)) return undefined;
  return (await db.query<OpenDeveloperInvitation>(OPEN, [hashSecret(code), toTimestamp(now)])).rows[0];
}

/** Uses an invitation up: of several who come with it one joins. */
export async function acceptDeveloperInvitation(
  tx: ControlTransaction,
  code: string,
  invitee: Invitee,
): Promise<OpenDeveloperInvitation & { readonly user: User }> {
  const invitation = await tx.one<OpenDeveloperInvitation>(OPEN, [hashSecret(code), tx.timestamp]);
  const taken = await tx.query('delete from control.developer_invitations where hash = $1 returning id', [
    hashSecret(code),
  ]);
  if (!invitation || taken.length === 0) {
    throw new DirectoryError('The invitation has been accepted or withdrawn, or it has expired.');
  }
  const { organizationId, email, role } = invitation;
  const user = await userOf(tx, invitee, email);
  await addDeveloper(tx, user.id, organizationId, role);
  return { ...invitation, user };
}
