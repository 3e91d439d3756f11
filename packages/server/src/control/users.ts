import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { instant } from '../database/statement.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { firstRowOf, type ListSource } from './page.ts';
import { checkPassword, hashPassword, isPassword } from './passwords.ts';
import { checkCharacters, normalName } from './text.ts';

/** A role that must never be without a holder: only its holders can assign roles. */
interface Position {
  /** Selects `user_id` of the holders. */
  readonly holders: Sql;
  /** End of the error message. */
  readonly last: string;
}

/** The merchant must be locked. */
export const owner = (companyId: number): Position => ({
  holders: sql`select user_id from control.memberships where company_id = ${companyId} and role = 'owner'`,
  last: `only owner of merchant ${companyId}; make another person an owner first`,
});

/** The organization must be locked. */
export const admin = (organizationId: number): Position => ({
  holders: sql`select user_id from control.developers where organization_id = ${organizationId} and role = 'admin'`,
  last: `only admin of organization ${organizationId}; make another person an admin first`,
});

/** Locks the operators. */
export const OPERATOR: Position = {
  holders: sql`select user_id from control.operators for update`,
  last: 'only operator of the service; add another one first',
};

/** A change that would leave a role without a holder. */
export class LastHolder extends DirectoryError {
  override name = 'LastHolder';
}

/** Throws a LastHolder if the person is the only holder of the role. */
export async function requireOtherHolder(tx: ControlTransaction, userId: number, position: Position): Promise<void> {
  const holders = await tx.query<{ user_id: number }>(position.holders);
  if (holders.length !== 1 || holders[0]?.user_id !== userId) return;
  throw new LastHolder(`The user ${userId} is the ${position.last}.`);
}

export const ROLES = ['owner', 'employee'] as const;
export type Role = (typeof ROLES)[number];

export interface User {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

const MAX_EMAIL_LENGTH = 254;

/** Normalizes an e-mail address for storage and comparison, regardless of case and Unicode form. */
export const normalEmail = (email: string): string => email.trim().toLowerCase().normalize('NFC');

/** Throws a DirectoryError if the text is not an e-mail address. */
export const findUser = async (tx: ControlTransaction, email: string): Promise<User | undefined> =>
  tx.one<User>(sql`select id, email, name from control.users where email = ${checkedEmail(email)}`);

export async function namedUser(
  tx: ControlTransaction,
  { userId, email }: { readonly userId?: number | undefined; readonly email?: string | undefined },
): Promise<number> {
  if ((userId === undefined) === (email === undefined))
    throw new DirectoryError('Name the person by either userId or email.');
  const id = userId ?? (await findUser(tx, email ?? ''))?.id;
  if (id === undefined) throw new DirectoryError(`No such user: ${email}.`);
  return id;
}

export async function createUser(
  tx: ControlTransaction,
  { password, ...person }: { email: string; name: string; password: string },
): Promise<User> {
  checkPassword(password, person.email);
  return insertUser(tx, { ...person, passwordHash: await hashPassword(password) });
}

/** Person who accepts an invitation: one with a login, or a new one with the chosen name and password. */
export type Invitee = { readonly user: User } | { readonly name: string; readonly passwordHash: string };

/**
 * Finds or creates the person who accepts an invitation, which must be addressed to them. The link
 * does not confirm the address, since the sender of the invitation has seen it too.
 */
export async function userOf(tx: ControlTransaction, invitee: Invitee, email: string): Promise<User> {
  if (!('user' in invitee)) return insertUser(tx, { email, ...invitee, confirmed: false });
  return tx.require<User>(
    sql`select id, email, name from control.users where id = ${invitee.user.id} and email = ${email} for no key update`,
    'The invitation is for another e-mail address.',
  );
}

/** A person to be created. The password has been checked and hashed. */
export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  /** False until the person confirms the address. */
  readonly confirmed?: boolean;
}

export async function insertUser(tx: ControlTransaction, { passwordHash, confirmed = true, ...given }: NewUser) {
  const email = checkedEmail(given.email);
  const name = normalName('The name of a person', given.name);
  const user = await tx.require<User>(
    sql`insert into control.users (email, name, password_hash, created_at, confirmed)
      values (${email}, ${name}, ${passwordHash}, ${tx.timestamp}, ${confirmed})
      on conflict do nothing returning id, email, name`,
    `A user ${email} already exists.`,
  );
  await tx.audit('user.created', { userId: user.id });
  return user;
}

