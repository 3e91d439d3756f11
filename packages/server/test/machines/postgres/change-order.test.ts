import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { createBrand } from '../../../src/resources/brands/handlers.ts';
import { changeCategory, createCategory } from '../../../src/resources/categories/handlers.ts';
import { changeItem, createItem } from '../../../src/resources/items/handlers.ts';
import { receiveOrder } from '../../../src/resources/purchase-orders/handlers.ts';
import { createAdjustment } from '../../../src/resources/stock-adjustments/handlers.ts';
import { openPostgres } from '../../../src/storage/database.ts';
import { Regions } from '../../../src/storage/regions.ts';
import type { TenantStore, TenantTransaction } from '../../../src/storage/tenant.ts';
import { PATIENT, storage } from '../../support/databases.ts';
import { startService } from '../../support/service.ts';

const WRITERS = 40;
const WRITES = 12;

/** Connections of one process. */
const PER_PROCESS = 10;

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();
const { merchant } = caller;
const { UK } = service.databases.regions;

/** The merchant's store in several processes, each with its own connections. */
async function processes(): Promise<{ readonly tenants: readonly TenantStore[]; readonly close: () => Promise<void> }> {
  const url = String(UK.options.connectionString);
  const opened =
    storage === 'embedded'
      ? []
      : await Promise.all(
          Array.from({ length: WRITERS / PER_PROCESS }, () => openPostgres(url, {}, { limits: PATIENT })),
        );
  const scope = { ...merchant, appId: 7, appName: 'App', correlationId: '00000000-0000-4000-8000-000000000000' };
  const tenants = (opened.length > 0 ? opened : [service.databases]).map((each) =>
    new Regions(each, service.clock).tenant(scope),
  );
  return { tenants, close: async () => void (await Promise.all(opened.map((each) => each.close()))) };
}

const storeId = await service.newStore(merchant);
const supplierId = await service.newSupplier(merchant);
const items: number[] = [];
for (const name of ['A', 'B', 'C']) items.push((await caller.create('/items', { name })).id);
const group = await caller.create('/modifiers', { name: 'Milk', options: [{ name: 'Oat' }] });
const top = await caller.create('/categories', { name: 'Top' });
const orders: number[] = [];
for (let i = 0; i < WRITERS * 3; i += 1) {
  const lines = items.map((itemId) => ({ itemId, quantity: '1', unitCost: `${i}` }));
  const body = { supplierId, storeId, orderDate: '2026-03-02', lines };
  orders.push((await caller.create('/purchase-orders?receive=false', body)).id);
}

/** Writes that wait for each other's rows and advisory locks, one that changes nothing, and one that is rolled back. */
const WORKS: readonly ((tx: TenantTransaction, name: string) => Promise<unknown>)[] = [
  (tx, name) => createBrand(tx, { name }),
  (tx) =>
    createAdjustment(
      tx,
      { storeId, date: '2026-03-02', type: 0, lines: items.map((itemId) => ({ itemId, quantity: '3' })) },
      true,
    ),
  async (tx) => receiveOrder(tx, orders.pop() as number, {}),
  (tx, name) => changeItem(tx, items[0] as number, { name, modifierIds: name.length % 2 ? [group.id] : [] }),
  async (tx, name) => {
    const { id } = await createCategory(tx, { name });
    return changeCategory(tx, id, { parentId: top.id }, {});
  },
  (tx, name) => createItem(tx, { name }),
  async (tx, name) => {
    await createBrand(tx, { name });
    return createItem(tx, { name });
  },
  (tx) => tx.newId(),
  async (tx, name) => {
    await createBrand(tx, { name });
    throw new RolledBack();
  },
];

class RolledBack extends Error {}

const LAST = 'select coalesce(max(position), 0) as last from region_uk.changes where company_id = $1';
const NEXT = 'select position from region_uk.changes where company_id = $1 and position > $2 order by position';

/**
 * Locks that a holder of the log's lock waits for, all read at one moment. A page that a table grows by is no lock of a
 * transaction.
 */
const WAITED = `
  with locks as materialized (select *, classid::bigint << 32 | objid::bigint as key from pg_locks)
  select w.locktype, w.relation::regclass::text, w.key from locks h join locks w on w.pid = h.pid and not w.granted
  where h.locktype = 'advisory' and h.granted and w.locktype <> 'extend' and h.key = hashtextextended('changes', $1)`;

test('Forty concurrent writers of a merchant leave a log without gaps, in which nothing appears before what is read', async () => {
  const { tenants, close } = await processes();
  const [{ last: first }] = (await UK.query(LAST, [merchant.companyId])).rows as [{ last: number }];
  let [last, done, logged] = [first, false, 0];
  const waits: unknown[] = [];
  const early: unknown[] = [];

  async function read(): Promise<void> {
    const { rows } = await UK.query<{ position: number }>(NEXT, [merchant.companyId, last]);
    for (const { position } of rows) {
      if (position !== last + 1) early.push({ position, after: last });
      last = position;
    }
    waits.push(...(await UK.query(WAITED, [merchant.companyId])).rows);
  }
  async function poll(): Promise<void> {
    while (!done) await read().then(() => delay(1));
  }
  async function write(writer: number): Promise<void> {
    for (let i = 0; i < WRITES; i += 1) {
      const at = writer + i * 3;
      const work = WORKS[at % WORKS.length] as (typeof WORKS)[number];
      const tenant = tenants[writer % tenants.length] as TenantStore;
      try {
        const changed = await tenant.write(async (tx) => typeof (await work(tx, `${writer} ${i}`)) === 'object');
        if (changed) logged += 1;
      } catch (error) {
        if (!(error instanceof RolledBack)) throw error;
      }
    }
  }

  const polling = poll();
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  done = true;
  await polling;
  await read();
  await close();
  expect(early).toEqual([]);
  expect(waits).toEqual([]);
  expect(last - first).toBe(logged);
});

test('No constraint and no trigger is checked at the commit, after the lock of the log', async () => {
  const { rows } = await UK.query(
    `select conname as name from pg_constraint where connamespace = 'region_uk'::regnamespace and condeferrable
     union all select tgname from pg_trigger where tgdeferrable and tgrelid::regclass::text like 'region\\_uk.%'
     union all select tgname from pg_trigger where tgrelid in ('region_uk.changes'::regclass, 'region_uk.change_floors'::regclass)
     union all select conname from pg_constraint where contype = 'f'
       and conrelid in ('region_uk.changes'::regclass, 'region_uk.change_floors'::regclass)`,
  );
  expect(rows).toEqual([]);
});
