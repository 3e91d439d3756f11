import type { Pool } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { toTimestamp } from '../process/time.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { firstRowOf } from './page.ts';
import { removeSecondFactor } from './second-factors.ts';
import { hashSecret, isLinkCode, newLinkCode } from './secrets.ts';
import { endOtherAccess, isConfirmed, isFindable, lockUser, normalEmail, type User } from './users.ts';

/** The kinds of single-use links sent by mail, with their lifetimes in milliseconds. */
const ADDRESS_LINK = { table: 'address_links', lifetime: 24 * 60 * 60 * 1000 } as const;
const PASSWORD_LINK = { table: 'password_links', lifetime: 60 * 60 * 1000 } as const;
type LinkKind = typeof ADDRESS_LINK | typeof PASSWORD_LINK;

/** Maximum number of valid links of a kind per person. Each one costs a mail. */
const MAX_LINKS = 5;

/** True if a person already has as many valid links as allowed. */
async function hasAllLinks(tx: ControlTransaction, { table }: LinkKind, userId: number): Promise<boolean> {
  const usable = sql`control.${raw(table)} where user_id = ${userId} and expires_at > ${tx.timestamp}`;
  return (await tx.count(usable)) >= MAX_LINKS;
}

/** Creates a link. Returns its code, which is shown once. */
async function insertLink(tx: ControlTransaction, { table, lifetime }: LinkKind, userId: number) {
  const code = newLinkCode();
  const expiresAt = toTimestamp(tx.now + lifetime);
  await tx.query(sql`insert into control.${raw(table)} (hash, user_id, created_at, expires_at)
    values (${hashSecret(code)}, ${userId}, ${tx.timestamp}, ${expiresAt})`);
  return { code, expiresAt };
}

