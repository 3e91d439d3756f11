import { type Draw, drawing } from '../../draw.ts';
import type { Caller } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectPages } from '../expect/pages.ts';

/** Compares a list with a model of its filters: any two together, in each order, by page number and by cursor. */

/** One value of a filter. */
export interface Filter {
  /** Filters of the same name are alternatives, so they are never combined. */
  readonly name: string;
  readonly query: string;
  readonly matches: (row: Rec) => boolean;
}

/** Order of a list; ties are by id. */
export interface Sort {
  readonly query: string;
  readonly keyOf: (row: Rec) => string | bigint;
}

export interface FilteredList {
  readonly path: string;
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
  /** Filters that select the case's own records. Every request has one of them. */
  readonly scopes: readonly Filter[];
  /** True if a record is hidden unless a status filter selects it. */
  readonly hides: (row: Rec) => boolean;
}

/** Filters that determine which states are shown. */
const OF_STATES = ['status', 'includeVoided'];

/**
 * Asserts that each filter, and each pair of filters, selects exactly the matching rows, in order
 * and with the right total.
 */
export async function expectFilters(
  t: CaseContext,
  caller: Caller,
  list: FilteredList,
  rows: readonly Rec[],
): Promise<void> {
  const { filters } = list;
  const alone = filters.map((one) => [one]);
  const pairs = filters.flatMap((one, i) =>
    filters.slice(i + 1).flatMap((other) => (one.name === other.name ? [] : [[one, other]])),
  );
  const draw = drawing(t.seed);
  for (const together of [[], ...alone, ...pairs]) await expectQuery(t, caller, list, rows, together, draw);
}

async function expectQuery(
  t: CaseContext,
  caller: Caller,
  list: FilteredList,
  rows: readonly Rec[],
  together: readonly Filter[],
  draw: Draw,
): Promise<void> {
  const names = new Set(together.map(({ name }) => name));
  const scopes = list.scopes.filter(({ name }) => !names.has(name));
  const scope = scopes[draw(Math.max(1, scopes.length))];
  const sort = list.sorts[draw(list.sorts.length)] as Sort;
  const order = draw(2) === 0 ? 'desc' : 'asc';
  const all = scope ? [...together, scope] : together;
  const url = `${list.path}?${[...all.map(({ query }) => query), sort.query, `order=${order}`].filter(Boolean).join('&')}`;
  await expectPages(t, caller, url, expectedOf(list, rows, all, sort, order), {
    by: draw(3) === 0 ? 'page' : 'cursor',
  });
}

function expectedOf(
  { hides }: FilteredList,
  rows: readonly Rec[],
  filters: readonly Filter[],
  { keyOf }: Sort,
  order: 'asc' | 'desc',
): number[] {
  const asksForStates = filters.some(({ name }) => OF_STATES.includes(name));
  const left = rows.filter(
    (row) => filters.every(({ matches: leaves }) => leaves(row)) && (asksForStates || !hides(row)),
  );
  const compare = (a: Rec, b: Rec): number => {
    const [x, y] = [keyOf(a), keyOf(b)];
    return x === y ? a.id - b.id : x < y ? -1 : 1;
  };
  const ids = left.toSorted(compare).map(({ id }) => id);
  return order === 'asc' ? ids : ids.toReversed();
}

/** Filters by ids and by period, written as in a query. */
export const oneOf = (
  name: string,
  field: string,
  ids: readonly number[],
  query = `${name}=${ids.join()}`,
): Filter => ({ name, query, matches: (row) => ids.includes(Number(row[field])) });

export const equals = (name: string, value: string | number, field = name): Filter => ({
  name,
  query: `${name}=${encodeURIComponent(value)}`,
  matches: (row) => row[field] === value,
});

export const period = (field: string, from: string | undefined, to: string | undefined): Filter => ({
  name: 'dates',
  query: [from && `fromDate=${from}`, to && `toDate=${to}`].filter(Boolean).join('&'),
  matches: (row) => (!from || String(row[field]) >= from) && (!to || String(row[field]) <= to),
});

export const found = (text: string, fields: readonly string[]): Filter => ({
  name: 'search',
  query: `search=${encodeURIComponent(text)}`,
  matches: (row) => text.split(' ').every((word) => fields.some((field) => String(row[field] ?? '').includes(word))),
});

export const INCLUDE_VOIDED: Filter = { name: 'includeVoided', query: 'includeVoided=true', matches: () => true };

export const isVoided = ({ status }: Rec): boolean => status === 0;

export const byText = (query: string, field: string): Sort => ({ query, keyOf: (row) => String(row[field]) });
