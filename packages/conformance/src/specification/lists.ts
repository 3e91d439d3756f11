import { type Fields, inQuery, Rejection } from './answer.ts';
import type { Call, HandlerResult } from './call.ts';
import { endOf, followedFrom, viewOf } from './log.ts';
import { asApplied, isFrom, requireInstants, requireRange, UPDATED } from './ranges.ts';
import { type Continuation, type Merchant, type Row, withEntry } from './state.ts';
import { placesOfCursors } from './streams.ts';
import { compareText, folded, stored } from './text.ts';

/** Lists: filters, search, sorts, pages, cursors and totals. */

/** Numbers sort by value, names by `compareText`, and codes, as the numbers of their characters, by these. */
type SortKey = string | number | bigint | readonly number[];

/** Selects rows by a parameter's value: those whose property of that name equals it, or is among it, or any others. */
type Filter<One> = 'equal' | 'among' | ((row: One, value: unknown, merchant: Merchant, call: Call) => boolean);

/** The rows of one list, and the meaning of its parameters. */
export interface ListKind<One extends Fields = Row> {
  /** The rows that the caller may see. */
  readonly rows: (merchant: Merchant, call: Call) => readonly One[];
  readonly filters?: Readonly<Record<string, Filter<One>>>;
  /** Sort keys by value of `sort`, where they are not the text of the property. */
  readonly sorts?: Readonly<Record<string, (row: One) => SortKey>>;
  /** Parameters that search, each with the texts in which every word has to occur. */
  readonly searches?: Readonly<Record<string, (row: One, merchant: Merchant) => readonly unknown[]>>;
  /** True for a word that finds a row though none of its texts contains it. */
  readonly isAlsoFound?: (row: One, word: string) => boolean;
  /** False for rows that only a certain filter shows, such as voided ones. */
  readonly isListed?: (row: One, call: Call) => boolean;
  /** A row as the response shows it. */
  readonly show: (row: One, merchant: Merchant, call: Call) => Fields;
  /** True if the total is exact under these filters, however many rows match. lists.total_counted */
  readonly isCounted?: (filters: ReadonlySet<string>, call: Call) => boolean;
  /** Normalizes a query, so that equivalent queries share their cursors. lists.cursor */
  readonly bound?: (query: Fields) => Fields;
  /** The sort of a list that has no parameter for it. */
  readonly sort?: string;
  /** The order of a list that has no parameter for it. */
  readonly order?: 'asc' | 'desc';
  /** Place among rows of equal value: their id. */
  readonly key?: (row: One) => number;
}

/** Up to this many rows a total is exact under any filter. */
const MOST_COUNTED = 1000;
/** Larger limits that pass validation are lowered to this one. adjustments.limit_clamped */
const LARGEST_LIMIT = 100;
export const LARGEST_PAGE = Number.MAX_SAFE_INTEGER;

/** Parameters of every list that are no filters. */
const OF_PAGES = new Set(['order', 'sort', 'page', 'limit', 'cursor', 'companyId', 'includeLines']);

const RECORD_FILTERS: Readonly<Record<string, Filter<Fields>>> = {
  status: 'equal',
  ids: ({ id }, ids) => (ids as readonly unknown[]).includes(id),
  externalId: ({ externalId }, text) => externalId === stored(text),
  updatedFrom: ({ updatedAt }, instant) => isFrom(updatedAt, instant),
  updatedTo: ({ updatedAt }, instant) => !isFrom(updatedAt, instant),
};

/** One page of a list. */
export function listed<One extends Fields>(kind: ListKind<One>, call: Call, merchant: Merchant): HandlerResult {
  requireRange(call);
  requireInstants(UPDATED, call);
  const { query, choices } = call;
  const { page, order = kind.order, cursor } = query as { page: number; order?: string; cursor?: string };
  const limit = call.streamed ? Number.MAX_SAFE_INTEGER : Math.min(Number(query.limit), LARGEST_LIMIT);
  const sort = String(query.sort ?? kind.sort ?? 'entryDate');
  const compare = comparing(kind, sort, order === 'asc' ? 1 : -1);
  const matching = matches(kind, call, merchant).toSorted(compare);
  const list = identityOf(kind, call);
  const from = cursor === undefined ? undefined : continuationOf(merchant, list, cursor);
  const start = from ? matching.findIndex((row) => compare(row, from.after as One) > 0) : (page - 1) * limit;
  const rest = start < 0 ? [] : matching.slice(start);
  const rows = rest.slice(0, limit);
  const hasMore = rest.length > limit;
  const { total, totalIsExact } = from ?? totalOf(kind, call, matching.length);
  const size = matching.length;
  const nextCursor = hasMore ? choices.cursor('/pagination/nextCursor') : null;
  const after = rows.at(-1);
  const told = cursorsIn(rows, call);
  const reached: [string, One | undefined][] = [...told].map(([count, text]) => [text, rows[count - 1]]);
  if (nextCursor !== null) reached.push([nextCursor, after]);
  const cursors = reached.reduce(
    (known, [text, row]) => (row ? withEntry(known, text, { list, after: row, total, totalIsExact, size }) : known),
    merchant.cursors,
  );
  const pagination = {
    page: cursor === undefined ? Math.min(page, LARGEST_PAGE) : null,
    limit,
    total,
    totalIsExact,
    hasMore,
    nextCursor,
  };
  const isFirst = cursor === undefined && page === 1;
  const changesAfter = isFirst ? choices.changesAfter() : undefined;
  const known = { ...merchant, cursors };
  return {
    body: { data: rows.map((row) => kind.show(row, merchant, call)), pagination },
    merchant: changesAfter ? followedFrom(known, changesAfter, { ...endOf(merchant), ...viewOf(call) }) : known,
    rule: from && from.size < size ? 'lists.cursor_while_growing' : 'stateful.model',
    changesAfter,
    cursors: told,
  };
}

