// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import type { Fields } from './answer.ts';
import type { Call, HandlerResult } from './call.ts';
import { isSame } from './read-only.ts';
import { type Entry, type Followed, type Merchant, type Movement, type Row, type Table, withEntry } from './state.ts';

/** The merchant's log: the changes of each write, in commit order. changes.feed */

/** Resources that a change can be about, in the order of a write's entries. changes.order */
export const RESOURCES: readonly string[] = [
  'items',
  'stock',
  'categories',
  'brands',
  'menus',
  'modifiers',
  'purchaseOrders',
  'stockTransfers',
  'stockAdjustments',
  'openOrders',
  'dailySales',
  'stores',
  'suppliers',
  'taxes',
];

/** Resources that each product reads. changes.scopes */
const READABLE: Readonly<Record<string, readonly string[]>> = {
  FULL: RESOURCES,
  ONLINE_ORDER: ['items', 'stock', 'categories', 'menus', 'modifiers', 'openOrders', 'stores', 'taxes'],
  ADSR: ['dailySales', 'stores'],
};

export type View = Pick<Followed, 'resources' | 'stores'>;

interface Selection {
  readonly resources?: readonly string[];
  readonly storeId?: readonly number[];
}

/** The part of the log that the credential can see and the request selects. changes.scopes, changes.filters */
export function viewOf({ app, stores }: Call, { resources = RESOURCES, storeId }: Selection = {}): View {
  const approved = stores && [...stores];
  return {
    resources: (READABLE[app.product] ?? []).filter((name) => resources.includes(name)),
    stores: storeId && approved ? storeId.filter((id) => approved.includes(id)) : (storeId ?? approved),
  };
}

export const endOf = ({ log }: Merchant) => ({ writes: log.length, entries: 0 });

export const followedFrom = (merchant: Merchant, cursor: string, place: Followed): Merchant => ({
  ...merchant,
  followed: withEntry(merchant.followed, cursor, place),
});

/** Resources that requests do not write, or that are not tables. */
const NOT_WRITTEN = new Set(['stock', 'openOrders', 'dailySales', 'stores', 'suppliers', 'taxes']);

/** Tables that requests write, which have the names of their resources. */
const WRITTEN = RESOURCES.filter((name) => !NOT_WRITTEN.has(name)) as readonly Table[];

/** Properties that name the stores of a record; records without them concern all stores. changes.stores */
const STORES: Partial<Record<Table, readonly string[]>> = {
  purchaseOrders: ['storeId'],
  stockTransfers: ['fromStoreId', 'toStoreId'],
  stockAdjustments: ['storeId'],
};

/** Adds a write's changes to the merchant's log. A write that changes nothing is not logged. changes.writes */
export function withWrite(before: Merchant, { steps = [], merchant: after }: HandlerResult, call: Call): Merchant {
  const written = WRITTEN.flatMap((table) => changedRows(table, [before, ...steps, after]));
  const [first] = written;
  if (!first) return after;
  const entries = [
    ...written.map((change) => entryOf(change, call)),
    ...moved(after.movements.slice(before.movements.length)),
  ].sort(inOrder);
  const correlationId = call.choices.correlationId();
  const logged = { app: call.app.id, at: first.row.updatedAt, correlationId, entries };
  return { ...after, log: [...after.log, logged] };
}

interface Changed {
  readonly table: (typeof WRITTEN)[number];
  readonly row: Row;
  readonly before: Row | undefined;
  readonly properties: readonly string[];
}

/**
 * Rows that differ from one state to the next. A change made by one operation of a batch stays listed even if a later one
 * reverts it.
 */
function changedRows(table: Changed['table'], states: readonly Merchant[]): Changed[] {
  const changed = new Map<number, Changed>();
  for (const [i, { tables }] of states.entries()) {
    const earlier = states[i - 1]?.tables[table];
    if (!earlier || earlier === tables[table]) continue;
    for (const row of tables[table].values()) {
      const last = earlier.get(row.id);
      if (last === row) continue;
      const known = changed.get(row.id);
      const names = last ? propertiesOf(table, row, last) : [];
      const properties = [...new Set([...(known?.properties ?? []), ...names])];
      changed.set(row.id, { table, row, before: known ? known.before : last, properties });
    }
  }
  return [...changed.values()];
}

function entryOf(change: Changed, call: Call): Entry {
  const { table, row, before, properties } = change;
  return {
    resource: table,
    id: row.id,
    version: row.version,
    kind: kindOf(change, call),
    properties: before ? [...properties].sort() : [],
    storeIds: storesOf(STORES[table], [before, row]),
    businessDay: null,
  };
}

/** changes.kinds */
function kindOf({ table, row, before }: Changed, { operation }: Call): string {
  if (!before) return 'created';
  if (operation.id.startsWith('receive') && STORES[table]) return 'received';
  if (before.status === row.status) return 'updated';
  if (table === 'purchaseOrders' || table === 'stockTransfers') return 'voided';
  if (table !== 'stockAdjustments') return 'updated';
  return row.status === 1 ? 'posted' : 'voided';
}

/** Never listed: properties that every write changes, and internal ones. changes.properties */
const UNLISTED = new Set(['version', 'updatedAt', 'app', 'drafted']);

function propertiesOf(table: Changed['table'], row: Row, before: Row): string[] {
  const changed = Object.keys(row).filter((name) => !UNLISTED.has(name) && !isSame(row[name], before[name]));
  if (table === 'modifiers') return changed.includes('itemIds') ? [...changed, 'items'] : changed;
  if (table !== 'menus') return changed;
  const own = changed.filter((name) => name !== 'items' && name !== 'stores');
  return [
    ...own,
    ...(hasEntries(before.items, row.items) ? [] : ['items']),
    ...(own.includes('storeIds') ? ['stores'] : []),
  ];
}

/** True if the entries equal the stored ones, which may have more properties. */
function hasEntries(stored: unknown, entries: unknown): boolean {
  const [before, after] = [stored, entries] as [readonly Fields[], readonly Fields[]];
  const isStored = (entry: Fields, index: number): boolean =>
    Object.entries(entry).every(([name, value]) => value === before[index]?.[name]);
  return before.length === after.length && after.every(isStored);
}

function storesOf(names: readonly string[] | undefined, rows: readonly (Row | undefined)[]): number[] | null {
  if (!names) return null;
  const ids = rows.flatMap((row) => (row ? names.map((name) => Number(row[name])) : []));
  return [...new Set(ids)].sort((one, other) => one - other);
}

/** One entry for an item at a store, whatever variants and lines moved it. */
function moved(movements: readonly Movement[]): Entry[] {
  const shelves = new Map(movements.map((movement) => [`${movement.itemId} ${movement.storeId}`, movement]));
  return [...shelves.values()].map(({ itemId, storeId }) => ({
    resource: 'stock',
    id: itemId,
    version: null,
    kind: 'moved',
    properties: [],
    storeIds: [storeId],
    businessDay: null,
  }));
}

const placeOf = ({ resource }: Entry): number => RESOURCES.indexOf(resource);

const inOrder = (one: Entry, other: Entry): number =>
  placeOf(one) - placeOf(other) || one.id - other.id || (one.storeIds?.[0] ?? 0) - (other.storeIds?.[0] ?? 0);
