import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../src/contract/generated/types.gen.ts';
import type { Caller } from './support/caller.ts';
import { duplicateAt, noReferenceAt, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let other: Caller;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  other = await service.connect();
});
afterAll(() => service?.stop());

describe('POST /items', () => {
  describe('with a duplicate code or barcode', () => {
    beforeAll(() =>
      caller.create('/items', {
        name: 'Holder',
        type: 1,
        itemCode: 'TAKEN',
        barcodes: ['111'],
        variants: [{ name: 'Held', itemCode: 'TAKEN-V', barcodes: ['222', '333'] }],
      }),
    );

    const variant = { name: 'V' };
    test.each<[string, object, string]>([
      ['code, by an item', { itemCode: 'TAKEN' }, '/itemCode'],
      ['code, by a variant', { itemCode: 'TAKEN-V' }, '/itemCode'],
      [
        'variant code, by an item',
        { type: 1, variants: [variant, { name: 'W', itemCode: 'TAKEN' }] },
        '/variants/1/itemCode',
      ],
      [
        'variant code, by a variant',
        { type: 1, variants: [{ name: 'W', itemCode: 'TAKEN-V' }] },
        '/variants/0/itemCode',
      ],
      ['barcode, by an item', { barcodes: ['110', '111'] }, '/barcodes/1'],
      ['barcode, by a variant', { barcodes: ['333'] }, '/barcodes/0'],
      [
        'variant barcode, by an item',
        { type: 1, variants: [{ name: 'W', barcodes: ['0', '1', '111'] }] },
        '/variants/0/barcodes/2',
      ],
      [
        'variant barcode, by a variant',
        { type: 1, variants: [variant, { name: 'W', barcodes: ['222'] }] },
        '/variants/1/barcodes/0',
      ],
    ])('rejects the %s', async (_, part, path) => {
      expect(refusalOf(await caller.post('/items', { name: 'Second', ...part }))).toEqual(duplicateAt(path));
    });

    test('accepts a barcode equal to a code, a code in another case, and both at another merchant', async () => {
      await caller.create('/items', { name: 'Other kind', itemCode: '111', barcodes: ['TAKEN'] });
      await caller.create('/items', { name: 'Other case', itemCode: 'taken' });
      await other.create('/items', { name: 'Other merchant', itemCode: 'TAKEN', barcodes: ['111', '222'] });
    });
  });

  describe('with a reference to a missing record', () => {
    const UNKNOWN = 9007199254740991;
    type Kind = 'group' | 'brand' | 'tax' | 'store' | 'modifier' | 'item';
    type Ids = Record<Kind, number>;
    type Body = (id: number, mine: Ids) => object;

    const REFERENCES: [path: string, kind: Kind, body: Body][] = [
      ['/groupId', 'group', (groupId) => ({ groupId })],
      ['/brandId', 'brand', (brandId) => ({ brandId })],
      ['/taxId', 'tax', (taxId) => ({ taxId })],
      ['/stores/0/storeId', 'store', (storeId) => ({ stores: [{ storeId }] })],
      ['/stores/1/storeId', 'store', (storeId, { store }) => ({ stores: [{ storeId: store }, { storeId }] })],
      ['/modifierIds/1', 'modifier', (id, { modifier }) => ({ modifierIds: [modifier, id] })],
      ['/components/0/itemId', 'item', (itemId) => ({ type: 2, components: [{ itemId, quantity: '1' }] })],
      [
        '/components/1/itemId',
        'item',
        (id, { item }) => ({ type: 2, components: [item, id].map((itemId) => ({ itemId, quantity: '1' })) }),
      ],
    ];

    const idsOf = async (of: Caller): Promise<Ids> => ({
      group: (await of.create('/categories', { name: 'G' })).id,
      brand: (await of.create('/brands', { name: 'B' })).id,
      tax: await service.newTax(of.merchant),
      store: await service.newStore(of.merchant),
      modifier: await service.newModifierGroup(of.merchant),
      item: (await of.create('/items', { name: 'I' })).id,
    });
    let mine: Ids;
    let theirs: Ids;
    beforeAll(async () => {
      mine = await idsOf(caller);
      theirs = await idsOf(other);
    });

    test.each(REFERENCES)("names %s, whether the %s is unknown or another merchant's", async (path, kind, body) => {
      const unknown = await caller.post('/items', { name: 'Refers', ...body(UNKNOWN, mine) });
      const foreign = await caller.post('/items', { name: 'Refers', ...body(theirs[kind], mine) });
      expect(refusalOf(unknown)).toEqual(noReferenceAt(path));
      expect(refusalOf(foreign)).toEqual(noReferenceAt(path));
      expect(foreign.body.message).toBe(unknown.body.message);
    });
  });
});

const SIZED = { name: 'Sized', type: 1, variants: [{ name: 'S' }, { name: 'L' }] };

describe('Concurrent writes of items', () => {
  const codes = (answers: { status: number }[]) => answers.map((answer) => answer.status).sort();

  test.each<[string, object, string]>([
    ['code', { itemCode: 'RACE' }, '/itemCode'],
    ['barcode', { barcodes: ['race'] }, '/barcodes/0'],
    ['variant code', { type: 1, variants: [{ name: 'V', itemCode: 'RACE-V' }] }, '/variants/0/itemCode'],
  ])('create one of 20 items with the same %s', async (_, part, path) => {
    const body = (n: number) => ({ name: `Racer ${n}`, ...part });
    const answers = await Promise.all(Array.from({ length: 20 }, (__, n) => caller.post('/items', body(n))));
    expect(codes(answers)).toEqual([201, ...Array(19).fill(409)]);
    for (const refused of answers.filter((answer) => answer.status === 409))
      expect(refusalOf(refused)).toEqual(duplicateAt(path));
  });

  test('allow one of 20 items to take a code by a change', async () => {
    const items: Item[] = [];
    for (let n = 0; n < 20; n += 1) items.push(await caller.create('/items', { name: `Taker ${n}` }));
    const answers = await Promise.all(
      items.map(({ id }) => caller.patch(`/items/${id}`, { itemCode: 'RACE-P', barcodes: [`${id}`] })),
    );
    expect(codes(answers)).toEqual([200, ...Array(19).fill(409)]);
    expect((await caller.get('/items?search=race-p')).body.pagination.total).toBe(1);
  });

  test('keep the total exact and ids unique after 50 concurrent creates', async () => {
    const total = async () => (await caller.get('/items?limit=1')).body.pagination.total;
    const before = await total();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => caller.post('/items', { ...SIZED, name: `Many ${n}` })),
    );
    expect(codes(answers)).toEqual(Array(50).fill(201));
    const ids = answers.flatMap(({ body }) => [body.id, ...body.variants.map((v: { id: number }) => v.id)]);
    expect(new Set(ids).size).toBe(150);
    expect(await total()).toBe(before + 50);
  });

  test('count each of 20 changes of one item', async () => {
    const { id } = await caller.create('/items', SIZED);
    const change = (n: number) => caller.patch(`/items/${id}`, { description: `${n}`, status: n % 2 });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => change(n)));
    const versions = answers.map((answer) => answer.body.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
  });
});
