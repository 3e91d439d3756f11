import { CONTRACT } from '../../../contract/specification-contract.ts';
import { Driver } from '../../../driver/driver.ts';
import type { Scene } from '../../../driver/requests/factor.ts';
import { factorsOf } from '../../../driver/requests/request.ts';
import { tableAt } from '../../../driver/tables.ts';
import type { Case } from '../../../engine/case.ts';
import type { Fields } from '../../../specification/answer.ts';
import { type Operation, resolved, type Schema } from '../../../specification/contract.ts';
import { type Row, rowsOf, type Table } from '../../../specification/state.ts';
import { specified } from '../specified.ts';
import { deltaValues, followUpdated, updatedRanges } from './list-delta.ts';
import { type Ask, asking, filterNames, LISTS, ordersOf, type Parameter, pairsAmong } from './list-parameters.ts';
import { createRows } from './list-rows.ts';

/** Every parameter of each list, by itself and at its limits, on records that differ. */

const pinned = specified('pinned.list');

/** Numbers beyond any list, beyond exact numbers, and beyond database integers. */
const FAR = ['1000', '1000001', '9007199254740991', '9007199254740993', '99999999999999999999999'];

/** Standalone accents, spacing and combining, which searches ignore; and a zero-width joiner. */
const BLANK = ['', ' ', '  ', '\u00A0', '\u3000', '´', '¨', '¯', '¸', '˜', '´ ¨', '\u0301', '\u200B'];

/** Ranges of days and instants: those that end before they begin in every time zone, and others. */
const RANGES = [
  ['2026-03-02', '2026-03-01'],
  ['2026-03-02T08:00:01Z', '2026-03-02T08:00:00Z'],
  ['2026-03-02T08:00:00+05:30', '2026-03-02T02:29:59Z'],
  ['2026-03-03T12:00:00Z', '2026-03-02'],
  ['2026-03-03', '2026-03-02T09:59:59Z'],
  ['2026-03-02', '2026-03-02'],
  ['2026-03-02T08:00:00Z', '2026-03-02T13:30:00+05:30'],
  ['2026-03-03T11:59:59Z', '2026-03-02'],
  ['2026-03-03', '2026-03-02T10:00:00Z'],
] as const;

const BOOLEANS = ['true', 'True', 'TRUE', 'tRue', '1', 'false', 'False', 'FALSE', '0', 'yes'];

const pagesOf = (ask: Ask, total: number): string[] => [
  ...[1, 2, 99, 100, 101].map((limit) => ask(['limit', limit])),
  ...[1, 2, 3].map((page) => ask(['limit', 2], ['page', page])),
  ask(['limit', 1], ['page', Math.max(1, total)]),
  ask(['limit', 1], ['page', Math.max(1, total - 1)]),
  ask(['limit', 1], ['page', total + 1]),
  ...FAR.map((page) => ask(['page', page], ['limit', 100])),
  ...['x', 'YQ.YQ', 'W10.AAAAAAAAAAAAAAAAAAAAAA'].map((cursor) => ask(['cursor', cursor])),
];

/** Searches for the words of a record's texts. */
function searchesOf(row: Row | undefined): string[] {
  const texts = ['name', 'code', 'itemCode', 'orderNo', 'transferNo', 'adjustmentNo', 'description', 'narration'];
  const known = texts.flatMap((name) => (typeof row?.[name] === 'string' ? [String(row[name])] : []));
  return known.flatMap((text) => [
    text.slice(0, 100),
    text.slice(1, 100),
    text.slice(0, 99).toUpperCase(),
    text.split(/\s+/).toReversed().slice(0, 8).join('  ').slice(0, 100),
    `${text.slice(0, 40)} nosuchword`,
    `${text.slice(0, 20)}_`,
    `${text.slice(0, 20)}%`,
  ]);
}

/** Texts that a query parameter is tried with. */
function valuesOf(name: string, reference: Schema, row: Row | undefined): unknown[] {
  const schema = resolved(reference, CONTRACT.schemas);
  const own = row?.[name] ?? [];
  const ofDelta = deltaValues(name, row);
  if (ofDelta) return [...ofDelta];
  if (/search$/i.test(name)) return [...BLANK, ...searchesOf(row).filter((text) => text.trim() !== '')];
  if (schema.type === 'boolean') return BOOLEANS;
  if (schema.enum) return [...schema.enum, 'other'];
  if (schema.type === 'array') return [own, `${own},999999999`, '', ','].flat();
  return [own, 0, 1, 999_999_999].flat();
}

/** Two values of a filter that select different records, in one parameter and in two. */
function twoOf(name: string, ask: Ask, row: Row | undefined, rows: readonly Row[]): string[] {
  const property = name.replace(/Ids$/, 'Id');
  const own = row?.[property] ?? undefined;
  const other = rows.map((one) => one[property]).find((value) => value !== own && (value ?? undefined) !== undefined);
  if (own === undefined || other === undefined) return [];
  return [ask([name, `${own},${other}`]), ask([name, other], [name, own])];
}

