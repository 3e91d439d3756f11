import type { Pool } from 'pg';
import { toTimestamp } from '../clock.ts';
import { hashSecret, isLinkCode, newLinkCode } from '../credentials/secrets.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './directory-error.ts';
import type { User } from './users.ts';

/** Time for which a link confirms an e-mail address, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** Links that a person can ask for within that time: each is a mail. */
const MAX_LINKS = 5;

/** Makes a link by which a person proves that they read the mails of their address; undefined if they need none. */
export async function createAddressLink(tx: ControlTransaction, userId: number): Promise<string | undefined> {
  const user = await tx.one<{ confirmed: boolean }>(
    'select confirmed from control.users where id = $1 for no key update',
    [userId],
  );
  if (!user || user.confirmed) return undefined;
  const row = await tx.one<{ count: number }>(
    'select count(*)::int as count from control.address_links where user_id = $1 and expires_at > $2',
    [userId, tx.timestamp],
  );
  if ((row?.count ?? 0) >= MAX_LINKS) {
    throw new DirectoryError(`${MAX_LINKS} links have been mailed within a day. Look for them in your mails, or wait.`);
  }
  return insertAddressLink(tx, userId);
}

export async function insertAddressLink(tx: ControlTransaction, userId: number): Promise<string> {
  const code = newLinkCode();
  await tx.query('insert into control.address_links (hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)', [
    hashSecret(code),
    userId,
    tx.timestamp,
    toTimestamp(tx.now + LIFETIME),
  ]);
  return code;
}

/** Tells whether a person has proved that they read the mails of their address. */
export const isConfirmed = async (tx: ControlTransaction, userId: number): Promise<boolean> =>
  (await tx.one('select from control.users where id = $1 and confirmed', [userId])) !== undefined;

/** The person whose address a link confirms; undefined if it is unknown, used or expired. */
export async function findAddressLink(db: Pool, code: string, now: number): Promise<User | undefined> {
  if (!isLinkCode(code)) return undefined;
  const { rows } = await db.query<User>(
    `select u.id, u.email, u.name from control.address_links l join control.users u on u.id = l.user_id
     where l.hash = $1 and l.expires_at > $2`,
    [hashSecret(code), toTimestamp(now)],
  );
  return rows[0];
}

/** Uses a link up. */
export async function useAddressLink(tx: ControlTransaction, code: string): Promise<void> {
  const [used] = await tx.query<{ userId: number }>(
    'delete from control.address_links where hash = $1 and expires_at > $2 returning user_id as "userId"',
    [hashSecret(code), tx.timestamp],
  );
  if (!used) throw new DirectoryError('The link has been used, or it has expired.');
  await confirmAddress(tx, used.userId);
  await tx.audit('user.address_confirmed', { userId: used.userId });
}

/** Marks a person's address as theirs, and ends the links that would do so. */
export async function confirmAddress(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.query('update control.users set confirmed = true where id = $1', [userId]);
  await tx.query('delete from control.address_links where user_id = $1', [userId]);
}

const UNCONFIRMED =
  'Confirm your e-mail address first: open the link that was mailed to you, or choose a new password by “Forgot your password?”.';

/** Throws unless somebody of the organization has confirmed their address. */
export async function requireConfirmed(db: Pool, organizationId: number): Promise<void> {
  if (!(await hasConfirmed(db, organizationId))) throw new DirectoryError(UNCONFIRMED);
}

/** Throws unless the person has confirmed their address. */
export async function requireConfirmedPerson(tx: ControlTransaction, userId: number): Promise<void> {
  if (!(await isConfirmed(tx, userId))) throw new DirectoryError(UNCONFIRMED);
}

/** Tells whether somebody of the organization has confirmed their address, or it has nobody. */
export async function hasConfirmed(db: Pool, organizationId: number): Promise<boolean> {
  const { rows } = await db.query<{ confirmed: boolean }>(
    `select coalesce(bool_or(u.confirmed), true) as confirmed
     from control.developers d join control.users u on u.id = d.user_id where d.organization_id = $1`,
    [organizationId],
  );
  return rows[0]?.confirmed ?? true;
}
