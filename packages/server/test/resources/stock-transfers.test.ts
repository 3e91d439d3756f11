import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StockTransfer } from '../../src/contract/generated/types.gen.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { conflict, conflictOf, duplicateAt, invalid, refusalOf } from '../support/refusal.ts';
import { type Service, startService } from '../support/service.ts';
import { discrepancies, movementsOf, newShop, onHand, type Shop } from '../support/stock.ts';

let service: Service;
let caller: Caller;
let shop: Shop;
let theirs: Shop;
let from: number;
let to: number;

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

describe('POST /stock-transfers', () => {
  test('accepts 1000 lines and rejects 1001', { timeout: 60_000 }, async () => {
    const lines = Array.from({ length: 1001 }, () => ({ itemId: shop.beans, quantity: '1' }));
    expect(refusalOf(await post({ lines }))).toEqual(invalid('body /lines maxItems'));
    const transfer = await create({ lines: lines.slice(1) }, 'true');
    expect(transfer.lines).toHaveLength(1000);
    expect(new Set(transfer.lines.map(({ id }) => id)).size).toBe(1000);
    expect(await moved(transfer)).toHaveLength(2000);
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
});

describe('PATCH /stock-transfers/{id}/receive', () => {
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
});

describe('PATCH /stock-transfers/{id} once something is received', () => {
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
  ])('rejects %s and says what is allowed', async (_, path, change) => {
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
