import { inBody, Rejection } from '../answer.ts';
import type { Handlers } from '../call.ts';
import { byStatus } from '../lists.ts';
import {
  change,
  create,
  list,
  type RecordKind,
  type Rule,
  read,
  refersTo,
  SORTS,
  shown,
  unique,
  uniqueExternalId,
} from '../records.ts';
import { type Merchant, rowsOf } from '../state.ts';
import { folded } from '../text.ts';

/** True if `id` is the category or one below it. */
function isWithin({ tables }: Merchant, id: unknown, category: number): boolean {
  for (let at = id; typeof at === 'number'; at = tables.categories.get(at)?.parentId) if (at === category) return true;
  return false;
}

/** categories.no_cycles */
const noCycle: Rule = ({ row, before }, merchant) => {
  if (before && isWithin(merchant, row.parentId, row.id))
    throw new Rejection('partner.state_conflict', 'categories.no_cycles', [inBody('/parentId', 'state')]);
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
  list: {
    rows: (merchant) => rowsOf(merchant, 'categories'),
    filters: { status: byStatus },
    searches: { search: ({ name }) => [String(name)] },
    sorts: { ...SORTS, sortOrder: ({ sortOrder }) => Number(sortOrder) },
    show: shown,
  },
};

export const CATEGORY_HANDLERS: Handlers = {
  listCategories: list(CATEGORIES),
  getCategory: read(CATEGORIES),
  createCategory: create(CATEGORIES),
  updateCategory: change(CATEGORIES),
};
