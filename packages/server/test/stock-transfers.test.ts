import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StockTransfer } from '../src/contract/generated/types.gen.ts';
import type { Answer, Caller } from './support/caller.ts';
import { duplicateAt, invalid, NOT_FOUND, noReferenceAt, refusalOf } from './support/refusal.ts';
import { type Service, startService } from './support/service.ts';
import { discrepancies, movementsOf, newShop, onHand, type Shop } from './support/stock.ts';

let service: Service;
let caller: Caller;
let shop: Shop;
let theirs: Shop;
let from: number;
let to: number;

const UNKNOWN = 9007199254740991;

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  shop = await newShop(service, caller);
  theirs = await newShop(service, await service.connect());
  [from, to] = shop.stores;
});
afterAll(() => service?.stop());

const body = (part: object = {}) => ({
  fromStoreId: from,
  toStoreId: to,
  date: '2026-03-02',
  lines: [{ itemId: shop.beans, quantity: '10' }],
  ...part,
});
const post = (part: object = {}, receive = 'false') => caller.post(`/stock-transfers?receive=${receive}`, body(part));
async function create(part: object = {}, receive = 'false'): Promise<StockTransfer> {
  const answer = await post(part, receive);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}
const patch = ({ id }: StockTransfer, change: object): Promise<Answer> =>
  caller.patch(`/stock-transfers/${id}`, change);
const receive = ({ id }: StockTransfer, receipt: object = {}): Promise<Answer> =>
  caller.patch(`/stock-transfers/${id}/receive`, receipt);
const read = async ({ id }: StockTransfer): Promise<StockTransfer> => (await caller.get(`/stock-transfers/${id}`)).body;
const line = (transfer: StockTransfer, n = 0) => transfer.lines[n] as StockTransfer['lines'][number];
const moved = ({ id }: StockTransfer) => movementsOf(service, 'stockTransfer', id);

/** A draft of 10 of which some are received. */
async function partial(quantity = '4', part: object = {}): Promise<StockTransfer> {
  const draft = await create(part);
  return (await receive(draft, { lines: [{ lineId: line(draft).id, quantity }] })).body;
}
const done = (part: object = {}) => create(part, 'true');
const voided = async () => (await patch(await create(), { status: 0 })).body as StockTransfer;

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

