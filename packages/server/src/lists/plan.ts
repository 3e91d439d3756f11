import { isFinerThanMilliseconds, toTimestamp } from '../process/time.ts';

export class ReversedRange extends Error {
  override name = 'ReversedRange';
  /** Parameter for the end of the range. */
  readonly end: string;

  constructor(begin: string, end: string, from: string) {
    super(`must not be before ${begin}, which is ${from}`);
    this.end = end;
  }
}

/** Parameters that limit a column of instants to a range, from `begin` (inclusive) to `end` (exclusive). */
interface InstantRange {
  readonly begin: string;
  readonly end: string;
  readonly filters: Readonly<Record<string, (instant: unknown, place: (value: unknown) => string) => string>>;
}

export const instantRange = (begin: string, end: string, column: string): InstantRange => ({
  begin,
  end,
  filters: {
    [begin]: (instant, place) => `r.${column} >= ${place(instant)}::timestamptz`,
    [end]: (instant, place) => `r.${column} < ${place(instant)}::timestamptz`,
  },
});

/** Normalizes the query's range, so that a cursor is valid for every spelling of its list. Throws ReversedRange. */
export function inOneSpelling<Query extends object>({ begin, end }: InstantRange, query: Query): Query {
  const { [begin]: from, [end]: to } = query as Readonly<Record<string, string | undefined>>;
  if (from === undefined && to === undefined) return query;
  if (from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from))
    throw new ReversedRange(begin, end, from);
  return {
    ...query,
    ...(from !== undefined && { [begin]: atOrAfter(from) }),
    ...(to !== undefined && { [end]: atOrAfter(to) }),
  };
}

/** The first stored instant that is not earlier: stored instants are whole milliseconds. */
const atOrAfter = (instant: string): string => stored(Date.parse(instant) + (isFinerThanMilliseconds(instant) ? 1 : 0));

/** The last stored instant that is not later. */
export const atOrBefore = (instant: string): string => stored(Date.parse(instant));

/** With an offset, an instant of the year 9999 may be in the year 10000 in UTC, which PostgreSQL spells differently. */
const stored = (time: number): string => toTimestamp(Math.min(time, Date.parse('9999-12-31T23:59:59.999Z')));

type ColumnType = 'timestamptz' | 'text' | 'numeric' | 'integer' | 'bigint' | 'date';

/** Adds a value to the statement and returns its placeholder `$n`. */
export type Place = (value: unknown) => string;

type Filter = (value: unknown, place: Place) => string;

/** Definition of a list: its table, a column for each `sort`, and a condition for each filter. */
export interface ListPlan {
  readonly table: string;
  /** JSON text of a row `r`, for a table that does not store it. */
  readonly doc?: string;
  /**
   * For a text assembled from columns of `r` only if it is sent: those columns, and SQL of its length and of a short
   * text that differs whenever it does.
   */
  readonly stored?: Readonly<Record<'columns' | 'size' | 'mark', string>> | undefined;
  /** For a list over several tables: its rows in SQL, and the kinds whose stored counts add up to the total. */
  readonly source?: { readonly rows: string; readonly kinds: readonly string[] };
  /** Condition of a search; `everyWord` if absent. */
  readonly words?: typeof everyWord;
  /** Rows to search, without documents so that many fit on a disk page: for a search alone, and with filters. */
  readonly searched?: { readonly alone: string; readonly filtered: string };
  /**
   * A filter on a column of another table. `walked`: rows to read in sort order; `found` / `searched`: rows to collect
   * a small result from, without / with a search.
   */
  readonly joined?: Readonly<Record<'filter' | 'walked' | 'found' | 'searched', string>>;
  readonly sorts: Readonly<Record<string, readonly [column: string, type: ColumnType, collation?: 'root_order']>>;
  readonly filters?: Readonly<Record<string, Filter>>;
  /** JSON text in SQL that is read in the same statement, such as a record that the list belongs to. */
  readonly beside?: (query: ListQuery, place: Place) => string;
  /** True if no total of the list is stored, so that totals are always counted. */
  readonly isCounted?: boolean;
  /** The filters' range of instants; the range of `updatedAt` if absent. */
  readonly instants?: InstantRange;
  /** Filters on free text, like `search`. */
  readonly textFilters?: readonly string[];
  /** A filter whose totals of active records are stored under the kind `table.filter`. */
  readonly keptFilter?: string;
  /** Filters that limit a column to a range of days, and the column by which an index sorts each day. */
  readonly range?: { readonly column: string; readonly from: string; readonly to: string; readonly ordered: string };
}

/** The parameters of every list, with defaults filled in. */
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

/** Totals are counted up to this limit. Counting half a million rows would cost more than an exact number is worth. */
export const COUNTED_AT_MOST = 1_000;

/** A total that may exceed the counted rows. */
export const countedTotal = (total: number) => ({
  total: Math.min(total, COUNTED_AT_MOST),
  totalIsExact: total <= COUNTED_AT_MOST,
});

