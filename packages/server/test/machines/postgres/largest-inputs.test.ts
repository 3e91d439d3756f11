import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { contract } from '@tillgate/openapi/contract';
import { type MediaType, operationsOf, type Response, resolve, type Schema } from '@tillgate/openapi/document';
import { afterAll, expect, test } from 'vitest';
import { LINES } from '../../../src/contract/contract.ts';
import { statement } from '../../../src/database/statement.ts';
import { json } from '../../support/api-caller.ts';
import { importValid } from '../../support/import-lines.ts';
import { startService } from '../../support/service.ts';

/**
 * Others are answered between two turns of the event loop. A turn takes at most this much of a response. A body longer than LONG
 * takes some turns to be read and written, and another one for each SLICE.
 */
const [PART, LONG, STEPS, SLICE] = [1.5 * 1024 * 1024, 64 * 1024, 6, 160 * 1024];

/** About the most characters of a value's JSON text. A dry run sends again what the operation answers. */
function bound(reference: Schema): number {
  const {
    type,
    format,
    maxLength,
    maxItems = 0,
    items,
    properties = {},
    anyOf = [],
    allOf = [],
  } = resolve(contract, reference);
  if (items) return maxItems * bound(items);
  const { dryRun: _, ...members } = properties;
  const sizes = Object.entries(members).map(([name, member]) => name.length + bound(member));
  const text = [type].flat().includes('string') && !format ? (maxLength ?? 0) : 20;
  return [Math.max(text, ...anyOf.map(bound)), ...sizes, ...allOf.map(bound)].reduce((sum, size) => sum + size);
}

const largestOf = (content: Record<string, MediaType> = {}): number =>
  Math.max(0, ...Object.entries(content).map(([type, { schema = {} }]) => (type === LINES ? PART : bound(schema))));

/** Operations whose body or response can be long. The others are always read and written at once. */
const large = operationsOf(contract)
  .map(({ operation }) => operation)
  .filter(({ requestBody, responses = {} }) => {
    const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    const contents = success.map(([, response]) => resolve<Response>(contract, response).content);
    return Math.max(...[requestBody?.content, ...contents].map(largestOf)) > LONG;
  });

/** Turns of the event loop in which the server worked on a request. */
const underWay = new AsyncLocalStorage<Set<number>>();
let turns = new Set<number>();
const hook = createHook({
  before: () => void underWay.getStore()?.add(performance.nodeTiming.uvMetricsInfo.loopCount),
});
const begin = (message: unknown): void => {
  const { request } = message as { request: IncomingMessage };
  const worked = new Set<number>();
  turns = worked;
  underWay.enterWith(worked);
  // The work on a body begins when all of it has arrived.
  if (request.method !== 'GET') request.once('end', () => worked.clear());
};
hook.enable();
subscribe('http.server.request.start', begin);

const service = await startService();
afterAll(async () => {
  hook.disable();
  unsubscribe('http.server.request.start', begin);
  await service.stop();
});
const caller = await service.connect();
const { merchant } = caller;

/** Sends a request that takes enough turns. */
async function send(method: string, path: string, body?: object, accept = 'application/json'): Promise<string> {
  const { headers, ...init } = body ? json(body) : {};
  const authorization = `Bearer ${caller.token}`;
  const response = await fetch(service.apiUrl + path, {
    ...init,
    method,
    headers: { ...(headers as object), authorization, accept, 'accept-encoding': 'identity' },
  });
  const text = await response.text();
  expect(response.status, text.slice(0, 500)).toBeLessThan(300);
  const sent = init.body?.toString().length ?? 0;
  const least = Math.ceil(text.length / PART) + (sent > LONG ? STEPS + Math.floor(sent / SLICE) : 0);
  expect(turns.size, `${method} ${path}: ${sent} and ${text.length} characters`).toBeGreaterThanOrEqual(least);
  return text;
}

const post = (path: string, body: object) => send('POST', path, body);
const patch = (path: string, body: object) => send('PATCH', path, body);
const get = (path: string) => send('GET', path);

async function list(path: string): Promise<void> {
  await get(`${path}${path.includes('?') ? '&' : '?'}limit=100`);
  await send('GET', path, undefined, LINES);
}

const many = <T>(count: number, entry: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => entry(i));
let named = 0;
const name = (): string => `${'n'.repeat(190)} ${named++}`;
const description = 'd'.repeat(4_096);
const newItem = (barcodes = 10) => ({
  name: name(),
  type: 1,
  description,
  variants: many(250, () => ({ name: name(), barcodes: many(barcodes, () => `${named++}`.padStart(64, '0')) })),
});
const creates = (count: number, item: () => object) => ({
  operations: many(count, () => ({ op: 'create', item: item() })),
});

