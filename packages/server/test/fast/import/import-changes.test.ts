import { beforeEach, describe, expect, test } from 'vitest';
import { describe as describeProblem } from '../../../src/import/problem.ts';
import type { Caller } from '../../support/api-caller.ts';
import { importAll, importValid, itemLine, saleLine, storeLine } from '../../support/import-lines.ts';
import { sharedService } from '../../support/service.ts';

const AT = '2026-02-10T12:00:00Z';

let caller: Caller;

const service = await sharedService();
beforeEach(async () => {
  caller = await service.connect();
});

const importing = (...lines: (object | string)[]) => importAll(service, caller.merchant, lines);

async function problemsOf(...lines: (object | string)[]): Promise<string[]> {
  return (await importing(...lines)).problems.map(describeProblem);
}

const imported = (...lines: object[]) => importValid(service, caller.merchant, lines);
const listOf = async (path: string) => (await caller.get(path)).body.data;
const itemOf = async (name: string) => (await listOf('/items')).find((item: { name: string }) => item.name === name);

const CATALOGUE = [
  storeLine('S'),
  { type: 'supplier', externalId: 'P', name: 'Roasters', email: 'a@roasters.example' },
  { type: 'tax', externalId: 'T', name: 'VAT', rate: '20' },
  { type: 'category', externalId: 'C1', name: 'Drinks', sortOrder: 10 },
  { type: 'category', externalId: 'C2', name: 'Coffee', parent: 'C1' },
  { type: 'brand', externalId: 'B', name: 'Acme' },
  itemLine('A', { tax: 'T', groupId: 'C2', brandId: 'B', barcodes: ['123'] }),
  itemLine('V', { itemType: 1, variants: [{ name: 'Small', price: '2.00' }, { name: 'Large' }] }),
  itemLine('K', { itemType: 2, components: [{ item: 'V', variant: 'Small', quantity: '1' }] }),
  {
    type: 'modifier',
    externalId: 'M',
    name: 'Milk',
    minSelect: 1,
    options: [
      { name: 'Oat', price: '0.50' },
      { name: 'Shot', item: 'A' },
    ],
    items: ['A', 'V'],
  },
  {
    type: 'menu',
    externalId: 'N',
    name: 'Lunch',
    online: 1,
    items: [{ item: 'A', price: '3' }, { item: 'K' }],
    stores: ['S'],
  },
];

/** The catalogue's lines with one changed. */
const changed = (externalId: string, more: object) =>
  CATALOGUE.map((line) => (line.externalId === externalId ? { ...line, ...more } : line));

/** All records of the merchant, including versions and instants. */
async function everything(): Promise<object> {
  const paths = ['/stores', '/suppliers', '/taxes', '/categories', '/brands', '/items', '/modifiers', '/menus'];
  const lists = await Promise.all(paths.map((path) => caller.get(path)));
  const menus = await Promise.all(
    (await listOf('/menus')).map(({ id }: { id: number }) => caller.get(`/menus/${id}/full`)),
  );
  return { lists: lists.map(({ body }) => body.data), menus: menus.map(({ body }) => body) };
}

