import { COUNTED_AT_MOST } from './list-plan.ts';

/** What the shapes of a list statement are made of; the columns in them are those of a row `r`. */
export interface Parts {
  readonly records: string;
  /** The rows that are read in order, and those in which few are found: other tables than the records' if need be. */
  readonly walked: string;
  readonly found: string;
  readonly doc: string;
  /** The expression that the list is sorted by. */
  readonly key: string;
  readonly order: 'asc' | 'desc';
  /** The condition on a row, and what leaves only the records behind the cursor's position. */
  readonly where: string;
  readonly after: string;
  readonly limit: string;
  readonly offset: number;
  /** The offset as a part of the statement. */
  readonly skipped: string;
  /** The column of days, if an index has the records of each day in the list's order. */
  readonly days: string | undefined;
}

export interface Page {
  /** Common table expressions, if any. */
  readonly before: string;
  /** The total, counted up to one more than COUNTED_AT_MOST. */
  readonly counted: string;
  /** Gives doc, key and id of one record more than the limit. */
  readonly page: string;
}

const CONTRARY = { asc: 'desc', desc: 'asc' } as const;

/** Offset up to which the first records of each day of a range are read, to be merged. */
const MERGED_OFFSET = 100;

const window = ({ limit, skipped }: Parts): string => `limit ${limit} + 1 offset ${skipped}`;

const sorted = ({ order }: Parts): string => `order by key ${order}, id ${order}`;

/** Walks the index of the sort, and reads each record on the way. */
export function walkedPage(parts: Parts): Page {
  const { records, doc, key, order, where, after } = parts;
  const page = `select ${doc} as doc, ${key} as key, r.id from ${records} r where ${where}${after}
    order by ${key} ${order}, r.id ${order} ${window(parts)}`;
  return { before: '', counted: '', page };
}

/** Walks the index of the sort, which has the columns of the filters in it, and reads the page's records alone. */
export const filteredPage = (parts: Parts): Page => ({
  before: '',
  counted: '',
  page: recordsOf(parts, walk(parts, window(parts))),
});

/** Keys and ids of matching records in order, read from an index. */
function walk({ walked, key, order, where, after }: Parts, rows: string, direction = order, condition = ''): string {
  return `select r.id, ${key} as key from ${walked} r where ${condition}${where}${after}
    order by ${key} ${direction}, r.id ${direction} ${rows}`;
}

/** The records of which `ids` gives key and id. */
const recordsOf = ({ doc, records }: Parts, ids: string): string =>
  `select ${doc} as doc, p.key, p.id from (${ids}) p join ${records} r on r.company_id = $1 and r.id = p.id`;

/** Walks from the end of the list that is nearer, which the kept total tells; it passes over half of the list at most. */
export function deepPage(parts: Parts, kept: string): Page {
  const { limit, skipped, order } = parts;
  const total = '(select n from kept)';
  const near = `limit case when ${skipped} * 2 <= ${total} then ${limit} + 1 else 0 end offset ${skipped}`;
  const left = `${total} - ${skipped}`;
  const far = `limit case when ${skipped} * 2 > ${total} then greatest(0, least(${limit} + 1, ${left})) else 0 end
    offset greatest(0, ${left} - ${limit} - 1)`;
  return {
    before: `with kept as materialized (select ${kept} as n) `,
    counted: total,
    page: recordsOf(parts, `(${walk(parts, near)}) union all (${walk(parts, far, CONTRARY[order])})`),
  };
}

const MATCHES = '(select n from counted)';
const IS_FEW = `${MATCHES} <= ${COUNTED_AT_MOST}`;

const counted = (rows: string): string => `counted as materialized (select count(*) as n from ${rows}) `;

/** Matching records in no order, up to a number. */
const matching = ({ found, key, where, after }: Parts, most: number, condition = ''): string =>
  `(select r.id, ${key} as key from ${found} r where ${condition}${where}${after} limit ${most})`;

/** Collects the matching records as far as they are counted. */
export function collectedPage(parts: Parts, isRange: boolean): Page {
  const few = `with few as materialized ${matching(parts, COUNTED_AT_MOST + 1)}, `;
  return fewOrMany(parts, isRange, few + counted('few'), `select * from few where ${IS_FEW}`);
}

/** Counts the matching records by an index that does not hold the key, which is read only of few. */
export function countedPage(parts: Parts, isRange: boolean): Page {
  const matches = `with ${counted(`${matching(parts, COUNTED_AT_MOST + 1)} matches`)}`;
  return fewOrMany(parts, isRange, matches, `select * from ${matching(parts, COUNTED_AT_MOST, `${IS_FEW} and `)} few`);
}

/**
 * Few records are sorted; of many, the page is read in order, where matches soon come. Which it is only the data can tell,
 * so the statement holds both.
 */
function fewOrMany(parts: Parts, isRange: boolean, before: string, few: string): Page {
  const isMany = `not ${IS_FEW} and `;
  const many = isRange ? inRange(parts, isMany) : walk(parts, window(parts), parts.order, isMany);
  const page = `(${few} ${sorted(parts)} ${window(parts)}) union all (${many})`;
  return { before, counted: MATCHES, page: recordsOf(parts, page) };
}

/** A page of a range of days. */
export const rangedPage = (parts: Parts): Page => ({ before: '', counted: '', page: recordsOf(parts, inRange(parts)) });

/**
 * The walk of the sort's index would pass over everything that is newer than the range. Where each day is in order, days are
 * merged; otherwise the range is read from its index and sorted.
 */
function inRange(parts: Parts, condition = ''): string {
  const { walked, key, where, after, days, offset } = parts;
  if (days !== undefined && offset <= MERGED_OFFSET) return mergedDays(parts, days, condition);
  return `select * from (select r.id, ${key} as key from ${walked} r where ${condition}${where}${after} offset 0) matching
    ${sorted(parts)} ${window(parts)}`;
}

/**
 * Merges the days whose first records come first: no more of them than records are asked for. One step of the index leads
 * to the next day and to its first record. A day that began before the cursor's position is looked at once more.
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
