import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { describe as describeProblem, readLines } from '../../../src/back-office/import/lines.ts';
import { importLines } from '../../../src/back-office/import/run-import.ts';
import type { Caller } from '../../support/api-caller.ts';
import {
  backOffice,
  DISAGREEMENTS,
  importAll,
  importValid,
  itemLine,
  keptOf,
  saleLine,
  storeLine,
} from '../../support/import-lines.ts';
import { sharedService } from '../../support/service.ts';

const AT = '2026-02-10T12:00:00Z';

let caller: Caller;

const service = await sharedService();
beforeEach(async () => {
  caller = await service.connect();
});

const importing = (...lines: (object | string)[]) => importAll(service, caller.merchant, lines);
const imported = (...lines: object[]) => importValid(service, caller.merchant, lines);
const kept = () => keptOf(service, caller.merchant);
const disagreements = async () => (await service.databases.regions.UK.query(DISAGREEMENTS)).rows;

async function problemsOf(...lines: object[]): Promise<string[]> {
  return (await importing(...lines)).problems.map(describeProblem);
}

const listOf = async (path: string) => (await caller.get(path)).body.data;
const recordOf = async (path: string, name: string) =>
  (await listOf(path)).find((record: { name: string }) => record.name === name);
const menuOf = async (name: string) => (await caller.get(`/menus/${(await recordOf('/menus', name)).id}/full`)).body;

const LINES = [{ item: 'A', quantity: '1', gross: '3.50' }];
const ORDER = { type: 'openOrder', externalId: 'O', store: 'S', number: '7', at: AT, lines: LINES };
const OPENING = { type: 'openingStock', externalId: 'I', store: 'S', item: 'A', quantity: '10', at: AT };
const RETURN = {
  ...{ type: 'purchaseReturn', externalId: 'R', supplier: 'P', store: 'S', date: '2026-02-11' },
  lines: [{ item: 'A', quantity: '2.5', unitCost: '1.10' }],
};

const CATALOGUE = [
  storeLine('S', 'Europe/London', { address: '1 Quay', status: 0 }),
  storeLine('D', 'Asia/Dubai', { currency: 'AED' }),
  { type: 'supplier', externalId: 'P', name: 'Roasters', code: 'R', email: 'a@roasters.example', phone: '+44 1' },
  { type: 'tax', externalId: 'T', name: 'VAT', rate: '20.00' },
  { type: 'category', externalId: 'C1', name: 'Drinks', sortOrder: 10 },
  { type: 'category', externalId: 'C2', name: 'Coffee', parent: 'C1' },
  { type: 'brand', externalId: 'B', name: 'Acme' },
  itemLine('A', {
    ...{ tax: 'T', groupId: 'C2', brandId: 'B', itemCode: 'A-1', barcodes: ['123'], cost: '1.10', lowStockLevel: '5' },
  }),
  itemLine('V', { itemType: 1, variants: [{ name: 'Small', price: '2.00' }, { name: 'Large' }] }),
  itemLine('K', {
    itemType: 2,
    components: [
      { item: 'A', quantity: '2' },
      { item: 'V', variant: 'Small', quantity: '1' },
    ],
  }),
  {
    ...{ type: 'modifier', externalId: 'M', name: 'Milk', minSelect: 1, items: ['A', 'V'] },
    options: [
      { name: 'Oat', price: '0.50' },
      { name: 'Shot', item: 'A' },
    ],
  },
  {
    ...{ type: 'menu', externalId: 'N', name: 'Lunch', online: 1, stores: ['S'] },
    items: [{ item: 'A', price: '3' }, { item: 'K' }],
  },
] as const;

/** A line of each type. */
const FILE = [
  ...CATALOGUE,
  ...[OPENING, saleLine('1', 'S', AT), { ...saleLine('1', 'S', AT), type: 'refund', sale: '1' }, ORDER, RETURN],
  { type: 'void', externalId: '1', kind: 'refund', at: '2026-02-10T13:00:00Z' },
];

/** The catalogue with one line changed. */
const changed = (externalId: string, more: object) =>
  CATALOGUE.map((line) => (line.externalId === externalId ? { ...line, ...more } : line));

const lineOf = (externalId: string, more: object = {}) => ({
  ...CATALOGUE.find((line) => line.externalId === externalId),
  ...more,
});

