import type { Pool } from 'pg';
import sql, { raw } from 'sql-template-tag';
import { instant } from '../database/statement.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { lockMerchant, MERCHANT_COLUMNS, type Merchant } from './merchants.ts';
import { type ListSource, rowsOf } from './page.ts';
import { loginFor, owner, type Role, requireOtherHolder } from './users.ts';

export interface Member {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: string;
}

export const MEMBERS: ListSource = {
  key: 'u.id',
  columns: `u.id as "userId", u.email, u.name, s.role, ${instant('u.created_at')} as "createdAt"`,
  from: 'control.memberships s join control.users u on u.id = s.user_id',
};

export interface Membership {
  readonly merchant: Merchant;
  readonly role: Role;
}

/** Active merchants of a person, sorted by name. */
export async function membershipsOf(db: Pool, userId: number): Promise<Membership[]> {
  const rows = await rowsOf<Merchant & { role: Role }>(
    db,
    sql`select ${raw(MERCHANT_COLUMNS)}, role from control.memberships join control.merchants using (company_id)
      where user_id = ${userId} and active order by name, company_id`,
  );
  return rows.map(({ role, ...merchant }) => ({ merchant, role }));
}

/**
 * Adds a person to a merchant, or changes their role there. The role defaults to the current one, or employee. A new
 * person gets a login and must have a name. `membership` is `added`, `unchanged`, or `changed from` and the previous
 * role.
 */
export async function joinMerchant(
  tx: ControlTransaction,
  companyId: number,
  { role: asked, ...person }: { email: string; name?: string | undefined; role?: Role | undefined },
) {
  const { id: userId, ...login } = await loginFor(tx, person);
  const role = asked ?? (await roleAt(tx, userId, companyId)) ?? 'employee';
  const former = await addMember(tx, userId, companyId, role);
  const membership = former === undefined ? 'added' : former === role ? 'unchanged' : `changed from ${former}`;
  const note = login.account === 'existing' && { note: 'The user signs in with their existing password.' };
  return { userId, companyId, role, membership, ...login, ...note };
}

export async function changeRole(tx: ControlTransaction, userId: number, companyId: number, role: Role): Promise<void> {
  await lockMerchant(tx, companyId);
  await requireMember(tx, userId, companyId);
  await addMember(tx, userId, companyId, role);
}

/** Removes a person from a merchant. Their login and their other merchants stay. */
export async function leaveMerchant(tx: ControlTransaction, userId: number, companyId: number): Promise<void> {
  await lockMerchant(tx, companyId);
  const role = await requireMember(tx, userId, companyId);
  if (role === 'owner') await requireOtherHolder(tx, userId, owner(companyId));
  await tx.query(sql`delete from control.memberships where user_id = ${userId} and company_id = ${companyId}`);
  await tx.audit('membership.removed', { userId, companyId, details: { role } });
}

async function requireMember(tx: ControlTransaction, userId: number, companyId: number): Promise<Role> {
  const role = await roleAt(tx, userId, companyId);
  if (role) return role;
  throw new DirectoryError(`The user ${userId} is not a user of merchant ${companyId}.`);
}

/** Sets a person's role at a merchant. Returns the previous one, if any. */
export async function addMember(tx: ControlTransaction, userId: number, companyId: number, role: Role) {
  // Locked, so that concurrent changes each see the role they replace.
  await lockMerchant(tx, companyId);
  const former = await roleAt(tx, userId, companyId);
  if (former === role) return role;
  if (former === 'owner') await requireOtherHolder(tx, userId, owner(companyId));
  await tx.query(sql`insert into control.memberships (user_id, company_id, role)
    values (${userId}, ${companyId}, ${role})
    on conflict (user_id, company_id) do update set role = excluded.role`);
  await tx.audit('membership.set', { userId, companyId, details: { role, former: former ?? null } });
  return former;
}

export async function roleAt(tx: ControlTransaction, userId: number, companyId: number): Promise<Role | undefined> {
  const row = await tx.one<{ role: Role }>(sql`select role from control.memberships
    where user_id = ${userId} and company_id = ${companyId}`);
  return row?.role;
}