const filtersOf = (operation: Operation, ask: Ask, row: Row | undefined, rows: readonly Row[]): string[] =>
  filterNames(operation).flatMap(({ name, schema }) => {
    const values = valuesOf(name, schema, row);
    const [first = 1, second = 2] = values;
    return [
      ...values.map((value) => ask([name, value], ['limit', 100])),
      ask([name, first], [name, second]),
      ...twoOf(name, ask, row, rows),
      ...[`${name}[]`, `${name}[0]`].map((other) => ask([other, first])),
    ];
  });

function sortsOf(operation: Operation, ask: Ask): string[] {
  const states = filterNames(operation).some(({ name }) => name === 'status') ? [0, 1] : [];
  return [
    ask(['order', 'up']),
    ask(['sort', 'nosuch']),
    ...ordersOf(operation).flatMap((order) => [
      ask(...order, ['limit', 100]),
      ask(...order, ['limit', 3], ['page', 2]),
      ...states.map((status) => ask(['status', status], ...order, ['limit', 2])),
    ]),
  ];
}

/** Texts that the schemas of parameters reject. */
const wrongOf = (operation: Operation, ask: Ask, scene: Scene): string[] =>
  factorsOf(operation)
    .filter(({ part }) => part === 'query')
    .flatMap(({ name, wrong = [] }) => wrong.map(({ value }) => ask([name, value(scene, {})])));

const rangesOf = ({ parameters }: Operation, ask: Ask, row: Row | undefined): string[] => [
  ...updatedRanges(row).map(([from, to]) => ask(['updatedFrom', from], ['updatedTo', to])),
  ...(parameters.some(({ name }) => name === 'toDate')
    ? [
        ...RANGES.map(([from, to]) => ask(['fromDate', from], ['toDate', to])),
        ...['2026-03-02', '2026-03-02T23:30:00-05:00'].flatMap((day) => [ask(['fromDate', day]), ask(['toDate', day])]),
      ]
    : []),
];

const SORTED_BY_NAME: readonly Parameter[] = [
  ['sort', 'name'],
  ['order', 'asc'],
];

/** Pages by cursor, which belongs to its list. */
async function follow(driver: Driver, ask: Ask, sort: readonly Parameter[]): Promise<void> {
  const get = async (url: string) => (await driver.send({ method: 'GET', url })).body as { pagination?: Fields };
  const { pagination } = await get(ask(['limit', 2], ...sort));
  const cursor = pagination?.nextCursor ?? undefined;
  if (cursor === undefined) return;
  const next = await get(ask(['limit', 1], ['cursor', cursor], ...sort));
  const after = next.pagination?.nextCursor ?? undefined;
  if (after !== undefined) await get(ask(['limit', 100], ['cursor', after], ...sort));
  const later = await get(ask(['limit', 1], ['page', 2], ...sort));
  const behind = later.pagination?.nextCursor ?? undefined;
  if (behind !== undefined) await get(ask(['limit', 2], ['cursor', behind], ...sort));
  for (const wrong of [ask(['cursor', cursor], ['page', 1], ...sort), ask(['cursor', `A${cursor}`], ...sort)])
    await get(wrong);
  const turned = sort.some(([name]) => name === 'order') ? [] : ([['order', 'asc']] as const);
  await get(ask(['cursor', cursor], ...turned));
}

/** A list's ETag, which is good until the list changes. */
async function revalidate(driver: Driver, table: Table, url: string): Promise<void> {
  const { etag = '"none"' } = (await driver.send({ method: 'GET', url })).headers;
  const again = () => driver.send({ method: 'GET', url, headers: { 'If-None-Match': etag } });
  await again();
  await driver.create(table);
  await again();
}

const listCase = (operation: Operation): Case =>
  pinned(
    operation.id,
    `GET ${operation.path}: each parameter alone and at its limits has the response that the specification says`,
    async (t) => {
      const driver = await Driver.open(t);
      const table = tableAt(operation.path);
      if (!table) return;
      await createRows(driver, table);
      const ask = asking(operation);
      const row = driver.records(table).at(-1);
      const orders = ordersOf(operation);
      const together = pairsAmong(operation, driver.records(table)).map((pair, at) =>
        ask(...pair, ...(orders[at % orders.length] ?? [])),
      );
      const urls = [
        operation.path,
        ...filtersOf(operation, ask, row, driver.records(table)),
        ...together.map((url) => `${url}&limit=2`),
        ...sortsOf(operation, ask),
        ...pagesOf(ask, rowsOf(driver.merchant, table).length),
        ...driver.scene(table).strangers.map((id) => ask(['ids', id])),
        ...rangesOf(operation, ask, row),
        ...wrongOf(operation, ask, driver.scene(table)),
        ask(['nosuch', 1]),
        ask(['limit', 1], ['limit', 2]),
        ask(['Page', 1]),
      ];
      await driver.readAll(urls);
      for (const url of together) await driver.stream(url);
      for (const sort of [[], SORTED_BY_NAME]) await follow(driver, ask, sort);
      if (row) await followUpdated(driver, operation.path, row);
      await revalidate(driver, table, ask(['limit', 2]));
      // Totals follow new rows.
      await createRows(driver, table);
      await driver.readAll(filtersOf(operation, ask, row, driver.records(table)));
    },
  );

export const PINNED_LISTS: readonly Case[] = LISTS.map(listCase);
