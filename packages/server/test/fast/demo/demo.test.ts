import document from '@tillgate/openapi/openapi.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  Category,
  Item,
  Menu,
  ModifierGroup,
  OpenOrder,
  PurchaseOrder,
} from '../../../src/contract/generated/types.gen.ts';
import { isEmpty } from '../../../src/demo/is-empty.ts';
import { fromLocal } from '../../../src/demo/local-time.ts';
import { type Demo, seedDemo } from '../../../src/demo/seed.ts';
import { mintingClient, mintToken } from '../../../src/oauth/mint.ts';
import type { Databases } from '../../../src/storage/database.ts';
import { schemaOf } from '../../../src/storage/region.ts';
import { freshDatabases } from '../../support/databases.ts';
import { docOf } from '../../support/doc-of.ts';
import { watchChanges } from '../../support/seen-changes.ts';

const NOW = Date.parse('2026-03-02T08:15:30.000Z');
const KINDS = {
  stores: 'Store',
  suppliers: 'Supplier',
  taxes: 'Tax',
  categories: 'Category',
  brands: 'Brand',
  items: 'Item',
  modifier_groups: 'ModifierGroup',
  menus: 'Menu',
  purchase_orders: 'PurchaseOrder',
  stock_transfers: 'StockTransfer',
  stock_adjustments: 'StockAdjustment',
};
const BOOT = 600_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let databases: Databases;
let demo: Demo;
let watched: Awaited<ReturnType<typeof watchChanges>>;
const progress: [number, number][] = [];

beforeAll(async () => {
  databases = await freshDatabases();
  expect(await isEmpty(databases)).toBe(true);
  watched = await watchChanges(databases);
  demo = await seedDemo({ databases, clock: () => NOW, onProgress: (done, total) => progress.push([done, total]) });
}, BOOT);
afterAll(() => databases?.close(), BOOT);

/** Runs a query in each merchant's region; `region.` stands for its schema. */
async function rows<Row extends object>(sql: string, from = databases): Promise<Row[]> {
  const found: Row[] = [];
  for (const { region } of demo.merchants) {
    const text = sql.replaceAll('region.', `${schemaOf(region)}.`);
    found.push(...(await from.regions[region].query<Row>(text)).rows);
  }
  return found;
}

async function records<R>(table: string, from = databases): Promise<R[]> {
  const found = await rows<{ doc: string }>(
    `select ${docOf(table)} as doc from region.${table} order by company_id, id`,
    from,
  );
  return found.map(({ doc }) => JSON.parse(doc) as R);
}

