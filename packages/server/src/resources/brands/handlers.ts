import type { BrandList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { created, ok, type TenantHandlers } from '../handlers.ts';
import { listOf } from '../list.ts';
import { findRecord, lockRecord } from '../record.ts';
import { BRAND, BRANDS, insertBrand, updateBrand } from './store.ts';

type BrandOperations = 'listBrands' | 'createBrand' | 'getBrand' | 'updateBrand';

export function brandHandlers(lists: Lists): TenantHandlers<BrandOperations> {
  return {
    async listBrands({ query, tenant }) {
      return ok(listOf<BrandList>(await lists.read(tenant, BRANDS, query)));
    },
    async createBrand({ body, write }) {
      return write(async (tx) => {
        const id = await tx.newId();
        const brand = { status: 1 as const, description: null, externalId: null, ...body };
        const { doc } = await insertBrand(tx, id, brand);
        return created(doc, `/brands/${id}`);
      });
    },
    async getBrand({ path, tenant }) {
      const { doc, version } = await findRecord(tenant, BRAND, path.id);
      return ok(doc, version);
    },
    async updateBrand({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => {
        const brand = await lockRecord(tx, BRAND, path.id, { ifMatch, claims });
        const { doc, version } = await updateBrand(tx, path.id, { ...brand, ...body });
        return ok(doc, version);
      });
    },
  };
}
