import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StockAdjustment } from '../src/contract/generated/types.gen.ts';
import type { Answer, Caller } from './support/caller.ts';
import { duplicateAt, invalid, NOT_FOUND, noReferenceAt, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';
import { discrepancies, movementsOf, newShop, onHand, type Shop } from './support/stock.ts';

let service: Service;
let caller: Caller;
let shop: Shop;
let theirs: Shop;
let store: number;

const UNKNOWN = 9007199254740991;
const [COUNT, ADD, REMOVE] = [0, 1, 2];

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  shop = await newShop(service, caller);
  theirs = await newShop(service, await service.connect());
  [store] = shop.stores;
});
afterAll(() => service?.stop());

const body = (part: object = {}) => ({
  storeId: store,
  date: '2026-03-02',
  type: ADD,
  lines: [{ itemId: shop.beans, quantity: '10' }],
  ...part,
});
const send = (part: object = {}, post = 'false') => caller.post(`/stock-adjustments?post=${post}`, body(part));
async function create(part: object = {}, post = 'false'): Promise<StockAdjustment> {
  const answer = await send(part, post);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}
const patch = ({ id }: StockAdjustment, change: object): Promise<Answer> =>
  caller.patch(`/stock-adjustments/${id}`, change);
const read = async ({ id }: StockAdjustment): Promise<StockAdjustment> =>
  (await caller.get(`/stock-adjustments/${id}`)).body;
const line = (adjustment: StockAdjustment, n = 0) => adjustment.lines[n] as StockAdjustment['lines'][number];
const moved = ({ id }: StockAdjustment) => movementsOf(service, 'stockAdjustment', id);
const newItem = async (stock?: string): Promise<number> => {
  const { id } = await caller.create('/items', { name: `Item ${service.clock()}` });
  if (stock !== undefined) await service.stock(caller.merchant, store, id, stock);
  return id;
};
const level = (itemId: number, variantId: number | null = null) => onHand(service, store, itemId, variantId);
const of = (itemId: number, quantity: string) => ({ lines: [{ itemId, quantity }] });

const conflict = (path: string, ...allowed: string[]) => [
  409,
  'partner.state_conflict',
  `body ${path} state`,
  ...allowed.map((action) => `message ${action}`),
];
/** Like refusalOf, with the allowed actions of the response. */
const conflictOf = (answer: Answer): unknown[] => {
  const details = (answer.body.details ?? []) as { path: string; rule: string; message: string }[];
  const named = details.map((d) => (d.rule === 'allowedAction' ? `message ${d.message}` : `body ${d.path} ${d.rule}`));
  return [answer.status, answer.body.code, ...named];
};
const allowed = (adjustment: StockAdjustment) =>
  adjustment.allowedActions.filter((entry) => entry.allowed).map(({ action }) => action);

