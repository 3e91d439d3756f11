import fc from 'fast-check';
import { laterOf } from '../../src/instants.ts';
import type { Caller } from './api-caller.ts';
import { importValid, itemLine, saleLine, storeLine } from './import-lines.ts';
import type { Service } from './service.ts';

/** Random histories of stock: documents, their voids, and sales that arrive late. */

const HOUR = 3_600_000;

/** One event, after `pause` milliseconds. Its numbers are taken modulo the number of choices. */
const event = fc.record({
  does: fc.constantFrom(
    'sell',
    'sell',
    'sell',
    'voidSale',
    'refund',
    'open',
    'adjust',
    'adjust',
    'voidAdjustment',
    'receive',
    'transfer',
    'return',
  ),
  pause: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: HOUR, max: 30 * HOUR })),
  /** How long before its arrival it happened. */
  late: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 72 * HOUR })),
  item: fc.nat(2),
  store: fc.nat(1),
  type: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 9 }),
  which: fc.nat(20),
});

export const history = fc.array(event, { minLength: 8, maxLength: 30 });

type Event = typeof event extends fc.Arbitrary<infer One> ? One : never;

/** A merchant with two stores, an item, one with a variant, and a combo of both. */
export interface Scene {
  readonly service: Service;
  readonly caller: Caller;
  readonly stores: readonly number[];
  readonly items: readonly { readonly itemId: number; readonly variantId: number | null }[];
  readonly supplierId: number;
  readonly sales: ({ readonly externalId: string; readonly soldAt: string } | undefined)[];
  readonly adjustments: number[];
}

const COMBO = {
  itemType: 2,
  components: [
    { item: 'A', quantity: '2' },
    { item: 'V', variant: 'Small', quantity: '1' },
  ],
};

export async function newScene(service: Service): Promise<Scene> {
  const caller = await service.connect();
  await importValid(service, caller.merchant, [
    storeLine('S'),
    storeLine('T', 'Asia/Dubai'),
    { type: 'supplier', externalId: 'P', name: 'Roasters' },
    itemLine('A'),
    itemLine('V', { itemType: 1, variants: [{ name: 'Small' }] }),
    itemLine('C', COMBO),
  ]);
  const idsIn = async (path: string) => (await caller.get(`${path}?order=asc`)).body.data;
  const [a, v] = await idsIn('/items');
  const stores = (await idsIn('/stores')).map(({ id }: { id: number }) => id);
  const items = [
    { itemId: a.id, variantId: null },
    { itemId: v.id, variantId: v.variants[0].id },
  ];
  const [supplier] = await idsIn('/suppliers');
  return { service, caller, stores, items, supplierId: supplier.id, sales: [], adjustments: [] };
}

export const instant = (at: number): string => new Date(at).toISOString();

/** Lets an event happen. */
export async function happen(scene: Scene, event: Event): Promise<void> {
  const { service, caller } = scene;
  service.advance(event.pause);
  await caller.renewToken();
  await EVENTS[event.does](scene, event);
}