describe('POST /stock-transfers', () => {
  test('creates a draft that moves nothing, with its defaults and allowed actions', async () => {
    const { status, body: transfer, headers } = await post();
    expect(status).toBe(201);
    expect(transfer).toEqual({
      id: transfer.id,
      transferNo: 'ST-000001',
      fromStoreId: from,
      toStoreId: to,
      date: '2026-03-02',
      narration: null,
      transferStatus: 0,
      status: 1,
      lines: [
        {
          id: line(transfer).id,
          itemId: shop.beans,
          variantId: null,
          quantity: '10',
          received: '0',
          outstanding: '10',
        },
      ],
      allowedActions: ['update', 'receive', 'void'].map((action) => ({
        action,
        allowed: true,
        code: null,
        reason: null,
      })),
      externalId: null,
      version: 1,
      entryDate: '2026-03-02T08:15:30.000Z',
      updatedAt: '2026-03-02T08:15:30.000Z',
    });
    expect(headers.get('location')).toBe(`${service.apiUrl}/stock-transfers/${transfer.id}`);
    expect(await read(transfer)).toEqual(transfer);
    expect(await moved(transfer)).toEqual([]);
  });

  test('stores every property as it was sent', async () => {
    const sent = {
      transferNo: 'Märkt/7 "b"',
      narration: 'Line one\r\nline two\t🍌',
      externalId: 't/1',
      date: '2024-02-29',
      lines: [
        { itemId: shop.shirt.id, variantId: shop.shirt.small, quantity: '2.5' },
        { itemId: shop.flour, quantity: '000999999999.125' },
        { itemId: shop.beans, variantId: null, quantity: '0.001' },
      ],
    };
    const transfer = await create(sent);
    expect(transfer).toMatchObject({
      ...sent,
      lines: [
        { ...sent.lines[0], received: '0', outstanding: '2.5' },
        { itemId: shop.flour, variantId: null, quantity: '999999999.125', outstanding: '999999999.125' },
        { ...sent.lines[2], outstanding: '0.001' },
      ],
    });
    expect(await read(transfer)).toEqual(transfer);
  });

  test.each(['true', '1', 'True'])('with receive=%s receives all of it at once', async (flag) => {
    const before = [await onHand(service, from, shop.beans), await onHand(service, to, shop.beans)].map(Number);
    const transfer = await create({ lines: [{ itemId: shop.beans, quantity: '3.5' }] }, flag);
    expect(transfer).toMatchObject({ transferStatus: 2, version: 1, lines: [{ received: '3.5', outstanding: '0' }] });
    const { id } = line(transfer);
    expect(await moved(transfer)).toEqual([
      [from, shop.beans, null, id, '-3.5'],
      [to, shop.beans, null, id, '3.5'],
    ]);
    const after = [await onHand(service, from, shop.beans), await onHand(service, to, shop.beans)].map(Number);
    expect(after).toEqual([(before[0] as number) - 3.5, (before[1] as number) + 3.5]);
    expect(await discrepancies(service.databases)).toEqual([]);
  });

  test.each(['false', '0', 'FALSE'])('with receive=%s leaves a draft', async (flag) => {
    expect(await create({}, flag)).toMatchObject({ transferStatus: 0 });
  });

  test.each([
    ['', 'receive required'],
    ['?receive=', 'receive type'],
    ['?receive=yes', 'receive type'],
    ['?receive=constructor', 'receive type'],
    ['?receive=true&receive=true', 'receive duplicate'],
    ['?receive=false&post=true', 'post unknown'],
  ])('rejects the query “%s”', async (query, detail) => {
    expect(refusalOf(await caller.post(`/stock-transfers${query}`, body()))).toEqual(invalid(`query ${detail}`));
  });

  test.each<[string, object, string]>([
    ['no store to take from', { fromStoreId: undefined }, '/fromStoreId required'],
    ['no store to bring to', { toStoreId: undefined }, '/toStoreId required'],
    ['no date', { date: undefined }, '/date required'],
    ['no lines', { lines: undefined }, '/lines required'],
    ['an empty list of lines', { lines: [] }, '/lines minItems'],
    ['a store as text', { fromStoreId: '5' }, '/fromStoreId type'],
    ['a store of 0', { toStoreId: 0 }, '/toStoreId minimum'],
    ['an instant as date', { date: '2026-03-02T00:00:00Z' }, '/date pattern'],
    ['a day that is not', { date: '2026-02-30' }, '/date format'],
    ['the year 0', { date: '0000-01-01' }, '/date pattern'],
    ['an empty number', { transferNo: '' }, '/transferNo pattern'],
    ['a number of 65 characters', { transferNo: 'x'.repeat(65) }, '/transferNo maxLength'],
    ['no number as null', { transferNo: null }, '/transferNo type'],
    ['a narration of 4097 characters', { narration: 'x'.repeat(4097) }, '/narration maxLength'],
    ['an external id of 129 characters', { externalId: 'x'.repeat(129) }, '/externalId maxLength'],
    ['a status', { status: 0 }, '/status unknown'],
    ['a transfer status', { transferStatus: 2 }, '/transferStatus unknown'],
    ['a line without an item', { lines: [{ quantity: '1' }] }, '/lines/0/itemId required'],
    ['a line without a quantity', { lines: [{ itemId: 1 }] }, '/lines/0/quantity required'],
    ['a quantity as a number', { lines: [{ itemId: 1, quantity: 1 }] }, '/lines/0/quantity type'],
    ['a quantity of 0', { lines: [{ itemId: 1, quantity: '0.000' }] }, '/lines/0/quantity pattern'],
    ['a quantity below 0', { lines: [{ itemId: 1, quantity: '-1' }] }, '/lines/0/quantity pattern'],
    ['a quantity of 4 decimals', { lines: [{ itemId: 1, quantity: '1.0001' }] }, '/lines/0/quantity pattern'],
    ['an id of a line', { lines: [{ id: 1, itemId: 1, quantity: '1' }] }, '/lines/0/id unknown'],
    ['what is received', { lines: [{ itemId: 1, quantity: '1', received: '1' }] }, '/lines/0/received unknown'],
  ])('rejects %s', async (_, part, detail) => {
    const refusal = refusalOf(await post(part));
    expect(refusal.slice(0, 2)).toEqual(invalid());
    expect(refusal).toContain(`body ${detail}`);
  });

  test('rejects one store for both, and names the field', async () => {
    expect(refusalOf(await post({ toStoreId: from }))).toEqual(invalid('body /toStoreId unique'));
  });

  test('accepts 1000 lines and rejects 1001', { timeout: 60_000 }, async () => {
    const lines = Array.from({ length: 1001 }, () => ({ itemId: shop.beans, quantity: '1' }));
    expect(refusalOf(await post({ lines }))).toEqual(invalid('body /lines maxItems'));
    const transfer = await create({ lines: lines.slice(1) }, 'true');
    expect(transfer.lines).toHaveLength(1000);
    expect(new Set(transfer.lines.map(({ id }) => id)).size).toBe(1000);
    expect(await moved(transfer)).toHaveLength(2000);
  });

  test.each<[string, (s: Shop) => object]>([
    ['/fromStoreId', (s) => ({ fromStoreId: s.stores[0] })],
    ['/toStoreId', (s) => ({ toStoreId: s.stores[0] })],
    ['/lines/1/itemId', (s) => ({ lines: [...body().lines, { itemId: s.beans, quantity: '1' }] })],
    ['/lines/0/variantId', (s) => ({ lines: [{ itemId: shop.shirt.id, variantId: s.shirt.small, quantity: '1' }] })],
  ])("rejects an unknown %s and another merchant's alike, and writes nothing", async (path, part) => {
    const unknown = { stores: [UNKNOWN], beans: UNKNOWN, shirt: { small: UNKNOWN } } as unknown as Shop;
    for (const flag of ['false', 'true']) {
      const answers = [await post(part(unknown), flag), await post(part(theirs), flag)];
      expect(answers.map(refusalOf)).toEqual([noReferenceAt(path), noReferenceAt(path)]);
      expect(answers[1]?.body).toEqual({ ...answers[0]?.body, correlationId: expect.any(String) });
    }
    expect(await discrepancies(service.databases)).toEqual([]);
  });

  test.each<[string, string, () => object]>([
    ['a combo', '/lines/0/itemId', () => ({ itemId: shop.combo })],
    ['an item with variants without one', '/lines/0/variantId', () => ({ itemId: shop.shirt.id })],
  ])('rejects to move %s', async (_, path, named) => {
    const answer = await post({ lines: [{ ...named(), quantity: '1' }] });
    expect(refusalOf(answer)).toEqual([422, 'partner.reference_not_found', `body ${path} stockable`]);
  });

  test('rejects a variant of another item', async () => {
    const answer = await post({ lines: [{ itemId: shop.beans, variantId: shop.shirt.small, quantity: '1' }] });
    expect(refusalOf(answer)).toEqual(noReferenceAt('/lines/0/variantId'));
  });

  test('keeps numbers and external ids unique, and never generates a duplicate', async () => {
    await create({ transferNo: 'N-1', externalId: 'e-1' });
    expect(refusalOf(await post({ transferNo: 'N-1' }))).toEqual(duplicateAt('/transferNo'));
    expect(refusalOf(await post({ externalId: 'e-1' }))).toEqual(duplicateAt('/externalId'));
    const last = Number((await create()).transferNo.slice(3));
    await create({ transferNo: `ST-${String(last + 1).padStart(6, '0')}` });
    expect((await create()).transferNo).toBe(`ST-${String(last + 2).padStart(6, '0')}`);
    const line = [{ itemId: theirs.beans, quantity: '1' }];
    const [fromStoreId, toStoreId] = theirs.stores;
    const other = body({ transferNo: 'N-1', externalId: 'e-1', lines: line, fromStoreId, toStoreId });
    expect((await theirs.caller.post('/stock-transfers?receive=false', other)).status).toBe(201);
  });

  test('gives 12 concurrent transfers 12 numbers', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create()));
    expect(new Set(made.map(({ transferNo }) => transferNo)).size).toBe(12);
  });

  test('takes the stock of a store below zero', async () => {
    const item = (await caller.create('/items', { name: 'Sold out' })).id;
    await done({ lines: [{ itemId: item, quantity: '2' }] });
    expect([await onHand(service, from, item), await onHand(service, to, item)]).toEqual(['-2', '2']);
  });
});

