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

/**
 * Collects the matching records as far as they are counted. Few of them are sorted; of many, the page is read in order,
 * where matches soon come. Which it is only the data can tell, so the statement holds both.
 */
export function collectedPage(parts: Parts, isRange: boolean): Page {
  const { found, key, where, after } = parts;
  const before = `with few as materialized (
      select r.id, ${key} as key from ${found} r where ${where}${after} limit ${COUNTED_AT_MOST + 1}
    ), counted as materialized (select count(*) as n from few)
    `;
  const all = `select * from few where (select n from counted) <= ${COUNTED_AT_MOST} ${sorted(parts)} ${window(parts)}`;
  const isMany = `(select n from counted) > ${COUNTED_AT_MOST} and `;
  const first = isRange ? inRange(parts, isMany) : walk(parts, window(parts), parts.order, isMany);
  return { before, counted: '(select n from counted)', page: recordsOf(parts, `(${all}) union all (${first})`) };
}

/** A page of a range of days. */
export const rangedPage = (parts: Parts): Page => ({ before: '', counted: '', page: recordsOf(parts, inRange(parts)) });

/**
 * The walk of the sort's index would pass over everything that is newer than the range. Where each day is in order, its
 * first records are merged with those of the other days; otherwise the range is read from its index and sorted.
 */
function inRange(parts: Parts, condition = ''): string {
  const { walked, key, where, after, days, offset, limit, skipped } = parts;
  if (days === undefined || offset > MERGED_OFFSET) {
    return `select * from (select r.id, ${key} as key from ${walked} r where ${condition}${where}${after} offset 0) matching
      ${sorted(parts)} ${window(parts)}`;
  }
  const next = `select r.${days} as day from ${walked} r where ${condition}${where}`;
  const one = { ...parts, where: `r.${days} = days.day and ${where}` };
  return `with recursive days as (
      (${next} order by r.${days} limit 1)
      union all select (${next} and r.${days} > days.day order by r.${days} limit 1) from days where days.day is not null
    )
    select merged.* from days cross join lateral (${walk(one, `limit ${limit} + 1 + ${skipped}`)}) merged
    where days.day is not null ${sorted(parts)} ${window(parts)}`;
}
