import type { Pool } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { toTimestamp } from '../process/time.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { endOtherAccess, lockUser } from './logins.ts';
import { removeSecondFactor } from './second-factors.ts';
import { hashSecret, isLinkCode, newLinkCode } from './secrets.ts';
import { isConfirmed, isFindable, normalEmail, type User } from './users.ts';

/** A kind of single-use link sent by mail. */
interface LinkKind {
  readonly table: 'address_links' | 'password_links';
  /** Lifetime in milliseconds. */
  readonly lifetime: number;
}

/** Maximum number of valid links of a kind per person. Each one costs a mail. */
const MAX_LINKS = 5;

/** True if a person already has as many valid links as allowed. */
async function hasAllLinks(tx: ControlTransaction, { table }: LinkKind, userId: number): Promise<boolean> {
  const usable = sql`control.${raw(table)} where user_id = ${userId} and expires_at > ${tx.timestamp}`;
  return (await tx.count(usable)) >= MAX_LINKS;
}

/** Creates a link. Returns its code, which is shown once. */
async function insertLink(
  tx: ControlTransaction,
  { table, lifetime }: LinkKind,
  userId: number,
): Promise<{ readonly code: string; readonly expiresAt: string }> {
  const code = newLinkCode();
  const expiresAt = toTimestamp(tx.now + lifetime);
  await tx.query(sql`insert into control.${raw(table)} (hash, user_id, created_at, expires_at)
    values (${hashSecret(code)}, ${userId}, ${tx.timestamp}, ${expiresAt})`);
  return { code, expiresAt };
}

/** Finds the person of a link; undefined if the link is unknown, used or expired. */
async function personOfLink(db: Pool, { table }: LinkKind, code: string, now: number): Promise<User | undefined> {
  if (!isLinkCode(code)) return undefined;
  const { rows } = await db.query<User>(sql`select u.id, u.email, u.name from control.${raw(table)} l
    join control.users u on u.id = l.user_id
    where l.hash = ${hashSecret(code)} and l.expires_at > ${toTimestamp(now)} and u.removed_at is null`);
  return rows[0];
}

/** Consumes a person's link. Locking the person first serializes two links that are used at once. */
async function takeLink(tx: ControlTransaction, { table }: LinkKind, code: string, userId: number): Promise<void> {
  const taken = await tx.require<{ userId: number }>(
    sql`delete from control.${raw(table)} where hash = ${hashSecret(code)} and expires_at > ${tx.timestamp}
      returning user_id as "userId"`,
    'The link has been used, or it has expired.',
  );
  if (taken.userId !== userId) throw new Error('The link is of another person.');
}

const ADDRESS_LINK: LinkKind = { table: 'address_links', lifetime: 24 * 60 * 60 * 1000 };

/** Creates a link that confirms a person's address; undefined if the address is already confirmed. */
export async function createAddressLink(tx: ControlTransaction, userId: number): Promise<string | undefined> {
  const user = await tx.one<{ confirmed: boolean }>(
    sql`select confirmed from control.users where id = ${userId} for no key update`,
  );
  if (!user || user.confirmed) return undefined;
  if (await hasAllLinks(tx, ADDRESS_LINK, userId)) {
    throw new DirectoryError(`${MAX_LINKS} links have been mailed within a day. Look for them in your mails, or wait.`);
  }
  return insertAddressLink(tx, userId);
}

export const insertAddressLink = async (tx: ControlTransaction, userId: number): Promise<string> =>
  (await insertLink(tx, ADDRESS_LINK, userId)).code;

/** Finds the person whose address a link confirms; undefined if the link is unknown, used or expired. */
export const findAddressLink = (db: Pool, code: string, now: number): Promise<User | undefined> =>
  personOfLink(db, ADDRESS_LINK, code, now);

/** Uses a link to confirm the address of the signed-in person. */
export async function useAddressLink(tx: ControlTransaction, code: string, userId: number): Promise<void> {
  await tx.query(sql`select from control.users where id = ${userId} for no key update`);
  await takeLink(tx, ADDRESS_LINK, code, userId);
  await confirmAddress(tx, userId);
  await tx.audit('user.address_confirmed', { userId });
}

/** Marks a person's address as confirmed, and deletes its links. */
async function confirmAddress(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.query(sql`update control.users set confirmed = true where id = ${userId}`);
  await tx.query(sql`delete from control.address_links where user_id = ${userId}`);
}

const UNCONFIRMED =
  'Confirm your e-mail address first: open the link that was mailed to you, or choose a new password by “Forgot your password?”.';

/** Throws a DirectoryError unless a developer of the organization has confirmed their address. */
export async function requireConfirmed(db: Pool, organizationId: number): Promise<void> {
  if (!(await hasConfirmed(db, organizationId))) throw new DirectoryError(UNCONFIRMED);
}

/** Throws a DirectoryError unless the person has confirmed their address. */
export async function requireConfirmedPerson(tx: ControlTransaction, userId: number): Promise<void> {
  if (!(await isConfirmed(tx, userId))) throw new DirectoryError(UNCONFIRMED);
}

/** True if a developer of the organization has confirmed their address, or it has no developers. */
export async function hasConfirmed(db: Pool, organizationId: number): Promise<boolean> {
  const { rows } = await db.query<{ confirmed: boolean }>(sql`select coalesce(bool_or(u.confirmed), true) as confirmed
    from control.developers d join control.users u on u.id = d.user_id where d.organization_id = ${organizationId}`);
  return rows[0]?.confirmed ?? true;
}

const PASSWORD_LINK: LinkKind = { table: 'password_links', lifetime: 60 * 60 * 1000 };

/** A single-use link for choosing a new password. Its code is shown once. */
interface PasswordLink extends User {
  readonly code: string;
  readonly expiresAt: string;
}

/** Creates a link for a person. Their password and sessions stay valid until it is used. */
export const createPasswordLink = async (tx: ControlTransaction, userId: number): Promise<PasswordLink> =>
  insertPasswordLink(tx, await lockUser(tx, userId));

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
  const user = await lockUser(tx, userId);
  await takeLink(tx, PASSWORD_LINK, code, userId);
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
  await takeLink(tx, ADDRESS_LINK, code, userId);
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
