import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../support/caller.ts';
import { arrangePurchasing, newOrder, orderOf, type Purchasing } from '../support/purchasing.ts';
import { duplicateAt, refusalOf } from '../support/refusal.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let caller: Caller;
let scene: Purchasing;

const line = (own: object = {}) => ({ itemId: scene.itemId, quantity: '10', unitCost: '2.50', ...own });

beforeAll(async () => {
  service = await startService();
  caller = await service.connect();
  scene = await arrangePurchasing(service, caller);
});
afterAll(() => service?.stop());

describe('POST /purchase-orders', () => {
  test('does not write an item whose cost is equal, whatever the decimals', async () => {
    const item = await caller.create('/items', { name: 'Same cost', cost: '2.5' });
    await newOrder(scene, { lines: [line({ itemId: item.id, unitCost: '2.50' })] }, true);
    expect((await caller.get(`/items/${item.id}?storeId=${scene.storeId}`)).body.version).toBe(1);
  });

  test('accepts the longest and largest values', async () => {
    const lines = [
      ...Array.from({ length: 999 }, () => line({ quantity: '0.001', unitCost: '0.0001' })),
      line({ quantity: '999999999999', unitCost: '1.0000' }),
    ];
    const own = { orderNo: 'x'.repeat(64), invoice: 'x'.repeat(100), narration: 'x'.repeat(4096), lines };
    const order = await newOrder(scene, { ...own, externalId: 'x'.repeat(128), orderDate: '2027-03-03' }, true);
    expect(order.lines).toHaveLength(1000);
    expect(new Set(order.lines.map(({ id }) => id)).size).toBe(1000);
    expect(order.subtotal).toBe('999999999999.00');
  });
});

describe('Order numbers', () => {
  let fresh: Purchasing;
  beforeAll(async () => {
    fresh = await arrangePurchasing(service, await service.connect());
  });

  test('count up for each merchant from PO-000001', async () => {
    expect((await newOrder(fresh)).orderNo).toBe('PO-000001');
    expect((await newOrder(fresh)).orderNo).toBe('PO-000002');
  });

  test('leave no gap for a rejected order', async () => {
    const refused = orderOf(fresh, { externalId: 'gap' });
    await newOrder(fresh, { externalId: 'gap' });
    expect(refusalOf(await fresh.caller.post('/purchase-orders?receive=false', refused))).toEqual(
      duplicateAt('/externalId'),
    );
    expect((await newOrder(fresh)).orderNo).toBe('PO-000004');
  });

  test('skip numbers chosen by partners', async () => {
    await newOrder(fresh, { orderNo: 'PO-000005' });
    const { id } = await newOrder(fresh, { orderNo: 'Own' });
    expect((await fresh.caller.patch(`/purchase-orders/${id}`, { orderNo: 'PO-000006' })).status).toBe(200);
    expect((await newOrder(fresh)).orderNo).toBe('PO-000007');
  });

  test('are unique among 30 concurrent orders, half of which choose the next numbers', async () => {
    const given = (n: number) => (n % 2 ? { orderNo: `PO-${String(8 + n).padStart(6, '0')}` } : {});
    const bodies = Array.from({ length: 30 }, (_, n) => orderOf(fresh, given(n)));
    const answers = await Promise.all(bodies.map((body) => fresh.caller.post('/purchase-orders?receive=false', body)));
    const made = answers.filter(({ status }) => status === 201);
    // A number that was given may have been generated before; one that is generated is never taken.
    for (const [n, answer] of answers.entries()) {
      if (answer.status !== 201) expect([n % 2, refusalOf(answer)]).toEqual([1, duplicateAt('/orderNo')]);
    }
    expect(new Set(made.map(({ body }) => body.orderNo)).size).toBe(made.length);
    expect(made.length).toBeGreaterThanOrEqual(15);
  });
});
