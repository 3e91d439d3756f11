import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../src/contract/generated/types.gen.ts';
import type { Answer, Caller } from './support/caller.ts';
import { conflictAt, duplicateAt, invalid, noReferenceAt, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let other: Caller;
let storeA: number;
let storeB: number;

const UNKNOWN = 9007199254740991;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  other = await service.connect();
  storeA = await service.newStore(caller.merchant);
  storeB = await service.newStore(caller.merchant);
});
afterAll(() => service?.stop());

const create = (part: object): Promise<Item> => caller.create('/items', { name: 'Item', ...part });
const patch = (item: Item, change: object): Promise<Answer> => caller.patch(`/items/${item.id}`, change);
const read = async (item: Item): Promise<Item> => {
  const { stock: _stock, atStore: _atStore, ...rest } = (await caller.get(`/items/${item.id}?storeId=${storeA}`)).body;
  return rest;
};
const sizes = (...names: string[]) => ({ type: 1, variants: names.map((name) => ({ name })) });
const [small, large] = [0, 1].map((n) => (item: Item) => item.variants[n] as Item['variants'][number]) as [
  (item: Item) => Item['variants'][number],
  (item: Item) => Item['variants'][number],
];

async function everything(): Promise<object> {
  return {
    status: 0,
    name: 'Everything',
    itemCode: 'ALL-1',
    barcodes: ['a1', 'a2'],
    description: 'Text',
    groupId: (await caller.create('/categories', { name: 'Group' })).id,
    brandId: (await caller.create('/brands', { name: 'Brand' })).id,
    taxId: await service.newTax(caller.merchant),
    unit: 'kg',
    price: '3.10',
    cost: '1.0005',
    weighingScale: 1,
    trackStock: false,
    lowStockLevel: '0.5',
    imageUrl: 'https://images.example/1',
    modifierIds: [await service.newModifierGroup(caller.merchant)],
    stores: [{ storeId: storeA, price: '3.00', lowStockLevel: '1', status: 0 }],
    externalId: 'ext-1',
  };
}

