import type { Brand, BrandCreate, BrandList, BrandUpdate } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import type { Lists } from '../../lists/lists.ts';
import { changedProperties } from '../changed-properties.ts';
import { created, type Handlers, listReply, ok } from '../handlers.ts';
import { type Basis, findRecord, lockRecord, type Stored, writeChange } from '../record.ts';
import { BRAND, BRANDS, insertBrand, updateBrand } from './store.ts';

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
