import { randomBytes } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { hashPassword } from './passwords.ts';
import { normalName } from './text.ts';
import {
  checkedEmail,
  createUser,
  findUser,
  isConfirmed,
  OPERATOR,
  owner,
  requireOtherHolder,
  type User,
} from './users.ts';

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
 * Changes a person's name or e-mail address. A new address ends their links and sessions, since the owner of the old
 * mailbox may hold them, and notifies the old address. An unconfirmed address stays unconfirmed.
 */
export async function changeUser(
  tx: ControlTransaction,
  userId: number,
  change: { readonly email?: string | undefined; readonly name?: string | undefined },
): Promise<User> {
  const user = await lockUser(tx, userId);
  const email = change.email === undefined ? user.email : checkedEmail(change.email);
  const name = change.name === undefined ? user.name : normalName('The name of a person', change.name);
  const other = await findUser(tx, email);
  if (other && other.id !== userId) throw new DirectoryError(`A user ${email} already exists.`);
  await tx.query(sql`update control.users set email = ${email}, name = ${name} where id = ${userId}`);
  if (email !== user.email) {
    await endOtherAccess(tx, userId);
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
  for (const table of [...roles, 'sessions', 'password_links', 'address_links', 'second_factors']) {
    await tx.query(sql`delete from control.${raw(table)} where user_id = ${userId}`);
  }
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
