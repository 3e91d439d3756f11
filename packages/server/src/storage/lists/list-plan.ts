type ColumnType = 'timestamptz' | 'text' | 'numeric' | 'integer' | 'bigint' | 'date';

/** Writes a value into the statement and gives the `$n` that stands for it. */
export type Place = (value: unknown) => string;

export type Filter = (value: unknown, place: Place) => string;

/** Definition of a list: its table, what each `sort` orders by, and the condition behind each filter. */
export interface ListPlan {
  readonly table: string;
  /** The JSON text of a row `r`, where the table keeps none. */
  readonly doc?: string;
  /** For a list of several tables: the rows in SQL, and the kinds whose kept counts add up to its total. */
  readonly source?: { readonly rows: string; readonly kinds: readonly string[] };
  /** Rows in which `search` is looked up, without the documents, so that many share a page; and those beside a filter. */
  readonly searched?: { readonly alone: string; readonly filtered: string };
  /** A filter by a column of another table, and the rows that have it: to walk, and to find few in, also by a search. */
  readonly joined?: Readonly<Record<'filter' | 'walked' | 'found' | 'searched', string>>;
  readonly sorts: Readonly<Record<string, readonly [column: string, type: ColumnType, collation?: 'root_order']>>;
  readonly filters?: Readonly<Record<string, Filter>>;
  /** Filters that take free text, as `search` does. */
  readonly textFilters?: readonly string[];
  /** A filter whose totals over the active records are kept, under the kind `table.filter`. */
  readonly keptFilter?: string;
  /** The filters that cut days out of one column, and the other column by which an index has each day in order. */
  readonly range?: { readonly column: string; readonly from: string; readonly to: string; readonly ordered: string };
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

/** Limit of the totals that are counted: counting half a million would cost more than anyone learns from it. */
export const COUNTED_AT_MOST = 1_000;

/** A total that may be of more than were counted. */
export const countedTotal = (total: number) => ({
  total: Math.min(total, COUNTED_AT_MOST),
  totalIsExact: total <= COUNTED_AT_MOST,
});

/** The condition that a column has a value of a small set, which the plan may depend on: it is part of the statement. */
export const isState = (column: string, value: unknown): string => {
  if (!Number.isInteger(value)) throw new TypeError(`${column} is no number: ${value}`);
  return `r.${column} = ${value}`;
};

/** The condition that a column has one of some values. An `any` of one value would keep its index from being walked. */
export const anyOf =
  (column: string, type: ColumnType): Filter =>
  (values, place) => {
    const [only, ...others] = values as unknown[];
    return others.length === 0
      ? `r.${column} = ${place(only)}::${type}`
      : `r.${column} = any(${place(values)}::${type}[])`;
  };

/** A table's rows for a search; where there is a filter too, either that or the search finds them. */
export const searchedIn = (table: string, columns: string) => ({
  alone: `region.${table}_search`,
  filtered: `(select ${columns.replaceAll(/\w+/g, 't.$&')}, s.search_text from region.${table} t
    join region.${table}_search s on s.company_id = t.company_id and s.id = t.id)`,
});

/** Every word of a free text occurs in the column, whose text is folded as the words are here. */
export const everyWord = (column: string, text: string, place: Place): string[] =>
  wordsOf(text).map((word) => `${column} like region.search_pattern(${place(word)})`);

/** A word of nothing but accents is no word; every text would match it. */
const wordsOf = (text: string): string[] => text.split(/\s+/).filter(isSearchable);

/** The SQL of a total that is kept (see row_counts): of all records, of one status, or of the active ones by one filter. */
export function keptTotal(plan: ListPlan, query: ListQuery, place: Place): string | undefined {
  const used = filtersOf(plan, query);
  const [filter] = used;
  if (filter === undefined) return keptCount(plan.source?.kinds ?? [plan.table], query.status, place);
  if (used.length > 1 || query.status !== 1 || filter !== plan.keptFilter) return undefined;
  return keptCount([`${plan.table}.${filter}`], query[filter], place);
}

/** Tells whether the list's total is kept, and so exact. */
export const isKept = (plan: ListPlan, query: ListQuery): boolean => keptTotal(plan, query, () => '') !== undefined;

/** Filters that the query has beside its status. */
export const filtersOf = ({ filters = {} }: ListPlan, query: ListQuery): string[] =>
  ['search', ...Object.keys(filters)].filter((name) => query[name] !== undefined);

function keptCount(kinds: readonly string[], state: unknown, place: Place): string {
  const ofKinds = `company_id = $1 and kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  const ofState = state === undefined ? '' : ` and status = ${place(state)}`;
  return `(select coalesce(sum(n), 0)::bigint from region.row_counts where ${ofKinds}${ofState})`;
}

/** Compares letters alone, as `region.fold` leaves them (0010_unicode_text.sql). */
const LETTERS = new Intl.Collator('en', { sensitivity: 'base' });

/** Tells whether a text has anything to search for once it is folded: spaces, accents and other marks fold to nothing. */
export const isSearchable = (text: string): boolean =>
  LETTERS.compare(text.normalize('NFKD').replaceAll(/\s/g, ''), '') !== 0;
