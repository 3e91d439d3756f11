import { Driver } from '../../../driver/driver.ts';
import { creatorOf } from '../../../driver/operations.ts';
import { factorsOf } from '../../../driver/requests/request.ts';
import { tableAt } from '../../../driver/tables.ts';
import type { Case } from '../../../engine/case.ts';
import type { CaseContext } from '../../../engine/case-context.ts';
import type { Rec } from '../../../engine/record.ts';
import { remainingIn } from '../../../http/send.ts';
import type { Fields } from '../../../specification/answer.ts';
import type { Operation } from '../../../specification/contract.ts';
import { rowsOf, type Table } from '../../../specification/state.ts';
import { specified } from '../specified.ts';
import {
  type Ask,
  asking,
  filterNames,
  filtersAmong,
  LISTS,
  ordersOf,
  type Parameter,
  pairsAmong,
} from './list-parameters.ts';
import { createRows, scattered } from './list-rows.ts';

/** Lists of more records than are counted, for which a service may use other queries than for short ones. */

const pinned = specified('pinned.long-list');

/** Totals are counted up to here; a service may find later pages in another way. */
const MANY = 1_000;

const ORDERS = ['asc', 'desc'];

/** Most operations of a batch. */
const IN_BATCH = 100;

const isId = (name: string, value: unknown): boolean => /Ids?$/.test(name) && typeof value === 'number';

/** Filters by what only one record has. */
const OF_ONE = new Set(['externalId', 'itemCode']);

/** The properties of a record that filters select by, to give them to other records. */
function alike(operation: Operation, table: Table, row: Fields): Fields {
  const creator = creatorOf(table);
  const written = creator ? factorsOf(creator).filter(({ part }) => part === 'body') : [];
  const filters = filterNames(operation).filter(({ name }) => !OF_ONE.has(name));
  const shared = filters.filter(({ name }) => written.some((one) => one.name === name));
  return Object.fromEntries(shared.map(({ name }) => [name, row[name]]));
}

/** Days in a year that no other case uses, out of order. A page ends among the records of one day. */
const dayOf = (n: number): string => `2002-0${1 + (Math.floor(n / 4) % 9)}-1${Math.floor(n / 4) % 7}`;

/** From the first of these days, and to the last of them. */
const RANGES: readonly (readonly Parameter[])[] = [
  [['fromDate', '2002-01-10']],
  [['toDate', '2002-09-16']],
  [
    ['fromDate', '2002-01-10'],
    ['toDate', '2002-09-16'],
  ],
];

/** Creates records until more than can be counted have these properties. */
async function grow(driver: Driver, operation: Operation, table: Table): Promise<void> {
  await createRows(driver, table);
  const [last] = driver.records(table).slice(-1);
  const shared = alike(operation, table, last ?? {});
  const day = ['orderDate', 'date'].find((name) => last?.[name] !== undefined);
  if (table === 'items') await createItems(driver, shared);
  else
    for (let n = 0; n <= MANY; n += 1)
      await driver.create(table, { ...scattered(driver, table, n), ...shared, ...(day && { [day]: dayOf(n) }) });
  if (driver.merchant.tables[table].size <= MANY) throw new Error(`there are fewer than ${MANY} ${table}`);
}

/** A batch creates as many items as it may have operations. */
async function createItems(driver: Driver, fields: Fields): Promise<void> {
  for (let left = MANY; left >= 0; left -= IN_BATCH) {
    const operations = Array.from({ length: IN_BATCH }, (_, n) => ({
      op: 'create',
      item: driver.draft('items', { ...scattered(driver, 'items', left + n), ...fields }).body,
    }));
    await driver.send({ method: 'POST', url: '/items/batch', body: { operations } });
  }
}

/** Reads first pages and, of lists with more records than are counted, later ones, by number and by cursor. */
async function readPages(driver: Driver, urls: readonly string[]): Promise<void> {
  const later: string[] = [];
  for (const url of urls) {
    const { body } = await driver.send({ method: 'GET', url: `${url}&limit=3` });
    const { nextCursor, totalIsExact } = ((body as Rec).pagination ?? {}) as Rec;
    const pages = [`cursor=${nextCursor}`, 'page=2', 'page=334', 'page=335'];
    if (totalIsExact === false) later.push(...pages.map((page) => `${url}&limit=3&${page}`));
  }
  await driver.readAll(later);
}

/** Pages of one record beyond the thousandth, in the middle, and at the end. */
function deepPages(url: string, size: number): string[] {
  const middle = Math.floor(size / 2);
  const pages = [MANY, MANY + 1, middle, middle + 1, middle + 2, size - 2, size - 1, size, size + 1];
  return ORDERS.flatMap((order) => pages.map((page) => `${url}order=${order}&limit=1&page=${page}`));
}

interface Line {
  readonly stream?: { readonly cursor: string | null };
}

/** Reads a stream, and resumes from each cursor in it, as a stream and as a page. */
async function resume(t: CaseContext, driver: Driver, ask: Ask, order: readonly Parameter[]): Promise<void> {
  const before = await driver.send({ method: 'HEAD', url: ask(...order) });
  const answer = await driver.stream(ask(...order));
  const counted = Math.ceil(Number(answer.headers['tillgate-total']) / MANY);
  const used = remainingIn(before) - remainingIn(answer);
  // A new minute may have begun.
  t.checkAlso('streams.counted', used < 0 || used === counted, `counts as ${used} requests, not ${counted}`, answer);
  for (const { stream } of Array.isArray(answer.body) ? (answer.body as Line[]) : []) {
    if (!stream?.cursor) continue;
    const rest = ask(...order, ['cursor', stream.cursor]);
    await driver.stream(rest);
    await driver.send({ method: 'GET', url: rest });
  }
}

const longList = (operation: Operation): Case =>
  pinned(
    operation.id,
    `GET ${operation.path}: more records than are counted have the rows and totals that the specification says`,
    async (t) => {
      const table = tableAt(operation.path);
      if (!table || !t.session.isPlenty) return;
      const driver = await Driver.open(t);
      await grow(driver, operation, table);
      const ask = asking(operation);
      const rows = rowsOf(driver.merchant, table);
      const single = filtersAmong(operation, rows).flat();
      const filters = [
        ...single,
        ...single.flatMap(([name, id]) => (isId(name, id) ? [[name, `${id},1`] as const] : [])),
      ];
      const ranges = operation.parameters.some(({ name }) => name === 'fromDate') ? RANGES : [];
      const orders = ordersOf(operation);
      await driver.readAll(deepPages(`${operation.path}?`, rows.length));
      await driver.readAll(deepPages(`${operation.path}?status=1&`, rows.length));
      const asked = [
        ...filters.map((filter) => [filter]),
        ...ranges.slice(-1).flatMap((range) => filters.map((filter) => [...range, filter])),
        ...pairsAmong(operation, rows),
      ];
      await readPages(driver, [
        ...orders.flatMap((order) => [[], ...ranges].map((range) => ask(...range, ...order))),
        ...asked.map((parameters, at) => ask(...parameters, ...(orders[at % orders.length] ?? []))),
      ]);
      for (const order of [[], ...orders.slice(-1)]) await resume(t, driver, ask, order);
    },
  );

/** Lists with filters, joins or sorts of their own. */
const DIFFERENT = ['listItems', 'listMenus', 'listModifiers', 'listPurchaseOrders'];

export const PINNED_LONG_LISTS: readonly Case[] = LISTS.filter(({ id }) => DIFFERENT.includes(id)).map(longList);
