import { expect, test } from 'vitest';
import type { Answer } from '../../support/api-caller.ts';
import { arrangePurchasing, newOrder, onHand, orderOf } from '../../support/purchasing.ts';
import { recordCounts } from '../../support/record-counts.ts';
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

test.each(WRITES)('%s with dryRun=true stores nothing, not even a key or a number', async (_, method, path, body) => {
  const [before, key] = [await everything(), { 'Idempotency-Key': `dry ${path()}` }];
  const dry = await send(method, path(), 'dryRun=true', body(), key);
  expect([dry.status, dry.headers.get('tillgate-dry-run')]).toEqual([method === 'POST' ? 201 : 200, 'true']);
  expect(await everything()).toEqual(before);
  const done = await send(method, path(), 'dryRun=false', body(), key);
  expect([done.status, done.headers.get('idempotent-replayed'), versionOf(done)]).toEqual([
    ...[dry.status, null, versionOf(dry)],
  ]);
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