/** Characters around addresses (RFC 5322 §3.4). Accepting them would let one mailbox have many addresses. */
const QUOTING = /[\s"(),:;<>[\\\]]/;

export function checkedEmail(text: string): string {
  const email = normalEmail(text);
  checkCharacters('An e-mail address', email);
  const isAddress = /^[^@]+@[^@]+\.[^@]+$/.test(email) && !QUOTING.test(email);
  if (isAddress && email.length <= MAX_EMAIL_LENGTH) return email;
  throw new DirectoryError(`${JSON.stringify(text)} is not an e-mail address.`);
}

export const isConfirmed = async (tx: ControlTransaction, userId: number): Promise<boolean> =>
  (await tx.one(sql`select from control.users where id = ${userId} and confirmed`)) !== undefined;

/** A person whose password was verified. */
export interface AuthenticatedUser extends User {
  readonly passwordHash: string;
}

export async function authenticateUser(db: Pool, email: string, password: string) {
  const named = sql`select id, email, name, password_hash as "passwordHash"
    from control.users where email = ${isFindable(email) ? normalEmail(email) : ''}`;
  const row = await firstRowOf<AuthenticatedUser>(db, named);
  return (await isPassword(password, row?.passwordHash)) ? row : undefined;
}

/** False for text that cannot be an address and might be rejected by a database. */
export const isFindable = (email: string): boolean => email.length <= 320 && !/\p{Cc}/u.test(email);

/** True if the verified password is still current. Locks it until the transaction ends. */
export async function holdsPassword(tx: ControlTransaction, { id, passwordHash }: AuthenticatedUser): Promise<boolean> {
  const row = await tx.one(sql`select from control.users
    where id = ${id} and password_hash = ${passwordHash} for share`);
  return row !== undefined;
}

export interface UserDescription {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  /** False for people who signed up and have not confirmed their address. */
  readonly confirmed: boolean;
  readonly memberships: readonly { readonly companyId: number; readonly merchant: string; readonly role: Role }[];
  readonly developerOf: readonly number[];
  readonly operator: boolean;
  readonly createdAt: string;
}

export const USERS: ListSource = {
  key: 'u.id',
  from: '(select * from control.users where removed_at is null) u',
  columns: `u.id as "userId", u.email, u.name, u.confirmed,
    coalesce((select json_agg(json_build_object('companyId', s.company_id, 'merchant', m.name, 'role', s.role) order by s.company_id)
      from control.memberships s join control.merchants m on m.company_id = s.company_id where s.user_id = u.id), '[]') as memberships,
    coalesce((select json_agg(organization_id order by organization_id) from control.developers where user_id = u.id), '[]')
      as "developerOf",
    exists (select from control.operators where user_id = u.id) as operator, ${instant('u.created_at')} as "createdAt"`,
};

/** A person's login, existing or new. The password of a new one is shown once. */
export interface Login extends User {
  readonly account: 'existing' | 'created';
  readonly password?: string;
}

const newPassword = (): string => randomBytes(15).toString('base64url');

/** Finds a login by e-mail address, or creates it. One login serves several merchants and organizations. */
export async function loginFor(
  tx: ControlTransaction,
  { email, name }: { readonly email: string; readonly name?: string | undefined },
): Promise<Login> {
  const known = await findUser(tx, email);
  if (known) {
    // Anyone can sign up with another person's address, so an unconfirmed login gets no rights through its address.
    if (await isConfirmed(tx, known.id)) return { ...known, account: 'existing' };
    throw new DirectoryError(
      `${known.email} has a login, but nobody has proved that the address is theirs. Give the person a link to a new password for the user ${known.id} first.`,
    );
  }
  if (name === undefined) throw new DirectoryError(`${email} is a new user; give their name too.`);
  const password = newPassword();
  return { ...(await createUser(tx, { email, name, password })), account: 'created', password };
}

/**
 * Changes a person's name or e-mail address. A new address ends their links and sessions, except for the given one, since
 * the owner of the old mailbox may hold them, and notifies the old address. An unconfirmed address stays unconfirmed.
 */
export async function changeUser(
  tx: ControlTransaction,
  userId: number,
  change: { readonly email?: string | undefined; readonly name?: string | undefined },
  keptSession?: number,
): Promise<User> {
  const user = await lockUser(tx, userId);
  const email = change.email === undefined ? user.email : checkedEmail(change.email);
  const name = change.name === undefined ? user.name : normalName('The name of a person', change.name);
  const other = await findUser(tx, email);
  if (other && other.id !== userId) throw new DirectoryError(`A user ${email} already exists.`);
  await tx.query(sql`update control.users set email = ${email}, name = ${name} where id = ${userId}`);
  if (email !== user.email) {
    await endOtherAccess(tx, userId, keptSession);
    await tx.query(sql`delete from control.address_links where user_id = ${userId}`);
    tx.notify({ userId, about: 'emailChanged', email: user.email });
  }
  const changed = [...(email === user.email ? [] : ['email']), ...(name === user.name ? [] : ['name'])];
  await tx.audit('user.changed', { userId, details: { changed } });
  return { id: userId, email, name };
}

/** Removes a person with their logins, name and address. The approvals they made for a merchant stay valid. */
export async function removeUser(tx: ControlTransaction, userId: number): Promise<User> {
  const user = await lockUser(tx, userId);
  const owned = await tx.query<{ companyId: number }>(sql`select company_id as "companyId" from control.merchants m
    where exists (
      select from control.memberships where company_id = m.company_id and user_id = ${userId} and role = 'owner')
    order by company_id for no key update`);
  await requireOtherHolder(tx, userId, OPERATOR);
  for (const { companyId } of owned) await requireOtherHolder(tx, userId, owner(companyId));
  await eraseUser(tx, userId);
  return user;
}

/** Removes all roles of a person, and erases their name and address. The person must be locked. */
export async function eraseUser(tx: ControlTransaction, userId: number): Promise<void> {
  const roles = ['memberships', 'developers', 'operators'];
  for (const table of [...roles, 'sessions', 'password_links', 'address_links', 'second_factors'])
    await tx.query(sql`delete from control.${raw(table)} where user_id = ${userId}`);
  await tx.query(sql`update control.users
    set email = 'removed-' || id, name = 'Removed', password_hash = ${await hashPassword(newPassword())},
    removed_at = ${tx.timestamp} where id = ${userId}`);
  await tx.audit('user.removed', { userId });
}

/** Ends a login's password links and its sessions, except for the given one. */
export async function endOtherAccess(tx: ControlTransaction, userId: number, keptSession = 0): Promise<void> {
  await tx.query(sql`delete from control.password_links where user_id = ${userId}`);
  await tx.query(sql`delete from control.sessions where user_id = ${userId} and id <> ${keptSession}`);
}

export const lockUser = (tx: ControlTransaction, userId: number): Promise<User> =>
  tx.require<User>(
    sql`select id, email, name from control.users where id = ${userId} and removed_at is null for no key update`,
    `No such user: ${userId}.`,
  );