describe('seedDemo', () => {
  test('logs the records as it writes them', async () => {
    expect((await watched.log()).length).toBeGreaterThan(200);
    expect((await watched.differences()).slice(0, 1)).toEqual([]);
  });

  test('reports its progress to the end', () => {
    const total = progress.at(-1)?.[1];
    expect(progress).toEqual(Array.from({ length: progress.length }, (_, i) => [i + 1, total]));
    expect(progress).toHaveLength(total as number);
  });

  test('leaves a database that is not empty, with apps and merchants of each kind', async () => {
    expect(await isEmpty(databases)).toBe(false);
    expect(demo.apps.map((app) => `${app.product} ${app.env}`)).toEqual([
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
    const tokens = { issue: async (claims: object) => claims };
    const control = { pool: databases.control, clock: () => NOW };
    const directory = { app: async () => ({ rehearsals: [] }) };
    const dependencies = { control, directory, tokens } as unknown as Parameters<typeof mintToken>[2];
    for (const { clientId, clientSecret } of demo.apps) {
      for (const { companyId, region, demo: sandbox } of demo.merchants) {
        const request = { client_id: clientId, client_secret: clientSecret };
        const client = await mintingClient(request, dependencies);
        const token = mintToken(client, companyId, dependencies).then((minted) => minted.token);
        if (sandbox) await expect(token).resolves.toMatchObject({ companyId, region });
        else await expect(token).rejects.toMatchObject({ code: 'developer.env_mismatch' });
      }
    }
  });

  test('creates the same records all day long, with different secrets', { timeout: BOOT }, async () => {
    const others = await freshDatabases();
    try {
      const again = await seedDemo({ databases: others, clock: () => NOW + 12 * HOUR });
      const named = ({ merchants }: Demo) =>
        merchants.map(({ owner, employee, ...merchant }) => [merchant, owner.email, employee.email]);
      expect(named(again)).toEqual(named(demo));
      expect(again.merchants[0]?.owner.password).not.toBe(demo.merchants[0]?.owner.password);
      expect(again.apps.map((app) => app.name)).toEqual(demo.apps.map((app) => app.name));
      for (const [i, app] of again.apps.entries()) expect(app.clientSecret).not.toBe(demo.apps[i]?.clientSecret);
      for (const table of [...Object.keys(KINDS), 'purchase_returns', 'open_orders']) {
        expect(await records(table, others)).toEqual(await records(table));
      }
      const lines = ['purchase_order_lines', 'stock_transfer_lines', 'stock_adjustment_lines'];
      const stock = ['stock_movements', 'stock_levels', 'item_stock', ...lines];
      const menus = ['menu_items', 'menu_stores', 'modifier_options'];
      for (const table of [...stock, ...menus, 'sales', 'sale_lines', 'daily_sales', 'daily_item_sales']) {
        const all = `select * from region.${table} t order by t`;
        expect(await rows(all, others)).toEqual(await rows(all));
      }
    } finally {
      await others.close();
    }
  });
});

describe('seedDemo on a later day', () => {
  /** London changed its clocks twice between the two days. The last sales are from before and after a change. */
  const LATER = Date.parse('2026-11-22T23:59:59Z');
  const MOVED = Math.floor(LATER / DAY) * DAY - Math.floor(NOW / DAY) * DAY;
  let later: Databases;

  beforeAll(async () => {
    later = await freshDatabases();
    await seedDemo({ databases: later, clock: () => LATER });
  }, BOOT);
  afterAll(() => later?.close(), BOOT);

  /** Adds MOVED to all instants and dates of a record. */
  const moved = (record: unknown): unknown =>
    JSON.parse(JSON.stringify(record), (_, value) => {
      if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(T.*Z)?$/.test(value)) return value;
      return new Date(Date.parse(value) + MOVED).toISOString().slice(0, value.length);
    });

  test.each(['stores', 'suppliers', 'taxes', 'categories', 'brands', 'items', 'modifier_groups', 'menus'])(
    'creates the same %s, dated as many days later',
    async (table) => {
      expect(await records(table, later)).toEqual((await records(table)).map(moved));
    },
  );

  test('creates orders with the same numbers, dated as many days later', async () => {
    const dated =
      'select order_no, order_date::text, expected_date::text from region.purchase_orders order by company_id, order_no';
    const orders = await rows<{ expected_date: string }>(dated, later);
    expect(orders).toEqual((await rows(dated)).map(moved));
    for (const { expected_date } of orders) expect(Date.parse(expected_date)).toBeLessThan(LATER);
  });

  test("creates sales for the 90 days before, within each store's opening hours despite clock changes", async () => {
    const stores = await rows<{ days: number; first: string; last: string; opens: number; closes: number }>(
      `select count(distinct business_date) as days, min(business_date)::text as first, max(business_date)::text as last,
         min(extract(hour from sold_at at time zone t.timezone))::integer as opens,
         max(extract(hour from sold_at at time zone t.timezone)) filter (where s.kind = 'sale')::integer as closes
       from region.sales s join region.stores t on t.company_id = s.company_id and t.id = s.store_id group by t.id`,
      later,
    );
    expect(stores).toHaveLength(7);
    for (const store of stores)
      expect(store).toEqual({ days: 90, first: '2026-08-24', last: '2026-11-21', opens: 8, closes: 19 });
  });

  test.each([
    ['sales', 'sold_at'],
    ['stock_movements', 'recorded_at'],
    ['open_orders', 'opened_at'],
    ['purchase_orders', 'updated_at'],
    ['items', 'updated_at'],
    ['menus', 'updated_at'],
  ])('creates nothing in the future: %s', async (table, column) => {
    const latest = await rows<{ latest: Date }>(`select max(${column}) as latest from region.${table}`, later);
    for (const { latest: at } of latest) expect(new Date(at).getTime()).toBeLessThanOrEqual(LATER);
  });
});

describe('fromLocal', () => {
  test.each([
    ['Europe/London', '2026-03-28T08:30:00', '2026-03-28T08:30:00.000Z'],
    ['Europe/London', '2026-03-29T08:30:00', '2026-03-29T07:30:00.000Z'],
    ['Europe/London', '2026-10-24T08:30:00', '2026-10-24T07:30:00.000Z'],
    ['Europe/London', '2026-10-25T08:30:00', '2026-10-25T08:30:00.000Z'],
    ['America/Los_Angeles', '2026-03-08T08:30:00', '2026-03-08T15:30:00.000Z'],
    ['America/Los_Angeles', '2026-11-01T08:30:00', '2026-11-01T16:30:00.000Z'],
    ['Asia/Kolkata', '2026-11-22T19:59:00', '2026-11-22T14:29:00.000Z'],
  ])('finds the instant at which clocks in %s show %s', (zone, local, instant) => {
    expect(new Date(fromLocal(zone, Date.parse(`${local}Z`))).toISOString()).toBe(instant);
  });
});

const ajv = addFormats.default(new Ajv2020({ strict: false })).addSchema(document, 'contract');

describe('records of the demo', () => {
  test.each(Object.entries(KINDS))('%s match the contract', async (table, schema) => {
    const validate = ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
    const all = await records(table);
    expect(all.length).toBeGreaterThan(0);
    for (const record of all)
      expect(validate(record), `${JSON.stringify(record)}\n${ajv.errorsText(validate.errors)}`).toBe(true);
  });

  test('are dated before the clock, items over months and no two at once', async () => {
    const items = await records<Item>('items');
    const dates = items.map((item) => Date.parse(item.entryDate));
    expect(Math.max(...items.map((item) => Date.parse(item.updatedAt)))).toBeLessThanOrEqual(NOW);
    expect(Math.max(...dates) - Math.min(...dates)).toBeGreaterThan(100 * 24 * 3_600_000);
    expect(new Set(dates).size).toBe(dates.length);
    const late = await rows(`select id from region.stock_movements where at > '${new Date(NOW).toISOString()}'`);
    expect(late).toEqual([]);
  });

  test('record no movement before it happens', async () => {
    expect(await rows('select id from region.stock_movements where recorded_at < at')).toEqual([]);
  });

  test('match the row counts', async () => {
    for (const table of Object.keys(KINDS)) {
      const counted = await rows(
        `select company_id, status, count(*) as n from region.${table} group by company_id, status order by company_id, status`,
      );
      const kept = await rows(
        `select company_id, status, sum(n)::bigint as n from region.row_counts where kind = '${table}'
         group by company_id, status having sum(n) <> 0 order by company_id, status`,
      );
      expect(kept).toEqual(counted);
    }
  });

  test('form a category tree of two levels', async () => {
    const categories = await records<Category>('categories');
    const tops = categories.filter((category) => category.parentId === null).map((category) => category.id);
    expect(tops.length).toBeGreaterThan(10);
    expect(categories.length).toBeGreaterThan(2 * tops.length);
    for (const { parentId } of categories) if (parentId !== null) expect(tops).toContain(parentId);
  });
});

describe('items of the demo', () => {
  test('number about 200 at the first merchant and about 60 at the others, of every type and status', async () => {
    const groups = await rows<{ type: number; status: number; n: number }>(
      'select company_id, type, min(status) as status, count(*) as n from region.items group by company_id, type order by 1, 2',
    );
    expect(groups.map(({ type }) => type)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
    expect(groups.filter(({ status }) => status === 0).length).toBeGreaterThanOrEqual(3);
    const sizes = await rows<{ n: number }>('select count(*) as n from region.items');
    expect(sizes.map(({ n }) => Math.round(n / 20) * 20)).toEqual([200, 60, 60]);
  });

  test('have barcodes for in-store use with valid check digits', async () => {
    const all = await rows<{ value: string }>("select value from region.item_identifiers where kind = 'barcode'");
    expect(all.length).toBeGreaterThan(200);
    for (const { value } of all) {
      expect(value).toMatch(/^2[0-9]{12}$/);
      expect([...value].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 3 : 1), 0) % 10, value).toBe(0);
    }
  });

  test('include external ids, overrides, modifiers and weighed quantities', async () => {
    const items = await records<Item>('items');
    expect(items.some((item) => item.externalId !== null)).toBe(true);
    expect(items.some((item) => item.stores.some((store) => store.price !== null))).toBe(true);
    expect(items.some((item) => item.stores.some((store) => store.lowStockLevel !== null))).toBe(true);
    expect(items.some((item) => item.modifierIds.length > 0)).toBe(true);
    expect(items.some((item) => item.weighingScale === 1 && item.unit === 'kg')).toBe(true);
    const weighed = await rows('select from region.stock_levels where scale(on_hand) = 3 and on_hand > 0');
    expect(weighed.length).toBeGreaterThan(50);
  });
});

