import type { ListPlan } from '../storage/lists/list-plan.ts';
import type { Page } from '../storage/lists/lists.ts';
import type { JsonText } from '../storage/statement.ts';

export function listOf<List>(read: Page): JsonText<List> {
  const { page, limit, total, totalIsExact, hasMore, nextCursor } = read;
  const pagination = JSON.stringify({ page, limit, total, totalIsExact, hasMore, nextCursor });
  return `{"data":[${read.rows}],"pagination":${pagination}}` as JsonText<List>;
}

/** JSON text of a document in SQL: its summary with the separately stored lines. */
export const WITH_LINES = `left(summary, -1) || ',"lines":' || lines || '}'`;

/** A list of documents, with their lines only on request. */
export const listedLines = (plan: ListPlan, includeLines = true): ListPlan =>
  includeLines ? plan : { ...plan, doc: 'summary' };

/** Sorts of stores, suppliers and taxes, which the merchant's back office writes. */
export const REFERENCE_SORTS: ListPlan['sorts'] = {
  entryDate: ['entry_date', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
  name: ['name', 'text', 'root_order'],
};