describe('An import', () => {
  test('writes each kind of record as the API then returns it', async () => {
    expect(await importing(...FILE)).toMatchObject({ lines: FILE.length, written: FILE.length, stopped: false });
    const [s, d, p] = [
      await recordOf('/stores', 'Store S'),
      await recordOf('/stores', 'Store D'),
      ...(await listOf('/suppliers')),
    ];
    expect(s).toMatchObject({ code: 'S', timezone: 'Europe/London', currency: 'GBP', address: '1 Quay', status: 0 });
    expect(d).toMatchObject({ externalId: 'D', timezone: 'Asia/Dubai', currency: 'AED', status: 1 });
    expect(p).toMatchObject({ name: 'Roasters', code: 'R', email: 'a@roasters.example', phone: '+44 1' });
    const [[tax], [brand], [milk]] = [await listOf('/taxes'), await listOf('/brands'), await listOf('/modifiers')];
    const [coffee, drinks] = await listOf('/categories?sort=name&order=asc');
    const [a, v, k] = await Promise.all(['A', 'V', 'K'].map((name) => recordOf('/items', `Item ${name}`)));
    expect(tax).toMatchObject({ name: 'VAT', rate: '20', externalId: 'T' });
    expect([coffee.parentId, drinks.parentId]).toEqual([drinks.id, null]);
    expect(a).toMatchObject({
      ...{ taxId: tax.id, groupId: coffee.id, brandId: brand.id, modifierIds: [milk.id], itemCode: 'A-1' },
      ...{ barcodes: ['123'], price: '3.50', cost: '1.10', lowStockLevel: '5' },
    });
    expect(v).toMatchObject({ type: 1, variants: [{ name: 'Small', price: '2.00' }, { name: 'Large' }] });
    expect(k).toMatchObject({
      type: 2,
      components: [
        { itemId: a.id, variantId: null, quantity: '2' },
        { itemId: v.id, variantId: v.variants[0].id, quantity: '1' },
      ],
    });
    expect(milk).toMatchObject({ minSelect: 1, itemIds: [a.id, v.id], options: [{ price: '0.50' }, { itemId: a.id }] });
    const items = [
      { itemId: a.id, price: '3.00' },
      { itemId: k.id, price: null },
    ];
    expect(await menuOf('Lunch')).toMatchObject({ online: 1, items, stores: [{ name: 'Store S' }] });
    expect(await listOf('/purchase-orders?transactions=true')).toMatchObject([
      { Type: 1, date: '2026-02-11', returnNo: 'PR-000001', total: '2.75', externalId: 'R' },
    ]);
    expect(await listOf(`/stores/${s.id}/open-orders`)).toMatchObject([{ orderNo: '7', gross: '3.50' }]);
    expect(await listOf('/reports/stock-on-hand')).toMatchObject([{ onHand: '6.5' }]);
  });

  test('repeated changes nothing, even reversed, with omitted properties or numbers in another form', async () => {
    await imported(...FILE);
    const before = await kept();
    service.advance(60_000);
    const bare = CATALOGUE.map(({ type, externalId, name, ...line }) => {
      const { code, timezone, rate, options } = line as Record<string, unknown>;
      return { type, externalId, name, code, timezone, rate, options };
    });
    const respelled = changed('A', { price: '3.5000' }).map((line) =>
      'rate' in line ? { ...line, rate: '20' } : line,
    );
    for (const lines of [FILE, FILE.flatMap((line) => [line, line]), FILE.toReversed(), bare, respelled])
      expect(await importing(...lines)).toMatchObject({ lines: lines.length, written: 0, problems: [], warned: 0 });
    expect(await kept()).toEqual(before);
    const longer = [...FILE, saleLine('new', 'S', AT)];
    expect(await importing(...longer)).toMatchObject({ lines: longer.length, written: 1 });
  });

  test('counts a repeated line once', async () => {
    const twice = FILE.flatMap((line) => [line, line]);
    expect(await importing(...twice)).toMatchObject({ lines: twice.length, written: FILE.length, problems: [] });
    expect(await listOf('/reports/stock-on-hand')).toMatchObject([{ onHand: '6.5' }]);
  });

  test.each<[string, object, string, object]>([
    ['S', { name: 'Corner', status: 1, address: null }, '/stores', { name: 'Corner', status: 1, address: null }],
    ['P', { phone: '+44 2' }, '/suppliers', { phone: '+44 2', email: 'a@roasters.example' }],
    ['T', { rate: '5' }, '/taxes', { rate: '5', name: 'VAT' }],
    ['C1', { color: '#B5651D' }, '/categories', { color: '#B5651D', sortOrder: 10 }],
    ['B', { name: 'Apex' }, '/brands', { name: 'Apex' }],
    ['A', { price: '4', tax: null }, '/items', { price: '4.00', taxId: null, barcodes: ['123'] }],
    ['M', { maxSelect: 2 }, '/modifiers', { maxSelect: 2, minSelect: 1 }],
    ['N', { online: 0 }, '/menus', { online: 0, itemCount: 2 }],
  ])('that changes %s changes this record alone, once', async (externalId, change, path, expected) => {
    await imported(...CATALOGUE);
    const { name = '' } = CATALOGUE.find((line) => line.externalId === externalId) ?? {};
    const { id, version, entryDate, updatedAt } = await recordOf(path, name);
    service.advance(60_000);
    expect(await importing(...changed(externalId, change))).toMatchObject({ written: 1, problems: [] });
    const after = (await listOf(path)).find((record: { id: number }) => record.id === id);
    expect(after).toMatchObject({ ...expected, id, version: version + 1, entryDate });
    expect(after.updatedAt > updatedAt).toBe(true);
    const state = await kept();
    expect(await importing(...changed(externalId, change))).toMatchObject({ written: 0, problems: [] });
    expect(await kept()).toEqual(state);
  });

  test('overwrites what an app has changed only where the line states it', async () => {
    await imported(itemLine('A'));
    const { id } = await recordOf('/items', 'Item A');
    await caller.patch(`/items/${id}`, { price: '9.00', description: 'By an app', lowStockLevel: '3' });
    expect(await importing(itemLine('A'))).toMatchObject({ written: 1 });
    const kept = { price: '3.50', lowStockLevel: '3' };
    expect(await recordOf('/items', 'Item A')).toMatchObject({ ...kept, description: 'By an app' });
    expect(await importing(itemLine('A', { description: null }))).toMatchObject({ written: 1 });
    expect(await recordOf('/items', 'Item A')).toMatchObject({ ...kept, description: null });
  });

  test('keeps the ids and omitted properties of variants, options and menu items with the same names', async () => {
    await imported(...CATALOGUE);
    const [v, milk, menu] = [
      await recordOf('/items', 'Item V'),
      ...(await listOf('/modifiers')),
      await menuOf('Lunch'),
    ];
    const [small, large] = v.variants;
    const [a, k] = menu.items;
    await caller.patch(`/items/${v.id}`, { variants: [{ ...small, barcodes: ['77'] }, large] });
    await caller.patch(`/menus/${menu.id}/update-with-items`, {
      items: [{ itemId: a.itemId, price: '3.00', sortOrder: 5 }, { itemId: k.itemId }],
    });
    await imported(
      lineOf('V', { variants: [{ name: 'Medium' }, { name: 'Small', price: '2.20' }] }),
      lineOf('V'),
      lineOf('M', { options: [{ name: 'Soya' }, { name: 'Oat', price: '0.60' }] }),
      lineOf('N', { items: [{ item: 'K' }, { item: 'A', price: '4' }] }),
    );
    expect((await recordOf('/items', 'Item V')).variants).toMatchObject([
      { name: 'Small', price: '2.00', id: small.id, barcodes: ['77'] },
      { name: 'Large' },
    ]);
    const oat = { name: 'Oat', price: '0.60', id: milk.options[0].id };
    expect((await listOf('/modifiers'))[0].options).toMatchObject([{ name: 'Soya' }, oat]);
    const dearer = { itemId: a.itemId, price: '4.00', sortOrder: 5 };
    expect((await menuOf('Lunch')).items).toMatchObject([{ itemId: k.itemId }, dearer]);
  });

  test('changes the time zone and the currency of a store only while it has no documents', async () => {
    await imported(itemLine('A'), storeLine('S', 'Asia/Dubai', { currency: 'AED' }), storeLine('S'));
    expect(await recordOf('/stores', 'Store S')).toMatchObject({ timezone: 'Europe/London', currency: 'AED' });
    await imported(saleLine('1', 'S', AT));
    expect(await importing(storeLine('S', 'Europe/London', { name: 'Renamed' }))).toMatchObject({ written: 1 });
    expect(await problemsOf(storeLine('S', 'Asia/Dubai'))).toHaveLength(1);
  });

  test('accepts ids of Tillgate as references, including items created by apps, whose external ids are unknown', async () => {
    const storeId = await service.newStore(caller.merchant);
    const big = { name: 'By an app', type: 1, variants: [{ name: 'Big' }], externalId: 'app-1' };
    const made = await caller.create('/items', big);
    const sale = (item: number | string, variant: number | string) =>
      saleLine('1', storeId, AT, { lines: [{ item, variant, quantity: '1', gross: '3.50' }] });
    expect(await problemsOf(sale('app-1', 'Big'))).toEqual([
      'line 1: /lines/0/item names an item that does not exist: app-1',
    ]);
    await imported(itemLine('A', { tax: await service.newTax(caller.merchant) }), sale(made.id, made.variants[0].id));
  });

  test('keeps the variants of an item that was sold, though its stock is not tracked', async () => {
    const variants = [{ name: 'Small' }, { name: 'Large' }, { name: 'Never sold' }];
    const lines = [{ item: 'V', variant: 'Small', quantity: '1', gross: '3.50' }];
    await imported(
      storeLine('S'),
      itemLine('V', { itemType: 1, trackStock: false, variants }),
      saleLine('1', 'S', AT, { lines }),
      { ...ORDER, lines: [{ ...lines[0], variant: 'Large' }] },
    );
    const { id, variants: stored } = await recordOf('/items', 'Item V');
    const change = (...kept: object[]) => caller.patch(`/items/${id}`, { variants: kept });
    const { status, body } = await change(...stored.slice(1));
    expect([status, body.details[0].path]).toEqual([409, '/variants']);
    expect((await change(...stored.slice(0, 2))).status).toBe(200);
  });

  test('leaves a record that an app wrote under the same external id to the app', async () => {
    const own = await caller.create('/brands', { name: 'By an app', externalId: 'B' });
    await imported(lineOf('B'));
    expect((await caller.get(`/brands/${own.id}`)).body).toMatchObject({ name: 'By an app', version: 1 });
    expect(await listOf('/brands')).toHaveLength(2);
  });

  test("treats another merchant's records as unknown", async () => {
    const other = await service.connect();
    await importValid(service, other.merchant, [storeLine('S'), itemLine('A'), saleLine('1', 'S', AT)]);
    const [{ id }] = (await other.get('/items')).body.data;
    await imported(storeLine('S'), itemLine('A'));
    const foreign = saleLine('2', 'S', AT, { lines: [{ item: id, quantity: '1', gross: '3.50' }] });
    const refund = { ...saleLine('r', 'S', AT), type: 'refund', sale: '1' };
    expect(await problemsOf(foreign, refund, { type: 'void', externalId: '1' })).toEqual([
      `line 1: /lines/0/item names an item that does not exist: ${id}`,
      'line 2: /sale names a sale that does not exist: 1',
      'line 3: /externalId names a sale that does not exist: 1',
    ]);
    expect(await importing(saleLine('1', 'S', AT))).toMatchObject({ written: 1, problems: [] });
  });

  test('ignores white space at the ends of names, external ids and references', async () => {
    await imported(...CATALOGUE);
    const spaced = lineOf('A', { externalId: ' A', name: 'Item A ', groupId: 'C2\u00A0', tax: ' T' });
    const lines = [{ item: 'V ', variant: ' Small', quantity: '1', gross: '3.50' }];
    expect(await importing(spaced, saleLine('1 ', 'S ', AT, { lines }))).toMatchObject({ written: 1, problems: [] });
    const refund = { ...saleLine('r', 'S', AT, { lines }), type: 'refund', sale: ' 1' };
    expect(await importing(refund, saleLine('1', 'S', AT, { lines }))).toMatchObject({ written: 1, problems: [] });
  });

  test('moves stock at the time of each line, and records it when the line arrives', async () => {
    const arrivals: string[] = [];
    for (const lines of [
      [storeLine('S'), itemLine('A'), OPENING],
      [saleLine('1', 'S', AT, { lines: [{ item: 'A', quantity: '2.5', gross: '0' }, ...LINES] })],
      [{ ...saleLine('1', 'S', '2026-02-10T12:30:00Z'), type: 'refund', sale: '1' }],
      [{ type: 'void', externalId: '1', kind: 'refund', at: '2026-02-10T13:00:00Z' }],
    ]) {
      service.advance(60_000);
      arrivals.push(new Date(service.clock()).toISOString());
      await imported(...lines);
    }
    const { rows } = await service.databases.regions.UK.query(
      `select document_kind, change, line_id, at, recorded_at from region_uk.stock_movements where company_id = $1 order by id`,
      [caller.merchant.companyId],
    );
    const iso = (at: string | Date) => new Date(at).toISOString();
    const moved = rows.map((row) => [row.document_kind, row.change, row.line_id, iso(row.at), iso(row.recorded_at)]);
    expect(moved).toEqual([
      ['opening', '10', null, '2026-02-10T12:00:00.000Z', arrivals[0]],
      ['sale', '-2.5', 1, '2026-02-10T12:00:00.000Z', arrivals[1]],
      ['sale', '-1', 2, '2026-02-10T12:00:00.000Z', arrivals[1]],
      ['refund', '1', 1, '2026-02-10T12:30:00.000Z', arrivals[2]],
      ['refund', '-1', 1, '2026-02-10T13:00:00.000Z', arrivals[3]],
    ]);
  });

  test('accepts dates up to an hour ahead, since clocks of tills may be fast, and days that have begun somewhere', async () => {
    await imported(...CATALOGUE, saleLine('known', 'S', AT));
    const at = '2026-03-02T09:15:30Z';
    const lines = [
      ...[saleLine('1', 'S', at), { ...saleLine('1', 'S', at), type: 'refund' }, { ...ORDER, at }, { ...OPENING, at }],
      ...[
        { type: 'void', externalId: 'known', at },
        { ...RETURN, date: '2026-03-02' },
      ],
    ];
    expect(await importing(...lines)).toMatchObject({ written: lines.length, problems: [] });
  });

  test('reads lines from any chunks, with blank lines, carriage returns and no final line break', async () => {
    const text = `\uFEFF${JSON.stringify(storeLine('S'))}\r\n\r\n  \n${JSON.stringify(itemLine('Ä'))}\n{"type":`;
    const bytes = Buffer.from(text);
    for (const size of [1, 7, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      const result = await importLines(backOffice(service, caller.merchant), readLines(Readable.from(chunks)));
      expect(result.problems.map(describeProblem)).toEqual(['line 5: is not a JSON object']);
    }
    expect(await listOf('/stores')).toHaveLength(1);
  });

  /** Sales and refunds of several days. */
  const trade = (count: number): object[] =>
    Array.from({ length: count }, (_, i) => {
      const sale = saleLine(`m${i}`, 'S', new Date(Date.parse(AT) + i * 600_000).toISOString());
      return i % 10 === 9 ? { ...sale, type: 'refund', sale: `m${i - 1}` } : sale;
    });

  test('concurrent with itself is written once', async () => {
    await imported(storeLine('S'), itemLine('A'));
    const both = await Promise.all([importing(...trade(300)), importing(...trade(300))]);
    expect(both.map(({ problems }) => problems)).toEqual([[], []]);
    expect(both.reduce((sum, result) => sum + result.written, 0)).toBe(300);
    expect(await disagreements()).toEqual([]);
  });

  test('concurrent with another of the same items leaves the values of one of them', async () => {
    const items = (price: string) => Array.from({ length: 150 }, (_, i) => itemLine(`I${i}`, { price }));
    await imported(...items('3.50'));
    const outcomes = await Promise.all([importing(...items('4').toReversed()), importing(...items('3'))]);
    expect(outcomes.map(({ problems }) => problems)).toEqual([[], []]);
    const { rows } = await service.databases.regions.UK.query<{ price: string; version: number }>(
      'select price::text, version from region_uk.items where company_id = $1',
      [caller.merchant.companyId],
    );
    expect(rows.filter(({ price, version }) => !/^[34](\.00)?$/.test(price) || version < 2 || version > 3)).toEqual([]);
  });

  test('continues where it was stopped between two batches', async () => {
    await imported(storeLine('S'), itemLine('A'));
    const stop = new AbortController();
    const onProgress = ({ lines }: { lines: number }) => void (lines >= 1000 && stop.abort());
    const first = await importAll(service, caller.merchant, trade(2500), { onProgress, signal: stop.signal });
    expect(first).toMatchObject({ stopped: true, lines: 1000, written: 1000, problems: [] });
    expect(await importing(...trade(2500))).toMatchObject({ stopped: false, lines: 2500, written: 1500 });
    const { body } = await caller.get('/reports/daily-sales?from=2026-02-01&to=2026-03-31');
    expect(body.totals).toMatchObject([{ orders: 2250, refundOrders: 250, gross: '7875.00', refunds: '875.00' }]);
    expect(await disagreements()).toEqual([]);
  });
});
