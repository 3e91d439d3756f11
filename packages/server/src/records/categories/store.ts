import type { Category } from '../../contract/generated/types.gen.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { referenceNotFound } from '../../errors.ts';
import type { ListPlan } from '../../lists/list-plan.ts';
import { recordTable } from '../columns.ts';
import { RECORD_SORTS } from '../list.ts';
import { type Refusals, recordKind, refusing } from '../record.ts';
import { taken, takenExternalId } from '../refusals.ts';

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

export type CategoryFields = Pick<Category, 'status' | 'name' | 'parentId' | 'sortOrder' | 'color' | 'externalId'>;

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

export const insertCategory = (tx: TenantTransaction, id: number, category: CategoryFields) =>
  refusing(refusalsOf(tx, id, category), TABLE.insert(tx, id, category));

export const updateCategory = (tx: TenantTransaction, id: number, category: CategoryFields) =>
  refusing(refusalsOf(tx, id, category), TABLE.update(tx, id, category));

/** Locks the tree. Returns the category and everything above it. */
export async function lockAncestors(tx: TenantTransaction, id: number): Promise<Set<number>> {
  await tx.query(LOCK_TREE);
  const rows = await tx.query<{ id: number }>(ANCESTORS, [id]);
  return new Set(rows.map((row) => row.id));
}
