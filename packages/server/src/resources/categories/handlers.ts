import type { CategoryList } from '../../contract/generated/types.gen.ts';
import type { Lists } from '../../storage/listing.ts';
import { created, type Handlers, ok } from '../handlers.ts';
import { listOf } from '../list.ts';
import { findRecord } from '../record.ts';
import { CATEGORIES, CATEGORY } from './store.ts';
import { changeCategory, createCategory } from './write.ts';

type CategoryOperations = 'listCategories' | 'createCategory' | 'getCategory' | 'updateCategory';

export function categoryHandlers(lists: Lists): Handlers<CategoryOperations> {
  return {
    async listCategories({ query, tenant }) {
      return ok(listOf<CategoryList>(await lists.read(tenant, CATEGORIES, query)));
    },
    async createCategory({ body, write }) {
      return write(async (tx) => {
        const { id, doc } = await createCategory(tx, body);
        return created(doc, `/categories/${id}`);
      });
    },
    async getCategory({ path, tenant }) {
      const { doc, version } = await findRecord(tenant, CATEGORY, path.id);
      return ok(doc, version);
    },
    async updateCategory({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => {
        const { doc, version } = await changeCategory(tx, path.id, body, { ifMatch, claims });
        return ok(doc, version);
      });
    },
  };
}
