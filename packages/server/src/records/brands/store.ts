import type { Brand } from '../../contract/generated/types.gen.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { ListPlan } from '../../lists/list-plan.ts';
import { recordTable } from '../columns.ts';
import { RECORD_SORTS } from '../list.ts';
import { type Refusals, recordKind, refusing } from '../record.ts';
import { taken, takenExternalId } from '../refusals.ts';

export const BRAND = recordKind<Brand>('brand', 'brands');

export const BRANDS: ListPlan = { table: 'brands', sorts: RECORD_SORTS };

export type BrandFields = Pick<Brand, 'status' | 'name' | 'description' | 'externalId'>;

const TABLE = recordTable<Brand, BrandFields>('brands', {
  status: (brand) => brand.status,
  name: (brand) => brand.name,
  description: (brand) => brand.description,
  external_id: (brand) => brand.externalId,
});

const NAMED = statement(
  'brands.named',
  'select id from region.brands where company_id = $1 and name_key = region.fold($2) and twin = 0',
);
const externalIdTaken = takenExternalId('brands');

const refusalsOf = (tx: TenantTransaction, id: number, { name, externalId }: BrandFields): Refusals => ({
  brands_name: () => taken(tx, NAMED, [name], '/name'),
  brands_external_id: () => externalIdTaken(tx, { id, externalId }),
});

export const insertBrand = (tx: TenantTransaction, id: number, brand: BrandFields) =>
  refusing(refusalsOf(tx, id, brand), TABLE.insert(tx, id, brand));

export const updateBrand = (tx: TenantTransaction, id: number, brand: BrandFields) =>
  refusing(refusalsOf(tx, id, brand), TABLE.update(tx, id, brand));
