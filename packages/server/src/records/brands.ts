import type { Brand, BrandCreate, BrandList, BrandUpdate } from '../contract/generated/types.gen.ts';
import { statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import type { Lists } from '../lists/lists.ts';
import type { ListPlan } from '../lists/plan.ts';
import { RECORD_SORTS } from './documents/table.ts';
import { created, type Handlers, listReply, ok } from './handlers.ts';
import {
  type Basis,
  changedProperties,
  findRecord,
  lockRecord,
  type Refusals,
  recordKind,
  refusing,
  type Stored,
  writeChange,
} from './record.ts';
import { recordTable, taken, takenExternalId } from './record-table.ts';

export const BRAND = recordKind<Brand>('brand', 'brands');

export const BRANDS: ListPlan = { table: 'brands', sorts: RECORD_SORTS };

type BrandFields = Pick<Brand, 'status' | 'name' | 'description' | 'externalId'>;

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

const insertBrand = (tx: TenantTransaction, id: number, brand: BrandFields) =>
  refusing(refusalsOf(tx, id, brand), TABLE.insert(tx, id, brand));

const updateBrand = (tx: TenantTransaction, id: number, brand: BrandFields) =>
  refusing(refusalsOf(tx, id, brand), TABLE.update(tx, id, brand));

type BrandOperations = 'listBrands' | 'createBrand' | 'getBrand' | 'updateBrand';

export function brandHandlers(lists: Lists): Handlers<BrandOperations> {
  return {
    async listBrands(request) {
      return listReply<BrandList>(lists, request, BRANDS, request.query);
    },
    async createBrand({ body, write }) {
      return write(async (tx) => {
        const { id, ...record } = await createBrand(tx, body);
        return created(record, `/brands/${id}`);
      });
    },
    async getBrand({ path, tenant }) {
      return ok(await findRecord(tenant, BRAND, path.id));
    },
    async updateBrand({ path, body, conditions, claims, write }) {
      return write(async (tx) => ok(await changeBrand(tx, path.id, body, { conditions, claims })));
    },
  };
}

export async function createBrand(
  tx: TenantTransaction,
  input: BrandCreate,
): Promise<Stored<Brand> & { readonly id: number }> {
  const id = await tx.newId();
  const written = await insertBrand(tx, id, { status: 1, description: null, externalId: null, ...input });
  tx.changed({ resource: 'brands', id, kind: 'created', version: written.version });
  return { id, ...written };
}

export async function changeBrand(
  tx: TenantTransaction,
  id: number,
  patch: BrandUpdate,
  basis: Basis,
): Promise<Stored<Brand>> {
  const brand = await lockRecord(tx, BRAND, id, basis);
  const changed = { ...brand, ...patch };
  const properties = changedProperties(brand, changed);
  return writeChange(tx, BRAND, { resource: 'brands', id, kind: 'updated', properties }, () =>
    updateBrand(tx, id, changed),
  );
}
