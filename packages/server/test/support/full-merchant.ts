import { expect } from 'vitest';
import { statement } from '../../src/database/statement.ts';
import type { TenantTransaction } from '../../src/database/tenant.ts';
import { logAttempt } from '../../src/webhooks/attempts.ts';
import { startCursor } from '../../src/webhooks/cursors.ts';
import type { Caller } from './api-caller.ts';
import { importValid, saleLine } from './import-lines.ts';

/** Rows that no operation of this version writes. */
const RARE_ROWS = statement(
  undefined,
  `with noted as (insert into region.unlogged_writes (company_id, transaction) values ($1, pg_current_xact_id()))
   insert into region.version_floors (company_id, first) values ($1, 1)`,
);

/** Writes a row into every table of a merchant. */
export async function fillMerchant(caller: Caller): Promise<void> {
  const { merchant, service } = caller;
  await service.arrange(merchant, async (tx) => tx.restartLog());
  await service.arrange(merchant, (tx) => tx.query(RARE_ROWS));
  const store = await service.newStore(merchant);
  const { id: group } = await caller.create('/modifiers', { name: 'Milk', options: [{ name: 'Oat' }] });
  const supplierId = await service.newSupplier(merchant);
  await service.newTax(merchant);
  await caller.create('/brands', { name: 'Brand' });
  await caller.create('/categories', { name: 'Category' });
  const variants = [{ name: 'Small' }];
  const item = await caller.create('/items', {
    name: 'Item',
    type: 1,
    variants,
    modifierIds: [group],
    stores: [{ storeId: store }],
  });
  const menu = { name: 'Menu', items: [{ itemId: item.id }], stores: [{ storeId: store }] };
  await caller.create('/menus/create-with-items', menu);
  const [variantId] = item.variants.map(({ id }: { id: number }) => id);
  await service.stock(merchant, store, item.id, '5', variantId);
  const line = { itemId: item.id, variantId, quantity: '1', unitCost: '1' };
  const ordered = { supplierId, storeId: store, orderDate: '2026-03-02', lines: [line] };
  await caller.create('/purchase-orders?receive=true', ordered);
  await service.newReturn(merchant, { supplierId, storeId: store, lines: [line] });
  await importValid(service, merchant, [
    saleLine('sale', store, '2026-02-10T12:00:00Z', {
      lines: [{ item: item.id, variant: variantId, quantity: '1', gross: '3.50' }],
    }),
    { type: 'openingStock', externalId: 'opening', store, item: item.id, variant: variantId, quantity: '5' },
    {
      type: 'openOrder',
      externalId: 'order',
      store,
      number: '1',
      at: '2026-02-10T12:00:00Z',
      lines: [{ item: item.id, variant: variantId, quantity: '1', gross: '3.50' }],
    },
  ]);
  const moved = { date: '2026-03-02', lines: [{ itemId: item.id, variantId, quantity: '1' }] };
  const toStoreId = await service.newStore(merchant, 'Quay');
  await caller.create('/stock-transfers?receive=true', { ...moved, fromStoreId: store, toStoreId });
  await caller.create('/stock-adjustments?post=true', { ...moved, storeId: store, type: 2 });
  await service.arrange(merchant, fillWebhooks);
  const components = [{ itemId: item.id, variantId, quantity: '1' }];
  const combo = { name: 'Combo', type: 2, trackStock: false, components };
  expect((await caller.post('/items', combo, { 'Idempotency-Key': 'combo' })).status).toBe(201);
}

const START = { position: 0, mark: 0, entries: null };

async function fillWebhooks(tx: TenantTransaction): Promise<void> {
  const endpointId = 4001;
  await startCursor(tx, { endpointId, view: { resources: 1, storeIds: null }, since: null });
  const outcome = {
    status: 200,
    answer: '',
    failure: null,
    milliseconds: 1,
    resync: null,
    resent: false,
    hasMore: false,
    changes: 1,
  };
  await logAttempt(tx, { endpointId, webhookId: 'msg_1', ...outcome, after: START, end: START });
}
