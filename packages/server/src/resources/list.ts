import type { ListPlan } from '../storage/lists/list-plan.ts';

/** JSON text of a document in SQL: its summary joined with its lines, which are stored separately. */
export const WITH_LINES = `left(summary, -1) || ',"lines":' || lines || '}'`;

/** A list of documents. Lines are included only on request. */
export const listedLines = (plan: ListPlan, includeLines = true): ListPlan =>
  includeLines ? plan : { ...plan, doc: 'summary' };

/** Sorts shared by most lists of records. */
export const RECORD_SORTS: ListPlan['sorts'] = {
  entryDate: ['entry_date', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
  name: ['name', 'text', 'root_order'],
};
