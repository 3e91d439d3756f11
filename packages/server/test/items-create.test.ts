import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from './support/caller.ts';
import { invalid, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let _other: Caller;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  _other = await service.connect();
});
afterAll(() => service?.stop());

describe('POST /items', () => {
  test('creates a standard item with its defaults', async () => {
    const { status, body, headers } = await caller.post('/items', { name: 'Flat white' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      type: 0,
      status: 1,
      name: 'Flat white',
      itemCode: `I${body.id}`,
      barcodes: [],
      description: null,
      groupId: null,
      brandId: null,
      taxId: null,
      unit: null,
      price: '0.00',
      cost: null,
      currency: 'GBP',
      weighingScale: 0,
      trackStock: true,
      lowStockLevel: null,
      imageUrl: null,
      modifierIds: [],
      variants: [],
      components: [],
      stores: [],
      externalId: null,
      version: 1,
      entryDate: '2026-03-02T08:15:30.000Z',
      updatedAt: '2026-03-02T08:15:30.000Z',
    });
    expect(headers.get('location')).toBe(`${service.apiUrl}/items/${body.id}`);
    expect(headers.get('etag')).toBe('"1"');
  });

  test('returns a Location that leads to the item, at the first store of a merchant with stores', async () => {
    const other = await service.connect();
    const [first] = [await service.newStore(other.merchant), await service.newStore(other.merchant, 'Quay')];
    const { body, headers } = await other.post('/items', { name: 'Followed' });
    const location = headers.get('location') ?? '';
    expect(location).toBe(`${service.apiUrl}/items/${body.id}?storeId=${first}`);
    expect((await other.get(location.slice(service.apiUrl.length))).body).toMatchObject({ ...body });
    const key = { 'Idempotency-Key': 'followed' };
    const [once, again] = [
      await other.post('/items', { name: 'Key' }, key),
      await other.post('/items', { name: 'Key' }, key),
    ];
    expect(again.headers.get('location')).toBe(once.headers.get('location'));
  });

  test('stores every property as it was sent', async () => {
    const { merchant } = caller;
    const [storeA, storeB] = [await service.newStore(merchant), await service.newStore(merchant)];
    const sent = {
      type: 0,
      status: 0,
      name: 'Bananen "groß" \\ 🍌',
      itemCode: 'BAN 1',
      barcodes: ['5012345678900', 'x~!'],
      description: 'Two\nlines\tand "quotes"',
      groupId: (await caller.create('/categories', { name: 'Fruit' })).id,
      brandId: (await caller.create('/brands', { name: 'Grower' })).id,
      taxId: await service.newTax(merchant),
      unit: 'kg',
      price: '12.50',
      cost: '7.255',
      weighingScale: 1,
      trackStock: false,
      lowStockLevel: '1.5',
      imageUrl: 'https://images.example/b.jpg?x=1',
      modifierIds: [
        await service.newModifierGroup(merchant),
        await service.newModifierGroup(merchant, 'Sugar'),
      ].reverse(),
      stores: [
        { storeId: storeB, price: '13.00', lowStockLevel: '2', status: 0 },
        { storeId: storeA, price: null, lowStockLevel: null, status: 1 },
      ],
      externalId: 'sku-1',
    };
    const item = await caller.create('/items', sent);
    expect(item).toMatchObject(sent);
    const { body } = await caller.get(`/items/${item.id}?storeId=${storeA}`);
    expect(body).toEqual({ ...item, stock: expect.anything(), atStore: expect.anything() });
  });

  test('creates an item with variants, each with an id, a code and prices of its own or none', async () => {
    const variants = [
      { name: 'Small' },
      { name: 'Large', itemCode: 'L-1', barcodes: ['901', '902'], price: '4.10', cost: '1.00' },
    ];
    const item = await caller.create('/items', { name: 'Latte', type: 1, variants });
    const [small, large] = item.variants;
    expect(small).toEqual({
      id: small.id,
      name: 'Small',
      itemCode: `I${small.id}`,
      barcodes: [],
      price: null,
      cost: null,
    });
    expect(large).toEqual({ id: large.id, ...variants[1] });
    expect(new Set([item.id, small.id, large.id]).size).toBe(3);
  });

  test('creates a combo, which tracks no stock', async () => {
    const standard = await caller.create('/items', { name: 'Croissant' });
    const latte = await caller.create('/items', {
      name: 'Cappuccino',
      type: 1,
      variants: [{ name: 'S' }, { name: 'L' }],
    });
    const components = [
      { itemId: standard.id, variantId: null, quantity: '2' },
      { itemId: latte.id, variantId: latte.variants[1].id, quantity: '0.5' },
    ];
    const combo = await caller.create('/items', { name: 'Breakfast', type: 2, components });
    expect(combo).toMatchObject({ type: 2, trackStock: false, components });
  });

  test.each([
    ['0', '0.00'],
    ['12.5', '12.50'],
    ['012.5000', '12.50'],
    ['000', '0.00'],
    ['00.10', '0.10'],
    ['999999999999.99', '999999999999.99'],
  ])('returns the price %s as %s, on the item, its variants and its stores', async (sent, answered) => {
    const storeId = await service.newStore(caller.merchant);
    const money = { price: sent, cost: sent };
    const body = {
      name: 'Priced',
      type: 1,
      ...money,
      variants: [{ name: 'One', ...money }],
      stores: [{ storeId, price: sent }],
    };
    const item = await caller.create('/items', body);
    const stored = { price: answered, cost: answered };
    expect(item).toMatchObject({ ...stored, variants: [stored], stores: [{ price: answered }] });
  });

  test.each([['price'], ['cost'], ['lowStockLevel']])(
    'rejects a JSON number as %s and asks for a string',
    async (field) => {
      const answer = await caller.post('/items', { name: 'Number', [field]: 12.5 });
      expect(refusalOf(answer)).toEqual(invalid(`body /${field} type`));
      expect(answer.body.message).toMatch(/as strings, such as "12\.50"/);
    },
  );

  test.each<[string, object, string]>([
    ['an unknown type', { type: 3 }, '/type enum'],
    ['a blank code', { itemCode: ' A' }, '/itemCode pattern'],
    ['a code of 65 characters', { itemCode: 'x'.repeat(65) }, '/itemCode maxLength'],
    ['no code at all as null', { itemCode: null }, '/itemCode type'],
    ['11 barcodes', { barcodes: Array.from({ length: 11 }, (_, i) => `b${i}`) }, '/barcodes maxItems'],
    ['a barcode with a blank', { barcodes: ['1 2'] }, '/barcodes/0 pattern'],
    ['one barcode twice in one list', { barcodes: ['1', '1'] }, '/barcodes uniqueItems'],
    ['a long description', { description: 'x'.repeat(4097) }, '/description maxLength'],
    ['a NUL in the description', { description: '\0' }, '/description pattern'],
    ['a unit of 17 characters', { unit: 'x'.repeat(17) }, '/unit maxLength'],
    ['a negative price', { price: '-1' }, '/price pattern'],
    ['a price with 5 decimals', { price: '1.00001' }, '/price pattern'],
    ['a price of 13 digits', { price: '1234567890123' }, '/price pattern'],
    ['a price in exponents', { price: '1e3' }, '/price pattern'],
    ['no price as null', { price: null }, '/price type'],
    ['a quantity with 4 decimals', { lowStockLevel: '1.0001' }, '/lowStockLevel pattern'],
    ['a weighing scale of 2', { weighingScale: 2 }, '/weighingScale enum'],
    ['trackStock as 1', { trackStock: 1 }, '/trackStock type'],
    ['a picture without https', { imageUrl: 'http://images.example/a.jpg' }, '/imageUrl pattern'],
    ['one modifier group twice', { modifierIds: [1, 1] }, '/modifierIds uniqueItems'],
    ['a reference of 0', { groupId: 0 }, '/groupId minimum'],
    ['a reference as text', { brandId: '1' }, '/brandId type'],
    ['variants on a standard item', { variants: [{ name: 'A' }] }, '/variants maxItems'],
    ['components on a standard item', { components: [{ itemId: 1, quantity: '1' }] }, '/components maxItems'],
    ['an item of type 1 without variants', { type: 1 }, '/variants required'],
    ['an item of type 1 with no variant', { type: 1, variants: [] }, '/variants minItems'],
    ['a variant with an id', { type: 1, variants: [{ id: 1, name: 'A' }] }, '/variants/0/id unknown'],
    ['a variant without a name', { type: 1, variants: [{}] }, '/variants/0/name required'],
    ['a combo without components', { type: 2 }, '/components required'],
    ['a combo with no component', { type: 2, components: [] }, '/components minItems'],
    [
      'a component of quantity 0',
      { type: 2, components: [{ itemId: 1, quantity: '0.000' }] },
      '/components/0/quantity pattern',
    ],
    [
      'a combo that tracks stock',
      { type: 2, trackStock: true, components: [{ itemId: 1, quantity: '1' }] },
      '/trackStock enum',
    ],
    ['an override without a store', { stores: [{ price: '1' }] }, '/stores/0/storeId required'],
    ['one store twice', { stores: [{ storeId: 1 }, { storeId: 1 }] }, '/stores/1/storeId unique'],
  ])('rejects %s', async (_, part, detail) => {
    expect(refusalOf(await caller.post('/items', { name: 'Refused', ...part }))).toEqual(invalid(`body ${detail}`));
  });

  test.each<[string, object, string]>([
    ['the code of its variant', { itemCode: 'A', variants: [{ name: 'V', itemCode: 'A' }] }, '/variants/0/itemCode'],
    [
      'the code of another variant',
      {
        variants: [
          { name: 'V', itemCode: 'B' },
          { name: 'W', itemCode: 'B' },
        ],
      },
      '/variants/1/itemCode',
    ],
    [
      'a barcode of its variant',
      { barcodes: ['7', '8'], variants: [{ name: 'V', barcodes: ['9', '8'] }] },
      '/variants/0/barcodes/1',
    ],
  ])('rejects an item that repeats %s', async (_, part, path) => {
    const answer = await caller.post('/items', { name: 'Repeats', type: 1, ...part });
    expect(refusalOf(answer)).toEqual(invalid(`body ${path} unique`));
  });
});
