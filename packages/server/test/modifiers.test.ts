import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModifierGroupFull, ModifierOption } from '../src/contract/generated/types.gen.ts';
import type { Caller } from './support/caller.ts';
import { idsOf, page, walkCursor } from './support/lists.ts';
import { recordCounts } from './support/record-counts.ts';
import { conflictAt, invalid, noReferenceAt, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let other: Caller;
let coffee: number;

const UNKNOWN = 9007199254740991;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  other = await service.connect();
  coffee = (await caller.create('/items', { name: 'Flat white', itemCode: 'FW' })).id;
});
afterAll(() => service?.stop());

const full = (id: number) => caller.get(`/modifiers/${id}/full`);
const create = (part: object = {}): Promise<ModifierGroupFull> =>
  caller.create('/modifiers', { name: 'Milk', options: [{ name: 'Whole' }, { name: 'Oat' }], ...part });
const update = (id: number, body: object) => caller.patch(`/modifiers/${id}`, body);
const options = (count: number, part: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ name: `Option ${n}`, ...part }));
const optionAt = (group: ModifierGroupFull, index: number) => group.options[index] as ModifierOption;

describe('POST /modifiers', () => {
  test('fills in what is absent', async () => {
    const { status, body, headers } = await caller.post('/modifiers', { name: 'Least', options: [{ name: 'One' }] });
    const now = new Date(service.clock()).toISOString();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      status: 1,
      name: 'Least',
      minSelect: 0,
      maxSelect: null,
      options: [{ id: expect.any(Number), name: 'One', price: '0.00', sortOrder: 0, status: 1, itemId: null }],
      itemIds: [],
      externalId: null,
      version: 1,
      entryDate: now,
      updatedAt: now,
      items: [],
    });
    expect(headers.get('location')).toBe(`${service.apiUrl}/modifiers/${body.id}/full`);
    const read = await full(body.id);
    expect([read.body, read.headers.get('etag')]).toEqual([body, headers.get('etag')]);
  });

  test("stores every property as it was sent, options in order, and returns the items' details", async () => {
    const item = await caller.create('/items', { name: 'Latte', itemCode: 'LT', status: 0 });
    const sent = { name: 'Sizes', status: 0, minSelect: 1, maxSelect: 2, externalId: 'group-1' };
    const two = [
      { name: 'Large', price: '1.50', sortOrder: 20, status: 1, itemId: coffee },
      { name: 'Small', price: '0.05', sortOrder: 10, status: 0, itemId: null },
    ];
    const body = await create({ ...sent, options: two, itemIds: [item.id, coffee] });
    expect(body).toMatchObject({ ...sent, options: two, itemIds: [coffee, item.id] });
    expect(body.items).toEqual([
      { itemId: coffee, name: 'Flat white', itemCode: 'FW', status: 1 },
      { itemId: item.id, name: 'Latte', itemCode: 'LT', status: 0 },
    ]);
    expect((await full(body.id)).body).toEqual(body);
  });

  test('returns amounts with the decimals of their currency, without leading zeros', async () => {
    const group = await create({
      options: [
        { name: 'A', price: '000.50' },
        { name: 'B', price: '007' },
      ],
    });
    expect(group.options.map(({ price }) => price)).toEqual(['0.50', '7.00']);
  });

  test('accepts 100 options, each with its own id', async () => {
    const group = await create({ options: options(100), minSelect: 100, maxSelect: 100 });
    expect(new Set([group.id, ...group.options.map(({ id }) => id)]).size).toBe(101);
  });

  const one = (part: object) => ({ options: [{ name: 'One', ...part }] });
  test.each<[string, object, ...string[]]>([
    ['no options', { options: undefined }, '/options required'],
    ['an empty list of options', { options: [] }, '/options minItems'],
    ['101 options', { options: options(101) }, '/options maxItems'],
    ['options of null', { options: null }, '/options type'],
    ['an option without a name', { options: [{}] }, '/options/0/name required'],
    ['an id of an option', one({ id: 1 }), '/options/0/id unknown'],
    ['a price that is a number', one({ price: 1 }), '/options/0/price type'],
    ['a price of null', one({ price: null }), '/options/0/price type'],
    ['a price below zero', one({ price: '-1' }), '/options/0/price pattern'],
    ['a position below zero', one({ sortOrder: -1 }), '/options/0/sortOrder minimum'],
    ['a position above a million', one({ sortOrder: 1_000_001 }), '/options/0/sortOrder maximum'],
    ['an unknown status of an option', one({ status: 2 }), '/options/0/status enum'],
    ['an item of an option of 0', one({ itemId: 0 }), '/options/0/itemId minimum'],
    ['501 items', { itemIds: Array.from({ length: 501 }, (_, n) => n + 1) }, '/itemIds maxItems'],
    ['one item twice', { itemIds: [1, 1] }, '/itemIds uniqueItems'],
    ['items of null', { itemIds: null }, '/itemIds type'],
    ['items with names', { items: [] }, '/items unknown'],
    ['minSelect below 0', { minSelect: -1 }, '/minSelect minimum'],
    ['minSelect above 100', { minSelect: 101 }, '/minSelect maximum'],
    ['minSelect of null', { minSelect: null }, '/minSelect type'],
    ['maxSelect of 0', { maxSelect: 0 }, '/maxSelect minimum'],
    ['maxSelect above 100', { maxSelect: 101 }, '/maxSelect maximum'],
    ['maxSelect below minSelect', { minSelect: 2, maxSelect: 1 }, '/maxSelect selection'],
    ['minSelect above the options', { minSelect: 3 }, '/minSelect selection'],
    [
      'minSelect above the active options',
      { minSelect: 1, options: options(2, { status: 0 }) },
      '/minSelect selection',
    ],
  ])('rejects %s', async (_, part, ...details) => {
    const before = await recordCounts(service.databases);
    const body = { name: 'Refused', options: options(2), ...part };
    expect(refusalOf(await caller.post('/modifiers', body))).toEqual(invalid(...details.map((d) => `body ${d}`)));
    expect(await recordCounts(service.databases)).toEqual(before);
  });

  test.each<[string, object]>([
    ['minSelect equal to maxSelect and to the options', { minSelect: 2, maxSelect: 2 }],
    ['maxSelect above the options', { maxSelect: 100 }],
    ['any number', { minSelect: 2, maxSelect: null }],
  ])('accepts %s', async (_, part) => {
    expect(await create(part)).toMatchObject(part);
  });

  test.each<[string, (id: number) => object]>([
    [
      '/options/0/itemId',
      (itemId) => ({
        options: [
          { name: 'A', itemId },
          { name: 'B', itemId: coffee },
        ],
      }),
    ],
    [
      '/options/2/itemId',
      (itemId) => ({ options: [{ name: 'A', itemId: coffee }, { name: 'B' }, { name: 'C', itemId }] }),
    ],
    ['/itemIds/0', (itemId) => ({ itemIds: [itemId, coffee] })],
    ['/itemIds/1', (itemId) => ({ itemIds: [coffee, itemId] })],
  ])('rejects %s by name, whether unknown or another merchant’s, and writes nothing', async (path, part) => {
    const theirs = (await other.create('/items', { name: 'Theirs' })).id;
    const before = await recordCounts(service.databases);
    for (const id of [UNKNOWN, theirs]) {
      const body = { name: 'Refused', options: options(1), ...part(id) };
      expect(refusalOf(await caller.post('/modifiers', body))).toEqual(noReferenceAt(path));
    }
    expect(await recordCounts(service.databases)).toEqual(before);
  });
});

