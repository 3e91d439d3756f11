import type { CursorPosition } from './cursor.ts';

type ColumnType = 'timestamptz' | 'text' | 'numeric' | 'integer' | 'bigint' | 'date';

/** Writes a value into the statement and gives the `$n` that stands for it. */
export type Place = (value: unknown) => string;

/** Definition of a list: its table, what each `sort` orders by, and the condition behind each filter. */
export interface ListPlan {
  readonly table: string;
  /** The JSON text of a row `r`, where the table keeps none. */
  readonly doc?: string;
  /** For a list of several tables: the rows in SQL, and the kinds whose kept counts add up to its total. */
  readonly source?: { readonly rows: string; readonly kinds: readonly string[] };
  readonly sorts: Readonly<Record<string, readonly [column: string, type: ColumnType, collation?: 'root_order']>>;
  readonly filters?: Readonly<Record<string, (value: unknown, place: Place) => string>>;
  /** Filters that take free text, as `search` does. */
  readonly textFilters?: readonly string[];
  /** A filter whose totals over the active records are kept, under the kind `table.filter`. */
  readonly keptFilter?: string;
  /** Filters that cut a range out of one column. */
  readonly range?: { readonly column: string; readonly filters: readonly string[] };
}

/** The parameters every list has, defaults filled in. */
export interface ListQuery {
  readonly order: 'asc' | 'desc';
  readonly sort: string;
  readonly page: number;
  readonly limit: number;
  readonly cursor?: string;
  readonly search?: string;
  readonly status?: number;
  readonly [filter: string]: unknown;
}

/** Offset from which ids are paged first and their records joined, so that skipped records are never read. */
const DEEP_OFFSET = 1_000;

/** Limit of totals that may be large: counting half a million would cost more than anyone learns from it. */
export const COUNTED_AT_MOST = 1_000;

/** A total that may be of more than were counted. */
export const countedTotal = (total: number) => ({
  total: Math.min(total, COUNTED_AT_MOST),
  totalIsExact: total <= COUNTED_AT_MOST,
});

/** The statement of one page and its values from `$2` on. Its one row is total, data, more, last_key, last_id. */
export function compose(
  plan: ListPlan,
  query: ListQuery,
  position?: CursorPosition,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const place: Place = (value) => `$${values.push(value) + 1}`;
  const parts = partsOf(plan, query, position, place);
  const few = query.search !== undefined && (position?.total ?? 0) <= COUNTED_AT_MOST;
  const paged = few ? searchedPage : isRange(plan, query) ? sortedPage : walkedPage;
  const { before, total, page } = paged(parts, position, place);
  const { limit, order } = parts;
  const text = `${before}select ${total} as total,
    coalesce(string_agg(doc, ',' order by n) filter (where n <= ${limit}), '') as data, count(*) > ${limit} as more,
    max(key::text) filter (where n = ${limit}) as last_key, max(id) filter (where n = ${limit}) as last_id
    from (select *, row_number() over (order by key ${order}, id ${order}) as n from (${page}) page) numbered`;
  return { text, values };
}

interface Parts {
  readonly table: string;
  readonly doc: string;
  /** Expression over `r` that the list is sorted by. */
  readonly key: string;
  readonly order: string;
  /** The condition on `r`, and what leaves only the records behind the cursor's position. */
  readonly where: string;
  readonly after: string;
  readonly limit: string;
  readonly window: string;
  readonly deep: boolean;
  readonly keptTotal: string | undefined;
}

interface Page {
  /** Common table expressions, if any. */
  readonly before: string;
  readonly total: string;
  /** Gives doc, key and id of one record more than the limit. */
  readonly page: string;
}

function partsOf(plan: ListPlan, query: ListQuery, position: CursorPosition | undefined, place: Place): Parts {
  const [column, type, collation] = plan.sorts[query.sort] ?? [];
  if (!column || !type) throw new Error(`No sort ${query.sort} in ${plan.table}.`);
  const key = collation ? `r.${column} collate region.${collation}` : `r.${column}`;
  const limit = `${place(query.limit)}::bigint`;
  const offset = position ? 0 : (query.page - 1) * query.limit;
  const compare = query.order === 'asc' ? '>' : '<';
  return {
    table: plan.source?.rows ?? `region.${plan.table}`,
    doc: plan.doc ?? 'r.doc',
    key,
    order: query.order,
    where: ['r.company_id = $1', ...conditionsOf(plan, query, place)].join(' and '),
    after: position
      ? ` and (${key}, r.id) ${compare} (${place(position.key)}::${type}, ${place(position.id)}::bigint)`
      : '',
    limit,
    window: `limit ${limit} + 1 offset ${place(offset)}::bigint`,
    deep: offset >= DEEP_OFFSET,
    keptTotal: position ? undefined : keptTotal(plan, query, place),
  };
}

