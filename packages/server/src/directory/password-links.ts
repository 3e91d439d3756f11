import type { Pool } from 'pg';
import { toTimestamp } from '../clock.ts';
import { hashSecret, isLinkCode, newLinkCode } from '../credentials/secrets.ts';
import { confirmAddress } from './address-links.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './directory-error.ts';
import { lockUser } from './logins.ts';
import { isFindable, normalEmail, type User } from './users.ts';

/** Time for which a link to a new password can be used, in milliseconds. */
export const PASSWORD_LINK_LIFETIME = 60 * 60 * 1000;

/** Links that a person can ask for within that time: each is a mail. */
const MAX_LINKS = 5;

/** A link by which a person chooses a new password, once. Its code is shown this once. */
export interface PasswordLink extends User {
  readonly code: string;
  readonly expiresAt: string;
}

/** Makes a link for a person. Their password and sessions stay until it is used. */
export async function createPasswordLink(tx: ControlTransaction, userId: number): Promise<PasswordLink> {
  return insertLink(tx, await lockUser(tx, userId));
}

/**
 * Makes a link for the person with an e-mail address, if there is one and they have not asked for too many. The audit log
 * has an entry in any case.
 */
export async function requestPasswordLink(tx: ControlTransaction, email: string): Promise<PasswordLink | undefined> {
  const user = await tx.one<User>('select id, email, name from control.users where email = $1 and removed_at is null', [
    isFindable(email) ? normalEmail(email) : '',
  ]);
  if (user && (await countLinks(tx, user.id)) < MAX_LINKS) return insertLink(tx, user);
  await tx.audit('user.password_link_refused', { ...(user && { userId: user.id }) });
  return undefined;
}

async function countLinks(tx: ControlTransaction, userId: number): Promise<number> {
  const row = await tx.one<{ count: number }>(
    'select count(*)::int as count from control.password_links where user_id = $1 and expires_at > $2',
    [userId, tx.timestamp],
  );
  return row?.count ?? 0;
}

async function insertLink(tx: ControlTransaction, user: User): Promise<PasswordLink> {
  const code = newLinkCode();
  const expiresAt = toTimestamp(tx.now + PASSWORD_LINK_LIFETIME);
  await tx.query('insert into control.password_links (hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)', [
    hashSecret(code),
    user.id,
    tx.timestamp,
    expiresAt,
  ]);
  await tx.audit('user.password_link_created', { userId: user.id });
  return { ...user, code, expiresAt };
}

/** The person whose password a link can set; undefined if it is unknown, used or expired. */
export async function findPasswordLink(db: Pool, code: string, now: number): Promise<User | undefined> {
  if (!isLinkCode(code)) return undefined;
  const { rows } = await db.query<User>(
    `select u.id, u.email, u.name from control.password_links l join control.users u on u.id = l.user_id
     where l.hash = $1 and l.expires_at > $2 and u.removed_at is null`,
    [hashSecret(code), toTimestamp(now)],
  );
  return rows[0];
}

/** Uses a link up: sets the password of its person, ends their other links and signs them out everywhere. */
export async function usePasswordLink(
  tx: ControlTransaction,
  code: string,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<User> {
  // The person first: two of their links that are used at once wait here for each other.
  const user = await lockUser(tx, userId);
  const used = await tx.query(
    'delete from control.password_links where hash = $1 and user_id = $2 and expires_at > $3 returning user_id',
    [hashSecret(code), userId, tx.timestamp],
  );
  if (used.length === 0) throw new DirectoryError('The link has been used, or it has expired.');
  await setPassword(tx, userId, passwordHash);
  await confirmAddress(tx, userId);
  await tx.query('delete from control.sessions where user_id = $1', [userId]);
  await tx.audit('user.password_reset', { userId });
  tx.notify({ userId, about: 'passwordReset' });
  return user;
}

/** Changes a person's own password. Sessions but the given one end. */
export async function changePassword(
  tx: ControlTransaction,
  { userId, sessionNumber, passwordHash }: { userId: number; sessionNumber: number; passwordHash: string },
): Promise<void> {
  await lockUser(tx, userId);
  await setPassword(tx, userId, passwordHash);
  await tx.query('delete from control.sessions where user_id = $1 and id <> $2', [userId, sessionNumber]);
  await tx.audit('user.password_changed', { userId });
  tx.notify({ userId, about: 'passwordChanged' });
}

async function setPassword(tx: ControlTransaction, userId: number, passwordHash: string): Promise<void> {
  await tx.query('update control.users set password_hash = $2 where id = $1', [userId, passwordHash]);
  await tx.query('delete from control.password_links where user_id = $1', [userId]);
}
