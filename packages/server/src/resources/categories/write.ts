import type { Category, CategoryCreate, CategoryUpdate } from '../../contract/generated/types.gen.ts';
import { stateConflict } from '../../errors.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { type Basis, lockRecord, type Stored } from '../record.ts';
import { CATEGORY, insertCategory, lockAncestors, updateCategory } from './store.ts';

const DEFAULTS = { status: 1 as const, parentId: null, sortOrder: 0, color: null, externalId: null };

/** Writes a new category, defaults filled in. */
export async function createCategory(
  tx: TenantTransaction,
  input: CategoryCreate,
): Promise<Stored<Category> & { readonly id: number }> {
  const id = await tx.newId();
  return { id, ...(await insertCategory(tx, id, { ...DEFAULTS, ...input })) };
}

/** Writes a change of a category, which may move it in the tree. */
export async function changeCategory(
  tx: TenantTransaction,
  id: number,
  patch: CategoryUpdate,
  basis: Basis,
): Promise<Stored<Category>> {
  const category = await lockRecord(tx, CATEGORY, id, basis);
  await refuseCircle(tx, category, patch);
  return updateCategory(tx, id, { ...category, ...patch });
}

/** A category cannot come to stand under itself, nor under one of its descendants. */
async function refuseCircle(tx: TenantTransaction, category: Category, { parentId }: CategoryUpdate): Promise<void> {
  if (parentId === undefined || parentId === null || parentId === category.parentId) return;
  const above = await lockAncestors(tx, parentId);
  if (above.has(category.id)) throw stateConflict('/parentId', 'is the category itself or one of its descendants');
}
