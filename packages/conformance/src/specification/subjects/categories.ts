import { stateConflict } from '../answer.ts';
import type { Handlers } from '../call.ts';
import {
  change,
  create,
  list,
  type RecordKind,
  type Rule,
  read,
  refersTo,
  unique,
  uniqueExternalId,
} from '../records.ts';
import type { Merchant } from '../state.ts';
import { folded } from '../text.ts';

/** True if `id` is the category or one below it. */
function isWithin({ tables }: Merchant, id: unknown, category: number): boolean {
  for (let at = id; typeof at === 'number'; at = tables.categories.get(at)?.parentId) if (at === category) return true;
  return false;
}

/** categories.no_cycles */
const noCycle: Rule = ({ row, before }, merchant) => {
  if (before && isWithin(merchant, row.parentId, row.id)) throw stateConflict('categories.no_cycles', '/parentId');
};

const CATEGORIES: RecordKind = {
  table: 'categories',
  defaults: () => ({ status: 1, parentId: null, sortOrder: 0, color: null }),
  rules: [
    refersTo('parentId', 'categories'),
    noCycle,
    unique('categories', '/name', 'categories.unique_name', ({ name, parentId }) => `${parentId} ${folded(name)}`),
    uniqueExternalId('categories'),
  ],
  list: { sorts: { sortOrder: ({ sortOrder }) => Number(sortOrder) } },
};

export const CATEGORY_HANDLERS: Handlers = {
  listCategories: list(CATEGORIES),
  getCategory: read(CATEGORIES),
  createCategory: create(CATEGORIES),
  updateCategory: change(CATEGORIES),
};