describe('POST /stock-adjustments', () => {
  test('saves a draft that moves nothing, with its defaults and allowed actions', async () => {
    const { status, body: adjustment, headers } = await send();
    expect(status).toBe(201);
    expect(adjustment).toEqual({
      id: adjustment.id,
      adjustmentNo: 'SA-000001',
      storeId: store,
      date: '2026-03-02',
      type: ADD,
      reason: null,
      narration: null,
      status: 0,
      lines: [
        { id: line(adjustment).id, itemId: shop.beans, variantId: null, quantity: '10', before: null, after: null },
      ],
      allowedActions: ['update', 'post', 'void'].map((action) => ({ action, allowed: true, code: null, reason: null })),
      externalId: null,
      version: 1,
      entryDate: '2026-03-02T08:15:30.000Z',
      updatedAt: '2026-03-02T08:15:30.000Z',
    });
    expect(headers.get('location')).toBe(`${service.apiUrl}/stock-adjustments/${adjustment.id}`);
    expect(await read(adjustment)).toEqual(adjustment);
    expect(await moved(adjustment)).toEqual([]);
    expect(await level(shop.beans)).toBe('0');
  });

  test('stores every property as it was sent', async () => {
    const sent = {
      adjustmentNo: 'Zähl/7 "b"',
      reason: 'opening',
      narration: 'Line one\r\nline two\t🍌',
      externalId: 'a/1',
      date: '2024-02-29',
      type: COUNT,
      lines: [
        { itemId: shop.shirt.id, variantId: shop.shirt.small, quantity: '2.5' },
        { itemId: shop.flour, variantId: null, quantity: '0' },
      ],
    };
    const adjustment = await create(sent);
    expect(adjustment).toMatchObject(sent);
    expect(await read(adjustment)).toEqual(adjustment);
  });

  test.each(['damage', 'theft', 'expiry', 'waste', 'correction', 'opening', 'other', null])(
    'accepts the reason %s',
    async (reason) => {
      expect(await create({ reason })).toMatchObject({ reason });
    },
  );

  test.each(['true', '1'])('with post=%s adds to the stock', async (flag) => {
    const item = await newItem('5');
    const adjustment = await create({ type: ADD, ...of(item, '2.250') }, flag);
    expect(adjustment).toMatchObject({
      status: 1,
      version: 1,
      lines: [{ quantity: '2.25', before: '5', after: '7.25' }],
    });
    expect(allowed(adjustment)).toEqual(['void']);
    expect(await moved(adjustment)).toEqual([[store, item, null, line(adjustment).id, '2.25']]);
    expect(await level(item)).toBe('7.25');
    expect(await read(adjustment)).toEqual(adjustment);
  });

  test('removes from the stock, even below zero', async () => {
    const item = await newItem('5');
    const adjustment = await create({ type: REMOVE, ...of(item, '7') }, 'true');
    expect(line(adjustment)).toMatchObject({ before: '5', after: '-2' });
    expect(await level(item)).toBe('-2');
  });

  test.each([
    ['5', '8', '3'],
    ['5', '0', '-5'],
    ['-4', '1.5', '5.5'],
    [undefined, '3', '3'],
  ])('counts %s as %s, which moves %s', async (stock, counted, change) => {
    const item = await newItem(stock);
    const adjustment = await create({ type: COUNT, ...of(item, counted) }, 'true');
    expect(line(adjustment)).toMatchObject({ quantity: counted, before: stock ?? '0', after: counted });
    expect(await moved(adjustment)).toEqual([[store, item, null, line(adjustment).id, change]]);
    expect(await level(item)).toBe(counted);
  });

  test.each([
    ['5', '5.000', '5'],
    [undefined, '0', '0'],
  ])('counts %s as %s and moves nothing', async (stock, counted, after) => {
    const item = await newItem(stock);
    const adjustment = await create({ type: COUNT, ...of(item, counted) }, 'true');
    expect(adjustment).toMatchObject({ status: 1, lines: [{ quantity: after, before: after, after }] });
    expect(await moved(adjustment)).toEqual([]);
  });

  test('adds up lines of one item, each with its own before and after', async () => {
    const item = await newItem('1');
    const lines = ['2', '3', '0.5'].map((quantity) => ({ itemId: item, quantity }));
    const adjustment = await create({ type: REMOVE, lines }, 'true');
    expect(adjustment.lines.map(({ before, after }) => [before, after])).toEqual([
      ['1', '-1'],
      ['-1', '-4'],
      ['-4', '-4.5'],
    ]);
    expect(await level(item)).toBe('-4.5');
  });

  test('keeps the levels of variants apart, in a count of several', async () => {
    const { id, small, large } = shop.shirt;
    const lines = [
      { itemId: id, variantId: large, quantity: '4' },
      { itemId: shop.flour, quantity: '1.125' },
      { itemId: id, variantId: small, quantity: '9' },
    ];
    await create({ type: COUNT, lines }, 'true');
    expect([await level(id, small), await level(id, large), await level(shop.flour)]).toEqual(['9', '4', '1.125']);
  });

  test.each(['false', '0', 'False'])('with post=%s saves a draft', async (flag) => {
    expect(await create({}, flag)).toMatchObject({ status: 0 });
  });

  test.each([
    ['', 'post required'],
    ['?post=', 'post type'],
    ['?post=yes', 'post type'],
    ['?post=False%20', 'post type'],
    ['?post=true&post=true', 'post duplicate'],
    ['?post=false&receive=true', 'receive unknown'],
  ])('rejects the query “%s”', async (query, detail) => {
    expect(refusalOf(await caller.post(`/stock-adjustments${query}`, body()))).toEqual(invalid(`query ${detail}`));
  });

  test.each<[string, object, string]>([
    ['no store', { storeId: undefined }, '/storeId required'],
    ['no date', { date: undefined }, '/date required'],
    ['no type', { type: undefined }, '/type required'],
    ['no lines', { lines: undefined }, '/lines required'],
    ['an empty list of lines', { lines: [] }, '/lines minItems'],
    ['1001 lines', { lines: Array(1001).fill({ itemId: 1, quantity: '1' }) }, '/lines maxItems'],
    ['a store as text', { storeId: '5' }, '/storeId type'],
    ['a day that is not', { date: '2025-02-29' }, '/date format'],
    ['an unknown type', { type: 3 }, '/type enum'],
    ['a type as text', { type: '1' }, '/type type'],
    ['an unknown reason', { reason: 'Damage' }, '/reason enum'],
    ['an empty number', { adjustmentNo: '' }, '/adjustmentNo pattern'],
    ['a number of 65 characters', { adjustmentNo: 'x'.repeat(65) }, '/adjustmentNo maxLength'],
    ['a narration of 4097 characters', { narration: 'x'.repeat(4097) }, '/narration maxLength'],
    ['a status', { status: 1 }, '/status unknown'],
    ['a quantity as a number', { lines: [{ itemId: 1, quantity: 1 }] }, '/lines/0/quantity type'],
    ['a quantity below 0', { lines: [{ itemId: 1, quantity: '-1' }] }, '/lines/0/quantity pattern'],
    ['a quantity of 4 decimals', { lines: [{ itemId: 1, quantity: '1.0001' }] }, '/lines/0/quantity pattern'],
    ['an id of a line', { lines: [{ id: 1, itemId: 1, quantity: '1' }] }, '/lines/0/id unknown'],
    ['the stock before', { lines: [{ itemId: 1, quantity: '1', before: '1' }] }, '/lines/0/before unknown'],
  ])('rejects %s', async (_, part, detail) => {
    const refusal = refusalOf(await send(part));
    expect(refusal.slice(0, 2)).toEqual(invalid());
    expect(refusal).toContain(`body ${detail}`);
  });

  test.each([ADD, REMOVE])('rejects a quantity of 0 in type %i', async (type) => {
    const lines = ['1', '0.000'].map((quantity) => ({ itemId: shop.beans, quantity }));
    expect(refusalOf(await send({ type, lines }))).toEqual(invalid('body /lines/1/quantity positive'));
  });

  test('rejects counting one item or variant twice, and accepts two variants', async () => {
    const { id, small, large } = shop.shirt;
    const lines = (...variants: number[]) => variants.map((variantId) => ({ itemId: id, variantId, quantity: '1' }));
    const twice = await send({ type: COUNT, lines: lines(small, large, small) });
    expect(refusalOf(twice)).toEqual(invalid('body /lines/2/itemId unique'));
    await create({ type: COUNT, lines: lines(small, large) });
  });

  test.each<[string, (s: Shop) => object]>([
    ['/storeId', (s) => ({ storeId: s.stores[0] })],
    ['/lines/1/itemId', (s) => ({ lines: [...body().lines, { itemId: s.beans, quantity: '1' }] })],
    ['/lines/0/variantId', (s) => ({ lines: [{ itemId: shop.shirt.id, variantId: s.shirt.small, quantity: '1' }] })],
  ])("rejects an unknown %s and another merchant's alike, and writes nothing", async (path, part) => {
    const unknown = { stores: [UNKNOWN], beans: UNKNOWN, shirt: { small: UNKNOWN } } as unknown as Shop;
    for (const [flag, type] of [
      ['false', ADD],
      ['true', ADD],
      ['true', COUNT],
    ]) {
      const answers = [
        await send({ type, ...part(unknown) }, `${flag}`),
        await send({ type, ...part(theirs) }, `${flag}`),
      ];
      expect(answers.map(refusalOf)).toEqual([noReferenceAt(path), noReferenceAt(path)]);
      expect(answers[1]?.body).toEqual({ ...answers[0]?.body, correlationId: expect.any(String) });
    }
    expect(await discrepancies(service.databases)).toEqual([]);
  });

  test.each<[string, string, () => object]>([
    ['a combo', '/lines/0/itemId', () => ({ itemId: shop.combo })],
    ['an item with variants without one', '/lines/0/variantId', () => ({ itemId: shop.shirt.id })],
  ])('rejects to adjust %s', async (_, path, named) => {
    const answer = await send({ lines: [{ ...named(), quantity: '1' }] }, 'true');
    expect(refusalOf(answer)).toEqual([422, 'partner.reference_not_found', `body ${path} stockable`]);
  });

  test('keeps numbers and external ids unique, and moves nothing for a duplicate', async () => {
    const item = await newItem('5');
    await create({ adjustmentNo: 'N-1', externalId: 'e-1' });
    expect(refusalOf(await send({ adjustmentNo: 'N-1', ...of(item, '1') }, 'true'))).toEqual(
      duplicateAt('/adjustmentNo'),
    );
    expect(refusalOf(await send({ externalId: 'e-1', ...of(item, '1') }, 'true'))).toEqual(duplicateAt('/externalId'));
    expect(await level(item)).toBe('5');
    const last = Number((await create()).adjustmentNo.slice(3));
    await create({ adjustmentNo: `SA-${String(last + 1).padStart(6, '0')}` });
    expect((await create()).adjustmentNo).toBe(`SA-${String(last + 2).padStart(6, '0')}`);
  });

  test('counts against the stock at that moment, while others add to it', async () => {
    const item = await newItem();
    const adding = Array.from({ length: 10 }, () => create({ type: ADD, ...of(item, '1') }, 'true'));
    const counting = Array.from({ length: 5 }, () => create({ type: COUNT, ...of(item, '100') }, 'true'));
    const counts = await Promise.all(counting);
    await Promise.all(adding);
    const rows = (await Promise.all(counts.map(moved))).map(([row]) => Number(row?.[4] ?? 0));
    for (const [n, count] of counts.entries()) {
      expect(100 - Number(line(count).before)).toBe(rows[n]);
      expect(line(count).after).toBe('100');
    }
    expect(10 + rows.reduce((sum, change) => sum + change, 0)).toBe(Number(await level(item)));
    expect(await discrepancies(service.databases)).toEqual([]);
  });
});

