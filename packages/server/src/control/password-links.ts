import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import type { ControlTransaction } from './control.ts';
import { endOtherAccess, lockUser } from './logins.ts';
import {
  confirmAddress,
  hasAllLinks,
  insertLink,
  isConfirmed,
  type LinkKind,
  personOfLink,
  takeAddressLink,
  takeLink,
} from './mailed-links.ts';
import { removeSecondFactor } from './second-factors.ts';
import { isFindable, normalEmail, type User } from './users.ts';

const PASSWORD_LINK: LinkKind = { table: 'password_links', lifetime: 60 * 60 * 1000 };

/** A single-use link for choosing a new password. Its code is shown once. */
interface PasswordLink extends User {
  readonly code: string;
  readonly expiresAt: string;
}

/** Creates a link for a person. Their password and sessions stay valid until it is used. */
export async function createPasswordLink(tx: ControlTransaction, userId: number): Promise<PasswordLink> {
  return insertPasswordLink(tx, await lockUser(tx, userId));
}

/**
 * Creates a link for the person with this e-mail address, if there is one and they have not
 * requested too many. Writes an audit entry either way.
 */
export async function requestPasswordLink(tx: ControlTransaction, email: string): Promise<PasswordLink | undefined> {
  // Locks the person, so that no link is created for an address that is being changed.
  const user = await tx.one<User>(sql`select id, email, name from control.users
    where email = ${isFindable(email) ? normalEmail(email) : ''} and removed_at is null for no key update`);
  if (user && !(await hasAllLinks(tx, PASSWORD_LINK, user.id))) return insertPasswordLink(tx, user);
  await tx.audit('user.password_link_refused', { ...(user && { userId: user.id }) });
  return undefined;
}

async function insertPasswordLink(tx: ControlTransaction, user: User): Promise<PasswordLink> {
  const link = await insertLink(tx, PASSWORD_LINK, user.id);
  await tx.audit('user.password_link_created', { userId: user.id });
  return { ...user, ...link };
}

/** Finds the person whose password a link can set; undefined if the link is unknown, used or expired. */
export const findPasswordLink = (db: Pool, code: string, now: number): Promise<User | undefined> =>
  personOfLink(db, PASSWORD_LINK, code, now);

/** Consumes a link. Sets its person's password and ends their other links and all sessions. */
export async function usePasswordLink(
  tx: ControlTransaction,
  code: string,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<User> {
  // Locks the person first, so that two links used at once are serialized.
  const user = await lockUser(tx, userId);
  if ((await takeLink(tx, PASSWORD_LINK, code)) !== userId) throw new Error('The link is of another person.');
  await takeOver(tx, userId, passwordHash);
  return user;
}

/**
 * Confirms the address of a person who is not signed in, through its link. They choose a new
 * password, and their other sessions end.
 */
export async function claimAddress(
  tx: ControlTransaction,
  code: string,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<void> {
  await lockUser(tx, userId);
  await takeAddressLink(tx, code, userId);
  await takeOver(tx, userId, passwordHash);
  await tx.audit('user.address_confirmed', { userId });
}

/** Resets a login for the owner of its address. The person must be locked. */
async function takeOver(tx: ControlTransaction, userId: number, passwordHash: string): Promise<void> {
  // Until the address was confirmed, anyone could have created the login and set a second factor.
  if (!(await isConfirmed(tx, userId))) await removeSecondFactor(tx, userId);
  await setPassword(tx, userId, passwordHash);
  await endOtherAccess(tx, userId);
  await confirmAddress(tx, userId);
  await tx.audit('user.password_reset', { userId });
  tx.notify({ userId, about: 'passwordReset' });
}

/** Changes a person's own password. Ends all sessions except the given one. */
export async function changePassword(
  tx: ControlTransaction,
  { userId, sessionNumber, passwordHash }: { userId: number; sessionNumber: number; passwordHash: string },
): Promise<void> {
  await lockUser(tx, userId);
  await setPassword(tx, userId, passwordHash);
  await endOtherAccess(tx, userId, sessionNumber);
  await tx.audit('user.password_changed', { userId });
  tx.notify({ userId, about: 'passwordChanged' });
}

const setPassword = (tx: ControlTransaction, userId: number, passwordHash: string): Promise<object[]> =>
  tx.query(sql`update control.users set password_hash = ${passwordHash} where id = ${userId}`);