/** Cursors in a stream, by the number of records before them. */
const cursorsIn = (rows: readonly unknown[], { streamed, choices }: Call): ReadonlyMap<number, string> =>
  new Map(
    (streamed ? placesOfCursors(rows.length) : []).map((count, n) => [
      count,
      choices.cursor(`/${count + n}/stream/cursor`),
    ]),
  );

const filtersOf = ({ sent }: Call): string[] => [...sent].filter((name) => !OF_PAGES.has(name));

function matches<One extends Fields>(kind: ListKind<One>, call: Call, merchant: Merchant): One[] {
  const { query } = call;
  const searches = Object.entries(kind.searches ?? {}).filter(([name]) => query[name] !== undefined);
  const filters = Object.entries({ ...RECORD_FILTERS, ...kind.filters }).filter(([name]) => query[name] !== undefined);
  return kind
    .rows(merchant, call)
    .filter((row) => kind.isListed?.(row, call) ?? true)
    .filter((row) => filters.every(([name, filter]) => isSelected(row, name, filter, call, merchant)))
    .filter((row) =>
      searches.every(([name, texts]) =>
        isFound(String(query[name]), texts(row, merchant), (word) => kind.isAlsoFound?.(row, word) ?? false),
      ),
    );
}

function isSelected<One extends Fields>(
  row: One,
  name: string,
  filter: Filter<One>,
  call: Call,
  merchant: Merchant,
): boolean {
  const { [name]: value } = call.query;
  if (filter === 'equal') return row[name] === value;
  if (filter === 'among') return (value as readonly unknown[]).map(String).includes(String(row[name]));
  return filter(row, value, merchant, call);
}

/** True if every word occurs in one of the texts, or is found otherwise. lists.search_words, lists.search_literal */
export function isFound(
  search: string,
  texts: readonly unknown[],
  isAlsoFound: (word: string) => boolean = () => false,
): boolean {
  const sought = folded(search).split(/\s+/).filter(Boolean);
  const known = texts.filter((text) => text !== null).map(folded);
  return sought.every((word) => known.some((text) => text.includes(word)) || isAlsoFound(word));
}

function comparing<One extends Fields>({ sorts, key }: ListKind<One>, sort: string, sign: 1 | -1) {
  const keyOf = sorts?.[sort] ?? ((row: One) => String(row[sort]));
  const place = key ?? ((row: One) => Number(row.id));
  return (one: One, other: One): number =>
    sign * (compareValues(keyOf(one), keyOf(other)) || place(one) - place(other));
}

function compareValues(one: SortKey, other: SortKey): number {
  if (typeof one === 'string' && typeof other === 'string') return compareText(one, other);
  if (typeof one === 'object' && typeof other === 'object') return compareCodes(one, other);
  return one < other ? -1 : Number(one > other);
}

/** text.sort */
function compareCodes(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((character, index) => character !== other[index]);
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1);
}

function totalOf<One extends Fields>({ isCounted = isOfStatus }: ListKind<One>, call: Call, matching: number) {
  const totalIsExact = matching <= MOST_COUNTED || isCounted(new Set(filtersOf(call)), call);
  return { total: totalIsExact ? matching : MOST_COUNTED, totalIsExact };
}

const isOfStatus = (filters: ReadonlySet<string>): boolean =>
  filters.size === 0 || (filters.size === 1 && filters.has('status'));

/** Names a list with everything that a cursor is bound to. */
function identityOf<One extends Fields>({ bound }: ListKind<One>, { operation, id, query, stores }: Call): string {
  const { page: _, limit: __, cursor: ___, companyId: ____, includeLines: _____, ...others } = query;
  return JSON.stringify([
    operation.id,
    id,
    stores && [...stores],
    Object.entries(asMeant(bound?.(others) ?? others)).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}

/** Normalizes the filters of every list, so that equivalent queries share their cursors. */
const asMeant = ({ externalId, ...query }: Fields): Fields => ({
  ...asApplied(UPDATED, query),
  ...(externalId !== undefined && { externalId: stored(externalId) }),
});

function continuationOf({ cursors }: Merchant, list: string, cursor: string): Continuation {
  const known = cursors.get(cursor);
  if (known?.list === list) return known;
  throw new Rejection('partner.validation_failed', 'lists.cursor', [inQuery('cursor', 'cursor')]);
}
