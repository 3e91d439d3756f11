import type { DatabasePool } from '../../database/pool.ts';
import { DirectoryError } from '../directory-error.ts';
import { instant, type ListSource } from '../page.ts';
import type { Role } from '../people/users.ts';
import { findMerchant, MERCHANT_COLUMNS, type Merchant } from './merchants.ts';

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
