import type { Brand } from '../../contract/generated/types.gen.ts';
import { duplicate } from '../../errors.ts';
import type { ListPlan } from '../../storage/list-plan.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { recordTable } from '../columns.ts';
import { type Refusals, recordKind, refusing } from '../record.ts';

export const BRAND = recordKind<Brand>('brand', 'brands');

export const BRANDS: ListPlan = {
  table: 'brands',
  sorts: {
    entryDate: ['entry_date', 'timestamptz'],
    updatedAt: ['updated_at', 'timestamptz'],
    name: ['name', 'text', 'root_order'],
  },
};

const REFUSALS: Refusals = {
  brands_name: () => duplicate('/name'),
  brands_external_id: () => duplicate('/externalId'),
};

/** Fields of a brand that a partner may write. */
export type BrandFields = Pick<Brand, 'status' | 'name' | 'description' | 'externalId'>;

const TABLE = recordTable<Brand, BrandFields>('brands', {
  status: (brand) => brand.status,
  name: (brand) => brand.name,
  description: (brand) => brand.description,
  external_id: (brand) => brand.externalId,
});

export const insertBrand = (tx: TenantTransaction, id: number, brand: BrandFields) =>
  refusing(REFUSALS, TABLE.insert(tx, id, brand));

export const updateBrand = (tx: TenantTransaction, id: number, brand: BrandFields) =>
  refusing(REFUSALS, TABLE.update(tx, id, brand));
