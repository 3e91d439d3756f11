import sql from 'sql-template-tag';
import type { DatabasePool } from '../database/pool.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { type Login, loginFor } from './logins.ts';
import { findMerchant, lockMerchant, MERCHANT_COLUMNS, type Merchant } from './merchants.ts';
import { instant, type ListSource } from './page.ts';
import { addMember, owner, type Role, requireOtherHolder, roleAt } from './users.ts';

export const MERCHANTS: ListSource = { key: 'company_id', columns: MERCHANT_COLUMNS, from: 'control.merchants' };

/** A person of a merchant. */
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

export async function describeMerchant(db: DatabasePool, companyId: number): Promise<Merchant> {
  const merchant = await findMerchant(db, companyId);
  if (!merchant) throw new DirectoryError(`No such merchant: ${companyId}.`);
  return merchant;
}

interface NewMember {
  readonly email: string;
  /** Required for a new person. */
  readonly name?: string | undefined;
  /** Defaults to the person's current role, or employee. */
  readonly role?: Role | undefined;
}

/** A member of a merchant after a change. */
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
  const note = login.account === 'existing' && { note: 'The user signs in with their existing password.' };
  return { userId, companyId, role, membership: membershipOf(former, role), ...login, ...note };
}

function membershipOf(former: Role | undefined, role: Role): string {
  if (former === undefined) return 'added';
  return former === role ? 'unchanged' : `changed from ${former}`;
}

/** Changes the role of a member. */
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
