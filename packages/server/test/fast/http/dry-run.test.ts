import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/api-caller.ts';
import { arrangePurchasing, newOrder, onHand, orderOf } from '../../support/purchasing.ts';
import { recordCounts } from '../../support/record-counts.ts';
import { duplicateAt, invalid, noReferenceAt, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();
const scene = await arrangePurchasing(service, caller);
const ids = { brand: (await caller.create('/brands', { name: 'Alpine' })).id, order: (await newOrder(scene)).id };

type Write = [operation: string, method: 'POST' | 'PATCH', path: () => string, body: () => object];
const WRITES: Write[] = [
  ['createItem', 'POST', () => '/items', () => ({ name: 'Dry', itemCode: 'DRY' })],
  ['updateBrand', 'PATCH', () => `/brands/${ids.brand}`, () => ({ name: 'Dry again' })],
  ['createPurchaseOrder', 'POST', () => '/purchase-orders?receive=true', () => orderOf(scene)],
  ['receivePurchaseOrder', 'PATCH', () => `/purchase-orders/${ids.order}/receive`, () => ({})],
];

const send = (method: string, path: string, query: string, body: object, headers = {}): Promise<Answer> => {
  const target = `${path}${path.includes('?') ? '&' : '?'}${query}`;
  return method === 'POST' ? caller.post(target, body, headers) : caller.patch(target, body, headers);
};
const ledger = async () => {
  const { rows } = await service.databases.regions.UK.query(`select
    (select count(*) from region_uk.stock_movements) as moved, (select sum(on_hand) from region_uk.stock_levels) as stock,
    (select coalesce(sum(last), 0) from region_uk.document_numbers) as numbers, (select sum(n) from region_uk.row_counts) as kept,
    (select sum(received) from region_uk.purchase_order_lines) as received`);
  return rows[0];
};
/** The ETag without its coding: the response to a dry run is longer, so it may be compressed. */
const versionOf = ({ headers }: Answer) => headers.get('etag')?.replace(/-(br|gzip)"$/, '"');
const everything = async () => [await recordCounts(service.databases), await ledger()];

describe.each(WRITES)('%s with dryRun=true', (_, method, path, body) => {
  test('returns what the write then returns, says that nothing was stored, and stores nothing', async () => {
    const before = await everything();
    const dry = await send(method, path(), 'dryRun=true', body(), { 'Idempotency-Key': `dry ${path()}` });
    expect([dry.status, dry.headers.get('tillgate-dry-run')]).toEqual([method === 'POST' ? 201 : 200, 'true']);
    expect(await everything()).toEqual(before);
    const done = await send(method, path(), 'dryRun=false', body(), { 'Idempotency-Key': `dry ${path()}` });
    expect([done.headers.get('tillgate-dry-run'), done.headers.get('idempotent-replayed')]).toEqual([null, null]);
    const { dryRun, ...answered } = dry.body;
    expect(dryRun.movements).toHaveLength(/receive/.test(path()) ? 1 : 0);
    const anew = method === 'POST' && { id: expect.any(Number) };
    const lines = anew && answered.lines && { lines: [{ ...answered.lines[0], ...anew }] };
    const code = anew && answered.itemCode && { itemCode: expect.any(String) };
    expect(done.body).toEqual({ ...answered, ...anew, ...lines, ...code });
    expect(versionOf(done)).toBe(versionOf(dry));
    expect(done.body).not.toHaveProperty('dryRun');
  });
});

test('A dry run shows each row that the ledger would gain, with the level before and after', async () => {
  const [, large] = scene.variantIds;
  const lines = [
    { itemId: scene.itemId, quantity: '2.500', unitCost: '3' },
    { itemId: scene.sizedId, variantId: large, quantity: '4', unitCost: '0.5' },
    { itemId: scene.itemId, quantity: '1', unitCost: '4' },
  ];
  const order = await newOrder(scene, { lines });
  const before = Number(await onHand(scene));
  const answer = await caller.patch(`/purchase-orders/${order.id}/receive?dryRun=1`, {});
  expect(answer.body.purchStatus).toBe(2);
  const { storeId } = scene;
  const [first, second, third] = order.lines.map(({ id }) => id);
  const beans = { storeId, itemId: scene.itemId, variantId: null };
  const level = (quantity: number) => String(before + quantity);
  expect(answer.body.dryRun.movements).toEqual([
    { ...beans, lineId: first, change: '2.5', unitCost: '3.00', before: level(0), after: level(2.5) },
    {
      storeId,
      itemId: scene.sizedId,
      variantId: large,
      lineId: second,
      change: '4',
      unitCost: '0.50',
      before: '0',
      after: '4',
    },
    { ...beans, lineId: third, change: '1', unitCost: '4.00', before: level(2.5), after: level(3.5) },
  ]);
  expect((await caller.get(`/purchase-orders/${order.id}`)).body).toEqual(order);
  expect(Number(await onHand(scene))).toBe(before);
});

describe('A dry run is rejected as the write would be', () => {
  test.each<[string, () => Promise<Answer>, () => unknown[]]>([
    ['by shape', () => caller.post('/brands?dryRun=true', { name: 1 }), () => invalid('body /name type')],
    [
      'by a value that is taken',
      () => caller.post('/brands?dryRun=true', { name: 'dry again' }),
      () => duplicateAt('/name'),
    ],
    [
      'by a reference',
      () => caller.post('/items?dryRun=true', { name: 'x', brandId: 9007199254740991 }),
      () => noReferenceAt('/brandId'),
    ],
    [
      'by state',
      () => caller.patch(`/purchase-orders/${ids.order}/receive?dryRun=true`, {}),
      () => [409, 'partner.state_conflict', 'body  state', 'body  allowedAction'],
    ],
    ['by its own value', () => caller.post('/brands?dryRun=yes', { name: 'x' }), () => invalid('query dryRun type')],
  ])('%s', async (_, ask, refusal) => {
    if ((await caller.get(`/purchase-orders/${ids.order}`)).body.purchStatus === 0)
      await caller.patch(`/purchase-orders/${ids.order}/receive`, {});
    const before = await everything();
    const answer = await ask();
    expect(rejectionOf(answer)).toEqual(refusal());
    expect(answer.headers.get('tillgate-dry-run')).toBeNull();
    expect(await everything()).toEqual(before);
  });
});

test('A dry run neither reads nor uses up an Idempotency-Key', async () => {
  const key = { 'Idempotency-Key': 'kept' };
  const done = await caller.post('/brands', { name: 'Kept' }, key);
  const dry = await caller.post('/brands?dryRun=true', { name: 'Other' }, key);
  expect([dry.status, dry.body.name]).toEqual([201, 'Other']);
  expect((await caller.post('/brands', { name: 'Kept' }, key)).text).toBe(done.text);
});

test('Concurrent dry runs and writes leave what the writes wrote', async () => {
  const order = await newOrder(scene);
  const before = Number(await onHand(scene));
  const receive = (query: string) => caller.patch(`/purchase-orders/${order.id}/receive?${query}`, {});
  const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => receive(n === 7 ? '' : 'dryRun=true')));
  expect(answers[7]?.status).toBe(200);
  for (const { status, body } of answers) if (status !== 409) expect(body.purchStatus).toBe(2);
  expect(Number(await onHand(scene))).toBe(before + 10);
});
