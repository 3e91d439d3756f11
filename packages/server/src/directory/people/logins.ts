import { randomBytes } from 'node:crypto';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { normalName } from '../text.ts';
import { isConfirmed } from './address-links.ts';
import { OPERATOR, owner, requireOtherHolder } from './last-holder.ts';
import { hashPassword } from './passwords.ts';
import { checkedEmail, createUser, findUser, type User } from './users.ts';

/** A person's login: their own, or a new one, whose password is shown this once. */
export interface Login extends User {
  readonly account: 'existing' | 'created';
  readonly password?: string;
}

/** 15 random bytes, as 20 characters. */
const newPassword = (): string => randomBytes(15).toString('base64url');

/** Finds a person's login by e-mail, or creates it; one login serves for several merchants and organizations. */
export async function loginFor(
  tx: ControlTransaction,
  { email, name }: { readonly email: string; readonly name?: string | undefined },
): Promise<Login> {
  const known = await findUser(tx, email);
  if (known) {
    await requireConfirmedLogin(tx, known);
    return { ...known, account: 'existing' };
  }
  if (name === undefined) throw new DirectoryError(`${email} is a new user; give their name too.`);
  const password = newPassword();
  return { ...(await createUser(tx, { email, name, password })), account: 'created', password };
}

/** Anybody can sign up with somebody else's address; such a login gets no rights by its address. */
async function requireConfirmedLogin(tx: ControlTransaction, { id, email }: User): Promise<void> {
  if (await isConfirmed(tx, id)) return;
  throw new DirectoryError(
    `${email} has a login, but nobody has proved that the address is theirs. Give the person a link to a new password for the user ${id} first.`,
  );
}

export interface UserChange {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/**
 * Changes a person's name or e-mail address, by which they sign in. A new address ends their links and sessions, which the
 * old mailbox may have, and is announced there. An address that nobody has proved stays unproved.
 */
export async function changeUser(tx: ControlTransaction, userId: number, change: UserChange): Promise<User> {
  const user = await lockUser(tx, userId);
  const email = change.email === undefined ? user.email : checkedEmail(change.email);
  const name = change.name === undefined ? user.name : normalName('The name of a person', change.name);
  const other = await findUser(tx, email);
  if (other && other.id !== userId) throw new DirectoryError(`A user ${email} already exists.`);
  await tx.query('update control.users set email = $2, name = $3 where id = $1', [userId, email, name]);
  if (email !== user.email) {
    await endOtherAccess(tx, userId);
    await tx.query('delete from control.address_links where user_id = $1', [userId]);
    tx.notify({ userId, about: 'emailChanged', email: user.email });
  }
  const changed = [...(email === user.email ? [] : ['email']), ...(name === user.name ? [] : ['name'])];
  await tx.audit('user.changed', { userId, details: { changed } });
  return { id: userId, email, name };
}

/**
 * Removes a person: they cannot sign in any more, and their name and address are erased. What they approved for a
 * merchant stays.
 */
export async function removeUser(tx: ControlTransaction, userId: number): Promise<User> {
  const user = await lockUser(tx, userId);
  const owned = await tx.query<{ companyId: number }>(
    `select company_id as "companyId" from control.merchants m where exists (
       select from control.memberships where company_id = m.company_id and user_id = $1 and role = 'owner')
     order by company_id for no key update`,
    [userId],
  );
  await requireOtherHolder(tx, userId, OPERATOR);
  for (const { companyId } of owned) await requireOtherHolder(tx, userId, owner(companyId));
  await eraseUser(tx, userId);
  return user;
}

/** Ends all that a person can do, and erases their name and address. The person must be locked. */
export async function eraseUser(tx: ControlTransaction, userId: number): Promise<void> {
  for (const table of [
    'memberships',
    'developers',
    'operators',
    'sessions',
    'password_links',
    'address_links',
    'second_factors',
  ]) {
    await tx.query(`delete from control.${table} where user_id = $1`, [userId]);
  }
  await tx.query(
    `update control.users set email = 'removed-' || id, name = 'Removed', password_hash = $2, removed_at = $3 where id = $1`,
    [userId, await hashPassword(newPassword()), tx.timestamp],
  );
  await tx.audit('user.removed', { userId });
}

/** Ends what others may hold of a login: its links to a new password, and its sessions except the given one. */
export async function endOtherAccess(tx: ControlTransaction, userId: number, keptSession = 0): Promise<void> {
  await tx.query('delete from control.password_links where user_id = $1', [userId]);
  await tx.query('delete from control.sessions where user_id = $1 and id <> $2', [userId, keptSession]);
}

/** Locks a person for a change of their login. */
export async function lockUser(tx: ControlTransaction, userId: number): Promise<User> {
  const user = await tx.require<User>(
    'select id, email, name from control.users where id = $1 and removed_at is null for no key update',
    [userId],
    `No such user: ${userId}.`,
  );
  return user;
}
