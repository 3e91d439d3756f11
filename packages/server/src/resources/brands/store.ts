import type { Brand } from '../../contract/generated/types.gen.ts';
import { duplicate } from '../../errors.ts';
import type { ListPlan } from '../../storage/list-statement.ts';
import { statement } from '../../storage/statement.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { type Refusals, recordKind, refusing, writeRow } from '../record.ts';

export const BRAND = recordKind<Brand>('brand', 'brands');

export const BRANDS: ListPlan = {
  table: 'brands',
  sorts: {
    entryDate: ['entry_date', 'timestamptz'],
    updatedAt: ['updated_at', 'timestamptz'],
    name: ['name', 'text', 'root_order'],
  },
};

const INSERT = statement(
  'brands.insert',
  `insert into region.brands (company_id, id, status, name, description, external_id, app_id, entry_date, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning doc, version`,
);

const UPDATE = statement(
  'brands.update',
  `update region.brands set status = $3, name = $4, description = $5, external_id = $6, version = version + 1, updated_at = $7
   where company_id = $1 and id = $2 returning doc, version`,
);

const REFUSALS: Refusals = {
  brands_name: () => duplicate('/name'),
  brands_external_id: () => duplicate('/externalId'),
};

/** What a partner may write of a brand. */
export type BrandFields = Pick<Brand, 'status' | 'name' | 'description' | 'externalId'>;

const columns = (brand: BrandFields) => [brand.status, brand.name, brand.description, brand.externalId];

export const insertBrand = (tx: TenantTransaction, id: number, brand: BrandFields) =>
  refusing(REFUSALS, writeRow<Brand>(tx, INSERT, [id, ...columns(brand), tx.scope.appId, tx.timestamp]));

export const updateBrand = (tx: TenantTransaction, id: number, brand: BrandFields) =>
  refusing(REFUSALS, writeRow<Brand>(tx, UPDATE, [id, ...columns(brand), tx.timestamp]));
