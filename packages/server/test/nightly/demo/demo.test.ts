import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isEmpty } from '../../../src/back-office/demo/demo-access.ts';
import { type Demo, seedDemo } from '../../../src/back-office/demo/seed.ts';
import type { Databases } from '../../../src/database/database.ts';
import { send } from '../../support/api-caller.ts';
import { freshDatabases } from '../../support/databases.ts';
import { breachesOf, type DemoTarget, PORTRAIT_OF_ALL, portraitOf, rowsOf } from '../../support/demo-merchant.ts';
import { docOf } from '../../support/doc-of.ts';
import { watchChanges } from '../../support/seen-changes.ts';
import { type Service, startService } from '../../support/service.ts';

const NOW = Date.parse('2026-03-02T08:15:30.000Z');
const BOOT = 600_000;
const KINDS = {
  ...{ stores: 'Store', suppliers: 'Supplier', taxes: 'Tax', categories: 'Category', brands: 'Brand', items: 'Item' },
  ...{ modifier_groups: 'ModifierGroup', menus: 'Menu', purchase_orders: 'PurchaseOrder', open_orders: 'OpenOrder' },
  ...{ stock_transfers: 'StockTransfer', stock_adjustments: 'StockAdjustment' },
};

let databases: Databases;
let service: Service;
let demo: Demo;
let targets: DemoTarget[];
let watched: Awaited<ReturnType<typeof watchChanges>>;
const progress: [number, number][] = [];

beforeAll(async () => {
  databases = await freshDatabases();
  expect(await isEmpty(databases)).toBe(true);
  watched = await watchChanges(databases);
  demo = await seedDemo({ databases, clock: () => NOW, onProgress: (done, total) => progress.push([done, total]) });
  targets = demo.merchants.map(({ region, companyId }) => ({ databases, region, companyId, now: NOW }));
  service = await startService({ databases, now: NOW });
}, BOOT);
afterAll(() => service?.stop(), BOOT);

/** The first row of a query for each merchant. */
const ofEach = async (sql: string) =>
  (await Promise.all(targets.map((target) => rowsOf(target, sql)))).map(([row]) => row);

describe('seedDemo', () => {
  test('logs the records as it writes them', async () => {
    expect((await watched.log()).length).toBeGreaterThan(200);
    expect((await watched.differences()).slice(0, 1)).toEqual([]);
  });

  test('reports its progress to the end', () => {
    const [, total = 0] = progress.at(-1) ?? [];
    expect(progress).toEqual(Array.from({ length: total }, (_, i) => [i + 1, total]));
  });

  test('leaves a database that is not empty, with apps and merchants of each kind', async () => {
    expect(await isEmpty(databases)).toBe(false);
    expect(demo.apps.map(({ product, env }) => `${product} ${env}`)).toEqual([
      'FULL SANDBOX',
      'ONLINE_ORDER SANDBOX',
      'ADSR SANDBOX',
    ]);
    expect(demo.merchants.map(({ region, demo, storeIds }) => [region, demo, storeIds.length])).toEqual([
      ['UK', true, 3],
      ['AE', true, 2],
      ['IN', false, 2],
    ]);
  });

  test('gives every app access to the sandbox merchants and not to the live one', async () => {
    for (const { clientId, clientSecret } of demo.apps) {
      const body = (id: number) =>
        JSON.stringify({ client_id: clientId, client_secret: clientSecret, merchant_id: id });
      const headers = { 'Content-Type': 'application/json' };
      const mint = (id: number) => send(service.apiUrl, 'POST', '/token', { headers, body: body(id) });
      const minted = await Promise.all(demo.merchants.map(({ companyId }) => mint(companyId)));
      expect(minted.map(({ status, body }) => [status, body.error?.code])).toEqual([
        [200, undefined],
        [200, undefined],
        [403, 'developer.env_mismatch'],
      ]);
    }
  });
});

