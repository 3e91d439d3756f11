import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from './support/caller.ts';
import { idsOf, page } from './support/lists.ts';
import { recordCounts } from './support/record-counts.ts';
import { invalid, noReferenceAt, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let caller: Caller;
let other: Caller;
let storeA: number;
let storeB: number;
let coffee: number;
let cake: number;
let sized: number;

const UNKNOWN = 9007199254740991;
const CREATE = '/menus/create-with-items';

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  other = await service.connect();
  storeA = await service.newStore(caller.merchant, 'Harbour Street');
  storeB = await service.newStore(caller.merchant, 'Market Square');
  coffee = (await caller.create('/items', { name: 'Flat white', itemCode: 'FW', price: '3.40' })).id;
  cake = (await caller.create('/items', { name: 'Cake', itemCode: 'CK', price: '2.10', status: 0 })).id;
  sized = (await caller.create('/items', { name: 'Tea', itemCode: 'T', type: 1, variants: [{ name: 'S' }] })).id;
});
afterAll(() => service?.stop());

const full = (id: number) => caller.get(`/menus/${id}/full`);
const create = (part: object = {}) => caller.create(CREATE, { name: 'Menu', ...part });
const update = (id: number, body: object) => caller.patch(`/menus/${id}/update-with-items`, body);
const window = (day: number, from: string, to: string) => ({ day, from, to });
const onMenu = (itemId: number, part: object = {}) => ({ itemId, price: null, sortOrder: 0, status: 1, ...part });

