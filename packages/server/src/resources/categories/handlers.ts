import type { Category, CategoryList, CategoryUpdate } from '../../contract/generated/types.gen.ts';
import { stateConflict } from '../../errors.ts';
import type { Lists } from '../../storage/listing.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { created, ok, type TenantHandlers } from '../handlers.ts';
import { listOf } from '../list.ts';
import { findRecord, lockRecord } from '../record.ts';
import { CATEGORIES, CATEGORY, insertCategory, lockAncestors, updateCategory } from './store.ts';

type CategoryOperations = 'listCategories' | 'createCategory' | 'getCategory' | 'updateCategory';

const DEFAULTS = { status: 1 as const, parentId: null, sortOrder: 0, color: null, externalId: null };

export function categoryHandlers(lists: Lists): TenantHandlers<CategoryOperations> {
  return {
    async listCategories({ query, tenant }) {
      return ok(listOf<CategoryList>(await lists.read(tenant, CATEGORIES, query)));
    },
    async createCategory({ body, write }) {
      return write(async (tx) => {
        const id = await tx.newId();
        const { doc } = await insertCategory(tx, id, { ...DEFAULTS, ...body });
        return created(doc, `/categories/${id}`);
      });
    },
    async getCategory({ path, tenant }) {
      const { doc, version } = await findRecord(tenant, CATEGORY, path.id);
      return ok(doc, version);
    },
    async updateCategory({ path, body, ifMatch, claims, write }) {
      return write(async (tx) => {
        const category = await lockRecord(tx, CATEGORY, path.id, { ifMatch, claims });
        await refuseCircle(tx, category, body);
        const { doc, version } = await updateCategory(tx, path.id, { ...category, ...body });
        return ok(doc, version);
      });
    },
  };
}

/** A category cannot come to stand under itself, nor under one of its descendants. */
async function refuseCircle(tx: TenantTransaction, category: Category, { parentId }: CategoryUpdate): Promise<void> {
  if (parentId === undefined || parentId === null || parentId === category.parentId) return;
  const above = await lockAncestors(tx, parentId);
  if (above.has(category.id)) throw stateConflict('/parentId', 'is the category itself or one of its descendants');
}