describe('The merchants of the demo', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false })).addSchema(document, 'contract');

  test.each(Object.entries(KINDS))('have %s that match the contract', async (table, schema) => {
    const validate = ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
    for (const target of targets) {
      const rows = await rowsOf<{ doc: string }>(
        target,
        `select ${docOf(table)} as doc from region.${table} where company_id = $1`,
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { doc } of rows)
        expect(validate(JSON.parse(doc)), `${doc}\n${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  });

  test('break no rule of stock, documents and sums', async () => {
    for (const target of targets) expect(await breachesOf(target)).toEqual([]);
  });

  test('have documents in every state, and 90 days of sales at every store', async () => {
    for (const target of targets)
      expect(await portraitOf(target)).toEqual({ ...PORTRAIT_OF_ALL, days: ['90 days from 2025-12-02 to 2026-03-01'] });
  });

  test('have as many records as it takes to try lists and filters', async () => {
    const counts = await ofEach(`select
      (select round(count(*) / 20.0)::integer * 20 from region.items where company_id = $1) as items,
      (select count(*) > 0 from region.items where company_id = $1 and status = 0) as inactive,
      (select array_agg(distinct stock_status order by stock_status) from region.item_stock s
       join region.items i on i.company_id = s.company_id and i.id = s.item_id
       where i.company_id = $1 and i.track_stock) as stock,
      (select count(*) from region.menus where company_id = $1) as menus,
      (select count(*) from region.menus where company_id = $1 and status = 0) as "inactiveMenus",
      (select count(*) from region.purchase_orders where company_id = $1) as orders,
      (select count(distinct provider) from region.purchase_orders where company_id = $1) as apps,
      (select count(*) >= 2 from region.purchase_returns where company_id = $1) as returns,
      (select count(*) from region.open_orders where company_id = $1) as "openOrders",
      (select count(*) > 5 from region.sales where company_id = $1 and kind = 'refund') as refunds,
      (select min(orders) > 300 from (
         select sum(orders) as orders from region.daily_sales where company_id = $1 group by store_id) s) as sales,
      (select count(distinct a.id) from region.stock_adjustment_lines l join region.stock_adjustments a
       on a.company_id = l.company_id and a.id = l.adjustment_id
       where a.company_id = $1 and a.status = 2 and l.before is not null) as "takenBack"`);
    const all = {
      ...{ inactive: true, stock: ['inStock', 'low', 'out'], orders: 28, returns: true, refunds: true, sales: true },
      takenBack: 2,
    };
    expect(counts).toEqual([
      { ...all, items: 200, menus: 6, inactiveMenus: 1, apps: 1, openOrders: 9 },
      { ...all, items: 60, menus: 4, inactiveMenus: 1, apps: 1, openOrders: 6 },
      { ...all, items: 60, menus: 4, inactiveMenus: 0, apps: 0, openOrders: 6 },
    ]);
  });

  test('have, taken together, every feature of items', async () => {
    const features = await ofEach(`select
      (select count(*) from region.categories where company_id = $1 and parent_id is null) as "topCategories",
      (select count(*) from region.categories where company_id = $1 and parent_id is not null) as categories,
      (select count(*) from region.items where company_id = $1 and external_id is not null) as "externalIds",
      (select count(*) from region.items where company_id = $1 and weighing_scale = 1 and unit = 'kg') as weighed,
      (select count(*) from region.stock_levels where company_id = $1 and scale(on_hand) = 3 and on_hand > 0) as kilos,
      (select count(*) from region.item_stores where company_id = $1 and price is not null) as prices,
      (select count(*) from region.item_stores where company_id = $1 and low_stock_level is not null) as levels,
      (select count(*) from region.item_modifiers where company_id = $1) as modifiers,
      (select count(*) from region.modifier_groups where company_id = $1) as groups,
      (select count(*) from region.menu_items where company_id = $1 and price is not null) as "menuPrices",
      (select extract(day from max(entry_date) - min(entry_date)) from region.items where company_id = $1) as days`);
    const sum = (name: string) =>
      features.reduce((all, row) => all + Number((row as Record<string, unknown>)[name]), 0);
    const least = {
      ...{ topCategories: 11, externalIds: 1, weighed: 1, kilos: 51, prices: 1, levels: 1, modifiers: 51, groups: 11 },
      ...{ menuPrices: 11, days: 300 },
    };
    expect(Object.entries(least).filter(([name, number]) => sum(name) < number)).toEqual([]);
    expect(sum('categories')).toBeGreaterThan(sum('topCategories'));
  });

  test('have barcodes for in-store use with valid check digits', async () => {
    const sql = `select value from region.item_identifiers where company_id = $1 and kind = 'barcode'`;
    const all = (await Promise.all(targets.map((target) => rowsOf<{ value: string }>(target, sql)))).flat();
    expect(all.length).toBeGreaterThan(200);
    for (const { value } of all) {
      expect(value).toMatch(/^2[0-9]{12}$/);
      expect([...value].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 3 : 1), 0) % 10, value).toBe(0);
    }
  });

  test('sell most at noon, and more on Saturdays than on Mondays', async () => {
    const counted = async (part: string) => {
      const sql = `select extract(${part} from s.sold_at at time zone t.timezone)::integer as part, count(*)::integer as n
        from region.sales s join region.stores t on t.company_id = s.company_id and t.id = s.store_id
        where s.kind = 'sale' and s.company_id = $1 group by 1 order by 2 desc`;
      return (await rowsOf<{ part: number; n: number }>(targets[0] as DemoTarget, sql)) ?? [];
    };
    const weekdays = new Map((await counted('isodow')).map(({ part, n }) => [part, n]));
    expect(weekdays.get(6)).toBeGreaterThan((weekdays.get(1) ?? 0) * 1.3);
    expect((await counted('hour'))[0]?.part).toBe(12);
  });
});
