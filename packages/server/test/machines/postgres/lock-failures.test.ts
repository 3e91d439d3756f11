import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openPostgres } from '../../../src/database/database.ts';
import { PATIENT } from '../../support/databases.ts';
import { importAll } from '../../support/import-lines.ts';
import { arrangePurchasing, newOrder, onHand } from '../../support/purchasing.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
const { UK } = service.databases.regions;
const impatient = await startService({
  databases: await openPostgres(String(UK.options.connectionString), {}, { limits: { ...PATIENT, lock: 500 } }),
});
afterAll(async () => {
  await impatient.stop();
  await service.stop();
});
const caller = await service.connect();
const scene = await arrangePurchasing(service, caller);
/** Receiving it changes the item's cost, by a statement that follows the one that moves stock. */
const order = (unitCost: string) => newOrder(scene, { lines: [{ itemId: scene.itemId, quantity: '1', unitCost }] });
await newOrder(scene, {}, true);

const LOCK_LEVEL = 'select from region_uk.stock_levels where item_id = $1 for update';
const LOCK_ITEM = 'select from region_uk.items where id = $1 for update';

/** Runs work while another session holds a lock on the item's stock. */
async function whileLocked<T>(work: (session: PoolClient) => Promise<T>): Promise<T> {
  const session = await UK.connect();
  try {
    await session.query('begin');
    await session.query(LOCK_LEVEL, [scene.itemId]);
    return await work(session);
  } finally {
    await session.query('rollback');
    session.release();
  }
}

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

async function untilWaiting(): Promise<void> {
  while ((await UK.query(WAITING)).rows.length === 0) await delay(10);
}

test('PATCH /purchase-orders/{id}/receive is repeated if the database aborts it to resolve a deadlock', async () => {
  const { id } = await order('3.00');
  const before = Number(await onHand(scene));
  const { answer } = await whileLocked(async (session) => {
    const answer = caller.patch(`/purchase-orders/${id}/receive`, {});
    await untilWaiting();
    // The receipt has waited for longer and is therefore the one to be aborted.
    await session.query(LOCK_ITEM, [scene.itemId]);
    return { answer };
  });
  expect((await answer).status).toBe(200);
  expect(Number(await onHand(scene))).toBe(before + 1);
});

test('PATCH /purchase-orders/{id}/receive is 503 if a level of its stock stays locked', async () => {
  const other = await impatient.connectTo(caller.partner, caller.merchant);
  const [first, second] = [await order('4.00'), await order('5.00')];
  // Later receipts have ids at hand, and send the movement together with the item's lock.
  expect((await other.patch(`/purchase-orders/${first.id}/receive`, {})).status).toBe(200);
  const patch = () => other.patch(`/purchase-orders/${second.id}/receive`, {});
  expect(rejectionOf(await whileLocked(patch))).toEqual([503, 'partner.overloaded']);
});

test('An import of several returns locks all their levels in one order', async () => {
  const later = await caller.create('/items', { name: 'Later', externalId: 'later' });
  await newOrder(scene, { lines: [{ itemId: later.id, quantity: '1', unitCost: '1.00' }] }, true);
  const returnOf = (externalId: string, item: number) => ({
    ...{ type: 'purchaseReturn', externalId, supplier: scene.supplierId, store: scene.storeId, date: '2026-03-01' },
    lines: [{ item, quantity: '1', unitCost: '1.00' }],
  });
  const { importing } = await whileLocked(async (session) => {
    const importing = importAll(service, caller.merchant, [returnOf('R1', later.id), returnOf('R2', scene.itemId)]);
    await untilWaiting();
    await session.query(`${LOCK_LEVEL} nowait`, [later.id]);
    return { importing };
  });
  expect((await importing).problems).toEqual([]);
});
