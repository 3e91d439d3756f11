import type { CursorPosition } from './cursor.ts';
import {
  collectedPage,
  countedPage,
  deepPage,
  filteredPage,
  type Page,
  type Parts,
  rangedPage,
  walkedPage,
} from './list-pages.ts';
import {
  COUNTED_AT_MOST,
  everyWord,
  filtersOf,
  isKept,
  isState,
  keptTotal,
  type ListPlan,
  type ListQuery,
  type Place,
} from './list-plan.ts';

/** Offset from which a page is read from the end of the list that is nearer. */
const DEEP_OFFSET = 1_000;

/** The statement of one page and its values from `$2` on. Its one row is total, data, more, last_key, last_id. */
export function compose(
  plan: ListPlan,
  query: ListQuery,
  position?: CursorPosition,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const place: Place = (value) => `$${values.push(value) + 1}`;
  const parts = partsOf(plan, query, position, place);
  const kept = position ? undefined : keptTotal(plan, query, place);
  const { before, counted, page } = shapeOf(plan, query, parts, kept, position);
  const total = position ? `${place(position.total)}::bigint` : (kept ?? counted);
  const { limit, order } = parts;
  const sorted = `order by key ${order}, id ${order}`;
  // Aggregated in the order of the rows: sorting them once more in the aggregate would cost a tenth of the statement.
  const text = `${before}select ${total} as total,
    coalesce(string_agg(doc, ',') filter (where n <= ${limit}), '') as data, count(*) > ${limit} as more,
    max(key::text) filter (where n = ${limit}) as last_key, max(id) filter (where n = ${limit}) as last_id
    from (select *, row_number() over (${sorted}) as n from (${page}) page ${sorted}) numbered`;
  return { text, values };
}

/** Chooses how the page is read by what is known beforehand: whether a total is kept, and whether many records match. */
function shapeOf(
  plan: ListPlan,
  query: ListQuery,
  parts: Parts,
  kept: string | undefined,
  position: CursorPosition | undefined,
): Page {
  if (kept !== undefined && parts.offset >= DEEP_OFFSET) return deepPage(parts, kept);
  if (isKept(plan, query)) return isMostly(plan, query) ? walkedPage(parts) : filteredPage(parts);
  const ranged = isFarRange(plan, query);
  if (position === undefined || position.total <= COUNTED_AT_MOST) {
    return position || isKeyed(plan, query) ? collectedPage(parts, ranged) : countedPage(parts, ranged);
  }
  return ranged ? rangedPage(parts) : filteredPage(parts);
}

function partsOf(plan: ListPlan, query: ListQuery, position: CursorPosition | undefined, place: Place): Parts {
  const [column, type, collation] = plan.sorts[query.sort] ?? [];
  if (!column || !type) throw new Error(`No sort ${query.sort} in ${plan.table}.`);
  const key = collation ? `r.${column} collate region.${collation}` : `r.${column}`;
  const rows = rowsOf(plan, query);
  const limit = `${place(query.limit)}::bigint`;
  const offset = position ? 0 : (query.page - 1) * query.limit;
  const compare = query.order === 'asc' ? '>' : '<';
  return {
    ...rows,
    doc: plan.doc ?? 'r.doc',
    key,
    order: query.order,
    where: ['r.company_id = $1', ...conditionsOf(plan, query, place)].join(' and '),
    after: position
      ? ` and (${key}, r.id) ${compare} (${place(position.key)}::${type}, ${place(position.id)}::bigint)`
      : '',
    limit,
    offset,
    skipped: `${place(offset)}::bigint`,
    days: plan.range?.ordered === column ? plan.range.column : undefined,
  };
}

/** Tells whether the list is of all records, or of those of one status in the order that has an index for them. */
const isMostly = ({ sorts }: ListPlan, { status, sort }: ListQuery): boolean =>
  status === undefined || sort === Object.keys(sorts)[0];

/** Tells whether what finds matching records reads their keys anyway: an index of a filter is in the order of the first sort. */
function isKeyed(plan: ListPlan, query: ListQuery): boolean {
  const { sorts, joined, textFilters = [] } = plan;
  const isJoined = joined !== undefined && query[joined.filter] !== undefined;
  const isCompared = isJoined && (query.status !== undefined || filtersOf(plan, query).length > 1);
  const isText = ['search', ...textFilters].some((name) => query[name] !== undefined);
  return query.sort === Object.keys(sorts)[0] || isText || isCompared;
}

/** Tells whether the list begins far from a range of days, if it is sorted by another column: dates go up together. */
function isFarRange({ range, sorts }: ListPlan, query: ListQuery): boolean {
  if (!range || query.search !== undefined || sorts[query.sort]?.[0] === range.column) return false;
  return query[query.order === 'desc' ? range.to : range.from] !== undefined;
}

/** The rows that are walked, those in which few are found, and the records themselves. */
function rowsOf(plan: ListPlan, query: ListQuery) {
  const { table, source, searched, joined } = plan;
  const records = source?.rows ?? `region.${table}`;
  const isJoined = joined !== undefined && query[joined.filter] !== undefined;
  const isFiltered = filtersOf(plan, query).length > 1;
  const inSearch = isFiltered ? searched?.filtered : searched?.alone;
  const rows = isJoined ? joined : { walked: records, found: records, searched: inSearch ?? records };
  return { records, walked: rows.walked, found: query.search === undefined ? rows.found : rows.searched };
}

function conditionsOf(plan: ListPlan, query: ListQuery, place: Place): string[] {
  const conditions: string[] = [];
  if (query.status !== undefined) conditions.push(isState('status', query.status));
  if (query.search !== undefined) conditions.push(...everyWord('r.search_text', query.search, place));
  for (const [name, condition] of Object.entries(plan.filters ?? {})) {
    if (query[name] !== undefined) conditions.push(condition(query[name], place));
  }
  return conditions;
}
