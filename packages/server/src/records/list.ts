import type { ListPlan } from '../lists/list-plan.ts';

/** JSON text of a document in SQL: its summary joined with its lines, which are stored separately. */
export const WITH_LINES = `left(summary, -1) || ',"lines":' || lines || '}'`;

/** Stored lines above this many bytes are compressed, by about this ratio. Their exact length would require reading them. */
const COMPRESSED = 2048;
const RATIO = 12;

/** Documents in a list. Their lines are read only if they are sent. */
export const DOCUMENTS: Pick<ListPlan, 'doc' | 'stored'> = {
  doc: WITH_LINES,
  stored: {
    columns: 'r.summary, r.lines',
    size: `(octet_length(summary) + pg_column_size(lines) * case when pg_column_size(lines) < ${COMPRESSED} then 1 else ${RATIO} end)`,
    // It has the version.
    mark: 'summary',
  },
};

/** A list of documents. Lines are included only on request. */
export const listedLines = (plan: ListPlan, includeLines = true): ListPlan =>
  includeLines ? plan : { ...plan, doc: 'summary', stored: undefined };

/** Sorts shared by most lists of records. */
export const RECORD_SORTS: ListPlan['sorts'] = {
  entryDate: ['entry_date', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
  name: ['name', 'text', 'root_order'],
};
