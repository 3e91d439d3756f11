import type { BrandList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { created, type Handlers, ok } from '../handlers.ts';
import { listOf } from '../list.ts';
import { findRecord } from '../record.ts';
import { BRAND, BRANDS } from './store.ts';
import { changeBrand, createBrand } from './write.ts';

type BrandOperations = 'listBrands' | 'createBrand' | 'getBrand' | 'updateBrand';

export function brandHandlers(lists: Lists): Handlers<BrandOperations> {
  return {
    async listBrands({ query, tenant }) {
      return ok(listOf<BrandList>(await lists.read(tenant, BRANDS, query)));
    },
    async createBrand({ body, write }) {
      return write(async (tx) => {
        const { id, doc } = await createBrand(tx, body);
        return created(doc, `/brands/${id}`);
      });
    },
    async getBrand({ path, tenant }) {
      const { doc, version } = await findRecord(tenant, BRAND, path.id);
      return ok(doc, version);
    },
    async updateBrand({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => {
        const { doc, version } = await changeBrand(tx, path.id, body, { ifMatch, claims });
        return ok(doc, version);
      });
    },
  };
}