describe('PATCH /items/{id}', () => {
  test('changes each property without changing the others', async () => {
    let item = await create({});
    for (const [field, value] of Object.entries(await everything())) {
      const { status, body } = await patch(item, { [field]: value });
      expect([field, status]).toEqual([field, 200]);
      expect(body).toEqual({ ...item, [field]: value, version: item.version + 1 });
      expect(await read(item)).toEqual(body);
      item = body;
    }
  });

  test('clears nullable properties with null, and empties lists', async () => {
    const item = await create({
      barcodes: ['c1'],
      externalId: 'clear',
      unit: 'g',
      cost: '1',
      lowStockLevel: '1',
      description: 'x',
    });
    const nulls = Object.fromEntries(
      ['description', 'groupId', 'brandId', 'taxId', 'unit', 'cost', 'lowStockLevel', 'imageUrl', 'externalId'].map(
        (f) => [f, null],
      ),
    );
    const lists = { barcodes: [], modifierIds: [], stores: [], variants: [], components: [] };
    expect((await patch(item, { ...nulls, ...lists })).body).toEqual({ ...item, ...nulls, ...lists, version: 2 });
  });

  test.each([
    'price',
    'itemCode',
    'barcodes',
    'weighingScale',
    'trackStock',
    'modifierIds',
    'variants',
    'components',
    'stores',
  ])('rejects null as %s', async (field) => {
    expect(refusalOf(await patch(await create({}), { [field]: null }))).toContain(`body /${field} type`);
  });

  test.each<[string, object, string]>([
    ['another type', { type: 1 }, '/type readOnly'],
    ['another currency', { currency: 'EUR' }, '/currency readOnly'],
    ['a JSON number as price', { price: 3 }, '/price type'],
    ['one store twice', { stores: [{ storeId: 1 }, { storeId: 2 }, { storeId: 1 }] }, '/stores/2/storeId unique'],
    ['11 barcodes', { barcodes: Array.from({ length: 11 }, (_, i) => `m${i}`) }, '/barcodes maxItems'],
  ])('rejects %s', async (_, change, detail) => {
    expect(refusalOf(await patch(await create({}), change))).toEqual(invalid(`body ${detail}`));
  });

  test('replaces overrides, modifier groups and barcodes as whole lists', async () => {
    const groups = [
      await service.newModifierGroup(caller.merchant, 'A'),
      await service.newModifierGroup(caller.merchant, 'B'),
    ];
    const stores = [storeA, storeB].map((storeId) => ({ storeId, price: '1', lowStockLevel: null, status: 1 }));
    const item = await create({ barcodes: ['r1', 'r2'], modifierIds: groups, stores });
    const change = { barcodes: ['r2', 'r3'], modifierIds: [groups[1]], stores: [{ ...stores[1], price: '2.50' }] };
    expect((await patch(item, change)).body).toMatchObject(change);
    expect((await caller.get(`/items/${item.id}?storeId=${storeA}`)).body.atStore.price).toBe('0.00');
    expect((await caller.get(`/items/${item.id}?storeId=${storeB}`)).body.atStore.price).toBe('2.50');
    await create({ barcodes: ['r1'] });
  });

  test.each<[string, (id: number) => object]>([
    ['/groupId', (groupId) => ({ groupId })],
    ['/brandId', (brandId) => ({ brandId })],
    ['/taxId', (taxId) => ({ taxId })],
    ['/stores/1/storeId', (storeId) => ({ stores: [{ storeId: storeA }, { storeId }] })],
    ['/modifierIds/0', (id) => ({ modifierIds: [id] })],
  ])('rejects an unknown %s by name, and changes nothing', async (path, change) => {
    const item = await create({});
    expect(refusalOf(await patch(item, { name: 'Changed', ...change(UNKNOWN) }))).toEqual(noReferenceAt(path));
    expect(await read(item)).toEqual(item);
  });

  test("treats a reference to another merchant's record as unknown", async () => {
    const item = await create({});
    const groupId = (await other.create('/categories', { name: 'Theirs' })).id;
    const storeId = await service.newStore(other.merchant);
    expect(refusalOf(await patch(item, { groupId }))).toEqual(noReferenceAt('/groupId'));
    expect(refusalOf(await patch(item, { stores: [{ storeId }] }))).toEqual(noReferenceAt('/stores/0/storeId'));
  });

  test('rejects codes and barcodes of other items, and frees those no longer used', async () => {
    const holder = await create({
      itemCode: 'H',
      barcodes: ['h1'],
      type: 1,
      variants: [{ name: 'V', itemCode: 'HV', barcodes: ['h2'] }],
    });
    const item = await create(sizes('S'));
    for (const itemCode of ['H', 'HV'])
      expect(refusalOf(await patch(item, { itemCode }))).toEqual(duplicateAt('/itemCode'));
    expect(refusalOf(await patch(item, { barcodes: ['h0', 'h2'] }))).toEqual(duplicateAt('/barcodes/1'));
    const variants = [{ id: small(item).id, name: 'S', itemCode: 'H' }];
    expect(refusalOf(await patch(item, { variants }))).toEqual(duplicateAt('/variants/0/itemCode'));
    expect(await read(item)).toEqual(item);
    await patch(holder, {
      itemCode: 'H2',
      barcodes: [],
      variants: [{ id: small(holder).id, name: 'V', itemCode: 'HV2', barcodes: [] }],
    });
    expect((await patch(item, { itemCode: 'H', barcodes: ['h1', 'h2'] })).status).toBe(200);
  });

  test('keeps its own codes, and swaps them between its variants', async () => {
    const item = await create({
      type: 1,
      itemCode: 'SW',
      variants: [
        { name: 'A', itemCode: 'SW-A' },
        { name: 'B', itemCode: 'SW-B' },
      ],
    });
    expect((await patch(item, { itemCode: 'SW' })).status).toBe(200);
    const [a, b] = item.variants.map(({ id, name }) => ({ id, name }));
    const swapped = await patch(item, {
      variants: [
        { ...a, itemCode: 'SW-B' },
        { ...b, itemCode: 'SW-A' },
      ],
    });
    expect(swapped.body.variants.map((v: { itemCode: string }) => v.itemCode)).toEqual(['SW-B', 'SW-A']);
    const variants = [a, { ...b, itemCode: 'SW' }];
    expect(refusalOf(await patch(item, { variants }))).toEqual(invalid('body /variants/1/itemCode unique'));
  });

  test("rejects parts that the item's type cannot have, and the removal of its last part", async () => {
    const standard = await create({});
    const latte = await create(sizes('S'));
    const component = { itemId: standard.id, quantity: '1' };
    const combo = await create({ type: 2, components: [component] });
    const variants = [{ name: 'V' }];
    for (const item of [standard, combo])
      expect(refusalOf(await patch(item, { variants }))).toEqual(conflictAt('/variants'));
    for (const item of [standard, latte]) {
      expect(refusalOf(await patch(item, { components: [component] }))).toEqual(conflictAt('/components'));
    }
    expect(refusalOf(await patch(latte, { variants: [] }))).toEqual(conflictAt('/variants'));
    expect(refusalOf(await patch(combo, { components: [] }))).toEqual(conflictAt('/components'));
    expect(refusalOf(await patch(combo, { trackStock: true }))).toEqual(conflictAt('/trackStock'));
    expect((await patch(combo, { trackStock: false, variants: [] })).status).toBe(200);
  });
});