describe('PATCH /stock-transfers/{id}/receive', () => {
  test('moves received quantities until nothing is outstanding', async () => {
    const [a, b] = [
      (await caller.create('/items', { name: 'A' })).id,
      (await caller.create('/items', { name: 'B' })).id,
    ];
    await service.stock(caller.merchant, from, a, '20');
    const lines = [
      { itemId: a, quantity: '10' },
      { itemId: b, quantity: '1.5' },
    ];
    const draft = await create({ lines });
    const [one, two] = [line(draft, 0).id, line(draft, 1).id];
    const first = await receive(draft, { lines: [{ lineId: one, quantity: '4.250' }] });
    expect(first.headers.get('etag')).toBe('"2"');
    expect(first.body).toMatchObject({
      transferStatus: 1,
      version: 2,
      lines: [
        { received: '4.25', outstanding: '5.75' },
        { received: '0', outstanding: '1.5' },
      ],
    });
    expect(first.body.allowedActions).toEqual([
      { action: 'update', allowed: true, code: null, reason: null },
      { action: 'receive', allowed: true, code: null, reason: null },
      { action: 'void', allowed: false, code: 'partner.state_conflict', reason: 'Stock has been received.' },
    ]);
    const second = await receive(draft, { lines: [{ lineId: two, quantity: '1.5' }] });
    expect(second.body).toMatchObject({ transferStatus: 1, lines: [{ outstanding: '5.75' }, { outstanding: '0' }] });
    expect(refusalOf(await receive(draft, { lines: [] }))).toEqual(invalid('body /lines minItems'));
    const third = await receive(draft, {});
    expect(third.body).toMatchObject({
      transferStatus: 2,
      version: 4,
      lines: [{ received: '10' }, { received: '1.5' }],
    });
    expect(await read(draft)).toEqual(third.body);
    expect(await moved(draft)).toEqual([
      [from, a, null, one, '-4.25'],
      [to, a, null, one, '4.25'],
      [from, b, null, two, '-1.5'],
      [to, b, null, two, '1.5'],
      [from, a, null, one, '-5.75'],
      [to, a, null, one, '5.75'],
    ]);
    const levels = await Promise.all([onHand(service, from, a), onHand(service, to, a), onHand(service, to, b)]);
    expect(levels).toEqual(['10', '10', '1.5']);
  });

  test('keeps the levels of variants apart', async () => {
    const { id, small, large } = shop.shirt;
    const lines = [small, large, large].map((variantId, n) => ({ itemId: id, variantId, quantity: String(n + 1) }));
    await done({ lines, toStoreId: shop.stores[2] });
    expect(await onHand(service, shop.stores[2], id, small)).toBe('1');
    expect(await onHand(service, shop.stores[2], id, large)).toBe('5');
  });

  test('rejects more than is outstanding, names line and outstanding quantity, and moves nothing', async () => {
    const transfer = await partial('4', {
      lines: [
        { itemId: shop.beans, quantity: '10' },
        { itemId: shop.flour, quantity: '1' },
      ],
    });
    const lines = [
      { lineId: line(transfer, 1).id, quantity: '1' },
      { lineId: line(transfer, 0).id, quantity: '6.001' },
    ];
    const answer = await receive(transfer, { lines });
    expect(refusalOf(answer)).toEqual([422, 'partner.over_receipt', 'body /lines/1/quantity outstanding']);
    expect(answer.body.details[0]).toMatchObject({ lineId: line(transfer, 0).id, outstanding: '6' });
    expect(await read(transfer)).toEqual(transfer);
    expect(await moved(transfer)).toHaveLength(2);
  });

  test.each<[string, (t: StockTransfer) => object, unknown[]]>([
    ['an unknown line', () => ({ lines: [{ lineId: UNKNOWN, quantity: '1' }] }), noReferenceAt('/lines/0/lineId')],
    [
      'a line twice',
      (t) => ({ lines: [line(t).id, line(t).id].map((lineId) => ({ lineId, quantity: '1' })) }),
      invalid('body /lines/1/lineId unique'),
    ],
    [
      'a quantity of 0',
      (t) => ({ lines: [{ lineId: line(t).id, quantity: '0' }] }),
      invalid('body /lines/0/quantity pattern'),
    ],
    ['a number', (t) => ({ lines: [{ lineId: line(t).id, quantity: 1 }] }), invalid('body /lines/0/quantity type')],
    ['no quantity', (t) => ({ lines: [{ lineId: line(t).id }] }), invalid('body /lines/0/quantity required')],
    ['no line', () => ({ lines: [{ quantity: '1' }] }), invalid('body /lines/0/lineId required')],
    ['an unknown property', () => ({ line: [] }), invalid('body /line unknown')],
  ])('rejects %s', async (_, receipt, refusal) => {
    const transfer = await create();
    expect(refusalOf(await receive(transfer, receipt(transfer)))).toEqual(refusal);
    expect(await read(transfer)).toEqual(transfer);
  });

  test("does not find another transfer's line", async () => {
    const [one, two] = [await create(), await create()];
    const answer = await receive(one, { lines: [{ lineId: line(two).id, quantity: '1' }] });
    expect(refusalOf(answer)).toEqual(noReferenceAt('/lines/0/lineId'));
  });

  test('rejects a receipt when all is received, and when the transfer is voided', async () => {
    expect(conflictOf(await receive(await done()))).toEqual(conflict('', 'update'));
    expect(conflictOf(await receive(await voided()))).toEqual(conflict(''));
  });

  test('moves each piece once, however many requests receive it concurrently', async () => {
    const item = (await caller.create('/items', { name: 'Raced for' })).id;
    const transfer = await create({ lines: [{ itemId: item, quantity: '10' }] });
    const receipt = { lines: [{ lineId: line(transfer).id, quantity: '3' }] };
    const answers = await Promise.all(Array.from({ length: 8 }, () => receive(transfer, receipt)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422, 422, 422, 422]);
    expect(await read(transfer)).toMatchObject({
      transferStatus: 1,
      version: 4,
      lines: [{ received: '9', outstanding: '1' }],
    });
    expect([await onHand(service, from, item), await onHand(service, to, item)]).toEqual(['-9', '9']);
  });

  test('allows concurrent transfers in opposite directions', async () => {
    const items = await Promise.all(['X', 'Y', 'Z'].map(async (name) => (await caller.create('/items', { name })).id));
    const lines = (n: number) => (n % 2 ? [...items].reverse() : items).map((itemId) => ({ itemId, quantity: '1' }));
    const directions = Array.from({ length: 16 }, (_, n) => ({
      ...(n % 2 ? { fromStoreId: to, toStoreId: from } : {}),
      lines: lines(n >> 1),
    }));
    const answers = await Promise.all(directions.map((part) => post(part, 'true')));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
    for (const item of items) {
      expect([await onHand(service, from, item), await onHand(service, to, item)]).toEqual(['0', '0']);
    }
    expect(await discrepancies(service.databases)).toEqual([]);
  });
});

