import { LATEST } from '../changes/log.ts';
import {
  COUNTED_AT_MOST,
  everyWord,
  filtersOf,
  hasUpdatedRange,
  isKept,
  isState,
  keptTotal,
  type ListPlan,
  type ListQuery,
  type Place,
  RECORD_FILTERS,
  UPDATED_RANGE,
} from './plan.ts';

/** End of a page: sort value and id of its last record, and the total counted for the first page. */
export interface CursorPosition {
  readonly key: string;
  readonly id: number;
  readonly total: number;
}

/** Bytes of documents that are read at once. A larger page is read in several statements, or ends early. */
const PAGE_BYTES = 512 * 1024;

/** Offset from which a page is read from the nearer end of the list. */
const DEEP_OFFSET = 1_000;

/**
 * Most records of an `updatedAt` range that are sorted by another column. Reading in that column's order could pass
 * over the whole list, since they may all come last.
 */
const MOST_CHANGES_SORTED = 10_000;

/**
 * Statement for one page, and its values starting at `$2`. Its single row has total, data, more, last_key, last_id,
 * beside and, for the first page, the end of the change log as `latest`. If the documents are too large to be read at
 * once, `rest` has id, size, key and a digest of the last one in data and of all later ones.
 */
export function compose(
  plan: ListPlan,
  query: ListQuery,
  position?: CursorPosition,
): { text: string; values: unknown[]; isPlannedOnce: boolean } {
  const values: unknown[] = [];
  const place: Place = (value) => `$${values.push(value) + 1}`;
  const limit = `${place(query.limit)}::bigint`;
  const offset = position ? 0 : (query.page - 1) * query.limit;
  const skipped = `${place(offset)}::bigint`;
  const parts: Parts = {
    ...matchesOf(plan, query, position, place),
    ...documentsOf(plan),
    limit,
    most: mostSorted(plan, query),
    offset,
    skipped,
    days: plan.range?.ordered === plan.sorts[query.sort]?.[0] ? plan.range?.column : undefined,
  };
  const kept = position ? undefined : keptTotal(plan, query, place);
  const { before = '', counted, page, isWalked = false } = shapeOf(plan, query, parts, kept, position);
  const total = position ? `${place(position.total)}::bigint` : (kept ?? counted);
  const { text: doc, size, mark } = parts;
  // Aggregates rows that are already sorted. Sorting in the aggregate would cost a tenth of the statement.
  const text = `${before}select ${total} as total,
    coalesce(string_agg(${doc}, ',') filter (where n <= ${limit} and upto - ${size} < ${PAGE_BYTES}), '') as data,
    json_agg(json_build_array(id, ${size}, key::text, hashtextextended(${mark}, 0)::text)) filter (where upto >= ${PAGE_BYTES} and n <= ${limit}) as rest,
    count(*) > ${limit} as more,
    max(key::text) filter (where n = ${limit}) as last_key, max(id) filter (where n = ${limit}) as last_id,
    ${plan.beside?.(query, place) ?? 'null'} as beside, ${position || query.page > 1 ? 'null' : LATEST} as latest
    from (select *, row_number() over in_order as n, sum(${size}) over in_order as upto from (${page}) page
      window in_order as (${sorted(parts)} rows unbounded preceding) ${sorted(parts)}) numbered`;
  return { text, values, isPlannedOnce: isWalked && filtersOf(plan, query).length === 0 };
}

/** Statement for the documents with the ids `$2`, in their order. */
export function composeDocuments(plan: ListPlan, query: ListQuery): string {
  const { columns, text } = documentsOf(plan);
  return `select coalesce(string_agg(${text}, ',' order by n), '') as data
    from (select ${columns}, asked.n from unnest($2::bigint[]) with ordinality as asked (id, n)
      join ${rowsOf(plan, query).records} r on r.company_id = $1 and r.id = asked.id) found`;
}

/** Columns that a page selects from a row `r`, and SQL of its document's text, length in bytes and mark. */
const documentsOf = ({ doc = 'r.doc', stored }: ListPlan) =>
  stored ? { ...stored, text: doc } : { columns: `${doc} as doc`, text: 'doc', size: 'octet_length(doc)', mark: 'doc' };