/** Finds the person of a link; undefined if the link is unknown, used or expired. */
async function personOfLink(db: Pool, { table }: LinkKind, code: string, now: number): Promise<User | undefined> {
  if (!isLinkCode(code)) return undefined;
  return firstRowOf<User>(
    db,
    sql`select u.id, u.email, u.name from control.${raw(table)} l join control.users u on u.id = l.user_id
      where l.hash = ${hashSecret(code)} and l.expires_at > ${toTimestamp(now)} and u.removed_at is null`,
  );
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

/** Creates a link that confirms a person's address; undefined if the address is already confirmed. */
export async function createAddressLink(tx: ControlTransaction, userId: number): Promise<string | undefined> {
  const user = await tx.one<{ confirmed: boolean }>(
    sql`select confirmed from control.users where id = ${userId} for no key update`,
  );
  if (!user || user.confirmed) return undefined;
  if (await hasAllLinks(tx, ADDRESS_LINK, userId))
    throw new DirectoryError(`${MAX_LINKS} links have been mailed within a day. Look for them in your mails, or wait.`);
  return insertAddressLink(tx, userId);
}

export const insertAddressLink = async (tx: ControlTransaction, userId: number): Promise<string> =>
  (await insertLink(tx, ADDRESS_LINK, userId)).code;

export const findAddressLink = (db: Pool, code: string, now: number) => personOfLink(db, ADDRESS_LINK, code, now);

/** Uses a link to confirm the address of the signed-in person. */
export async function useAddressLink(tx: ControlTransaction, code: string, userId: number): Promise<void> {
  await tx.query(sql`select from control.users where id = ${userId} for no key update`);
  await takeLink(tx, ADDRESS_LINK, code, userId);
  await confirmAddress(tx, userId);
  await tx.audit('user.address_confirmed', { userId });
}

async function confirmAddress(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.query(sql`update control.users set confirmed = true where id = ${userId}`);
  await tx.query(sql`delete from control.address_links where user_id = ${userId}`);
}

const UNCONFIRMED =
  'Confirm your e-mail address first: open the link that was mailed to you, or choose a new password by “Forgot your password?”.';

export async function requireConfirmed(db: Pool, organizationId: number): Promise<void> {
  if (!(await hasConfirmed(db, organizationId))) throw new DirectoryError(UNCONFIRMED);
}

export async function requireConfirmedPerson(tx: ControlTransaction, userId: number): Promise<void> {
  if (!(await isConfirmed(tx, userId))) throw new DirectoryError(UNCONFIRMED);
}

/** True if a developer of the organization has confirmed their address, or it has no developers. */
export async function hasConfirmed(db: Pool, organizationId: number): Promise<boolean> {
  const found = sql`select coalesce(bool_or(u.confirmed), true) as confirmed
    from control.developers d join control.users u on u.id = d.user_id where d.organization_id = ${organizationId}`;
  return (await firstRowOf<{ confirmed: boolean }>(db, found))?.confirmed ?? true;
}

/** Creates a link for a person to choose a new password. Their password and sessions stay valid until it is used. */
export const createPasswordLink = async (tx: ControlTransaction, userId: number) =>
  insertPasswordLink(tx, await lockUser(tx, userId));

/** Creates a link for the person with this address, if there is one, unless they have too many. Audited either way. */
export async function requestPasswordLink(tx: ControlTransaction, email: string) {
  // Locks the person, so that no link is created for an address that is being changed.
  const user = await tx.one<User>(sql`select id, email, name from control.users
    where email = ${isFindable(email) ? normalEmail(email) : ''} and removed_at is null for no key update`);
  if (user && !(await hasAllLinks(tx, PASSWORD_LINK, user.id))) return insertPasswordLink(tx, user);
  await tx.audit('user.password_link_refused', { ...(user && { userId: user.id }) });
  return undefined;
}

async function insertPasswordLink(tx: ControlTransaction, user: User) {
  const link = await insertLink(tx, PASSWORD_LINK, user.id);
  await tx.audit('user.password_link_created', { userId: user.id });
  return { ...user, ...link };
}

export const findPasswordLink = (db: Pool, code: string, now: number) => personOfLink(db, PASSWORD_LINK, code, now);

interface NewPassword {
  readonly userId: number;
  readonly passwordHash: string;
}

/** Consumes a link. Sets its person's password and ends their other links and all sessions. */
export async function usePasswordLink(tx: ControlTransaction, code: string, given: NewPassword): Promise<User> {
  const user = await lockUser(tx, given.userId);
  await takeLink(tx, PASSWORD_LINK, code, given.userId);
  await takeOver(tx, given);
  return user;
}

/** Confirms a person's address through its link. They choose a new password, and their other sessions end. */
export async function claimAddress(tx: ControlTransaction, code: string, given: NewPassword): Promise<void> {
  const { userId } = given;
  await lockUser(tx, userId);
  await takeLink(tx, ADDRESS_LINK, code, userId);
  await takeOver(tx, given);
  await tx.audit('user.address_confirmed', { userId });
}

/** Resets a login for the owner of its address. The person must be locked. */
async function takeOver(tx: ControlTransaction, given: NewPassword): Promise<void> {
  const { userId } = given;
  // Until the address was confirmed, anyone could have created the login and set a second factor.
  if (!(await isConfirmed(tx, userId))) await removeSecondFactor(tx, userId);
  await setPassword(tx, given);
  await endOtherAccess(tx, userId);
  await confirmAddress(tx, userId);
  await tx.audit('user.password_reset', { userId });
  tx.notify({ userId, about: 'passwordReset' });
}

/** Changes a person's own password. Ends all sessions except the given one. */
export async function changePassword(
  tx: ControlTransaction,
  { sessionNumber, ...given }: NewPassword & { readonly sessionNumber: number },
): Promise<void> {
  const { userId } = given;
  await lockUser(tx, userId);
  await setPassword(tx, given);
  await endOtherAccess(tx, userId, sessionNumber);
  await tx.audit('user.password_changed', { userId });
  tx.notify({ userId, about: 'passwordChanged' });
}

const setPassword = (tx: ControlTransaction, { userId, passwordHash }: NewPassword): Promise<object[]> =>
  tx.query(sql`update control.users set password_hash = ${passwordHash} where id = ${userId}`);