describe('PATCH /stock-transfers/{id} of a draft', () => {
  test.each<[string, () => object]>([
    ['the stores', () => ({ fromStoreId: to, toStoreId: from })],
    ['the date', () => ({ date: '2025-12-31' })],
    ['the narration', () => ({ narration: 'Changed' })],
    ['the number', () => ({ transferNo: `Changed ${service.clock()}` })],
    ['the external id', () => ({ externalId: 'changed' })],
  ])('changes only %s', async (_, change) => {
    const transfer = await create({ narration: 'Before' });
    service.advance(1000);
    const { status, body: changed } = await patch(transfer, change());
    expect(status).toBe(200);
    expect(changed).toEqual({
      ...transfer,
      ...change(),
      version: 2,
      updatedAt: new Date(service.clock()).toISOString(),
    });
    expect(await read(transfer)).toEqual(changed);
  });

  test('clears the narration and the external id with null', async () => {
    const transfer = await create({ narration: 'x', externalId: 'cleared' });
    expect((await patch(transfer, { narration: null, externalId: null })).body).toMatchObject({
      narration: null,
      externalId: null,
    });
  });

  test('replaces all lines; those sent with their id keep it', async () => {
    const lines = [shop.beans, shop.flour, shop.beans].map((itemId) => ({ itemId, quantity: '1' }));
    const transfer = await create({ lines });
    const change = [
      { id: line(transfer, 2).id, itemId: shop.flour, quantity: '5' },
      { itemId: shop.shirt.id, variantId: shop.shirt.large, quantity: '2' },
      { id: line(transfer, 0).id, itemId: shop.beans, quantity: '3' },
    ];
    const { body: changed } = await patch(transfer, { lines: change });
    expect(changed.lines).toMatchObject(change);
    const fresh = line(changed, 1).id;
    expect(transfer.lines.map(({ id }) => id)).not.toContain(fresh);
    const { body: again } = await patch(transfer, { lines: [{ id: fresh, itemId: shop.shirt.id, quantity: '4' }] });
    expect(again.lines).toMatchObject([{ id: fresh, variantId: shop.shirt.large, quantity: '4' }]);
    expect(again.lines).toHaveLength(1);
    const { rows } = await service.databases.regions.UK.query(
      'select id, quantity::text from region_uk.stock_transfer_lines where transfer_id = $1',
      [transfer.id],
    );
    expect(rows).toEqual([{ id: fresh, quantity: '4' }]);
  });

  test.each<[string, (t: StockTransfer, o: StockTransfer) => object, unknown[]]>([
    ['no change', () => ({}), invalid('body  minProperties')],
    ['no lines', () => ({ lines: [] }), invalid('body /lines minItems')],
    ['a date as null', () => ({ date: null }), invalid('body /date type')],
    ['a transfer status', () => ({ transferStatus: 2 }), invalid('body /transferStatus readOnly')],
    ['an unknown status', () => ({ status: 2 }), invalid('body /status enum')],
    ['the same store for both', () => ({ toStoreId: from }), invalid('body /toStoreId unique')],
    ['the other store as the first', () => ({ fromStoreId: to }), invalid('body /fromStoreId unique')],
    ['an unknown store', () => ({ fromStoreId: UNKNOWN }), noReferenceAt('/fromStoreId')],
    ["another merchant's store", () => ({ toStoreId: theirs.stores[0] }), noReferenceAt('/toStoreId')],
    [
      "another merchant's item",
      () => ({ lines: [{ itemId: theirs.beans, quantity: '1' }] }),
      noReferenceAt('/lines/0/itemId'),
    ],
    [
      "another transfer's line",
      (_, o) => ({ lines: [{ id: line(o).id, itemId: shop.beans, quantity: '1' }] }),
      noReferenceAt('/lines/0/id'),
    ],
    [
      'a line twice',
      (t) => ({ lines: [1, 2].map(() => ({ id: line(t).id, itemId: shop.beans, quantity: '1' })) }),
      invalid('body /lines/1/id unique'),
    ],
    ["another transfer's number", (_, o) => ({ transferNo: o.transferNo }), duplicateAt('/transferNo')],
  ])('rejects %s and changes nothing', async (_, change, refusal) => {
    const [transfer, other] = [await create(), await create()];
    expect(refusalOf(await patch(transfer, change(transfer, other)))).toEqual(refusal);
    expect(await read(transfer)).toEqual(transfer);
  });
});

