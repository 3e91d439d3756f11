import type { Pool } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { toTimestamp } from '../process/time.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { hashSecret, isLinkCode, newLinkCode } from './secrets.ts';
import type { User } from './users.ts';

/** A kind of single-use link sent by mail. */
export interface LinkKind {
  readonly table: 'address_links' | 'password_links';
  /** Lifetime in milliseconds. */
  readonly lifetime: number;
}

/** Maximum number of valid links of a kind per person. Each one costs a mail. */
const MAX_LINKS = 5;

/** True if a person already has as many valid links as allowed. */
export async function hasAllLinks(tx: ControlTransaction, { table }: LinkKind, userId: number): Promise<boolean> {
  const usable = sql`control.${raw(table)} where user_id = ${userId} and expires_at > ${tx.timestamp}`;
  return (await tx.count(usable)) >= MAX_LINKS;
}

/** Creates a link. Returns its code, which is shown once. */
export async function insertLink(
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
export async function personOfLink(
  db: Pool,
  { table }: LinkKind,
  code: string,
  now: number,
): Promise<User | undefined> {
  if (!isLinkCode(code)) return undefined;
  const { rows } = await db.query<User>(sql`select u.id, u.email, u.name from control.${raw(table)} l
    join control.users u on u.id = l.user_id
    where l.hash = ${hashSecret(code)} and l.expires_at > ${toTimestamp(now)} and u.removed_at is null`);
  return rows[0];
}

/** Consumes a link. Returns the id of its person. */
export async function takeLink(tx: ControlTransaction, { table }: LinkKind, code: string): Promise<number> {
  const taken = await tx.require<{ userId: number }>(
    sql`delete from control.${raw(table)} where hash = ${hashSecret(code)} and expires_at > ${tx.timestamp}
      returning user_id as "userId"`,
    'The link has been used, or it has expired.',
  );
  return taken.userId;
}

const ADDRESS_LINK: LinkKind = { table: 'address_links', lifetime: 24 * 60 * 60 * 1000 };

/** Creates a link that confirms a person's address; undefined if the address is already confirmed. */
export async function createAddressLink(tx: ControlTransaction, userId: number): Promise<string | undefined> {
  const user = await tx.one<{ confirmed: boolean }>(sql`select confirmed from control.users where id = ${userId}
    for no key update`);
  if (!user || user.confirmed) return undefined;
  if (await hasAllLinks(tx, ADDRESS_LINK, userId)) {
    throw new DirectoryError(`${MAX_LINKS} links have been mailed within a day. Look for them in your mails, or wait.`);
  }
  return insertAddressLink(tx, userId);
}

export const insertAddressLink = async (tx: ControlTransaction, userId: number): Promise<string> =>
  (await insertLink(tx, ADDRESS_LINK, userId)).code;

export const isConfirmed = async (tx: ControlTransaction, userId: number): Promise<boolean> =>
  (await tx.one(sql`select from control.users where id = ${userId} and confirmed`)) !== undefined;

/** Finds the person whose address a link confirms; undefined if the link is unknown, used or expired. */
export const findAddressLink = (db: Pool, code: string, now: number): Promise<User | undefined> =>
  personOfLink(db, ADDRESS_LINK, code, now);

/** Uses a link to confirm the address of the signed-in person. */
export async function useAddressLink(tx: ControlTransaction, code: string, userId: number): Promise<void> {
  await tx.query(sql`select from control.users where id = ${userId} for no key update`);
  await takeAddressLink(tx, code, userId);
  await confirmAddress(tx, userId);
  await tx.audit('user.address_confirmed', { userId });
}

/** Consumes a person's link. The person must be locked. */
export async function takeAddressLink(tx: ControlTransaction, code: string, userId: number): Promise<void> {
  if ((await takeLink(tx, ADDRESS_LINK, code)) !== userId) throw new Error('The link is of another person.');
}

/** Marks a person's address as confirmed, and deletes its links. */
export async function confirmAddress(tx: ControlTransaction, userId: number): Promise<void> {
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