describe('modifier groups and menus of the demo', () => {
  test('agree with the items: each group names the items that name it', async () => {
    const items = await records<Item>('items');
    const groups = await records<ModifierGroup>('modifier_groups');
    const pairs = items.flatMap(({ id, modifierIds }) => modifierIds.map((groupId) => `${id} ${groupId}`));
    const mirrored = groups.flatMap(({ id, itemIds }) => itemIds.map((itemId) => `${itemId} ${id}`));
    expect(pairs.length).toBeGreaterThan(50);
    expect(mirrored.sort()).toEqual(pairs.sort());
  });

  test('include only groups that are in use and offer a possible choice', async () => {
    const groups = await records<ModifierGroup>('modifier_groups');
    expect(groups.length).toBe(11);
    for (const { name, options, minSelect, maxSelect, itemIds } of groups) {
      const active = options.filter(({ status }) => status === 1).length;
      const choice = [options.length > 1, active >= minSelect, (maxSelect ?? active) <= active, itemIds.length > 0];
      expect([name, ...choice]).toEqual([name, true, true, true, true]);
    }
  });

  test('cover every channel at every merchant', async () => {
    const menus = await rows<{ n: number; channels: number; inactive: number }>(
      `select count(*) as n, max(delivery) + max(takeaway) + max(online) as channels,
         count(*) filter (where status = 0) as inactive from region.menus group by company_id order by company_id`,
    );
    expect(menus).toEqual([
      { n: 6, channels: 3, inactive: 1 },
      { n: 4, channels: 3, inactive: 1 },
      { n: 4, channels: 3, inactive: 0 },
    ]);
  });

  test('include only active items, some at other prices', async () => {
    const menus = await records<Menu>('menus');
    for (const { name, itemCount, storeIds } of menus) {
      expect([name, itemCount >= 5, storeIds.length > 0]).toEqual([name, true, true]);
    }
    const entries = await rows<{ price: string | null; status: number }>(
      `select e.price, i.status from region.menu_items e
       join region.items i on i.company_id = e.company_id and i.id = e.item_id`,
    );
    expect(entries).toHaveLength(menus.reduce((sum, { itemCount }) => sum + itemCount, 0));
    expect(entries.filter(({ status }) => status !== 1)).toEqual([]);
    expect(entries.filter(({ price }) => price !== null).length).toBeGreaterThan(10);
  });
});