/**
 * Chooses how to read the page from what is known in advance: whether the total is stored, and whether many match.
 *
 *     total is stored   far from the start              deepPage       from the nearer end of an index
 *                       all records, or the first sort  walkedPage     the sort's index with every record on the way
 *                       otherwise                       filteredPage   an index with the filtered columns, then records
 *     first page, or    the filter's index has the key  collectedPage  all matches and keys, sorted if they are few
 *     cursor with few   otherwise                       countedPage    counts the matches, then reads the keys of few
 *     cursor with many  days, sorted by another column  inRange        the range's own index, or its days merged
 *                       otherwise                       filteredPage
 *
 * Only the data tells whether a first page has few or many matches, so its statement contains both ways (`fewOrMany`).
 */
function shapeOf(
  plan: ListPlan,
  query: ListQuery,
  parts: Parts,
  kept: string | undefined,
  position: CursorPosition | undefined,
): Page {
  if (kept !== undefined && parts.offset >= DEEP_OFFSET) return deepPage(parts, kept);
  if (isKept(plan, query)) {
    // The list has all records, or those of one status in an order that an index supports.
    const isMostOfIndex = query.status === undefined || query.sort === Object.keys(plan.sorts)[0];
    return isMostOfIndex ? walkedPage(parts) : filteredPage(parts);
  }
  const isRange = isFarRange(plan, query);
  if (position === undefined || position.total <= parts.most) {
    return position || isKeyed(plan, query) ? collectedPage(parts, isRange) : countedPage(parts, isRange);
  }
  return isRange ? { page: recordsOf(parts, inRange(parts)) } : filteredPage(parts);
}

/** SQL of a list's records and their order, after a position if there is one. Columns refer to a row `r`. */
export function matchesOf(plan: ListPlan, query: ListQuery, position: CursorPosition | undefined, place: Place) {
  const { key, type } = keyOf(plan, query);
  const compare = query.order === 'asc' ? '>' : '<';
  return {
    ...rowsOf(plan, query),
    doc: plan.doc ?? 'r.doc',
    key,
    order: query.order,
    where: ['r.company_id = $1', ...conditionsOf(plan, query, place)].join(' and '),
    /** Condition that a row comes after the cursor. */
    after: position
      ? ` and (${key}, r.id) ${compare} (${place(position.key)}::${type}, ${place(position.id)}::bigint)`
      : '',
  };
}

/** SQL of the value that a list is sorted by, and its type. */
export function keyOf({ sorts, table }: ListPlan, { sort }: ListQuery) {
  const [column, type, collation] = sorts[sort] ?? [];
  if (!column || !type) throw new Error(`No sort ${sort} in ${table}.`);
  return { key: collation ? `r.${column} collate region.${collation}` : `r.${column}`, type };
}

const isByChange = ({ sorts }: ListPlan, { sort }: ListQuery): boolean => sorts[sort]?.[0] === 'updated_at';

export const isText = ({ textFilters = [] }: ListPlan, query: ListQuery): boolean =>
  ['search', ...textFilters].some((name) => query[name] !== undefined);

/** Most matches that are sorted. With another filter, counting more of a range of changes would read each record. */
function mostSorted(plan: ListPlan, query: ListQuery): number {
  if (!hasUpdatedRange(query) || isByChange(plan, query)) return COUNTED_AT_MOST;
  const isRangeAlone = filtersOf(plan, query).every((name) => name in UPDATED_RANGE.filters);
  return isRangeAlone ? MOST_CHANGES_SORTED : COUNTED_AT_MOST;
}

/** True if finding matches reads their sort keys anyway, because a filter's index is ordered by the first sort. */
function isKeyed(plan: ListPlan, query: ListQuery): boolean {
  const { sorts, joined } = plan;
  const isJoined = joined !== undefined && query[joined.filter] !== undefined;
  const isCompared = isJoined && (query.status !== undefined || filtersOf(plan, query).length > 1);
  const isInIndex = hasUpdatedRange(query) ? isByChange(plan, query) : query.sort === Object.keys(sorts)[0];
  return isInIndex || isText(plan, query) || isCompared;
}