/** The column of a property: its name in snake case. */
export const columnOf = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const sortsBy = (types: Readonly<Record<string, ColumnType>>): ListPlan['sorts'] =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, [columnOf(name), type]]));

/** Condition on a column with few values. The value is part of the statement, because the plan may depend on it. */
export const isState = (column: string, value: unknown): string => {
  if (!Number.isInteger(value)) throw new TypeError(`${column} is no number: ${value}`);
  return `r.${column} = ${value}`;
};

/** Condition on a column of few names, which are part of the statement like the values of `isState`. */
export const isNamed = (column: string, name: unknown): string => {
  if (!/^\w+$/.test(String(name))) throw new TypeError(`${column} is no name: ${name}`);
  return `r.${column} = '${name}'`;
};

/** Condition for one of several values. `any` with a single value would prevent reading its index in order. */
export const anyOf =
  (column: string, type: ColumnType): Filter =>
  (values, place) => {
    const [only, ...others] = values as unknown[];
    return others.length === 0
      ? `r.${column} = ${place(only)}::${type}`
      : `r.${column} = any(${place(values)}::${type}[])`;
  };

export const UPDATED_RANGE = instantRange('updatedFrom', 'updatedTo', 'updated_at');

export const RECORD_FILTERS: Readonly<Record<string, Filter>> = {
  ids: anyOf('id', 'bigint'),
  externalId: (id, place) => `r.external_id = ${place(id)}`,
  ...UPDATED_RANGE.filters,
};

export const hasUpdatedRange = (query: ListQuery): boolean =>
  query[UPDATED_RANGE.begin] !== undefined || query[UPDATED_RANGE.end] !== undefined;

/** Rows of a table to search. Combined with a filter, the more selective of the two finds them. */
export const searchedIn = (table: string, columns: string) => ({
  alone: `region.${table}_search`,
  filtered: `(select ${columns.replaceAll(/\w+/g, 't.$&')}, s.search_text from region.${table} t
    join region.${table}_search s on s.company_id = t.company_id and s.id = t.id)`,
});

/** Condition that a column contains every word of a text, ignoring case, accents and typography. */
export const everyWord = (column: string, text: string, place: Place): string[] =>
  wordsOf(text).map((word) => `${column} like region.search_pattern(${place(word)})`);

/**
 * `everyWord` for an item's name, codes and barcodes, one a line. A GTIN also finds itself with fewer leading zeros:
 * scanners read a UPC-A of 12 digits as an EAN-13.
 */
export const everyWordOfItem = (column: string, text: string, place: Place): string[] =>
  wordsOf(text).map((word) => {
    const contained = `${column} like region.search_pattern(${place(word)})`;
    const [, zeros, digits] = /^(?=\d{13,14}$)(0{1,2})(\d{12,13})$/.exec(word) ?? [];
    if (zeros === undefined) return contained;
    const shorter = `\\n0{0,${zeros.length - 1}}${digits}(\\n|$)`;
    return `(${contained} or ${column} ~ ${place(shorter)}::text)`;
  });

/** Omits words that consist only of accents, since every text would match them. */
const wordsOf = (text: string): string[] => text.split(/\s+/).filter(isSearchable);

/** SQL of a stored total (see row_counts): of all records, of one status, or of the active ones with one filter. */
export function keptTotal(plan: ListPlan, query: ListQuery, place: Place): string | undefined {
  if (plan.isCounted) return undefined;
  const [filter, ...others] = filtersOf(plan, query);
  const isKeptFilter = filter === plan.keptFilter && query.status === 1 && others.length === 0;
  if (filter !== undefined && !isKeptFilter) return undefined;
  const kinds = filter === undefined ? (plan.source?.kinds ?? [plan.table]) : [`${plan.table}.${filter}`];
  const state = filter === undefined ? query.status : query[filter];
  const ofKinds = `company_id = $1 and kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  const ofState = state === undefined ? '' : ` and status = ${place(state)}`;
  return `(select coalesce(sum(n), 0)::bigint from region.row_counts where ${ofKinds}${ofState})`;
}

/** True if the list's total is stored and therefore exact. */
export const isKept = (plan: ListPlan, query: ListQuery): boolean => keptTotal(plan, query, () => '') !== undefined;

/** Filters of the query other than its status. */
export const filtersOf = ({ filters = {} }: ListPlan, query: ListQuery): string[] =>
  ['search', ...Object.keys(RECORD_FILTERS), ...Object.keys(filters)].filter((name) => query[name] !== undefined);

/** Ignores everything except letters, like `region.fold` (schema/functions/fold.sql). */
const LETTERS = new Intl.Collator('en', { sensitivity: 'base' });

/** True if a text has something left to search for without spaces, accents and other marks. */
export const isSearchable = (text: string): boolean =>
  LETTERS.compare(text.normalize('NFKD').replaceAll(/\s/g, ''), '') !== 0;
