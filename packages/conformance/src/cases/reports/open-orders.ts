import type { OpenOrderLine } from '../../back-office/lines.ts';
import { shortestDecimals } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { pageOf, type Rec } from '../../engine/record.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { totalsOfLines } from '../../specification/sales.ts';
import {
  currencyOf,
  expectSameRows,
  type Fields,
  itemIdOf,
  type Records,
  recordsOf,
  storeIdOf,
  variantIdOf,
} from './back-office-records.ts';

/** Open orders, compared with the back-office file. */

const example = subject('examples', 'open-orders');

const KEY = ['externalId'];

const isOpen = ({ state = 'open' }: OpenOrderLine): boolean => state === 'open';

const openAt = ({ backOffice }: Records, store: string): OpenOrderLine[] =>
  backOffice.openOrders.filter((order) => order.store === store && isOpen(order));

/** The store with the most open orders. */
function busiestStore(records: Records): string {
  const [store] = [...records.stores.keys()].toSorted((a, b) => openAt(records, b).length - openAt(records, a).length);
  if (!store || openAt(records, store).length < 2) throw new Unavailable('no store with open orders in the file');
  return store;
}

const urlOf = (records: Records, store: string): string => `/stores/${storeIdOf(records, store)}/open-orders`;

const list = ({ caller, ...records }: Records, store: string, query = ''): Promise<Rec[]> =>
  caller.all(urlOf({ caller, ...records }, store) + query);

const amountsOf = ({ lines }: OpenOrderLine): Fields => totalsOfLines(lines);

const linesOf = (records: Records, { lines }: OpenOrderLine): Fields[] =>
  lines.map(({ item, variant, quantity, gross, discount = '0', tax = '0' }) => ({
    itemId: itemIdOf(records, item),
    variantId: variantIdOf(records, item, variant),
    quantity,
    gross,
    discount,
    tax,
  }));

const withoutNames = (order: Rec): Fields => ({
  ...order,
  openedAt: new Date(String(order.openedAt)).getTime(),
  lines: (order.lines as Fields[]).map(({ name: _, ...line }) => line),
});

const fieldsOf = (records: Records, order: OpenOrderLine): Fields => ({
  externalId: order.externalId,
  storeId: storeIdOf(records, order.store),
  status: 1,
  orderNo: order.number,
  channel: order.channel ?? 'counter',
  currency: currencyOf(records, order.store),
  openedAt: Date.parse(order.at),
});

const keysOf = (orders: readonly (Rec | OpenOrderLine)[]): unknown[] => orders.map(({ externalId }) => externalId);

/** Asserts that each line names the ordered item and variant. */
function named(t: CaseContext, { backOffice }: Records, { lines, externalId }: OpenOrderLine, order: Rec): void {
  const names = (order.lines as { name: string }[]).map(({ name }) => name);
  const wrong = lines.filter(({ item, variant }, i) =>
    [backOffice.item(item).name, variant ?? ''].some((part) => !names[i]?.includes(part)),
  );
  t.equal(wrong, [], `lines of ${externalId} that have another name`);
}

/** Asserts that instants are sorted; ties may come in any order. */
async function sorted(t: CaseContext, records: Records, store: string, sort: string, order: string): Promise<void> {
  const orders = await list(records, store, `?sort=${sort}&order=${order}`);
  const times = orders.map((one) => Date.parse(String(one[sort])));
  const expected = times.toSorted((a, b) => (order === 'asc' ? a - b : b - a));
  t.equal(times, expected, `${sort} of the orders, ${order}`);
  t.equal(keysOf(orders).toSorted(), keysOf(openAt(records, store)).toSorted(), 'the orders');
}