const EVENTS: Readonly<Record<Event['does'], (scene: Scene, event: Event) => Promise<unknown>>> = {
  sell: (scene, event) => {
    const externalId = `sale-${scene.sales.length}`;
    const soldAt = happenedAt(scene, event);
    scene.sales.push({ externalId, soldAt });
    return imported(scene, saleLine(externalId, store(event), soldAt, { lines: [soldLine(event)] }));
  },
  voidSale: async (scene, event) => {
    const [sale] = scene.sales.splice(event.which % Math.max(1, scene.sales.length), 1, undefined);
    if (!sale) return;
    const at = happenedAt(scene, { ...event, late: event.late % HOUR });
    await imported(scene, { type: 'void', externalId: sale.externalId, at: laterOf(at, sale.soldAt) });
  },
  refund: (scene, event) =>
    imported(scene, {
      ...saleLine(`refund-${scene.service.clock()}-${event.which}`, store(event), happenedAt(scene, event)),
      type: 'refund',
      lines: [soldLine(event)],
    }),
  open: (scene, event) =>
    imported(scene, {
      type: 'openingStock',
      externalId: `opening-${scene.service.clock()}-${event.which}`,
      store: store(event),
      ...NAMES[event.item % 2],
      quantity: `${event.quantity}.5`,
      at: happenedAt(scene, event),
    }),
  adjust: async (scene, event) => {
    const body = {
      storeId: at(scene.stores, event.store),
      date: '2026-03-02',
      type: event.type,
      reason: 'waste',
      lines: [line(scene, event)],
    };
    scene.adjustments.push((await scene.caller.create('/stock-adjustments?post=true', body)).id);
  },
  voidAdjustment: async ({ adjustments, caller }, event) => {
    const [id] = adjustments.splice(event.which % Math.max(1, adjustments.length), 1);
    if (id !== undefined) await caller.patch(`/stock-adjustments/${id}`, { status: 2 });
  },
  receive: async (scene, event) => {
    const { caller, supplierId } = scene;
    const lines = [{ ...line(scene, event), unitCost: '1.25' }];
    const body = { supplierId, storeId: at(scene.stores, event.store), orderDate: '2026-03-02', lines };
    const order = await caller.create('/purchase-orders?receive=false', body);
    const part = [{ lineId: order.lines[0].id, quantity: '0.5' }];
    await caller.patch(`/purchase-orders/${order.id}/receive`, { lines: part });
    await caller.patch(`/purchase-orders/${order.id}/receive`, {});
  },
  transfer: async (scene, event) => {
    const [fromStoreId, toStoreId] = [at(scene.stores, event.store), at(scene.stores, event.store + 1)];
    const body = { fromStoreId, toStoreId, date: '2026-03-02', lines: [line(scene, event), line(scene, event)] };
    await scene.caller.create('/stock-transfers?receive=true', body);
  },
  return: async (scene, event) => {
    const { service, caller, supplierId, stores } = scene;
    const lines = [{ ...line(scene, event), unitCost: '1.25' }];
    await service.newReturn(caller.merchant, { supplierId, storeId: at(stores, event.store), lines });
  },
};

const at = <T>(choices: readonly T[], number: number): T => choices[number % choices.length] as T;

const store = (event: Event): string => at(['S', 'T'], event.store);

const NAMES = [{ item: 'A' }, { item: 'V', variant: 'Small' }, { item: 'C' }];

const soldLine = ({ item, quantity }: Event): object => ({ ...NAMES[item], quantity: `${quantity}`, gross: '3.50' });

const line = ({ items }: Scene, { item, quantity }: Event) => ({ ...at(items, item), quantity: `${quantity}` });

const happenedAt = ({ service }: Scene, { late }: Pick<Event, 'late'>): string => instant(service.clock() - late);

const imported = ({ service, caller }: Scene, one: object) => importValid(service, caller.merchant, [one]);

export interface Movement {
  readonly id: number;
  readonly storeId: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly change: string;
  readonly documentKind: string;
  readonly documentId: number | null;
  readonly appId: number | null;
  readonly reason: string | null;
  readonly at: string;
  readonly recordedAt: string;
}

/** The ledger as it is stored, latest first. */
export async function ledgerOf({ service, caller }: Scene): Promise<Movement[]> {
  const { rows } = await service.databases.regions.UK.query<Movement & { at: Date; recordedAt: Date }>(
    `select id, store_id as "storeId", item_id as "itemId", variant_id as "variantId", trim_scale(change)::text as change,
       document_kind as "documentKind", case when document_kind <> 'opening' then document_id end as "documentId",
       nullif(app_id, 0) as "appId", case when document_kind = 'stockAdjustment' then 'waste' end as reason, at,
       recorded_at as "recordedAt"
     from region_uk.stock_movements where company_id = $1 order by stock_movements.at desc, id desc`,
    [caller.merchant.companyId],
  );
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at).toISOString(),
    recordedAt: new Date(row.recordedAt).toISOString(),
  }));
}