describe('PATCH /stock-transfers/{id} once something is received', () => {
  test('changes texts, date, new lines, and quantities down to what is received', async () => {
    const transfer = await partial('4');
    const change = {
      transferNo: `Late ${transfer.id}`,
      narration: 'Late',
      date: '2026-03-05',
      externalId: `late ${transfer.id}`,
      fromStoreId: from,
      lines: [
        { itemId: shop.flour, quantity: '2' },
        { id: line(transfer).id, itemId: shop.beans, quantity: '4' },
      ],
    };
    const { body: changed } = await patch(transfer, change);
    expect(changed).toMatchObject({
      ...change,
      transferStatus: 1,
      lines: [
        { received: '0', outstanding: '2' },
        { received: '4', outstanding: '0' },
      ],
    });
    const all = await patch(transfer, { lines: [{ id: line(transfer).id, itemId: shop.beans, quantity: '4.0' }] });
    expect(all.body).toMatchObject({ transferStatus: 2, lines: [{ received: '4', outstanding: '0' }] });
    expect(await moved(transfer)).toHaveLength(2);
  });

  test.each<[string, string, (t: StockTransfer) => object]>([
    ['the store it comes from', '/fromStoreId', () => ({ fromStoreId: shop.stores[2] })],
    ['the store it goes to', '/toStoreId', () => ({ toStoreId: shop.stores[2] })],
    [
      'the item of a received line',
      '/lines/0/itemId',
      (t) => ({ lines: [{ id: line(t).id, itemId: shop.flour, quantity: '10' }] }),
    ],
    [
      'less than is received',
      '/lines/0/quantity',
      (t) => ({ lines: [{ id: line(t).id, itemId: shop.beans, quantity: '3.999' }] }),
    ],
    ['no received line any more', '/lines', () => ({ lines: [{ itemId: shop.beans, quantity: '10' }] })],
    ['voided', '/status', () => ({ status: 0 })],
  ])('rejects %s and lists the allowed actions', async (_, path, change) => {
    const transfer = await partial('4');
    const answer = await patch(transfer, { narration: 'Not kept', ...change(transfer) });
    expect(conflictOf(answer)).toEqual(conflict(path, 'update', 'receive'));
    expect(await read(transfer)).toEqual(transfer);
  });

  test('rejects another variant of a received line', async () => {
    const { id, small, large } = shop.shirt;
    const transfer = await partial('1', { lines: [{ itemId: id, variantId: small, quantity: '2' }] });
    const lines = [{ id: line(transfer).id, itemId: id, variantId: large, quantity: '2' }];
    expect(conflictOf(await patch(transfer, { lines }))).toEqual(conflict('/lines/0/variantId', 'update', 'receive'));
  });
});

