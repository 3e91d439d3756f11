import fc from 'fast-check';
import type { Caller } from './api-caller.ts';
import { importValid, itemLine, saleLine, storeLine } from './import-lines.ts';
import type { Service } from './service.ts';

/** Random histories of stock: documents, counts, their voids, and what arrives late. */

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
    'count',
    'count',
    'countLater',
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
  type: fc.integer({ min: 1, max: 2 }),
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
  readonly sales: { readonly externalId: string; readonly soldAt: number; readonly moved: readonly Moved[] }[];
  readonly adjustments: { readonly id: number; readonly fact: Fact }[];
  /** Facts in the order in which they were entered. */
  readonly account: Fact[];
}

/** A place of the account: a store and an item of the scene. */
type Place = `${number} ${number}`;
type Moved = readonly [store: number, item: number, change: number];

/** A movement, or the level that a count found. */
interface Fact {
  readonly place: Place;
  readonly at: number;
  readonly change?: number;
  readonly counted?: number;
  isVoided?: boolean;
}

/**
 * The level of a place at an instant by the account: what the last count until then found, and what moved since. A movement of
 * the count's own instant that was entered after it counts after it.
 */
export function levelBy({ account }: Scene, store: number, item: number, at: number): number {
  const facts = account.map((fact, order) => ({ ...fact, order })).filter(({ place }) => place === `${store} ${item}`);
  const until = facts.filter((fact) => fact.at <= at && !fact.isVoided);
  const count = until
    .filter(({ counted }) => counted !== undefined)
    .toSorted((one, other) => one.at - other.at)
    .at(-1);
  const since = until.filter(
    (fact) => !count || fact.at > count.at || (fact.at === count.at && fact.order > count.order),
  );
  return since.reduce((level, { change = 0 }) => level + change, count?.counted ?? 0);
}

function note({ account }: Scene, at: number, moved: readonly Moved[]): void {
  for (const [store, item, change] of moved) account.push({ place: `${store % 2} ${item % 2}`, at, change });
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
  return { service, caller, stores, items, supplierId: supplier.id, sales: [], adjustments: [], account: [] };
}

export const instant = (at: number): string => new Date(at).toISOString();

export async function happen(scene: Scene, event: Event): Promise<void> {
  const { service, caller } = scene;
  service.advance(event.pause);
  await caller.renewToken();
  await EVENTS[event.does](scene, event);
}

