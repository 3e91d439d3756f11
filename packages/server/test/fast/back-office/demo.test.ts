import { createReadStream } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { historyOf } from '../../../src/back-office/demo/history.ts';
import { readCatalogue, readOverrides, SHOPS, sandboxShop } from '../../../src/back-office/demo/shops.ts';
import { importMerchant } from '../../../src/back-office/import/run-import.ts';
import { fromLocal } from '../../../src/back-office/local-time.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { Regions } from '../../../src/database/regions.ts';
import { BACK_OFFICE } from '../../../src/database/statement.ts';
import { REGIONS } from '../../../src/process/region.ts';
import type { Caller } from '../../support/api-caller.ts';
import { breachesOf, type DemoTarget, PORTRAIT_OF_ALL, portraitOf, rowsOf } from '../../support/demo-merchant.ts';
import { docOf } from '../../support/doc-of.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const NOW = service.clock();
const DAY = 24 * 60 * 60 * 1000;
const baseOf = (now: number): number => Math.floor(now / DAY) * DAY;
const SANDBOXES = REGIONS.map((region) => sandboxShop(`Sandbox ${region}`, region, 'GBP'));

describe('The files of the demo', () => {
  /** Reads the files of a shop as one. */
  async function* bytesOf(files: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const file of files) {
      yield* createReadStream(new URL(`../../../src/back-office/demo/shops/${file}.ndjson`, import.meta.url));
    }
  }

  test.each([...SHOPS, ...SANDBOXES])(
    'of $name are accepted by tillgate import',
    async ({ region, currency, files }) => {
      const { companyId } = await service.newMerchant(null, region, true, currency);
      const regions = new Regions(service.databases, service.clock);
      const result = await importMerchant({ pool: service.databases.control, regions, companyId }, bytesOf(files), {});
      expect(result).toMatchObject({ problems: [], warnings: [], written: result.lines });
      expect(result.lines).toBeGreaterThan(20);
    },
  );

  test('override prices and levels of known items at known stores only', async () => {
    const catalogues = await Promise.all([...SHOPS, ...SANDBOXES].map(({ files }) => readCatalogue(files)));
    const applied = catalogues.flatMap(({ items }) =>
      items.flatMap(({ externalId, stores = [] }) => stores.map(({ store }) => `${store} ${externalId}`)),
    );
    const overrides = await readOverrides();
    expect(overrides.length).toBeGreaterThan(20);
    expect(overrides.map(({ store, item }) => `${store} ${item}`).filter((pair) => !applied.includes(pair))).toEqual(
      [],
    );
  });
});

describe('The demo data of a sandbox merchant', () => {
  /** The 14 days before this one include a change of London's clocks. Its last sales are later than the first of today. */
  const LATER = Date.parse('2026-11-02T23:59:59Z');
  let caller: Caller;
  let today: DemoTarget;
  let later: DemoTarget;

  /** Fills a merchant as the demo does: each step in a transaction at its own time. */
  async function fill(now: number, merchant?: Merchant): Promise<DemoTarget> {
    const { databases } = service;
    const filled = merchant ?? (await service.newMerchant(null));
    let at = now;
    const tenant = new Regions(databases, () => at).tenant({ ...filled, ...BACK_OFFICE });
    const { steps } = await historyOf(sandboxShop('Café', 'UK', 'GBP'), baseOf(now));
    for (const step of steps) {
      at = step.at;
      await tenant.write(step.write);
    }
    return { databases, region: 'UK', companyId: filled.companyId, now };
  }

  beforeAll(async () => {
    caller = await service.connect();
    [today, later] = [await fill(NOW, caller.merchant), await fill(LATER)];
  });

  test('breaks no rule of stock, documents and sums, nor of opening hours when clocks change', async () => {
    expect(await breachesOf(today)).toEqual([]);
    expect(await breachesOf(later)).toEqual([]);
  });

  test('has documents in every state, and 14 days of sales at every store', async () => {
    const days = ['14 days from 2026-02-16 to 2026-03-01'];
    expect(await portraitOf(today)).toEqual({ ...PORTRAIT_OF_ALL, days });
    expect(await portraitOf(later)).toEqual({ ...PORTRAIT_OF_ALL, days: ['14 days from 2026-10-19 to 2026-11-01'] });
  });

  const CATALOGUE = ['stores', 'suppliers', 'taxes', 'categories', 'brands', 'items', 'modifier_groups', 'menus'];
  const DOCUMENTS = ['purchase_orders', 'purchase_returns', 'stock_transfers', 'stock_adjustments', 'open_orders'];
  const ROWS = ['menu_items', 'menu_stores', 'stock_movements', 'stock_levels', 'item_stock'];
  const SALES = ['sales', 'sale_lines', 'daily_sales', 'daily_item_sales'];

  /** Rows of a query that returns JSON text, as if ids began at 1 and the day of the demo were day 0. */
  async function from(target: DemoTarget, sql: string): Promise<unknown[]> {
    const [{ first = 0 } = {}] = await rowsOf<{ first: number }>(
      target,
      'select min(id) - 1 as first from region.stores where company_id = $1',
    );
    const rows = await rowsOf<{ doc: string }>(target, sql);
    return rows.map(({ doc }) =>
      JSON.parse(doc, (_, value) => {
        if (typeof value === 'number') return value > first ? value - first : value;
        if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(T.*Z)?$/.test(value)) return value;
        return (Date.parse(value) - baseOf(target.now)) / DAY;
      }),
    );
  }

  const recordsIn = (table: string) =>
    `select ${docOf(table)} as doc from region.${table} where company_id = $1 order by id`;

  test.each(CATALOGUE)('is the same on every day, dated as many days later: %s', async (table) => {
    const records = await from(today, recordsIn(table));
    expect(records.length).toBeGreaterThan(0);
    expect(await from(later, recordsIn(table))).toEqual(records);
  });

  test('has purchase orders with the same numbers on every day, dated as many days later', async () => {
    const dated = `select json_build_object('no', order_no, 'at', order_date::text, 'by', expected_date::text)::text as doc
      from region.purchase_orders where company_id = $1 order by order_no`;
    expect(await from(later, dated)).toEqual(await from(today, dated));
  });

  test('is the same all day long', async () => {
    const tonight = await fill(NOW + 12 * 3_600_000);
    const rowsIn = (table: string) =>
      `select (to_jsonb(t) - 'company_id' - 'id')::text as doc from region.${table} t where company_id = $1 order by t`;
    for (const sql of [...[...CATALOGUE, ...DOCUMENTS].map(recordsIn), ...[...ROWS, ...SALES].map(rowsIn)])
      expect(await from(tonight, sql)).toEqual(await from(today, sql));
  });

  test('is read by apps as the contract describes it', async () => {
    const [{ id }] = (await caller.get('/stores')).body.data;
    const lists = ['/stores', '/suppliers', '/taxes', '/categories', '/brands', '/items', '/modifiers', '/menus'];
    const documents = ['/purchase-orders?transactions=true', '/stock-transfers', '/stock-adjustments'];
    for (const path of [...lists, ...documents, `/stores/${id}/open-orders`])
      expect((await caller.get(path)).body.data.length).toBeGreaterThan(0);
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
