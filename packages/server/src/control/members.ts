import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { lockMerchant, type Merchant } from './merchants.ts';
import { instant, type ListSource } from './page.ts';
import { type Login, loginFor, owner, type Role, requireOtherHolder } from './users.ts';

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
  const { rows } = await db.query<Merchant & { role: Role }>(sql`
    select m.company_id as "companyId", m.name, m.region, m.cell, m.moving, m.demo, m.currency,
      m.cash_rounding::text as "cashRounding", m.organization_id as "organizationId", m.active, s.role
    from control.memberships s join control.merchants m on m.company_id = s.company_id
    where s.user_id = ${userId} and m.active order by m.name, m.company_id`);
  return rows.map(({ role, ...merchant }) => ({ merchant, role }));
}

interface NewMember {
  readonly email: string;
  /** Required for a new person. */
  readonly name?: string | undefined;
  /** Defaults to the person's current role, or employee. */
  readonly role?: Role | undefined;
}

interface JoinedMember extends Omit<Login, 'id'> {
  readonly userId: number;
  readonly companyId: number;
  readonly role: Role;
  /** `added`, `unchanged`, or `changed from` and the previous role. */
  readonly membership: string;
  readonly note?: string;
}

/** Adds a person to a merchant, or changes their role there. A new person gets a login. */
export async function joinMerchant(
  tx: ControlTransaction,
  companyId: number,
  { role: asked, ...person }: NewMember,
): Promise<JoinedMember> {
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
export async function addMember(
  tx: ControlTransaction,
  userId: number,
  companyId: number,
  role: Role,
): Promise<Role | undefined> {
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