const EVENTS: Readonly<Record<Event['does'], (scene: Scene, event: Event) => Promise<unknown>>> = {
  sell: (scene, event) => {
    const externalId = `sale-${scene.sales.length}`;
    const moved = partsOf(event, -event.quantity);
    const soldAt = earlier(scene, event);
    scene.sales.push({ externalId, soldAt, moved });
    note(scene, soldAt, moved);
    return imported(scene, saleLine(externalId, store(event), instant(soldAt), { lines: [soldLine(event)] }));
  },
  voidSale: async (scene, event) => {
    const [sale] = scene.sales.splice(event.which % Math.max(1, scene.sales.length), 1, GONE);
    if (sale === undefined || sale === GONE) return;
    const at = Math.max(sale.soldAt, earlier(scene, { late: event.late % HOUR }));
    note(
      scene,
      at,
      sale.moved.map(([store, item, change]) => [store, item, -change]),
    );
    await imported(scene, { type: 'void', externalId: sale.externalId, at: instant(at) });
  },
  refund: (scene, event) => {
    note(scene, earlier(scene, event), partsOf(event, event.quantity));
    return imported(scene, {
      ...saleLine(`refund-${scene.service.clock()}-${event.which}`, store(event), happenedAt(scene, event)),
      type: 'refund',
      lines: [soldLine(event)],
    });
  },
  open: (scene, event) => {
    note(scene, earlier(scene, event), [[event.store, event.item, event.quantity + 0.5]]);
    return imported(scene, {
      type: 'openingStock',
      externalId: `opening-${scene.service.clock()}-${event.which}`,
      store: store(event),
      ...NAMES[event.item % 2],
      quantity: `${event.quantity}.5`,
      at: happenedAt(scene, event),
    });
  },
  adjust: async (scene, event) => {
    const change = event.type === 1 ? event.quantity : -event.quantity;
    const occurredAt = event.late > 0 ? happenedAt(scene, event) : null;
    const { id } = await scene.caller.create('/stock-adjustments?post=true', {
      ...adjustmentOf(scene, event),
      type: event.type,
      occurredAt,
    });
    note(scene, earlier(scene, event), [[event.store, event.item, change]]);
    scene.adjustments.push({ id, fact: scene.account.at(-1) as Fact });
  },
  /** Some counts are of the instant of a movement, but no two of one instant. */
  count: async (scene, event) => {
    const place: Place = `${event.store} ${event.item % 2}`;
    const known = scene.account.filter((fact) => fact.place === place);
    let counted =
      (event.which % 3 === 0 && known[event.which % Math.max(1, known.length)]?.at) || earlier(scene, event);
    while (known.some((fact) => fact.counted !== undefined && fact.at === counted)) counted -= 1;
    const body = { ...adjustmentOf(scene, event), type: 0, countedAt: instant(counted) };
    const { id } = await scene.caller.create('/stock-adjustments?post=true', body);
    scene.account.push({ place, at: counted, counted: event.quantity });
    scene.adjustments.push({ id, fact: scene.account.at(-1) as Fact });
  },
  /** Stock moves between the count and its posting. */
  countLater: async (scene, event) => {
    const { service, caller, account } = scene;
    service.advance(1);
    const counted = service.clock();
    const draft = await caller.create('/stock-adjustments?post=false', { ...adjustmentOf(scene, event), type: 0 });
    service.advance(60_000);
    await EVENTS.adjust(scene, { ...event, type: 2, late: 0 });
    await caller.patch(`/stock-adjustments/${draft.id}`, { status: 1 });
    account.push({ place: `${event.store} ${event.item % 2}`, at: counted, counted: event.quantity });
    scene.adjustments.push({ id: draft.id, fact: account.at(-1) as Fact });
  },
  voidAdjustment: async (scene, event) => {
    const { adjustments, caller, account } = scene;
    const [voided] = adjustments.splice(event.which % Math.max(1, adjustments.length), 1);
    if (!voided) return;
    const { id, fact } = voided;
    await caller.patch(`/stock-adjustments/${id}`, { status: 2 });
    if (fact.change === undefined) fact.isVoided = true;
    else account.push({ ...fact, change: -fact.change });
  },
  receive: async (scene, event) => {
    const { caller, supplierId } = scene;
    const lines = [{ ...line(scene, event), unitCost: '1.25' }];
    const body = { supplierId, storeId: at(scene.stores, event.store), orderDate: DATE, lines };
    const order = await caller.create('/purchase-orders?receive=false', body);
    const part = { lines: [{ lineId: order.lines[0].id, quantity: '0.5' }], receivedAt: happenedAt(scene, event) };
    await caller.patch(`/purchase-orders/${order.id}/receive`, part);
    note(scene, earlier(scene, event), [[event.store, event.item, 0.5]]);
    await caller.patch(`/purchase-orders/${order.id}/receive`, {});
    note(scene, scene.service.clock(), [[event.store, event.item, event.quantity - 0.5]]);
  },
  transfer: async (scene, event) => {
    const [fromStoreId, toStoreId] = [at(scene.stores, event.store), at(scene.stores, event.store + 1)];
    const body = { fromStoreId, toStoreId, date: DATE, lines: [line(scene, event), line(scene, event)] };
    await scene.caller.create(`/stock-transfers?receive=true&receivedAt=${happenedAt(scene, event)}`, body);
    note(scene, earlier(scene, event), [
      [event.store, event.item, -2 * event.quantity],
      [event.store + 1, event.item, 2 * event.quantity],
    ]);
  },
  return: async (scene, event) => {
    const { service, caller, supplierId, stores } = scene;
    note(scene, service.clock(), [[event.store, event.item, -event.quantity]]);
    const lines = [{ ...line(scene, event), unitCost: '1.25' }];
    await service.newReturn(caller.merchant, { supplierId, storeId: at(stores, event.store), lines });
  },
};

const at = <T>(choices: readonly T[], number: number): T => choices[number % choices.length] as T;

const store = (event: Event): string => at(['S', 'T'], event.store);

const NAMES = [{ item: 'A' }, { item: 'V', variant: 'Small' }, { item: 'C' }];

const soldLine = ({ item, quantity }: Event): object => ({ ...NAMES[item], quantity: `${quantity}`, gross: '3.50' });

const line = ({ items }: Scene, { item, quantity }: Event) => ({ ...at(items, item), quantity: `${quantity}` });

const earlier = ({ service }: Scene, { late }: Pick<Event, 'late'>): number => service.clock() - late;
const happenedAt = (scene: Scene, event: Pick<Event, 'late'>): string => instant(earlier(scene, event));

/** A voided sale. */
const GONE = { externalId: '', soldAt: 0, moved: [] };

/** Documents are older than anything that happens late. */
const DATE = '2026-01-05';

const adjustmentOf = (scene: Scene, event: Event) => ({
  ...{ storeId: at(scene.stores, event.store), date: DATE, reason: 'waste', lines: [line(scene, event)] },
});

/** Moves the item of a line, or the components of a combo. */
const partsOf = ({ store, item }: Event, quantity: number): Moved[] =>
  item < 2
    ? [[store, item, quantity]]
    : [
        [store, 0, 2 * quantity],
        [store, 1, quantity],
      ];

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