describe('PATCH /stock-transfers/{id} once all is received', () => {
  test('changes the narration, and treats equal values as no change', async () => {
    const transfer = await done({ narration: 'Before' });
    const { transferNo, date, fromStoreId, toStoreId, externalId } = transfer;
    const lines = transfer.lines.map(({ id, itemId, variantId, quantity }) => ({ id, itemId, variantId, quantity }));
    const same = { transferNo, date, fromStoreId, toStoreId, externalId, lines, status: 1 };
    const { body: changed } = await patch(transfer, { narration: 'After', ...same });
    expect(changed).toEqual({ ...transfer, narration: 'After', version: 2, updatedAt: changed.updatedAt });
  });

  test.each<[string, (t: StockTransfer) => object]>([
    ['/fromStoreId', () => ({ fromStoreId: shop.stores[2] })],
    ['/toStoreId', () => ({ toStoreId: shop.stores[2] })],
    ['/date', () => ({ date: '2026-03-03' })],
    ['/transferNo', () => ({ transferNo: 'Too late' })],
    ['/externalId', () => ({ externalId: 'too-late' })],
    ['/lines', (t) => ({ lines: [{ id: line(t).id, itemId: shop.beans, quantity: '11' }] })],
    ['/status', () => ({ status: 0 })],
  ])('rejects a change of %s', async (path, change) => {
    const transfer = await done();
    expect(conflictOf(await patch(transfer, change(transfer)))).toEqual(conflict(path, 'update'));
    expect(await read(transfer)).toEqual(transfer);
  });
});