export const OPEN_ORDER_CASES: readonly Case[] = [
  example(
    'fields',
    ['stores.open_orders', 'open_orders.fields', 'op.listOpenOrders.call'],
    'each order that is open at a store, as the back office wrote it',
    async (t) => {
      const records = await recordsOf(t);
      const written = [...records.stores.keys()].filter((store) => openAt(records, store).length > 0);
      if (written.length === 0) throw new Unavailable('no open order in the file');
      for (const store of written) {
        const orders = (await list(records, store)).map(withoutNames);
        const expected = openAt(records, store);
        expectSameRows(
          t,
          orders,
          expected.map((order) => fieldsOf(records, order)),
          KEY,
        );
      }
    },
  ),
  example(
    'amounts',
    ['open_orders.amounts', 'reports.exact'],
    'gross, discounts, tax and total are the sums of the lines, to the last decimal',
    async (t) => {
      const records = await recordsOf(t);
      const store = busiestStore(records);
      const expected = openAt(records, store).map((order) => ({ externalId: order.externalId, ...amountsOf(order) }));
      expectSameRows(t, await list(records, store), expected, KEY);
    },
  ),
  example('lines', ['open_orders.lines'], 'each line has its item, quantity and amounts', async (t) => {
    const records = await recordsOf(t);
    const store = busiestStore(records);
    const orders = await list(records, store);
    const expected = openAt(records, store);
    const lines = expected.map((order) => ({ externalId: order.externalId, lines: linesOf(records, order) }));
    expectSameRows(t, orders.map(withoutNames), lines, KEY);
    for (const order of expected) {
      const found = orders.find(({ externalId }) => externalId === order.externalId);
      if (found) named(t, records, order, found);
    }
  }),
  example('closed', ['open_orders.closed'], 'a closed order is not listed, counted or found', async (t) => {
    const records = await recordsOf(t);
    const closed = records.backOffice.openOrders.filter((order) => !isOpen(order));
    if (closed.length === 0) throw new Unavailable('no closed order in the file');
    for (const store of new Set(closed.map((order) => order.store))) {
      const page = await records.caller.page(`${urlOf(records, store)}?limit=100`);
      t.equal(keysOf(page.data).toSorted(), keysOf(openAt(records, store)).toSorted(), `orders open at ${store}`);
      t.equal(page.pagination.total, openAt(records, store).length, `total of the orders open at ${store}`);
    }
  }),
  example(
    'sort',
    ['open_orders.order', 'op.listOpenOrders.param.sort', 'op.listOpenOrders.param.order'],
    'newest first by default; by time of opening or of change',
    async (t) => {
      const records = await recordsOf(t);
      const store = busiestStore(records);
      for (const sort of ['openedAt', 'updatedAt'])
        for (const order of ['asc', 'desc']) await sorted(t, records, store, sort, order);
      const first = await list(records, store, '?sort=openedAt&order=desc');
      t.equal(keysOf(await list(records, store)), keysOf(first), 'the default order');
    },
  ),
  example(
    'pages',
    [
      'open_orders.pages',
      'op.listOpenOrders.param.page',
      'op.listOpenOrders.param.limit',
      'op.listOpenOrders.param.cursor',
    ],
    'pages return each order once, by number and by cursor',
    async (t) => {
      const records = await recordsOf(t);
      const url = urlOf(records, busiestStore(records));
      const whole = await records.caller.all(url);
      const first = await records.caller.page(`${url}?limit=1`);
      const second = await records.caller.page(`${url}?limit=1&page=2`);
      const next = await records.caller.page(`${url}?limit=1&cursor=${first.pagination.nextCursor}`);
      t.equal([...first.data, ...second.data], whole.slice(0, 2), 'two pages of one');
      t.equal(next.data, second.data, 'the second page by cursor');
      t.equal([first.pagination.total, first.pagination.hasMore], [whole.length, true], 'total and hasMore');
      t.expectStatus(await records.caller.get(`${url}?limit=101`), 400, 'partner.validation_failed');
    },
  ),
  example(
    'channel',
    ['open_orders.channel', 'op.listOpenOrders.param.channel'],
    'channel selects the orders of that channel',
    async (t) => {
      const records = await recordsOf(t);
      const store = busiestStore(records);
      for (const channel of ['counter', 'dineIn', 'takeaway', 'delivery', 'online']) {
        const expected = openAt(records, store).filter((order) => (order.channel ?? 'counter') === channel);
        const orders = await list(records, store, `?channel=${channel}`);
        t.equal(keysOf(orders).toSorted(), keysOf(expected).toSorted(), `orders by ${channel}`);
      }
      t.expectStatus(
        await records.caller.get(`${urlOf(records, store)}?channel=pigeon`),
        400,
        'partner.validation_failed',
      );
    },
  ),
  example(
    'stores',
    ['open_orders.store', 'op.listOpenOrders.param.id'],
    'a store lists only its own orders, and a store without orders an empty list',
    async (t) => {
      const records = await recordsOf(t);
      for (const [store, { id }] of records.stores) {
        const orders = await list(records, store);
        const strange = orders.filter(({ storeId }) => storeId !== id);
        t.equal(strange, [], `orders of other stores at ${store}`);
        t.equal(orders.length, openAt(records, store).length, `orders at ${store}`);
      }
    },
  ),
  example(
    'tenancy',
    ['open_orders.tenancy', 'tenancy.other_merchants_id', 'op.listOpenOrders.status.404'],
    "another merchant's store is not found, and its orders are not listed",
    async (t) => {
      const [mine, others] = [await recordsOf(t), await recordsOf(t, 'other')];
      const store = busiestStore(others);
      t.expectStatus(await mine.caller.get(urlOf(others, store)), 404, 'partner.not_found');
      const expected = openAt(others, store).map((order) => ({ externalId: order.externalId, ...amountsOf(order) }));
      const page = pageOf(t.requireStatus(await others.caller.get(`${urlOf(others, store)}?limit=100`), 200));
      expectSameRows(
        t,
        page.data.map((order) => shortestDecimals(order) as Fields),
        expected,
        KEY,
      );
    },
  ),
];