describe('PATCH /modifiers/{id}', () => {
  test('changes each property without changing the others', async () => {
    let group = await create({ itemIds: [coffee] });
    const changes = { status: 0, name: 'Changed', minSelect: 1, maxSelect: 1, externalId: 'changed' };
    for (const [field, value] of Object.entries(changes)) {
      const { status, body } = await update(group.id, { [field]: value });
      expect([field, status]).toEqual([field, 200]);
      expect(body).toEqual({ ...group, [field]: value, version: group.version + 1 });
      expect((await full(group.id)).body).toEqual(body);
      group = body;
    }
    expect((await update(group.id, { maxSelect: null, externalId: null })).body).toMatchObject({
      maxSelect: null,
      externalId: null,
    });
  });

  test('keeps the omitted properties of an option sent with its id, at the place where it is sent', async () => {
    const group = await create({
      options: [
        { name: 'Whole', price: '0.10', sortOrder: 5, status: 0, itemId: coffee },
        { name: 'Oat', price: '0.50' },
      ],
    });
    const [whole, oat] = [optionAt(group, 0), optionAt(group, 1)];
    const { body } = await update(group.id, {
      options: [{ name: 'Soya' }, { id: oat.id, name: 'Oat drink', price: '0.6' }, { id: whole.id, name: 'Whole' }],
    });
    expect(body.options).toEqual([
      { id: expect.any(Number), name: 'Soya', price: '0.00', sortOrder: 0, status: 1, itemId: null },
      { ...oat, name: 'Oat drink', price: '0.60' },
      whole,
    ]);
    expect(new Set(body.options.map(({ id }: ModifierOption) => id)).size).toBe(3);
    expect((await full(group.id)).body).toEqual(body);
  });

  test('clears the item of an option with null, and removes an omitted option', async () => {
    const group = await create({
      options: [
        { name: 'A', itemId: coffee },
        { name: 'B', itemId: coffee },
      ],
    });
    const [a, b] = [optionAt(group, 0), optionAt(group, 1)];
    const { body } = await update(group.id, { options: [{ id: a.id, name: 'A', itemId: null }] });
    expect(body.options).toEqual([{ ...a, itemId: null }]);
    const again = await update(group.id, {
      options: [
        { id: a.id, name: 'A' },
        { id: b.id, name: 'B' },
      ],
    });
    expect(refusalOf(again)).toEqual(noReferenceAt('/options/1/id'));
  });

  test('rejects an option’s id that is unknown, of another group, or of another merchant', async () => {
    const [group, second] = [await create(), await create()];
    const theirs = await other.create('/modifiers', { name: 'Milk', options: [{ name: 'One' }] });
    for (const id of [UNKNOWN, optionAt(second, 0).id, theirs.options[0].id]) {
      const sent = [
        { id: optionAt(group, 0).id, name: 'A' },
        { id, name: 'B' },
      ];
      expect(refusalOf(await update(group.id, { options: sent }))).toEqual(noReferenceAt('/options/1/id'));
    }
    expect((await full(group.id)).body).toEqual(group);
  });

  test('rejects an option’s id that is sent twice', async () => {
    const group = await create();
    const { id } = optionAt(group, 1);
    const sent = [{ id, name: 'A' }, { name: 'B' }, { id, name: 'C' }];
    expect(refusalOf(await update(group.id, { options: sent }))).toEqual(invalid('body /options/2/id unique'));
  });

  test.each<[string, object, unknown[]]>([
    ['maxSelect below the stored minSelect', { maxSelect: 1 }, conflictAt('/maxSelect')],
    ['minSelect above the stored maxSelect', { minSelect: 4 }, conflictAt('/minSelect')],
    ['minSelect above the stored options', { minSelect: 4, maxSelect: null }, conflictAt('/minSelect')],
    ['fewer options than the stored minSelect', { options: options(1) }, conflictAt('/options')],
    ['fewer active options than the stored minSelect', { options: options(3, { status: 0 }) }, conflictAt('/options')],
    ['minSelect above the maxSelect beside it', { minSelect: 3, maxSelect: 2 }, invalid('body /maxSelect selection')],
    [
      'minSelect above the options beside it',
      { minSelect: 2, options: options(1) },
      invalid('body /minSelect selection'),
    ],
    ['an empty list of options', { options: [] }, invalid('body /options minItems')],
    ['an unknown item', { itemIds: [UNKNOWN] }, noReferenceAt('/itemIds/0')],
    [
      'an option of an unknown item',
      { options: [...options(3), { name: 'x', itemId: UNKNOWN }] },
      noReferenceAt('/options/3/itemId'),
    ],
  ])('rejects %s and leaves the group as it was', async (_, change, refusal) => {
    const group = await create({ options: options(3), minSelect: 2, maxSelect: 3, itemIds: [coffee] });
    const answer = await update(group.id, { name: 'Changed', ...change });
    expect(refusalOf(answer)).toEqual(refusal);
    expect((await full(group.id)).body).toEqual(group);
  });

  test('applies each of 20 concurrent changes of the options completely', async () => {
    const group = await create();
    const change = (n: number) => update(group.id, { options: options((n % 4) + 1, { price: `${n}` }) });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => change(n)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const last = answers.find(({ body }) => body.version === 21);
    expect((await full(group.id)).body).toEqual(last?.body);
  });
});