describe('PATCH /stock-adjustments/{id} of a draft', () => {
  test.each<[string, () => object]>([
    ['the store', () => ({ storeId: shop.stores[1] })],
    ['the date', () => ({ date: '2025-12-31' })],
    ['the type', () => ({ type: REMOVE })],
    ['the reason', () => ({ reason: 'waste' })],
    ['no reason', () => ({ reason: null })],
    ['the narration', () => ({ narration: 'Changed' })],
    ['the number', () => ({ adjustmentNo: 'Changed' })],
    ['the external id', () => ({ externalId: 'changed' })],
    ['the state it has', () => ({ status: 0 })],
  ])('changes only %s', async (_, change) => {
    const adjustment = await create({ narration: 'Before', reason: 'theft' });
    service.advance(1000);
    const { status, body: changed } = await patch(adjustment, change());
    expect(status).toBe(200);
    const updatedAt = new Date(service.clock()).toISOString();
    expect(changed).toEqual({ ...adjustment, ...change(), version: 2, updatedAt });
    expect(await read(adjustment)).toEqual(changed);
    expect(await moved(adjustment)).toEqual([]);
  });

  test('replaces all lines; those sent with their id keep it', async () => {
    const { id, small, large } = shop.shirt;
    const lines = [
      { itemId: shop.beans, quantity: '1' },
      { itemId: id, variantId: small, quantity: '1' },
    ];
    const adjustment = await create({ lines });
    const change = [
      { id: line(adjustment, 1).id, itemId: id, quantity: '5' },
      { itemId: id, variantId: large, quantity: '2' },
    ];
    const { body: changed } = await patch(adjustment, { lines: change });
    expect(changed.lines).toMatchObject([{ ...change[0], variantId: small }, change[1]]);
    const { rows } = await service.databases.regions.UK.query(
      'select id, quantity::text from region_uk.stock_adjustment_lines where adjustment_id = $1 order by id',
      [adjustment.id],
    );
    expect(rows).toEqual(
      changed.lines.map((l: { id: number; quantity: string }) => ({ id: l.id, quantity: l.quantity })),
    );
  });

  test.each<[string, (a: StockAdjustment, o: StockAdjustment) => object, unknown[]]>([
    ['no change', () => ({}), invalid('body  minProperties')],
    ['no lines', () => ({ lines: [] }), invalid('body /lines minItems')],
    ['a type as null', () => ({ type: null }), invalid('body /type type', 'body /type enum')],
    ['an unknown status', () => ({ status: 3 }), invalid('body /status enum')],
    [
      'a quantity of 0',
      () => ({ lines: [{ itemId: shop.beans, quantity: '0' }] }),
      invalid('body /lines/0/quantity positive'),
    ],
    ['an unknown store', () => ({ storeId: UNKNOWN }), noReferenceAt('/storeId')],
    ["another merchant's store", () => ({ storeId: theirs.stores[0] }), noReferenceAt('/storeId')],
    ["another merchant's item", () => of(theirs.beans, '1'), noReferenceAt('/lines/0/itemId')],
    [
      "another adjustment's line",
      (_, o) => ({ lines: [{ id: line(o).id, itemId: shop.beans, quantity: '1' }] }),
      noReferenceAt('/lines/0/id'),
    ],
    [
      'a line twice',
      (a) => ({ lines: [1, 2].map(() => ({ id: line(a).id, itemId: shop.beans, quantity: '1' })) }),
      invalid('body /lines/1/id unique'),
    ],
    ["another adjustment's number", (_, o) => ({ adjustmentNo: o.adjustmentNo }), duplicateAt('/adjustmentNo')],
  ])('rejects %s and changes nothing, whether it is posted with it or not', async (_, change, refusal) => {
    const [adjustment, other] = [await create(), await create()];
    expect(refusalOf(await patch(adjustment, change(adjustment, other)))).toEqual(refusal);
    const posting = { ...change(adjustment, other), status: 1, narration: 'x' };
    if (!String(refusal[2]).includes('minProperties') && !String(refusal[2]).includes('/status')) {
      expect(refusalOf(await patch(adjustment, posting))).toEqual(refusal);
    }
    expect(await read(adjustment)).toEqual(adjustment);
    expect(await moved(adjustment)).toEqual([]);
  });

  test.each<[string, number, object[], number]>([
    ['a count of 0 an addition', COUNT, [{ quantity: '0' }], ADD],
    ['two lines of one item a count', ADD, [{ quantity: '1' }, { quantity: '2' }], COUNT],
  ])('rejects to make %s without lines that fit', async (_, type, quantities, other) => {
    const lines = quantities.map((quantity) => ({ itemId: shop.beans, ...quantity }));
    const adjustment = await create({ type, lines });
    expect(conflictOf(await patch(adjustment, { type: other }))).toEqual(conflict('/type', 'update', 'post', 'void'));
    const fitting = { type: other, ...of(shop.beans, '3') };
    expect((await patch(adjustment, fitting)).body).toMatchObject({ type: other, version: 2 });
  });

  test('with status 1 posts it', async () => {
    const item = await newItem('5');
    const adjustment = await create({ type: REMOVE, ...of(item, '2') });
    const { body: posted } = await patch(adjustment, { status: 1 });
    expect(posted).toMatchObject({ status: 1, version: 2, lines: [{ before: '5', after: '3' }] });
    expect(allowed(posted)).toEqual(['void']);
    expect(await moved(adjustment)).toEqual([[store, item, null, line(adjustment).id, '-2']]);
    expect(await read(adjustment)).toEqual(posted);
  });

  test('with status 1 and other changes posts it as changed', async () => {
    const [item, elsewhere] = [await newItem('5'), shop.stores[1]];
    const adjustment = await create({ type: REMOVE, ...of(item, '2') });
    const change = { status: 1, type: COUNT, storeId: elsewhere, ...of(item, '7') };
    expect((await patch(adjustment, change)).body).toMatchObject({ ...change, lines: [{ before: '0', after: '7' }] });
    expect([await level(item), await onHand(service, elsewhere, item)]).toEqual(['5', '7']);
  });

  test('counts against the stock when it is posted, not when it was saved', async () => {
    const item = await newItem('5');
    const adjustment = await create({ type: COUNT, ...of(item, '9') });
    await create({ type: ADD, ...of(item, '3') }, 'true');
    expect((await patch(adjustment, { status: 1 })).body.lines).toMatchObject([{ before: '8', after: '9' }]);
  });

  test('with status 2 voids it and moves nothing', async () => {
    const adjustment = await create();
    const { body: voided } = await patch(adjustment, { status: 2, narration: 'Not needed' });
    expect(voided).toMatchObject({ status: 2, narration: 'Not needed', lines: [{ before: null, after: null }] });
    expect(allowed(voided)).toEqual([]);
    expect(await moved(adjustment)).toEqual([]);
  });
});