describe('POST /menus/create-with-items', () => {
  test('fills in what is absent', async () => {
    const { status, body, headers } = await caller.post(CREATE, { name: 'Least' });
    const now = new Date(service.clock()).toISOString();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      status: 1,
      name: 'Least',
      description: null,
      delivery: 0,
      takeaway: 0,
      online: 0,
      availability: [],
      itemCount: 0,
      storeIds: [],
      externalId: null,
      version: 1,
      entryDate: now,
      updatedAt: now,
      items: [],
      stores: [],
    });
    expect(headers.get('location')).toBe(`${service.apiUrl}/menus/${body.id}/full`);
    const read = await full(body.id);
    expect([read.body, read.headers.get('etag')]).toEqual([body, headers.get('etag')]);
  });

  test("stores every property as it was sent, items and stores in order, and returns the items' details", async () => {
    const sent = {
      name: 'Breakfast',
      status: 0,
      description: 'Early\nand good',
      delivery: 1,
      takeaway: 1,
      online: 1,
      externalId: 'menu-1',
      availability: [window(0, '00:00', '24:00'), window(6, '07:30', '11:00'), window(6, '11:00', '12:00')],
    };
    const items = [
      onMenu(sized, { sortOrder: 1_000_000 }),
      onMenu(coffee, { price: '003.20', sortOrder: 5 }),
      onMenu(cake, { status: 0 }),
    ];
    const stores = [{ storeId: storeB }, { storeId: storeA }];
    const { status, body } = await caller.post(CREATE, { ...sent, items, stores });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...sent, itemCount: 3, storeIds: [storeB, storeA] });
    const told = (name: string, itemCode: string, type: number, itemStatus: number, effectivePrice: string) => ({
      name,
      itemCode,
      type,
      itemStatus,
      effectivePrice,
    });
    expect(body.items).toEqual([
      { ...items[0], ...told('Tea', 'T', 1, 1, '0.00') },
      { ...items[1], ...told('Flat white', 'FW', 0, 1, '3.20'), price: '3.20' },
      { ...items[2], ...told('Cake', 'CK', 0, 0, '2.10') },
    ]);
    expect(body.stores).toEqual([
      { storeId: storeB, name: 'Market Square' },
      { storeId: storeA, name: 'Harbour Street' },
    ]);
    expect((await full(body.id)).body).toEqual(body);
  });

  test('accepts as many items, stores and windows as the contract allows, and no more', async () => {
    const many = (count: number, key: string, from = 1) =>
      Array.from({ length: count }, (_, i) => ({ [key]: from + i }));
    const items = refusalOf(await caller.post(CREATE, { name: 'x', items: many(1001, 'itemId') }));
    expect(items).toEqual(invalid('body /items maxItems'));
    const stores = refusalOf(await caller.post(CREATE, { name: 'x', stores: many(201, 'storeId') }));
    expect(stores).toEqual(invalid('body /stores maxItems'));
    const hour = (n: number) => `${String(n).padStart(2, '0')}:00`;
    const windows = (count: number) =>
      Array.from({ length: count }, (_, i) => window(i % 7, hour(Math.floor(i / 7)), hour(Math.floor(i / 7) + 1)));
    expect((await create({ availability: windows(70) })).availability).toHaveLength(70);
    const refused = await caller.post(CREATE, { name: 'x', availability: windows(71) });
    expect(refusalOf(refused)).toEqual(invalid('body /availability maxItems'));
  });

  test('puts 1000 items on a menu', async () => {
    const merchant = await service.connect();
    const items: { itemId: number }[] = [];
    for (let n = 0; n < 1000; n += 50) {
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, i) => merchant.create('/items', { name: `Item ${n + i}` })),
      );
      items.push(...made.map(({ id }) => ({ itemId: id })));
    }
    const menu = await merchant.create(CREATE, { name: 'Large', items });
    expect(menu.itemCount).toBe(1000);
    expect(menu.items.map(({ itemId }: { itemId: number }) => ({ itemId }))).toEqual(items);
  });

  const one = (part: object) => ({ items: [{ itemId: 1, ...part }] });
  test.each<[string, object, ...string[]]>([
    ['a flag of 2', { delivery: 2 }, '/delivery enum'],
    ['a flag that is a boolean', { takeaway: true }, '/takeaway type', '/takeaway enum'],
    ['a flag of null', { online: null }, '/online type', '/online enum'],
    ['a description of 4097 characters', { description: 'x'.repeat(4097) }, '/description maxLength'],
    ['items of null', { items: null }, '/items type'],
    ['stores of null', { stores: null }, '/stores type'],
    ['an availability of null', { availability: null }, '/availability type'],
    ['an item without its id', { items: [{}] }, '/items/0/itemId required'],
    ['an item with an id of 0', one({ itemId: 0 }), '/items/0/itemId minimum'],
    ['an item with a name', one({ name: 'x' }), '/items/0/name unknown'],
    ['a price that is a number', one({ price: 3 }), '/items/0/price type'],
    ['a price below zero', one({ price: '-1' }), '/items/0/price pattern'],
    ['a price with five decimals', one({ price: '1.00001' }), '/items/0/price pattern'],
    ['a price of 13 digits', one({ price: '1234567890123' }), '/items/0/price pattern'],
    ['a position below zero', one({ sortOrder: -1 }), '/items/0/sortOrder minimum'],
    ['a position above a million', one({ sortOrder: 1_000_001 }), '/items/0/sortOrder maximum'],
    ['an unknown status of an item', one({ status: 2 }), '/items/0/status enum'],
    ['a store without its id', { stores: [{}] }, '/stores/0/storeId required'],
    ['a store with a price', { stores: [{ storeId: 1, price: '1' }] }, '/stores/0/price unknown'],
    ['store ids', { storeIds: [1] }, '/storeIds unknown'],
    ['an item count', { itemCount: 1 }, '/itemCount unknown'],
    ['one item twice', { items: [{ itemId: 5 }, { itemId: 6 }, { itemId: 5 }] }, '/items/2/itemId unique'],
    ['one store twice', { stores: [{ storeId: 5 }, { storeId: 5 }] }, '/stores/1/storeId unique'],
    ['a window without its end', { availability: [{ day: 1, from: '07:00' }] }, '/availability/0/to required'],
    ['day 7', { availability: [window(7, '07:00', '08:00')] }, '/availability/0/day maximum'],
    ['day -1', { availability: [window(-1, '07:00', '08:00')] }, '/availability/0/day minimum'],
    ['a time without its zero', { availability: [window(1, '7:00', '08:00')] }, '/availability/0/from pattern'],
    [
      'a time with seconds',
      { availability: [window(1, '07:00:00', '08:00')] },
      '/availability/0/from maxLength',
      '/availability/0/from pattern',
    ],
    ['minute 60', { availability: [window(1, '07:00', '07:60')] }, '/availability/0/to pattern'],
    ['a window that begins at 24:00', { availability: [window(1, '24:00', '24:00')] }, '/availability/0/from pattern'],
    ['a window that ends at 24:01', { availability: [window(1, '23:00', '24:01')] }, '/availability/0/to pattern'],
    ['a window that ends as it begins', { availability: [window(1, '07:00', '07:00')] }, '/availability/0/to range'],
    [
      'a window past midnight',
      { availability: [window(1, '07:00', '08:00'), window(2, '22:00', '02:00')] },
      '/availability/1/to range',
    ],
    ['a window that ends at 00:00', { availability: [window(1, '22:00', '00:00')] }, '/availability/0/to range'],
    [
      'windows that overlap by a minute',
      { availability: [window(1, '07:00', '11:01'), window(1, '11:00', '12:00')] },
      '/availability/1 overlap',
    ],
    [
      'the same window twice',
      { availability: [window(3, '07:00', '11:00'), window(3, '07:00', '11:00')] },
      '/availability/1 overlap',
    ],
    [
      'a window inside an earlier one that ends later than the next begins',
      { availability: [window(3, '07:00', '20:00'), window(3, '08:00', '09:00'), window(3, '10:00', '11:00')] },
      '/availability/1 overlap',
      '/availability/2 overlap',
    ],
    [
      'windows that overlap and are not in order',
      { availability: [window(3, '10:00', '12:00'), window(2, '10:00', '12:00'), window(3, '09:00', '10:01')] },
      '/availability/0 overlap',
    ],
  ])('rejects %s', async (_, part, ...details) => {
    const before = await recordCounts(service.databases);
    const refusal = refusalOf(await caller.post(CREATE, { name: 'Refused', ...part }));
    expect(refusal).toEqual(invalid(...details.map((detail) => `body ${detail}`)));
    expect(await recordCounts(service.databases)).toEqual(before);
  });

  test.each<[string, object[]]>([
    ['touch', [window(1, '07:00', '11:00'), window(1, '11:00', '24:00')]],
    ['are of different days', [window(1, '07:00', '11:00'), window(2, '07:00', '11:00')]],
    ['fill a day and are not in order', [window(4, '12:00', '24:00'), window(4, '00:00', '12:00')]],
  ])('accepts windows that %s', async (_, availability) => {
    expect((await create({ availability })).availability).toEqual(availability);
  });

  test.each<[string, (id: number) => object]>([
    ['/items/0/itemId', (itemId) => ({ items: [{ itemId }, { itemId: coffee }] })],
    ['/items/1/itemId', (itemId) => ({ items: [{ itemId: coffee }, { itemId }] })],
    ['/stores/1/storeId', (storeId) => ({ stores: [{ storeId: storeA }, { storeId }] })],
  ])('rejects %s by name, whether unknown or another merchant’s, and writes nothing', async (path, part) => {
    const theirs = path.startsWith('/items')
      ? (await other.create('/items', { name: 'Theirs' })).id
      : await service.newStore(other.merchant);
    const before = await recordCounts(service.databases);
    for (const id of [UNKNOWN, theirs]) {
      expect(refusalOf(await caller.post(CREATE, { name: 'Refused', ...part(id) }))).toEqual(noReferenceAt(path));
    }
    expect(await recordCounts(service.databases)).toEqual(before);
  });
});

