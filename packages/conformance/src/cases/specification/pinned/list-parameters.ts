import { CONTRACT } from '../../../contract/specification-contract.ts';
import { SPECIFIED } from '../../../driver/operations.ts';
import { tableAt } from '../../../driver/tables.ts';
import { type Operation, resolved, type Schema } from '../../../specification/contract.ts';
import type { Row } from '../../../specification/state.ts';
import { deltaAmong } from './list-delta.ts';

/** Lists of records, their filters and their orders. */

export const LISTS = SPECIFIED.filter(
  ({ method, path, parameters }) =>
    method === 'GET' && !path.includes('{') && parameters.some(({ name }) => name === 'page') && tableAt(path),
);

export type Parameter = readonly [name: string, value: unknown];

/** The list's URL with these parameters. */
export type Ask = (...parameters: readonly Parameter[]) => string;

export const asking =
  ({ path }: Operation): Ask =>
  (...parameters) =>
    `${path}?${parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`;

const PAGING = new Set(['page', 'limit', 'cursor', 'companyId', 'sort', 'order', 'fromDate', 'toDate']);

/** Parameters other than those of pages, orders and days. */
export const filterNames = ({ parameters }: Operation): readonly { readonly name: string; readonly schema: Schema }[] =>
  parameters.filter((parameter) => parameter.in === 'query' && !PAGING.has(parameter.name));

/** Each filter with values that select something. */
export const filtersAmong = (operation: Operation, rows: readonly Row[]): readonly (readonly Parameter[])[] =>
  filterNames(operation).map(({ name, schema }) =>
    validOf(name, resolved(schema, CONTRACT.schemas), rows).map((value) => [name, value] as const),
  );

function validOf(name: string, schema: Schema, rows: readonly Row[]): readonly unknown[] {
  if (/search$/i.test(name)) return ['conf'];
  if (schema.type === 'boolean') return ['true', 'false'];
  return deltaAmong(name, rows) ?? [schema.enum ?? rows.at(-1)?.[name] ?? []].flat();
}

/** Every two filters. */
export const pairsAmong = (
  operation: Operation,
  rows: readonly Row[],
): readonly (readonly [one: Parameter, other: Parameter])[] => {
  const filters = filtersAmong(operation, rows);
  return filters.flatMap((first, at) =>
    filters.slice(at + 1).flatMap((second) => first.flatMap((one) => second.map((other) => [one, other] as const))),
  );
};

export const sortNames = ({ parameters }: Operation): readonly unknown[] =>
  resolved(parameters.find(({ name }) => name === 'sort')?.schema ?? {}, CONTRACT.schemas).enum ?? ['entryDate'];

/** Every sort in both directions. */
export const ordersOf = (operation: Operation): readonly (readonly Parameter[])[] =>
  sortNames(operation).flatMap((sort) =>
    ['asc', 'desc'].map(
      (order) =>
        [
          ['sort', sort],
          ['order', order],
        ] as const,
    ),
  );