describe('PATCH /stock-adjustments/{id} of a posted adjustment', () => {
  test.each([
    [ADD, '2', '2', '-2'],
    [REMOVE, '2', '-2', '2'],
    [COUNT, '2', '-3', '3'],
  ])('with status 2 reverses type %i by new movements', async (type, quantity, change, back) => {
    const item = await newItem('5');
    const adjustment = await create({ type, ...of(item, quantity) }, 'true');
    await create({ type: ADD, ...of(item, '10') }, 'true');
    const { body: voided } = await patch(adjustment, { status: 2 });
    expect(voided).toMatchObject({ status: 2, version: 2, lines: adjustment.lines });
    expect(allowed(voided)).toEqual([]);
    const { id } = line(adjustment);
    expect(await moved(adjustment)).toEqual([
      [store, item, null, id, change],
      [store, item, null, id, back],
    ]);
    expect(await level(item)).toBe('15');
    expect(await discrepancies(service.databases)).toEqual([]);
  });

  test('voids a count that changed nothing, and moves nothing', async () => {
    const item = await newItem('5');
    const adjustment = await create({ type: COUNT, ...of(item, '5') }, 'true');
    expect((await patch(adjustment, { status: 2 })).body.status).toBe(2);
    expect(await moved(adjustment)).toEqual([]);
  });

  test.each<[string, object]>([
    ['/status', { status: 0 }],
    ['/status', { status: 1 }],
    ['/storeId', { storeId: 1 }],
    ['/date', { date: '2026-03-03' }],
    ['/type', { type: REMOVE }],
    ['/reason', { reason: 'waste' }],
    ['/narration', { narration: 'x' }],
    ['/adjustmentNo', { adjustmentNo: 'x' }],
    ['/externalId', { externalId: 'x' }],
    ['/lines', { lines: [{ itemId: 1, quantity: '1' }] }],
    ['/narration', { status: 2, narration: 'x' }],
  ])('rejects a change of %s: %j', async (path, change) => {
    const adjustment = await create({}, 'true');
    expect(conflictOf(await patch(adjustment, change))).toEqual(conflict(path, 'void'));
    expect(await read(adjustment)).toEqual(adjustment);
    expect(await moved(adjustment)).toHaveLength(1);
  });
});