describe('PATCH /menus/{id}/update-with-items', () => {
  const arrange = () =>
    create({
      description: 'Text',
      externalId: `menu ${Math.random()}`,
      availability: [window(1, '07:00', '11:00')],
      items: [{ itemId: coffee, price: '3.00', sortOrder: 7, status: 0 }, { itemId: cake }],
      stores: [{ storeId: storeA }],
    });

  test('changes each property without changing the others', async () => {
    let menu = await arrange();
    const changes = {
      status: 0,
      name: 'Changed',
      description: 'Other',
      delivery: 1,
      takeaway: 1,
      online: 1,
      availability: [window(5, '10:00', '12:00')],
      externalId: 'changed',
    };
    for (const [field, value] of Object.entries(changes)) {
      const { status, body } = await update(menu.id, { [field]: value });
      expect([field, status]).toEqual([field, 200]);
      expect(body).toEqual({ ...menu, [field]: value, version: menu.version + 1 });
      expect((await full(menu.id)).body).toEqual(body);
      menu = body;
    }
  });

  test('replaces all items: what an entry leaves out gets its default', async () => {
    const menu = await arrange();
    const { body } = await update(menu.id, { items: [{ itemId: sized, price: '1.5' }, { itemId: coffee }] });
    expect(body).toMatchObject({ itemCount: 2, version: 2, stores: menu.stores, availability: menu.availability });
    expect(body.items).toMatchObject([onMenu(sized, { price: '1.50' }), onMenu(coffee, { effectivePrice: '3.40' })]);
    expect((await full(menu.id)).body).toEqual(body);
  });

  test('replaces all stores and leaves the items', async () => {
    const menu = await arrange();
    const { body } = await update(menu.id, { stores: [{ storeId: storeB }] });
    expect(body).toMatchObject({ storeIds: [storeB], stores: [{ storeId: storeB }], items: menu.items, itemCount: 2 });
  });

  test('empties lists that are sent empty, and clears nullable properties with null', async () => {
    const menu = await arrange();
    const emptied = { items: [], stores: [], availability: [], description: null, externalId: null };
    const expected = { ...menu, ...emptied, itemCount: 0, storeIds: [], version: 2 };
    expect((await update(menu.id, emptied)).body).toEqual(expected);
    expect((await full(menu.id)).body).toEqual(expected);
  });

  test.each<[string, object, unknown[]]>([
    ['one item twice', { items: [{ itemId: 5 }, { itemId: 5 }] }, invalid('body /items/1/itemId unique')],
    ['an unknown item', { items: [{ itemId: UNKNOWN }] }, noReferenceAt('/items/0/itemId')],
    ['an unknown store', { stores: [{ storeId: UNKNOWN }] }, noReferenceAt('/stores/0/storeId')],
    [
      'windows that overlap',
      { availability: [1, 1].map((day) => window(day, '07:00', '08:00')) },
      invalid('body /availability/1 overlap'),
    ],
    ['items of null', { items: null }, invalid('body /items type')],
  ])('rejects %s and leaves the menu as it was', async (_, change, refusal) => {
    const menu = await arrange();
    expect(refusalOf(await update(menu.id, { name: 'Changed', ...change }))).toEqual(refusal);
    expect((await full(menu.id)).body).toEqual(menu);
  });

  test('keeps one of 20 concurrent replacements complete', async () => {
    const menu = await arrange();
    const both = [coffee, cake, sized];
    const change = (n: number) =>
      update(menu.id, {
        name: `Change ${n}`,
        items: both.slice(n % 3).map((itemId) => ({ itemId, sortOrder: n })),
        stores: n % 2 ? [{ storeId: storeB }] : [],
      });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => change(n)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const versions = answers.map(({ body }) => body.version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
    const last = answers.find(({ body }) => body.version === 21);
    expect((await full(menu.id)).body).toEqual(last?.body);
  });
});

describe('GET /menus/{id}/full', () => {
  test('has a new ETag and the same version after an item or a price on it changed', async () => {
    const { id } = await create({ items: [{ itemId: sized }] });
    const before = await full(id);
    await caller.patch(`/items/${sized}`, { name: 'Green tea', price: '2.20' });
    const etag = before.headers.get('etag') ?? '';
    const after = await caller.get(`/menus/${id}/full`, { 'If-None-Match': etag });
    expect([after.status, after.body.version, after.headers.get('etag') === etag]).toEqual([200, 1, false]);
    expect(after.body.items[0]).toMatchObject({ name: 'Green tea', effectivePrice: '2.20', price: null });
    const based = await caller.patch(`/menus/${id}/update-with-items`, { online: 1 }, { 'If-Match': etag });
    expect(based.status).toBe(200);
  });
});

describe('GET /menus', () => {
  const CHANNELS = ['delivery', 'takeaway', 'online'] as const;
  let lister: Caller;
  const menus: { id: number; delivery: number; takeaway: number; online: number; status: number }[] = [];
  beforeAll(async () => {
    lister = await service.connect();
    const store = { storeId: await service.newStore(lister.merchant) };
    const item = { itemId: (await lister.create('/items', { name: 'Item' })).id };
    for (let n = 0; n < 16; n += 1) {
      const flags = { delivery: n & 1, takeaway: (n >> 1) & 1, online: (n >> 2) & 1, status: (n >> 3) & 1 };
      menus.push(await lister.create(CREATE, { name: `Menu ${n}`, ...flags, items: [item], stores: [store] }));
    }
  });
  const listed = async (query: string) => {
    const { data, pagination } = await page(lister, '/menus', `order=asc&limit=100&${query}`);
    expect(pagination.total).toBe(data.length);
    return idsOf(data);
  };

  test('returns menus with the number of items and the ids of stores only', async () => {
    const { data } = await page(lister, '/menus', 'limit=1');
    const { items, stores, ...row } = (await lister.get(`/menus/${data[0]?.id}/full`)).body;
    expect(data).toEqual([row]);
    expect([row.itemCount, row.storeIds]).toEqual([items.length, [stores[0].storeId]]);
  });

  test.each(CHANNELS.flatMap((channel) => [0, 1].map((flag) => [channel, flag] as const)))(
    'returns only those whose %s is %i',
    async (channel, flag) => {
      expect(await listed(`${channel}=${flag}`)).toEqual(own(menus.filter((menu) => menu[channel] === flag)));
    },
  );

  test.each(CHANNELS)('returns all if %s is 2', async (channel) => {
    expect(await listed(`${channel}=2`)).toEqual(own(menus));
  });

  test('combines the channels with one another and with the status and a search', async () => {
    expect(await listed('delivery=1&takeaway=0&online=2')).toEqual(
      own(menus.filter((menu) => menu.delivery === 1 && menu.takeaway === 0)),
    );
    expect(await listed('online=1&status=0')).toEqual(
      own(menus.filter((menu) => menu.online === 1 && menu.status === 0)),
    );
    expect(await listed('online=1&search=menu 1')).toEqual(
      own(menus.filter((menu, n) => menu.online === 1 && /^1/.test(String(n)))),
    );
  });

  test('pages a channel by cursor, with the others omitted or 2', async () => {
    const first = await page(lister, '/menus', 'delivery=1&limit=5');
    const cursor = first.pagination.nextCursor;
    const rest = await page(lister, '/menus', `delivery=1&online=2&limit=5&cursor=${cursor}`);
    expect(idsOf([...first.data, ...rest.data])).toEqual(own(menus.filter((m) => m.delivery === 1)).reverse());
    const elsewhere = await lister.get(`/menus?delivery=0&cursor=${cursor}`);
    expect(refusalOf(elsewhere)).toEqual(invalid('query cursor cursor'));
  });

  test.each(CHANNELS.flatMap((channel) => [`${channel}=3 enum`, `${channel}=yes type`, `${channel}= type`]))(
    'rejects ?%s',
    async (detail) => {
      const [query = '', rule] = detail.split(' ');
      const refusal = refusalOf(await lister.get(`/menus?${query}`));
      expect(refusal).toContain(`query ${query.split('=')[0]} ${rule}`);
      expect(refusal.slice(0, 2)).toEqual(invalid());
    },
  );
});

const own = (records: readonly { id: number }[]): number[] => records.map(({ id }) => id);
