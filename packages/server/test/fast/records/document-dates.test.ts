import { expect, test } from 'vitest';
import { statement } from '../../../src/database/statement.ts';
import { arrangePurchasing, newOrder } from '../../support/purchasing.ts';
import { invalid, rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

// The clock is set to 2026-03-02T08:15:30Z, when it is March 2 everywhere.
const service = await sharedService();
const caller = await service.connect();
const scene = await arrangePurchasing(service, caller);

test('A document keeps dates from before the bounds existed, and its other properties can be changed', async () => {
  const { id } = await newOrder(scene);
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