/** Adds copies of the merchant's latest row, with other values in some columns. */
async function copy(table: string, copies: number, others: Readonly<Record<string, string>> = {}): Promise<void> {
  const { rows } = await service.databases.regions.UK.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
    [`region_uk.${table}`],
  );
  const columns = rows.map((row) => row.name);
  const copied: Readonly<Record<string, string>> = { id: '1000000000 + g', external_id: "'C' || g", ...others };
  const text = `insert into region.${table} (${columns}) select ${columns.map((column) => copied[column] ?? `r.${column}`)}
    from (select * from region.${table} where company_id = $1 order by id desc limit 1) r, generate_series(1, $2::integer) g`;
  await service.arrange(merchant, (tx) => tx.query(statement(undefined, text), [copies]));
}

const [storeId, toStoreId] = [await service.newStore(merchant), await service.newStore(merchant, 'Quay')];
const supplierId = await service.newSupplier(merchant);
const twenty = creates(20, () => newItem(1));
const { body } = await caller.post('/items/batch', twenty);
const items: { id: number; variants: { id: number; name: string }[] }[] = body.results.map(
  (result: { item: object }) => result.item,
);
const pairs = items.flatMap(({ id, variants }) => variants.map((variant) => ({ itemId: id, variantId: variant.id })));
const lines = (count: number, more: object = {}) =>
  pairs.slice(0, count).map((pair) => ({ ...pair, quantity: '12345.123', ...more }));
await caller.create('/items', { name: 'Plain', description });
await copy('items', 1_000, { item_code: "'C' || g" });
const plainIds = many(1_000, (i) => 1_000_000_001 + i);
const date = '2026-03-02';

const order = () => ({
  supplierId,
  storeId,
  orderDate: date,
  lines: lines(1_000, { unitCost: '1234.56', discount: '1.25' }),
});
const transfer = () => ({ fromStoreId: storeId, toStoreId, date, lines: lines(1_000) });
const adjustment = (type: number) => ({ storeId, date, type, lines: lines(5_000) });
const menu = () => ({
  name: name(),
  description,
  items: plainIds.map((itemId) => ({ itemId, price: '123456.78' })),
  stores: [{ storeId }],
});
const group = () => ({ name: name(), itemIds: plainIds.slice(0, 500), options: many(100, () => ({ name: name() })) });
interface Lined {
  readonly lines: readonly { readonly id: number }[];
}
const changed = ({ lines }: Lined) => ({ lines: lines.map((line) => ({ ...line, quantity: '3' })) });
const received = ({ lines }: Lined) => ({ lines: lines.map(({ id }) => ({ lineId: id, quantity: '1' })) });

const [item, sold] = [items[0] as (typeof items)[0], plainIds[0]];
const newMenu = await caller.create('/menus/create-with-items', menu());
const newGroup = await caller.create('/modifiers', group());
const newOrder = await caller.create('/purchase-orders?receive=false', order());
const newTransfer = await caller.create('/stock-transfers?receive=false', transfer());
const draft = await caller.create('/stock-adjustments?post=false', adjustment(1));
await caller.create('/brands', { name: name(), description });
await caller.create('/categories', { name: name() });
await service.newTax(merchant);
const orderLines = many(500, () => ({ item: sold, quantity: '1', gross: '3.50' }));
await importValid(service, merchant, [
  { type: 'openOrder', externalId: 'open', store: storeId, number: '1', at: '2026-02-10T12:00:00Z', lines: orderLines },
]);
for (const table of ['brands', 'categories', 'suppliers', 'taxes']) await copy(table, 100, { name: "'C' || g" });
await copy('menus', 20);
await copy('modifier_groups', 30);
await copy('purchase_orders', 30, { order_no: "'C' || g" });
await copy('stock_transfers', 90, { transfer_no: "'C' || g" });
await copy('stock_adjustments', 20, { adjustment_no: "'C' || g" });
await copy('open_orders', 90);
await copy('stores', 40, { code: "'C' || g" });
const YEAR = 'from=2025-01-01&to=2026-01-01';
const SALES = `insert into region.daily_sales (company_id, day, store_id, currency, orders, refund_orders, gross, discounts, tax, refunds,
    paid_cash, paid_card, paid_online, paid_gift_card, paid_account, paid_other, rounding, change_given, tips)
  select $1, date '2025-01-01' + d, id, 'GBP', 1, 1, 2, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0
  from region.stores, generate_series(0, 365) d where company_id = $1`;
