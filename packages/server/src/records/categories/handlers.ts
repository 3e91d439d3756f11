import type { Category, CategoryCreate, CategoryList, CategoryUpdate } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { stateConflict } from '../../errors.ts';
import type { Lists } from '../../lists/lists.ts';
import { changedProperties } from '../changed-properties.ts';
import { created, type Handlers, listReply, ok } from '../handlers.ts';
import { type Basis, findRecord, lockRecord, type Stored, writeChange } from '../record.ts';
import { CATEGORIES, CATEGORY, insertCategory, lockAncestors, updateCategory } from './store.ts';

type CategoryOperations = 'listCategories' | 'createCategory' | 'getCategory' | 'updateCategory';

export function categoryHandlers(lists: Lists): Handlers<CategoryOperations> {
  return {
    async listCategories(request) {
      return listReply<CategoryList>(lists, request, CATEGORIES, request.query);
    },
    async createCategory({ body, write }) {
      return write(async (tx) => {
        const { id, ...record } = await createCategory(tx, body);
        return created(record, `/categories/${id}`);
      });
    },
    async getCategory({ path, tenant }) {
      return ok(await findRecord(tenant, CATEGORY, path.id));
    },
    async updateCategory({ path, body, conditions, claims, write }) {
      return write(async (tx) => ok(await changeCategory(tx, path.id, body, { conditions, claims })));
    },
  };
}

const DEFAULTS = { status: 1 as const, parentId: null, sortOrder: 0, color: null, externalId: null };

export async function createCategory(
  tx: TenantTransaction,
  input: CategoryCreate,
): Promise<Stored<Category> & { readonly id: number }> {
  const id = await tx.newId();
  const written = await insertCategory(tx, id, { ...DEFAULTS, ...input });
  tx.changed({ resource: 'categories', id, kind: 'created', version: written.version });
  return { id, ...written };
}

/** Moving a category in the tree also counts as a change. */
export async function changeCategory(
  tx: TenantTransaction,
  id: number,
  patch: CategoryUpdate,
  basis: Basis,
): Promise<Stored<Category>> {
  const category = await lockRecord(tx, CATEGORY, id, basis);
  await refuseCircle(tx, category, patch);
  const changed = { ...category, ...patch };
  const properties = changedProperties(category, changed);
  return writeChange(tx, CATEGORY, { resource: 'categories', id, kind: 'updated', properties }, () =>
    updateCategory(tx, id, changed),
  );
}

/** A category cannot be below itself or one of its descendants. */
async function refuseCircle(tx: TenantTransaction, category: Category, { parentId }: CategoryUpdate): Promise<void> {
  if (parentId === undefined || parentId === null || parentId === category.parentId) return;
  const above = await lockAncestors(tx, parentId);
  if (above.has(category.id)) throw stateConflict('/parentId', 'is the category itself or one of its descendants');
}