describe('An import of a catalogue', () => {
  test('writes categories, brands, items, modifiers and menus that refer to each other', async () => {
    expect(await importing(...CATALOGUE)).toMatchObject({ written: CATALOGUE.length, problems: [] });
    const [a, v, k] = [await itemOf('Item A'), await itemOf('Item V'), await itemOf('Item K')];
    const [brand] = await listOf('/brands');
    const [coffee, drinks] = await listOf('/categories?sort=name&order=asc');
    expect([coffee.parentId, drinks.parentId]).toEqual([drinks.id, null]);
    expect(a).toMatchObject({ groupId: coffee.id, brandId: brand.id });
    const [milk] = await listOf('/modifiers');
    expect(milk).toMatchObject({ minSelect: 1, itemIds: [a.id, v.id], options: [{ price: '0.50' }, { itemId: a.id }] });
    expect(a.modifierIds).toEqual([milk.id]);
    const [{ id }] = await listOf('/menus');
    const { body: menu } = await caller.get(`/menus/${id}/full`);
    expect(menu).toMatchObject({
      online: 1,
      items: [
        { itemId: a.id, price: '3.00' },
        { itemId: k.id, price: null },
      ],
      stores: [{ name: 'Store S' }],
    });
  });

  test('repeated changes nothing, even with omitted properties and numbers in another form', async () => {
    await imported(...CATALOGUE);
    const before = await everything();
    service.advance(60_000);
    expect(await importing(...CATALOGUE)).toMatchObject({ written: 0, problems: [] });
    const bare = CATALOGUE.map(({ type, externalId, name, ...line }) => {
      const { code, timezone, rate, options } = line as Record<string, unknown>;
      return { type, externalId, name, code, timezone, rate, options };
    });
    expect(await importing(...bare)).toMatchObject({ written: 0, problems: [] });
    const lines = [...changed('A', { price: '3.5000' })].map((line) =>
      'rate' in line ? { ...line, rate: '20.00' } : line,
    );
    expect(await importing(...lines)).toMatchObject({ written: 0, problems: [] });
    expect(await everything()).toEqual(before);
  });

  test.each<[string, string, object, string, object]>([
    [
      'S',
      'store',
      { name: 'Corner', status: 0, address: '1 Quay' },
      '/stores',
      { name: 'Corner', status: 0, address: '1 Quay' },
    ],
    ['P', 'supplier', { phone: '+44 1' }, '/suppliers', { phone: '+44 1', email: 'a@roasters.example' }],
    ['T', 'tax', { rate: '5' }, '/taxes', { rate: '5', name: 'VAT' }],
    ['C1', 'category', { color: '#B5651D' }, '/categories', { color: '#B5651D', sortOrder: 10 }],
    ['B', 'brand', { name: 'Apex' }, '/brands', { name: 'Apex' }],
    ['A', 'item', { price: '4', tax: null }, '/items', { price: '4.00', taxId: null, barcodes: ['123'] }],
    ['M', 'modifier', { maxSelect: 2 }, '/modifiers', { maxSelect: 2, minSelect: 1 }],
    ['N', 'menu', { online: 0 }, '/menus', { online: 0, itemCount: 2 }],
  ])('that changes %s changes this %s alone, once', async (externalId, _type, change, path, expected) => {
    await imported(...CATALOGUE);
    const { name } = CATALOGUE.find((line) => line.externalId === externalId) as { name: string };
    const before = (await listOf(path)).find((record: { name: string }) => record.name === name);
    service.advance(60_000);
    expect(await importing(...changed(externalId, change))).toMatchObject({ written: 1, problems: [] });
    const after = (await listOf(path)).find(({ id }: { id: number }) => id === before.id);
    expect(after).toMatchObject({
      ...expected,
      id: before.id,
      version: before.version + 1,
      entryDate: before.entryDate,
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    const state = await everything();
    expect(await importing(...changed(externalId, change))).toMatchObject({ written: 0, problems: [] });
    expect(await everything()).toEqual(state);
  });

  test('overwrites what an app has changed only where the line states it', async () => {
    await imported(...CATALOGUE);
    const { id } = await itemOf('Item A');
    await caller.patch(`/items/${id}`, { price: '9.00', description: 'By an app', lowStockLevel: '3' });
    expect(await importing(...CATALOGUE)).toMatchObject({ written: 1 });
    expect(await itemOf('Item A')).toMatchObject({ price: '3.50', description: 'By an app', lowStockLevel: '3' });
    expect(await importing(...changed('A', { description: null }))).toMatchObject({ written: 1 });
    expect(await itemOf('Item A')).toMatchObject({ description: null, lowStockLevel: '3' });
  });

  test('keeps ids and omitted properties of variants and options with the same names', async () => {
    await imported(...CATALOGUE);
    const [v, [milk]] = [await itemOf('Item V'), await listOf('/modifiers')];
    const [small, large] = v.variants;
    await caller.patch(`/items/${v.id}`, { variants: [{ ...small, barcodes: ['77'] }, large] });
    const variants = [{ name: 'Medium' }, { name: 'Small', price: '2.20' }];
    const options = [{ name: 'Soya' }, { name: 'Oat', price: '0.60' }];
    await imported(...changed('V', { variants }), ...changed('V', { variants }));
    await imported(...CATALOGUE.slice(0, 9), { ...CATALOGUE[9], options }, { ...CATALOGUE[9], options });
    expect((await itemOf('Item V')).variants).toMatchObject([
      { name: 'Small', price: '2.00', id: small.id, barcodes: ['77'] },
      { name: 'Large' },
    ]);
    const [after] = await listOf('/modifiers');
    expect(after.options).toMatchObject([{ name: 'Soya' }, { name: 'Oat', price: '0.60', id: milk.options[0].id }]);
  });

  test("keeps omitted properties of a menu's items", async () => {
    await imported(...CATALOGUE);
    const [{ id }] = await listOf('/menus');
    const { items } = (await caller.get(`/menus/${id}/full`)).body;
    const [a, k] = items as { itemId: number; price: string }[];
    await caller.patch(`/menus/${id}/update-with-items`, {
      items: [{ itemId: a?.itemId, price: '3.00', sortOrder: 5 }, { itemId: k?.itemId }],
    });
    await imported(...changed('N', { items: [{ item: 'K' }, { item: 'A', price: '4' }] }));
    expect((await caller.get(`/menus/${id}/full`)).body.items).toMatchObject([
      { itemId: k?.itemId },
      { itemId: a?.itemId, price: '4.00', sortOrder: 5 },
    ]);
  });

  test('concurrent with another leaves the values of one of them, and totals that agree', async () => {
    const items = Array.from({ length: 150 }, (_, i) => itemLine(`I${i}`));
    await imported(...items);
    const dearer = items.map((line) => ({ ...line, price: '4.00' })).reverse();
    const cheaper = items.map((line) => ({ ...line, price: '3.00' }));
    const outcomes = await Promise.all([importing(...dearer), importing(...cheaper)]);
    expect(outcomes.map(({ problems }) => problems)).toEqual([[], []]);
    const { rows } = await service.databases.regions.UK.query<{ price: string; version: number }>(
      'select price::text, version from region_uk.items where company_id = $1',
      [caller.merchant.companyId],
    );
    expect(rows.filter(({ price, version }) => !/^[34](\.00)?$/.test(price) || version < 2 || version > 3)).toEqual([]);
  });

  test('ignores white space at the ends of names, external ids and references', async () => {
    await imported(...CATALOGUE);
    const spaced = itemLine(' A', { name: 'Item A ', groupId: 'C2\u00A0', tax: ' T' });
    const lines = [{ item: 'V ', variant: ' Small', quantity: '1', gross: '3.50' }];
    expect(await importing(spaced, saleLine('1 ', 'S ', AT, { lines }))).toMatchObject({ written: 1, problems: [] });
    const refund = { ...saleLine('r', 'S', AT, { lines }), type: 'refund', sale: ' 1' };
    expect(await importing(refund, saleLine('1', 'S', AT, { lines }))).toMatchObject({ written: 1, problems: [] });
  });

  test('treats records that an app wrote under the same external id as the app’s', async () => {
    const own = await caller.create('/brands', { name: 'By an app', externalId: 'B' });
    await imported(...CATALOGUE);
    expect((await caller.get(`/brands/${own.id}`)).body).toMatchObject({ name: 'By an app', version: 1 });
    expect(await listOf('/brands')).toHaveLength(2);
  });
});

describe('A change that is not possible', () => {
  test.each<[string, object, string]>([
    [
      'of an item’s type',
      itemLine('A', { itemType: 1, variants: [{ name: 'Small' }] }),
      '/itemType cannot change: the item is of type 0',
    ],
    [
      'to a code that another item has',
      itemLine('A', { itemCode: 'TAKEN' }),
      '/itemCode is already used by another record',
    ],
    ['to a variant that another item needs', itemLine('V', { itemType: 1, variants: [{ name: 'Huge' }] }), '/variants'],
    ['to a price too fine for the currency', itemLine('A', { price: '1.001' }), '/price'],
    [
      'that puts a category under itself',
      { type: 'category', externalId: 'C1', name: 'Drinks', parent: 'C2' },
      '/parent is the category itself',
    ],
    ['to a minimum that cannot be chosen', { ...CATALOGUE[9], minSelect: 5 }, '/minSelect'],
  ])('%s is reported, and nothing of its batch is written', async (_, line, problem) => {
    await imported(...CATALOGUE, itemLine('B2', { itemCode: 'TAKEN' }));
    const before = await everything();
    const [first, ...others] = await problemsOf(line);
    expect(first).toMatch(/^line 1: /);
    expect(first).toContain(problem);
    expect(others).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test('of a store’s time zone or currency is reported once the store has documents', async () => {
    await imported(...CATALOGUE, storeLine('S', 'Asia/Dubai', { currency: 'AED' }), storeLine('S'));
    expect((await listOf('/stores'))[0]).toMatchObject({ timezone: 'Europe/London', currency: 'AED' });
    await imported(saleLine('1', 'S', AT));
    expect(await problemsOf(storeLine('S', 'Asia/Dubai', { currency: 'AED' }))).toEqual([
      'line 1: /timezone cannot change once the store has documents, whose days are in its time zone',
    ]);
    expect(await problemsOf(storeLine('S', 'Europe/London', { currency: 'GBP' }))).toEqual([
      'line 1: /currency cannot change once the store has documents, whose amounts are in its currency',
    ]);
    expect(await importing(storeLine('S', 'Europe/London', { name: 'Renamed' }))).toMatchObject({ written: 1 });
  });
});

describe('A file with mistakes', () => {
  test.each(['brand', 'category'])('names the %s whose name another one of the file has', async (type) => {
    const lines = ['Tea', 'Coffee', 'TEA', 'Milk', 'Coffee'].map((name, i) => ({ type, externalId: `${i}`, name }));
    expect(await problemsOf(...lines)).toEqual(['line 3: /name is already used by another record']);
    expect(await importing(...lines.slice(0, 2))).toMatchObject({ written: 2 });
    expect(await importing(...lines.slice(0, 2), lines[3] ?? {})).toMatchObject({ written: 1, problems: [] });
  });

  const sale = (externalId: string, store: string, item: string) =>
    saleLine(externalId, store, AT, { lines: [{ item, quantity: '1', gross: '3.50' }] });

  test('reports unknown references and other problems together, in line order', async () => {
    await imported(...CATALOGUE);
    const lines = [
      itemLine('X', { tax: 'none', groupId: 'none', brandId: 7 }),
      itemLine('Y', {
        itemType: 2,
        components: [
          { item: 'V', quantity: '1' },
          { item: 'Z', quantity: '1' },
        ],
      }),
      sale('1', 'none', 'A'),
      { ...sale('2', 'S', 'A'), payments: [] },
      sale('3', 'S', 'none'),
      { ...sale('4', 'S', 'A'), type: 'refund', sale: 'none' },
      { type: 'void', externalId: 'none' },
      { type: 'modifier', externalId: 'M2', name: 'M', options: [{ name: 'O', item: 'none' }], items: ['A', 'none'] },
      { type: 'menu', externalId: 'N2', name: 'N', items: [{ item: 'none' }], stores: ['S', 'none'] },
      {
        type: 'purchaseReturn',
        externalId: 'R',
        supplier: 'none',
        store: 'S',
        date: '2026-02-11',
        lines: [{ item: 'V', variant: 'Huge', quantity: '1', unitCost: '1' }],
      },
    ];
    expect(await problemsOf(...lines)).toEqual([
      'line 1: /tax names a tax that does not exist: none',
      'line 1: /groupId names a category that does not exist: none',
      'line 1: /brandId names a brand that does not exist: 7',
      'line 2: /components/0/variant is required, because Item V has variants',
      'line 2: /components/1/item names an item that does not exist: Z',
      'line 3: /store names a store that does not exist: none',
      'line 4: /payments add up to 0.00, but the lines add up to 3.50',
      'line 5: /lines/0/item names an item that does not exist: none',
      'line 6: /sale names a sale that does not exist: none',
      'line 7: /externalId names a sale that does not exist: none',
      'line 8: /options/0/item names an item that does not exist: none',
      'line 8: /items/1 names an item that does not exist: none',
      'line 9: /items/0/item names an item that does not exist: none',
      'line 9: /stores/1 names a store that does not exist: none',
      'line 10: /supplier names a supplier that does not exist: none',
      'line 10: /lines/0/variant names no variant of Item V',
    ]);
  });

  test('may refer to records of earlier lines, valid or not', async () => {
    await imported(...CATALOGUE);
    const lines = [
      itemLine('X', { price: '-1' }),
      storeLine('S2'),
      itemLine('Y', { tax: 'none' }),
      itemLine('Z', {
        itemType: 2,
        components: [
          { item: 'X', quantity: '1' },
          { item: 'Y', variant: 'Small', quantity: '1' },
        ],
      }),
      sale('1', 'S2', 'Z'),
      { ...sale('2', 'S2', 'X'), type: 'refund', sale: '1' },
      { type: 'void', externalId: '1' },
    ];
    const problems = await problemsOf(...lines);
    expect(problems.map((problem) => problem.split(' ').slice(0, 3).join(' '))).toEqual([
      'line 1: /price',
      'line 3: /tax',
    ]);
  });
});