const ITEM_SALES = `insert into region.daily_item_sales (company_id, day, store_id, item_id, currency, quantity, refunded_quantity, gross, discounts,
    tax, refunds)
  select $1, date '2025-01-01' + d, $2, id, 'GBP', 1, 1, 2, 1, 1, 1 from region.items, generate_series(0, 300, 100) d
  where company_id = $1 and type = 0`;
await service.arrange(merchant, (tx) => tx.query(statement(undefined, SALES)));
await service.arrange(merchant, (tx) => tx.query(statement(undefined, ITEM_SALES), [storeId]));

/** The largest requests of each. */
const LARGEST: Readonly<Record<string, () => Promise<unknown>>> = {
  createItem: () => post('/items', newItem()),
  updateItem: () =>
    patch(`/items/${item.id}`, {
      variants: item.variants.map((variant) => ({ ...variant, name: name(), price: '1.25' })),
    }),
  batchItems: async () => {
    const small = creates(1_000, () => ({ name: name(), description: description.slice(0, 3_000) }));
    const wide = creates(30, () => newItem(1));
    for (const batch of [small, wide]) await post('/items/batch', batch);
  },
  getItem: () => get(`/items/${item.id}?storeId=${storeId}`),
  listItems: () => list('/items?type=1'),
  createMenuWithItems: () => post('/menus/create-with-items', menu()),
  updateMenuWithItems: () => patch(`/menus/${newMenu.id}/update-with-items`, { items: menu().items.toReversed() }),
  getMenuFull: () => get(`/menus/${newMenu.id}/full`),
  listMenus: () => list('/menus'),
  createModifier: () => post('/modifiers', group()),
  updateModifier: () => patch(`/modifiers/${newGroup.id}`, group()),
  getModifierFull: () => get(`/modifiers/${newGroup.id}/full`),
  listModifiers: () => list('/modifiers'),
  createPurchaseOrder: () => post('/purchase-orders?receive=true', order()),
  updatePurchaseOrder: () => patch(`/purchase-orders/${newOrder.id}`, changed(newOrder)),
  receivePurchaseOrder: () => patch(`/purchase-orders/${newOrder.id}/receive`, received(newOrder)),
  getPurchaseOrder: () => get(`/purchase-orders/${newOrder.id}`),
  listPurchaseOrders: () => list('/purchase-orders'),
  createStockTransfer: () => post('/stock-transfers?receive=true', transfer()),
  updateStockTransfer: () => patch(`/stock-transfers/${newTransfer.id}`, changed(newTransfer)),
  receiveStockTransfer: () => patch(`/stock-transfers/${newTransfer.id}/receive`, received(newTransfer)),
  getStockTransfer: () => get(`/stock-transfers/${newTransfer.id}`),
  listStockTransfers: () => list('/stock-transfers'),
  createStockAdjustment: () => post('/stock-adjustments?post=true', adjustment(0)),
  updateStockAdjustment: async () => {
    await patch(`/stock-adjustments/${draft.id}`, changed(draft));
    for (const status of [1, 2]) await patch(`/stock-adjustments/${draft.id}`, { status });
  },
  getStockAdjustment: () => get(`/stock-adjustments/${draft.id}`),
  listStockAdjustments: () => list('/stock-adjustments'),
  listStockMovements: () => list('/stock-movements'),
  listStockOnHand: () => list('/reports/stock-on-hand'),
  listSalesByItem: () => list(`/reports/sales-by-item?${YEAR}`),
  getDailySales: async () => {
    const { data } = JSON.parse(await get(`/reports/daily-sales?${YEAR}`));
    expect(data).toHaveLength(42 * 366);
  },
  listChanges: async () => {
    const { nextCursor } = (await caller.get('/changes')).body;
    for (let n = 1; n <= 16; n += 1)
      await caller.patch(`/stock-adjustments/${1_000_000_000 + n}`, { narration: 'Again' });
    await get(`/changes?after=${nextCursor}&limit=100&include=record`);
  },
  listBrands: () => list('/brands'),
  listCategories: () => list('/categories'),
  listStores: () => list('/stores'),
  listOpenOrders: () => list(`/stores/${storeId}/open-orders`),
  listSuppliers: () => list('/suppliers'),
  listTaxes: () => list('/taxes'),
};

test('Every operation whose body or response can be long has its largest requests', () => {
  expect(Object.keys(LARGEST).sort()).toEqual(large.map(({ operationId }) => operationId).sort());
});

test.each(Object.entries(LARGEST))(
  '%s is carried out in slices, between which others are answered',
  async (_, requests) => {
    await requests();
  },
);