/** True if a list sorted by another column starts far from a range of days, since dates mostly ascend together. */
export function isFarRange({ range, sorts }: ListPlan, query: ListQuery): boolean {
  if (!range || query.search !== undefined || sorts[query.sort]?.[0] === range.column) return false;
  return query[query.order === 'desc' ? range.to : range.from] !== undefined;
}

/** The records, rows to read in order, and rows to find few matches in. The last two may be from other tables. */
export function rowsOf(plan: ListPlan, query: ListQuery) {
  const { table, source, searched, joined } = plan;
  const records = source?.rows ?? `region.${table}`;
  const isJoined = joined !== undefined && query[joined.filter] !== undefined;
  const isFiltered = filtersOf(plan, query).length > 1;
  const inSearch = isFiltered ? searched?.filtered : searched?.alone;
  const rows = isJoined ? joined : { walked: records, found: records, searched: inSearch ?? records };
  return { records, walked: rows.walked, found: query.search === undefined ? rows.found : rows.searched };
}

function conditionsOf(plan: ListPlan, query: ListQuery, place: Place): string[] {
  const conditions = query.status === undefined ? [] : [isState('status', query.status)];
  if (query.search !== undefined) conditions.push(...(plan.words ?? everyWord)('r.search_text', query.search, place));
  for (const [name, condition] of Object.entries({ ...RECORD_FILTERS, ...plan.filters })) {
    if (query[name] !== undefined) conditions.push(condition(query[name], place));
  }
  return conditions;
}

interface Parts extends ReturnType<typeof matchesOf>, ReturnType<typeof documentsOf> {
  readonly limit: string;
  /** Most matches that are sorted. If there are more, the page is found by reading in order. */
  readonly most: number;
  readonly offset: number;
  /** The offset in SQL. */
  readonly skipped: string;
  /** Column of days, if an index sorts each day's records in the list's order. */
  readonly days: string | undefined;
}

interface Page {
  /** Common table expressions. */
  readonly before?: string;
  /** Total, counted up to at least COUNTED_AT_MOST plus one. */
  readonly counted?: string;
  /** Selects doc, key and id of one record more than the limit. */
  readonly page: string;
  /** True if the page is read from its sort's index, whatever the values. */
  readonly isWalked?: boolean;
}

/** Offset up to which a range is read by merging the first records of each day. */
const MERGED_OFFSET = 100;

const window = ({ limit, skipped }: Parts): string => `limit ${limit} + 1 offset ${skipped}`;

const sorted = ({ order }: Parts): string => `order by key ${order}, id ${order}`;

/** Reads the sort's index and every record on the way. */
function walkedPage(parts: Parts): Page {
  const { records, columns, key, order, where, after } = parts;
  const page = `select ${columns}, ${key} as key, r.id from ${records} r where ${where}${after}
    order by ${key} ${order}, r.id ${order} ${window(parts)}`;
  return { page, isWalked: true };
}

/** Reads the sort's index, which includes the filtered columns, and only the page's records. */
const filteredPage = (parts: Parts): Page => ({ page: recordsOf(parts, walk(parts, window(parts))) });

/** Keys and ids of matching records in order, from an index. */
function walk({ walked, key, order, where, after }: Parts, rows: string, direction = order, condition = ''): string {
  return `select r.id, ${key} as key from ${walked} r where ${condition}${where}${after}
    order by ${key} ${direction}, r.id ${direction} ${rows}`;
}

const recordsOf = ({ columns, records }: Parts, ids: string): string =>
  `select ${columns}, p.key, p.id from (${ids}) p join ${records} r on r.company_id = $1 and r.id = p.id`;

