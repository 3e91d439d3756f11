import type { Pool } from 'pg';
import { confirmAddress } from './address-links.ts';
import type { ControlTransaction } from './control.ts';
import { lockUser } from './logins.ts';
import { hasAllLinks, insertLink, type LinkKind, personOfLink, takeLink } from './mailed-links.ts';
import { isFindable, normalEmail, type User } from './users.ts';

const PASSWORD_LINK: LinkKind = { table: 'password_links', lifetime: 60 * 60 * 1000 };

/** A link by which a person chooses a new password, once. Its code is shown this once. */
export interface PasswordLink extends User {
  readonly code: string;
  readonly expiresAt: string;
}

/** Makes a link for a person. Their password and sessions stay until it is used. */
export async function createPasswordLink(tx: ControlTransaction, userId: number): Promise<PasswordLink> {
  return insertPasswordLink(tx, await lockUser(tx, userId));
}

/**
 * Makes a link for the person with an e-mail address, if there is one and they have not asked for too many. The audit log
 * has an entry in any case.
 */
export async function requestPasswordLink(tx: ControlTransaction, email: string): Promise<PasswordLink | undefined> {
  const user = await tx.one<User>('select id, email, name from control.users where email = $1 and removed_at is null', [
    isFindable(email) ? normalEmail(email) : '',
  ]);
  if (user && !(await hasAllLinks(tx, PASSWORD_LINK, user.id))) return insertPasswordLink(tx, user);
  await tx.audit('user.password_link_refused', { ...(user && { userId: user.id }) });
  return undefined;
}

async function insertPasswordLink(tx: ControlTransaction, user: User): Promise<PasswordLink> {
  const link = await insertLink(tx, PASSWORD_LINK, user.id);
  await tx.audit('user.password_link_created', { userId: user.id });
  return { ...user, ...link };
}

/** The person whose password a link can set; undefined if it is unknown, used or expired. */
export const findPasswordLink = (db: Pool, code: string, now: number): Promise<User | undefined> =>
  personOfLink(db, PASSWORD_LINK, code, now);

/** Uses a link up: sets the password of its person, ends their other links and signs them out everywhere. */
export async function usePasswordLink(
  tx: ControlTransaction,
  code: string,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<User> {
  // The person first: two of their links that are used at once wait here for each other.
  const user = await lockUser(tx, userId);
  if ((await takeLink(tx, PASSWORD_LINK, code)) !== userId) throw new Error('The link is of another person.');
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
