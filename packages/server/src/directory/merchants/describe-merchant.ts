import type { DatabasePool } from '../../storage/pool.ts';
import type { Region } from '../../storage/region.ts';
import { DirectoryError } from '../directory-error.ts';
import { contains, instant, type Page, type PageRequest, readPage } from '../page.ts';
import type { Role } from '../people/users.ts';
import { findMerchant, MERCHANT_COLUMNS, type Merchant } from './merchants.ts';

export interface MerchantFilter {
  readonly organizationId?: number | undefined;
  readonly region?: Region | undefined;
  readonly demo?: boolean | undefined;
  readonly active?: boolean | undefined;
  readonly search?: string | undefined;
}

export const listMerchants = (
  db: DatabasePool,
  { organizationId, region, demo, active, search }: MerchantFilter,
  page: PageRequest,
): Promise<Page<Merchant>> =>
  readPage(
    db,
    { key: 'company_id', columns: MERCHANT_COLUMNS, from: 'control.merchants' },
    {
      'organization_id = $': organizationId,
      'region = $': region,
      'demo = $': demo,
      'active = $': active,
      [contains('name')]: search,
    },
    page,
  );

/** A person of a merchant. */
export interface Member {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: string;
}

export const listMembers = (db: DatabasePool, companyId: number, page: PageRequest): Promise<Page<Member>> =>
  readPage(
    db,
    {
      key: 'u.id',
      columns: `u.id as "userId", u.email, u.name, s.role, ${instant('u.created_at')} as "createdAt"`,
      from: 'control.memberships s join control.users u on u.id = s.user_id',
    },
    { 's.company_id = $': companyId },
    page,
  );

export async function describeMerchant(db: DatabasePool, companyId: number): Promise<Merchant> {
  const merchant = await findMerchant(db, companyId);
  if (!merchant) throw new DirectoryError(`No such merchant: ${companyId}.`);
  return merchant;
}