describe('purchase orders of the demo', () => {
  test('are in every state at every merchant, and some are from an app at sandbox merchants', async () => {
    const orders = await records<PurchaseOrder>('purchase_orders');
    expect(orders).toHaveLength(84);
    const states = await rows<{ states: string[] }>(
      `select array_agg(distinct status || '/' || purch_status order by status || '/' || purch_status) as states
       from region.purchase_orders`,
    );
    expect(states).toEqual(demo.merchants.map(() => ({ states: ['0/0', '1/0', '1/1', '1/2'] })));
    const sources = await rows<{ n: number }>('select count(distinct provider) as n from region.purchase_orders');
    expect(sources.map(({ n }) => n)).toEqual([1, 1, 0]);
    const returns = await rows<{ n: number }>('select count(*) as n from region.purchase_returns');
    for (const { n } of returns) expect(n).toBeGreaterThanOrEqual(2);
  });

  test('are numbered in the order of their dates, and come before the clock', async () => {
    const all = await rows<{ order_no: string }>('select order_no from region.purchase_orders order by entry_date, id');
    const numbers = Array.from({ length: 28 }, (_, i) => `PO-${String(i + 1).padStart(6, '0')}`);
    expect(all.map(({ order_no }) => order_no)).toEqual(demo.merchants.flatMap(() => numbers));
    const orders = await records<PurchaseOrder>('purchase_orders');
    expect(Math.max(...orders.map(({ updatedAt }) => Date.parse(updatedAt)))).toBeLessThanOrEqual(NOW);
  });

  test('have received the quantities in the ledger', async () => {
    const wrong = await rows(
      `select l.id from region.purchase_order_lines l
       left join region.stock_movements m on m.company_id = l.company_id and m.document_id = l.order_id and m.line_id = l.id
       group by l.company_id, l.id, l.received having l.received <> coalesce(sum(m.change), 0)`,
    );
    expect(wrong).toEqual([]);
  });
});