describe('GET /modifiers/{id}/full', () => {
  test('has a new ETag and the same version after an item is renamed', async () => {
    const item = await caller.create('/items', { name: 'Mocha' });
    const { id } = await create({ itemIds: [item.id] });
    const etag = (await full(id)).headers.get('etag') ?? '';
    await caller.patch(`/items/${item.id}`, { name: 'Mochaccino' });
    const after = await caller.get(`/modifiers/${id}/full`, { 'If-None-Match': etag });
    expect([after.status, after.body.version, after.headers.get('etag') === etag]).toEqual([200, 1, false]);
    expect(after.body.items[0].name).toBe('Mochaccino');
    expect((await caller.patch(`/modifiers/${id}`, { status: 0 }, { 'If-Match': etag })).status).toBe(200);
  });
});

describe('GET /modifiers', () => {
  let lister: Caller;
  const groups = new Map<string, number>();
  const ITEMS: [name: string, itemCode: string, groups: string[]][] = [
    ['Flat white', 'FLAT-1', ['Milk', 'Shots']],
    ['Crème brûlée latte', 'C-2', ['Milk', 'Syrups']],
    ['White bread 100%', 'BREAD', ['Slicing']],
    ['Tea_pot', 'milky', []],
  ];
  beforeAll(async () => {
    lister = await service.connect();
    for (const name of ['Milk', 'Shots', 'Syrups', 'Slicing', 'Unused']) {
      const status = name === 'Shots' ? 0 : 1;
      groups.set(name, (await lister.create('/modifiers', { name, status, options: [{ name: 'One' }] })).id);
    }
    for (const [name, itemCode, names] of ITEMS) {
      const modifierIds = names.map((group) => groups.get(group));
      await lister.create('/items', { name, itemCode, barcodes: [`bar-${itemCode}`], modifierIds });
    }
    const sizes = [{ name: 'Jumbo white' }];
    await lister.create('/items', { name: 'Jug', type: 1, variants: sizes, modifierIds: [groups.get('Syrups')] });
    const theirs = await other.create('/modifiers', { name: 'Milk', options: [{ name: 'One' }] });
    await other.create('/items', { name: 'Flat white', modifierIds: [theirs.id] });
  });
  const found = async (query: string) => {
    const { data, pagination } = await page(lister, '/modifiers', `order=asc&limit=100&${query}`);
    expect([pagination.total, pagination.totalIsExact]).toEqual([data.length, true]);
    return data.map(({ name }) => name);
  };

  test('returns groups with their options and the ids of their items', async () => {
    const { data } = await page(lister, '/modifiers', 'search=milk');
    const { items, ...row } = (await lister.get(`/modifiers/${groups.get('Milk')}/full`)).body;
    expect(data).toEqual([row]);
    expect([row.options.length, row.itemIds]).toEqual([1, items.map((item: { itemId: number }) => item.itemId)]);
    expect(row.itemIds).toHaveLength(2);
  });

  test.each<[string, string[]]>([
    ['flat', ['Milk', 'Shots']],
    ['FLAT WHITE', ['Milk', 'Shots']],
    ['white flat', ['Milk', 'Shots']],
    ['white', ['Milk', 'Shots', 'Slicing']],
    ['brûlée', ['Milk', 'Syrups']],
    ['BRÛLÉE', ['Milk', 'Syrups']],
    ['e', ['Milk', 'Shots', 'Syrups', 'Slicing']],
    ['%', ['Slicing']],
    ['_', []],
    ['pot', []],
    ['jumbo', []],
    ['jug', ['Syrups']],
    ['C-2', []],
    ['bar-', []],
    ['flat bread', []],
    ['milk', []],
    ["'; --", []],
  ])('finds the groups offered with an item named like “%s”', async (text, names) => {
    expect(await found(`itemSearch=${encodeURIComponent(text)}`)).toEqual(names);
  });

  test('filters by the group’s name and status as well', async () => {
    expect(await found('itemSearch=white&search=s')).toEqual(['Shots', 'Slicing']);
    expect(await found('itemSearch=white&status=1')).toEqual(['Milk', 'Slicing']);
    expect(await found('itemSearch=white&status=0&search=shot')).toEqual(['Shots']);
    expect(await found('itemSearch=white&search=unused')).toEqual([]);
  });

  test('follows items as they are added and removed', async () => {
    const item = await lister.create('/items', { name: 'Passing', modifierIds: [groups.get('Unused')] });
    expect(await found('itemSearch=passing')).toEqual(['Unused']);
    await lister.patch(`/items/${item.id}`, { name: 'Renamed' });
    expect([await found('itemSearch=passing'), await found('itemSearch=renamed')]).toEqual([[], ['Unused']]);
    await lister.patch(`/modifiers/${groups.get('Unused')}`, { itemIds: [] });
    expect(await found('itemSearch=renamed')).toEqual([]);
  });

  test('pages by cursor with an item search, and accepts the cursor only for that search', async () => {
    const pages = await walkCursor(lister, '/modifiers', 'itemSearch=white&sort=name&order=asc', 1);
    expect(pages.map(({ data }) => data.map(({ name }) => name))).toEqual([['Milk'], ['Shots'], ['Slicing']]);
    const cursor = pages[0]?.pagination.nextCursor;
    const elsewhere = await lister.get(`/modifiers?itemSearch=flat&sort=name&order=asc&limit=1&cursor=${cursor}`);
    expect(refusalOf(elsewhere)).toEqual(invalid('query cursor cursor'));
  });

  test.each([
    ['itemSearch=', 'itemSearch minLength'],
    [`itemSearch=${'x'.repeat(101)}`, 'itemSearch maxLength'],
    ['itemSearch=a%00b', 'itemSearch pattern'],
    ['itemSearch=a&itemSearch=b', 'itemSearch duplicate'],
  ])('rejects ?%s', async (query, detail) => {
    expect(refusalOf(await lister.get(`/modifiers?${query}`))).toContain(`query ${detail}`);
  });

  test('finds nothing of another merchant’s', async () => {
    const ids = idsOf((await page(lister, '/modifiers', 'itemSearch=flat')).data);
    expect([...groups.values()]).toEqual(expect.arrayContaining(ids));
  });
});