/** Walks the index of the sort. A deep page walks the index alone before it fetches records. */
function walkedPage(parts: Parts, position: CursorPosition | undefined, place: Place): Page {
  const { table, where, keptTotal } = parts;
  const counted = keptTotal ?? `(select count(*) from ${table} r where ${where})`;
  return { before: '', total: position ? `${place(position.total)}::bigint` : counted, page: walk(parts) };
}

function walk({ table, doc, key, order, where, after, window, deep }: Parts, condition = ''): string {
  const ordered = `${table} r where ${condition}${where}${after} order by ${key} ${order}, r.id ${order} ${window}`;
  const record = `select ${doc} as doc, ${key} as key, r.id`;
  if (!deep) return `${record} from ${ordered}`;
  return `${record} from (select r.id from ${ordered}) deep join ${table} r on r.company_id = $1 and r.id = deep.id`;
}

/**
 * A free text that few records have is answered from all of them, found by trigram and sorted; one that many have, by
 * walking the sort's index, where matches soon come. Which it is only the search can tell, so the statement holds both.
 */
function searchedPage(parts: Parts, position: CursorPosition | undefined, place: Place): Page {
  const { table, doc, key, order, where, after, window } = parts;
  const before = `with few as materialized (
      select r.id, ${key} as key from ${table} r where ${where}${after} limit ${COUNTED_AT_MOST + 1}
    ), counted as materialized (select count(*) as n from few)
    `;
  const found = `select ${doc} as doc, f.key, f.id
    from (select * from few where (select n from counted) <= ${COUNTED_AT_MOST} order by key ${order}, id ${order} ${window}) f
    join ${table} r on r.company_id = $1 and r.id = f.id`;
  const walked = walk(parts, `(select n from counted) > ${COUNTED_AT_MOST} and `);
  const total = position ? `${place(position.total)}::bigint` : '(select n from counted)';
  return { before, total, page: `(${found}) union all (${walked})` };
}

/** Tells whether the records are a range of another column than the one they are sorted by. */
function isRange({ range, sorts }: ListPlan, query: ListQuery): boolean {
  const given = range?.filters.some((name) => query[name] !== undefined) ?? false;
  return given && query.search === undefined && sorts[query.sort]?.[0] !== range?.column;
}

/**
 * A range is read from its own index and sorted, which costs as much as counting it does. The walk of the sort's index
 * would pass over everything that is newer than the range.
 */
function sortedPage(parts: Parts, position: CursorPosition | undefined, place: Place): Page {
  const { table, key, order, where, after, window } = parts;
  const before = `with matching as materialized (
      select r.id, ${key} as key from ${table} r where ${where}${after}
    )
    `;
  const page = `select r.doc, m.key, m.id
    from (select * from matching order by key ${order}, id ${order} ${window}) m
    join ${table} r on r.company_id = $1 and r.id = m.id`;
  return { before, total: position ? `${place(position.total)}::bigint` : '(select count(*) from matching)', page };
}

function conditionsOf(plan: ListPlan, query: ListQuery, place: Place): string[] {
  const conditions: string[] = [];
  if (query.status !== undefined) conditions.push(`r.status = ${place(query.status)}`);
  if (query.search !== undefined) conditions.push(...everyWord('r.search_text', query.search, place));
  for (const [name, condition] of Object.entries(plan.filters ?? {})) {
    if (query[name] !== undefined) conditions.push(condition(query[name], place));
  }
  return conditions;
}

/** Every word of a free text occurs in the column, whose text is folded as the words are here. */
export const everyWord = (column: string, text: string, place: Place): string[] =>
  wordsOf(text).map((word) => `${column} like region.search_pattern(${place(word)})`);

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Totals of all records, of one status, and of the active ones by one filter are kept (see row_counts); others are counted. */
function keptTotal(plan: ListPlan, query: ListQuery, place: Place): string | undefined {
  const used = ['search', ...Object.keys(plan.filters ?? {})].filter((name) => query[name] !== undefined);
  const kinds = plan.source?.kinds ?? [plan.table];
  if (used.length === 0) return keptCount(kinds, query.status, place);
  const [filter] = used;
  if (used.length > 1 || query.status !== 1 || filter === undefined || filter !== plan.keptFilter) return undefined;
  return keptCount([`${plan.table}.${filter}`], query[filter], place);
}

function keptCount(kinds: readonly string[], state: unknown, place: Place): string {
  const ofKinds = `company_id = $1 and kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  const ofState = state === undefined ? '' : ` and status = ${place(state)}`;
  return `(select coalesce(sum(n), 0)::bigint from region.row_counts where ${ofKinds}${ofState})`;
}
