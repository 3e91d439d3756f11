import { describe, expect, test } from 'vitest';
import { statement } from '../../../src/storage/statement.ts';
import { arrangePurchasing, orderOf } from '../../support/purchasing.ts';
import { conflictAt, invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

// The clock is set to 2026-03-02T08:15:30Z, when it is March 2 everywhere.
const service = await sharedService();
const caller = await service.connect();
const scene = await arrangePurchasing(service, caller);

describe('/purchase-orders: expectedDate', () => {
  test('is fixed once everything is received, which is checked first', async () => {
    const order = await caller.create('/purchase-orders?receive=true', orderOf(scene, { orderDate: '2026-03-02' }));
    const answer = await caller.patch(`/purchase-orders/${order.id}`, { expectedDate: '2026-01-01' });
    expect(rejectionOf(answer).slice(0, 3)).toEqual(conflictAt('/expectedDate'));
  });
});

test('A document keeps dates from before the bounds existed, and its other properties can be changed', async () => {
  const { id } = await caller.create('/purchase-orders?receive=false', orderOf(scene, { orderDate: '2026-03-02' }));
  const sql = `update region.purchase_orders set order_date = '2999-01-01', expected_date = '2998-01-01'
    where company_id = $1 and id = $2`;
  await service.arrange(caller.merchant, (tx) => tx.query(statement(undefined, sql), [id]));
  const path = `/purchase-orders/${id}`;
  expect((await caller.patch(path, { narration: 'Late' })).status).toBe(200);
  const { status } = await caller.patch(path, (await caller.get(path)).body);
  expect(status).toBe(200);
  expect(rejectionOf(await caller.patch(path, { orderDate: '2998-12-31' }))[2]).toBe('body /orderDate maxDate');
});

// Has to be the last test of the file, because it moves the clock.
test('A day counts as today once it has begun anywhere', async () => {
  const adjust = (date: string) =>
    caller.post('/stock-adjustments?post=false', {
      storeId: scene.storeId,
      type: 1,
      date,
      lines: [{ itemId: scene.itemId, quantity: '1' }],
    });
  // At UTC+14, March 3 begins at 10:00 UTC.
  service.advance(Date.parse('2026-03-02T09:59:59.999Z') - service.clock());
  await caller.renewToken();
  expect(rejectionOf(await adjust('2026-04-03'))).toEqual(invalid('body /date maxDate'));
  service.advance(1);
  expect((await adjust('2026-04-03')).status).toBe(201);
});
