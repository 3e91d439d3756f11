import type { ListPlan } from '../storage/list-plan.ts';

/** JSON text of a document in SQL: its summary, with the lines that are stored beside it. */
export const WITH_LINES = `left(summary, -1) || ',"lines":' || lines || '}'`;

/** A list of documents that reads their lines only if asked to. */
export const listedLines = (plan: ListPlan, includeLines = true): ListPlan =>
  includeLines ? plan : { ...plan, doc: 'summary' };