/** Reads from the nearer end of the list, known from the stored total, and so skips at most half of it. */
function deepPage(parts: Parts, kept: string): Page {
  const { limit, skipped, order } = parts;
  const total = '(select n from kept)';
  const near = `limit case when ${skipped} * 2 <= ${total} then ${limit} + 1 else 0 end offset ${skipped}`;
  const left = `${total} - ${skipped}`;
  const far = `limit case when ${skipped} * 2 > ${total} then greatest(0, least(${limit} + 1, ${left})) else 0 end
    offset greatest(0, ${left} - ${limit} - 1)`;
  return {
    before: `with kept as materialized (select ${kept} as n) `,
    counted: total,
    page: recordsOf(parts, `(${walk(parts, near)}) union all (${walk(parts, far, order === 'asc' ? 'desc' : 'asc')})`),
  };
}

const MATCHES = '(select n from counted)';

const isFew = ({ most }: Parts): string => `${MATCHES} <= ${most}`;

const counted = (rows: string): string => `counted as materialized (select count(*) as n from ${rows}) `;

/** Up to `limit` matching records, unsorted. */
const matching = ({ found, key, where, after }: Parts, limit: number, condition = ''): string =>
  `(select r.id, ${key} as key from ${found} r where ${condition}${where}${after} limit ${limit})`;

/** Collects the matching records if they are few enough to sort. */
function collectedPage(parts: Parts, isRange: boolean): Page {
  const few = `with few as materialized ${matching(parts, parts.most + 1)}, `;
  return fewOrMany(parts, isRange, few + counted('few'), `select * from few where ${isFew(parts)}`);
}

/** Counts matching records with an index that lacks the key. Reads the key only if there are few matches. */
function countedPage(parts: Parts, isRange: boolean): Page {
  const matches = `with ${counted(`${matching(parts, parts.most + 1)} matches`)}`;
  return fewOrMany(parts, isRange, matches, `select * from ${matching(parts, parts.most, `${isFew(parts)} and `)} few`);
}

/**
 * Sorts the matches if there are few. If there are many, the page is soon found by reading in
 * order. Only the data decides, so the statement contains both.
 */
function fewOrMany(parts: Parts, isRange: boolean, before: string, few: string): Page {
  const isMany = `not ${isFew(parts)} and `;
  const many = isRange ? inRange(parts, isMany) : walk(parts, window(parts), parts.order, isMany);
  const page = `(${few} ${sorted(parts)} ${window(parts)}) union all (${many})`;
  return { before, counted: MATCHES, page: recordsOf(parts, page) };
}

/**
 * Reads a range of days. The sort's index would pass over everything newer than the range. Days
 * sorted by an index are merged instead; other ranges are read from their own index and sorted.
 */
function inRange(parts: Parts, condition = ''): string {
  const { walked, key, where, after, days, offset } = parts;
  if (days !== undefined && offset <= MERGED_OFFSET) return mergedDays(parts, days, condition);
  return `select * from (select r.id, ${key} as key from ${walked} r where ${condition}${where}${after} offset 0) matching
    ${sorted(parts)} ${window(parts)}`;
}

/**
 * Merges the days whose first records come first, at most as many days as records are needed. Each index step leads to
 * the next day and its first record. A day that started before the cursor is read once more.
 */
function mergedDays(parts: Parts, days: string, condition: string): string {
  const { walked, key, order, where, after, limit, skipped } = parts;
  const behind = ` and r.${days} ${order === 'asc' ? '>' : '<'} day.${days}`;
  const next = (further: string): string =>
    `(select r.${days}, ${key}, r.id from ${walked} r where ${condition}${where}${further}
      order by r.${days} ${order}, ${key} ${order}, r.id ${order} limit 1)`;
  const ofDay = { ...parts, where: `r.${days} = day.${days} and ${where}` };
  const most = `limit ${limit} + 1 + ${skipped}`;
  const begun = `select day.${days}, later.* from (select r.* from day r where not (true${after})) day
      cross join lateral (${walk(ofDay, 'limit 1')}) later`;
  return `with recursive day as (
      ${next('')} union all select later.* from day cross join lateral ${next(behind)} later
    ), first as (
      select r.${days}, r.id, ${key} as key from day r where true${after} ${after && `union all ${begun}`}
    )
    select merged.* from (select * from first ${sorted(parts)} ${most}) day cross join lateral (${walk(ofDay, most)}) merged
    ${sorted(parts)} ${window(parts)}`;
}
