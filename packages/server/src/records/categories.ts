import type { Category, CategoryCreate, CategoryList, CategoryUpdate } from '../contract/generated/types.gen.ts';
import { statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { referenceNotFound, stateConflict } from '../errors.ts';
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

export const CATEGORY = recordKind<Category>('category', 'categories');

export const CATEGORIES: ListPlan = {
  table: 'categories',
  sorts: { ...RECORD_SORTS, sortOrder: ['sort_order', 'integer'] },
};

/** Serializes moves in a merchant's tree, so that two of them cannot create a cycle. */
const LOCK_TREE = statement(
  'categories.lock-tree',
  `select pg_advisory_xact_lock(hashtextextended('categories ' || $1::bigint, 0))`,
);

const ANCESTORS = statement(
  'categories.ancestors',
  `with recursive ancestors as (
     select id, parent_id from region.categories where company_id = $1 and id = $2
     union
     select c.id, c.parent_id from region.categories c join ancestors a on c.id = a.parent_id where c.company_id = $1
   ) select id from ancestors`,
);

type CategoryFields = Pick<Category, 'status' | 'name' | 'parentId' | 'sortOrder' | 'color' | 'externalId'>;

const TABLE = recordTable<Category, CategoryFields>('categories', {
  status: (category) => category.status,
  name: (category) => category.name,
  parent_id: (category) => category.parentId,
  sort_order: (category) => category.sortOrder,
  color: (category) => category.color,
  external_id: (category) => category.externalId,
});

const NAMED = statement(
  'categories.named',
  `select id from region.categories where company_id = $1 and parent_id is not distinct from $2::bigint
   and name_key = region.fold($3) and twin = 0`,
);
const externalIdTaken = takenExternalId('categories');

const refusalsOf = (tx: TenantTransaction, id: number, { name, parentId, externalId }: CategoryFields): Refusals => ({
  categories_name: () => taken(tx, NAMED, [parentId, name], '/name'),
  categories_external_id: () => externalIdTaken(tx, { id, externalId }),
  categories_parent: () => referenceNotFound('/parentId', 'category'),
});

const insertCategory = (tx: TenantTransaction, id: number, category: CategoryFields) =>
  refusing(refusalsOf(tx, id, category), TABLE.insert(tx, id, category));

const updateCategory = (tx: TenantTransaction, id: number, category: CategoryFields) =>
  refusing(refusalsOf(tx, id, category), TABLE.update(tx, id, category));

/** Locks the tree. Returns the category and everything above it. */
async function lockAncestors(tx: TenantTransaction, id: number): Promise<Set<number>> {
  await tx.query(LOCK_TREE);
  const rows = await tx.query<{ id: number }>(ANCESTORS, [id]);
  return new Set(rows.map((row) => row.id));
}

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