describe('PATCH /stock-adjustments/{id} of a voided adjustment', () => {
  test.each<[string, object]>([
    ['/status', { status: 0 }],
    ['/status', { status: 1 }],
    ['/status', { status: 2 }],
    ['/narration', { narration: 'x' }],
  ])('rejects a change of %s: %j', async (path, change) => {
    for (const post of ['false', 'true']) {
      const { body: voided } = await patch(await create({}, post), { status: 2 });
      expect(conflictOf(await patch(voided, change))).toEqual(conflict(path));
      expect(await read(voided)).toEqual(voided);
    }
  });
});

test.each([
  ['posted', 1, 'false', 1],
  ['voided', 2, 'true', 2],
])('An adjustment is %s once, however many concurrent requests there are', async (_, status, post, rows) => {
  const item = await newItem('5');
  const adjustment = await create({ type: REMOVE, ...of(item, '2') }, post);
  const answers = await Promise.all(Array.from({ length: 8 }, () => patch(adjustment, { status })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(409)]);
  expect(await moved(adjustment)).toHaveLength(rows);
  expect(await level(item)).toBe(status === 1 ? '3' : '5');
});

test('Counts of many items in any order do not deadlock', async () => {
  const items = await Promise.all(Array.from({ length: 6 }, () => newItem('1')));
  const lines = (n: number) =>
    [...items.slice(n % 6), ...items.slice(0, n % 6)].map((itemId) => ({ itemId, quantity: String(n) }));
  const answers = await Promise.all(
    Array.from({ length: 18 }, (_, n) => send({ type: COUNT, lines: n % 2 ? lines(n) : lines(n).reverse() }, 'true')),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(18).fill(201));
  const levels = await Promise.all(items.map((item) => level(item)));
  expect(new Set(levels).size).toBe(1);
  expect(await discrepancies(service.databases)).toEqual([]);
});

test('A variant on an adjustment cannot be removed from its item', async () => {
  const item = await caller.create('/items', { name: 'Mug', type: 1, variants: [{ name: 'Red' }, { name: 'Blue' }] });
  const [red, blue] = item.variants;
  await create({ lines: [{ itemId: item.id, variantId: red.id, quantity: '1' }] });
  const answer = await caller.patch(`/items/${item.id}`, { variants: [{ id: blue.id, name: 'Blue' }] });
  expect(refusalOf(answer)).toEqual([409, 'partner.state_conflict', 'body /variants state']);
});

test("Another merchant's adjustment is the same 404 as an unknown one, to read and to change", async () => {
  const adjustment = await create();
  for (const id of [adjustment.id, UNKNOWN]) {
    const path = `/stock-adjustments/${id}`;
    for (const answer of [await theirs.caller.get(path), await theirs.caller.patch(path, { status: 1 })]) {
      expect([...refusalOf(answer), answer.body.message]).toEqual([...NOT_FOUND, `No such stock adjustment: ${id}.`]);
    }
  }
  expect(await read(adjustment)).toEqual(adjustment);
});