describe('stock transfers and adjustments of the demo', () => {
  const states = (table: string, state: string) =>
    rows<{ states: string[] }>(
      `select array_agg(distinct ${state} order by ${state}) as states from region.${table} group by company_id order by company_id`,
    );

  test('are in every state at every merchant, adjustments of every type too', async () => {
    const transfers = await states('stock_transfers', `status || '/' || transfer_status`);
    expect(transfers).toEqual(demo.merchants.map(() => ({ states: ['0/0', '1/0', '1/1', '1/2'] })));
    expect(await states('stock_adjustments', 'status')).toEqual(demo.merchants.map(() => ({ states: [0, 1, 2] })));
    expect(await states('stock_adjustments', 'type')).toEqual(demo.merchants.map(() => ({ states: [0, 1, 2] })));
    const takenBack = await rows<{ n: number }>(
      'select count(distinct adjustment_id) as n from region.stock_adjustment_lines l join region.stock_adjustments a using (company_id) where a.id = l.adjustment_id and a.status = 2 and l.before is not null',
    );
    expect(takenBack.map(({ n }) => n)).toEqual([2, 2, 2]);
  });

  test('are numbered in the order of their dates, and come before the clock', async () => {
    for (const [table, number, prefix] of [
      ['stock_transfers', 'transfer_no', 'ST'],
      ['stock_adjustments', 'adjustment_no', 'SA'],
    ]) {
      const all = await rows<{ number: string }>(
        `select ${number} as number, row_number() over (partition by company_id order by entry_date, id) as n from region.${table} order by company_id, n`,
      );
      for (const row of all as { number: string; n: number }[])
        expect(row.number).toBe(`${prefix}-${String(row.n).padStart(6, '0')}`);
      const late = await rows(`select id from region.${table} where updated_at > '${new Date(NOW).toISOString()}'`);
      expect(late).toEqual([]);
    }
  });

  test('counted the stock that the ledger had when they were written', async () => {
    const wrong = await rows(
      `select l.id from region.stock_adjustment_lines l
       join region.stock_adjustments a on a.company_id = l.company_id and a.id = l.adjustment_id and a.status = 1
       join region.stock_movements own on own.company_id = l.company_id and own.line_id = l.id and own.document_kind = 'stockAdjustment'
       where l.before <> (select coalesce(sum(m.change), 0) from region.stock_movements m
         where m.company_id = l.company_id and m.store_id = a.store_id and m.item_id = l.item_id
           and m.variant_id is not distinct from l.variant_id and m.ctid < own.ctid)`,
    );
    expect(wrong).toEqual([]);
  });
});

describe('stock of the demo', () => {
  test('is the sum of the ledger', async () => {
    const wrong = await rows(
      `select * from region.stock_levels l
       full join (select company_id, item_id, store_id, variant_id, sum(change) as moved from region.stock_movements group by 1, 2, 3, 4) m
         on m.company_id = l.company_id and m.item_id = l.item_id and m.store_id = l.store_id
           and coalesce(m.variant_id, 0) = coalesce(l.variant_id, 0)
       where l.on_hand is distinct from coalesce(m.moved, 0)`,
    );
    expect(wrong).toEqual([]);
    const kinds = await rows<{ kinds: string[] }>(
      'select array_agg(distinct document_kind order by document_kind) as kinds from region.stock_movements',
    );
    expect(kinds).toEqual(
      demo.merchants.map(() => ({
        kinds: ['opening', 'purchaseOrder', 'purchaseReturn', 'refund', 'sale', 'stockAdjustment', 'stockTransfer'],
      })),
    );
  });

  test('is kept for every tracked item or each of its variants at every store', async () => {
    const wrong = await rows(
      `select coalesce(i.id, l.item_id) as item_id
       from (select i.company_id, i.id, v.id as variant_id, s.id as store_id from region.items i
             left join region.item_variants v on v.company_id = i.company_id and v.item_id = i.id
             join region.stores s on s.company_id = i.company_id where i.track_stock) i
       full join region.stock_levels l on l.company_id = i.company_id and l.item_id = i.id and l.store_id = i.store_id
         and coalesce(l.variant_id, 0) = coalesce(i.variant_id, 0)
       where i.id is null or l.item_id is null`,
    );
    expect(wrong).toEqual([]);
  });

  test('adds up to the total of each item', async () => {
    const wrong = await rows(
      `select s.* from region.item_stock s where on_hand <> (select coalesce(sum(l.on_hand), 0) from region.stock_levels l
         where l.company_id = s.company_id and l.item_id = s.item_id)`,
    );
    expect(wrong).toEqual([]);
  });

  test('is in stock, low and out at every merchant', async () => {
    const states = await rows<{ states: string[] }>(
      `select array_agg(distinct stock_status order by stock_status) as states from region.item_stock s
       join region.items i on i.company_id = s.company_id and i.id = s.item_id where i.track_stock`,
    );
    expect(states).toEqual(demo.merchants.map(() => ({ states: ['inStock', 'low', 'out'] })));
  });
});