describe('PATCH /stock-transfers/{id} with status 0', () => {
  test('voids a draft for good, and keeps it readable', async () => {
    const transfer = await create();
    const { body: voided } = await patch(transfer, { status: 0, narration: 'Not needed' });
    expect(voided).toMatchObject({ status: 0, transferStatus: 0, narration: 'Not needed', version: 2 });
    expect(voided.allowedActions.filter(({ allowed }: { allowed: boolean }) => allowed)).toEqual([]);
    expect(await read(transfer)).toEqual(voided);
    expect(await moved(transfer)).toEqual([]);
  });

  test.each<[string, object]>([
    ['back to active', { status: 1 }],
    ['voided again', { status: 0 }],
    ['another narration', { narration: 'x' }],
  ])('does not change a voided transfer: %s is rejected', async (_, change) => {
    const transfer = await voided();
    expect(conflictOf(await patch(transfer, change))).toEqual(conflict(''));
    expect(await read(transfer)).toEqual(transfer);
  });

  test('or a concurrent receipt succeeds, but never both, in 10 rounds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const transfer = await create();
      const [voiding, receipt] = await Promise.all([patch(transfer, { status: 0 }), receive(transfer)]);
      expect([voiding.status, receipt.status].sort()).toEqual([200, 409]);
      const now = await read(transfer);
      expect([now.status, now.transferStatus]).toEqual(voiding.status === 200 ? [0, 0] : [1, 2]);
      expect(await moved(transfer)).toHaveLength(voiding.status === 200 ? 0 : 2);
    }
  });
});

test('A variant on a transfer cannot be removed from its item', async () => {
  const item = await caller.create('/items', { name: 'Mug', type: 1, variants: [{ name: 'Red' }, { name: 'Blue' }] });
  const [red, blue] = item.variants;
  await create({ lines: [{ itemId: item.id, variantId: red.id, quantity: '1' }] });
  const answer = await caller.patch(`/items/${item.id}`, { variants: [{ id: blue.id, name: 'Blue' }] });
  expect(refusalOf(answer)).toEqual([409, 'partner.state_conflict', 'body /variants state']);
});

test("Another merchant's transfer is the same 404 as an unknown one, to read, to change and to receive", async () => {
  const transfer = await create();
  for (const id of [transfer.id, UNKNOWN]) {
    const path = `/stock-transfers/${id}`;
    const other = theirs.caller;
    const answers = [
      await other.get(path),
      await other.patch(path, { status: 0 }),
      await other.patch(`${path}/receive`, {}),
    ];
    for (const answer of answers) {
      expect([...refusalOf(answer), answer.body.message]).toEqual([...NOT_FOUND, `No such stock transfer: ${id}.`]);
    }
  }
  expect(await read(transfer)).toEqual(transfer);
});
