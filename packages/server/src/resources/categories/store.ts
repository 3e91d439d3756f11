import type { Category } from '../../contract/generated/types.gen.ts';
import { duplicate, referenceNotFound } from '../../errors.ts';
import type { ListPlan } from '../../storage/list-statement.ts';
import { statement } from '../../storage/statement.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { type Refusals, recordKind, refusing, writeRow } from '../record.ts';

export const CATEGORY = recordKind<Category>('category', 'categories');

export const CATEGORIES: ListPlan = {
  table: 'categories',
  sorts: {
    entryDate: ['entry_date', 'timestamptz'],
    updatedAt: ['updated_at', 'timestamptz'],
    name: ['name', 'text', 'root_order'],
    sortOrder: ['sort_order', 'integer'],
  },
};

const INSERT = statement(
  'categories.insert',
  `insert into region.categories
     (company_id, id, status, name, parent_id, sort_order, color, external_id, app_id, entry_date, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning doc, version`,
);

const UPDATE = statement(
  'categories.update',
  `update region.categories
   set status = $3, name = $4, parent_id = $5, sort_order = $6, color = $7, external_id = $8, version = version + 1,
     updated_at = $9
   where company_id = $1 and id = $2 returning doc, version`,
);

/** Moves of one merchant's tree come one after another, so that two of them cannot close a circle together. */
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

const REFUSALS: Refusals = {
  categories_name: () => duplicate('/name'),
  categories_external_id: () => duplicate('/externalId'),
  categories_parent: () => referenceNotFound('/parentId', 'category'),
};

/** What a partner may write of a category. */
export type CategoryFields = Pick<Category, 'status' | 'name' | 'parentId' | 'sortOrder' | 'color' | 'externalId'>;

const columns = (c: CategoryFields) => [c.status, c.name, c.parentId, c.sortOrder, c.color, c.externalId];

export const insertCategory = (tx: TenantTransaction, id: number, category: CategoryFields) =>
  refusing(REFUSALS, writeRow<Category>(tx, INSERT, [id, ...columns(category), tx.scope.appId, tx.timestamp]));

export const updateCategory = (tx: TenantTransaction, id: number, category: CategoryFields) =>
  refusing(REFUSALS, writeRow<Category>(tx, UPDATE, [id, ...columns(category), tx.timestamp]));

/** The category and all above it, while no other move of the tree runs. */
export async function lockAncestors(tx: TenantTransaction, id: number): Promise<Set<number>> {
  await tx.query(LOCK_TREE);
  const rows = await tx.query<{ id: number }>(ANCESTORS, [id]);
  return new Set(rows.map((row) => row.id));
}