describe('PATCH /items/{id} with variants', () => {
  test('keeps the id, and the omitted properties, of a variant sent with its id', async () => {
    const item = await create({
      type: 1,
      variants: [{ name: 'S', barcodes: ['v1'], price: '1.20', cost: '0.5' }, { name: 'L' }],
    });
    const change = [
      { name: 'XL' },
      { id: large(item).id, name: 'Large', price: '2.00' },
      { id: small(item).id, name: 'Small', cost: null },
    ];
    const { variants } = (await patch(item, { variants: change })).body;
    expect(variants[0].id).toBeGreaterThan(large(item).id);
    expect(variants.slice(1)).toEqual([
      { ...large(item), name: 'Large', price: '2.00' },
      { ...small(item), name: 'Small', cost: null },
    ]);
  });

  test('rejects a variant id that is not of this item, and one that is repeated', async () => {
    const [item, foreign] = [await create(sizes('S')), await create(sizes('S'))];
    for (const id of [UNKNOWN, small(foreign).id]) {
      const variants = [
        { id: small(item).id, name: 'S' },
        { id, name: 'X' },
      ];
      expect(refusalOf(await patch(item, { variants }))).toEqual(noReferenceAt('/variants/1/id'));
    }
    const twice = [1, 2].map((n) => ({ id: small(item).id, name: `S${n}`, itemCode: `T${n}` }));
    expect(refusalOf(await patch(item, { variants: twice }))).toEqual(invalid('body /variants/1/id unique'));
  });

  test('removes an omitted variant with its code and barcodes', async () => {
    const item = await create({
      type: 1,
      variants: [{ name: 'S' }, { name: 'L', itemCode: 'GONE', barcodes: ['gone'] }],
    });
    const { body } = await patch(item, { variants: [{ id: small(item).id, name: 'S' }] });
    expect(body.variants).toEqual([small(item)]);
    await create({ itemCode: 'GONE', barcodes: ['gone'] });
    const variants = [{ id: large(item).id, name: 'L' }];
    expect(refusalOf(await patch(item, { variants }))).toEqual(noReferenceAt('/variants/0/id'));
  });

  test.each<[string, (item: Item) => Promise<unknown>]>([
    ['has stock', (item) => service.stock(caller.merchant, storeA, item.id, '3', large(item).id)],
    [
      'is part of a combo',
      (item) => create({ type: 2, components: [{ itemId: item.id, variantId: large(item).id, quantity: '1' }] }),
    ],
  ])('rejects to remove a variant that %s, and changes nothing', async (_, use) => {
    const item = await create(sizes('S', 'L'));
    await use(item);
    const variants = [{ id: small(item).id, name: 'Renamed' }];
    expect(refusalOf(await patch(item, { name: 'Changed', variants }))).toEqual(conflictAt('/variants'));
    expect(await read(item)).toEqual(item);
    const both = [{ id: large(item).id, name: 'Renamed' }];
    expect((await patch(item, { variants: both })).body.variants).toEqual([{ ...large(item), name: 'Renamed' }]);
  });
});