describe('sales of the demo', () => {
  test('cover the 90 days before its own, at every store on every day', async () => {
    const stores = await rows<{ name: string; days: number; first: string; last: string; sales: number }>(
      `select s.name, count(*) as days, min(d.day) as first, max(d.day) as last, sum(d.orders)::integer as sales
       from region.daily_sales d join region.stores s on s.company_id = d.company_id and s.id = d.store_id group by s.name, s.id order by s.id`,
    );
    expect(stores).toHaveLength(7);
    for (const { name, days, first, last, sales } of stores) {
      expect([name, days, first, last]).toEqual([name, 90, '2025-12-02', '2026-03-01']);
      expect(sales).toBeGreaterThan(300);
    }
  });

  test('peak at noon, and are more frequent on Saturdays than on Mondays', async () => {
    const counted = async (part: string) =>
      new Map(
        (
          await rows<{ part: number; n: number }>(
            `select part::integer, count(*)::integer as n from (select extract(${part} from s.sold_at at time zone t.timezone) as part
               from region.sales s join region.stores t on t.company_id = s.company_id and t.id = s.store_id
               where s.kind = 'sale' and s.company_id = ${demo.merchants[0]?.companyId}) p group by part`,
          )
        ).map(({ part, n }) => [part, n]),
      );
    const weekdays = await counted('isodow');
    expect(weekdays.get(6)).toBeGreaterThan((weekdays.get(1) ?? 0) * 1.3);
    const hours = await counted('hour');
    expect([...hours].sort(([, a], [, b]) => b - a)[0]?.[0]).toBe(12);
    expect(Math.min(...hours.keys())).toBeGreaterThanOrEqual(8);
    expect(Math.max(...hours.keys())).toBeLessThanOrEqual(19);
  });

  test('are paid in several ways, with discounts, refunds of known sales, and every channel', async () => {
    const merchants = await rows<Record<string, number>>(
      `select company_id, sum(paid_cash) > 0 and sum(paid_card) > 0 and sum(paid_online) > 0 and sum(paid_gift_card) > 0 as paid,
         sum(discounts) > 0 as discounts, sum(tax) > 0 as tax, count(distinct channel)::integer as channels,
         count(*) filter (where kind = 'refund')::integer > 5 as refunds,
         bool_and(kind = 'sale' or refund_of is not null) as known from region.sales group by company_id order by 1`,
    );
    const all = { paid: true, discounts: true, tax: true, channels: 5, refunds: true, known: true };
    expect(merchants).toMatchObject([all, all, all]);
  });

  test('add up to the sums of their days', async () => {
    const wrong = await rows(
      `select d.* from region.daily_sales d full join (
         select company_id, business_date as day, store_id, sum(gross) filter (where kind = 'sale') as gross,
           coalesce(sum(gross - discounts) filter (where kind = 'refund'), 0) as refunds from region.sales group by 1, 2, 3) s
         using (company_id, day, store_id) where d.gross is distinct from s.gross or d.refunds is distinct from s.refunds`,
    );
    expect(wrong).toEqual([]);
  });

  test('leave some orders open at every store', async () => {
    const orders = await records<OpenOrder>('open_orders');
    const validate = ajv.compile({ $ref: 'contract#/components/schemas/OpenOrder' });
    for (const order of orders) expect(validate(order), ajv.errorsText(validate.errors)).toBe(true);
    expect(orders).toHaveLength(7 * 3);
  });
});
