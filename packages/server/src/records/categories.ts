import type { Category, CategoryCreate, CategoryUpdate } from '../contract/generated/types.gen.ts';
import { statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { stateConflict } from '../errors.ts';
import type { Handlers } from './handlers.ts';
import { records } from './simple-records.ts';

export const CATEGORIES = records<Category, CategoryCreate, CategoryUpdate>({
  noun: 'category',
  table: 'categories',
  resource: 'categories',
  path: '/categories',
  list: { sorts: { sortOrder: ['sort_order', 'integer'] } },
  columns: {
    status: 'smallint',
    name: 'text',
    parentId: 'bigint',
    sortOrder: 'integer',
    color: 'text',
    externalId: 'text',
  },
  defaults: { status: 1, parentId: null, sortOrder: 0, color: null, externalId: null },
  uniqueName: { within: 'parentId' },
  references: { categories_parent: ['/parentId', 'category'] },
  check: refuseCircle,
});

export const categoryHandlers = {
  listCategories: CATEGORIES.list,
  createCategory: CATEGORIES.post,
  getCategory: CATEGORIES.get,
  updateCategory: CATEGORIES.patch,
} satisfies Partial<Handlers>;

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

async function refuseCircle(tx: TenantTransaction, category: Category, { parentId }: CategoryUpdate): Promise<void> {
  if (parentId === undefined || parentId === null || parentId === category.parentId) return;
  await tx.query(LOCK_TREE);
  const above = await tx.query<{ id: number }>(ANCESTORS, [parentId]);
  if (above.some(({ id }) => id === category.id))
    throw stateConflict('/parentId', 'is the category itself or one of its descendants');
}
