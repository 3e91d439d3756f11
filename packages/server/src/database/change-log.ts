import { randomInt } from 'node:crypto';
import { type Statement, statement, type TenantScope } from './statement.ts';

/** Resources of the change log. The place of each is its bit, which stored rows have: append only. */
export const RESOURCES = [
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
] as const;

export type Resource = (typeof RESOURCES)[number];

const BITS = Object.fromEntries(RESOURCES.map((resource, i) => [resource, 2 ** i])) as Record<Resource, number>;

export const bitOf = (resource: Resource): number => BITS[resource];

export const resourceOf = (bit: number): Resource => RESOURCES[Math.log2(bit)] as Resource;

export type ChangeKind = 'created' | 'updated' | 'received' | 'posted' | 'voided' | 'moved' | 'closed';

/** A change of one record. */
export interface Change {
  readonly resource: Resource;
  /** Id of the record: of the item for stock, of the store for a day of sales. */
  readonly id: number;
  readonly kind: ChangeKind;
  readonly version?: number | undefined;
  /** Names of the properties that changed; not used for new records. */
  readonly properties?: readonly string[] | undefined;
  /** Stores that the change concerns; absent for all. Stock has one. */
  readonly storeIds?: readonly number[] | undefined;
  /** Business day of sales. */
  readonly day?: string | undefined;
}

/** A change as stored, with short names because every write stores one. */
export interface Entry {
  /** Bit of the resource. */
  readonly r: number;
  readonly id: number;
  readonly k: ChangeKind;
  readonly v?: number | undefined;
  readonly p?: readonly string[] | undefined;
  readonly s?: readonly number[] | undefined;
  readonly d?: string | undefined;
}

/** Changes of one transaction, merged by record. */
export class Changes {
  readonly #byRecord = new Map<string, Change>();

  add(change: Change): void {
    const key = keyOf(change);
    const earlier = this.#byRecord.get(key);
    this.#byRecord.set(key, earlier ? merged(earlier, change) : change);
  }

  addAll(others: Changes): void {
    for (const change of others.#all) this.add(change);
  }

  get isEmpty(): boolean {
    return this.#byRecord.size === 0;
  }

  /** Bits of the resources that changed. */
  get kinds(): number {
    return this.#all.reduce((bits, { resource }) => bits | bitOf(resource), 0);
  }

  /** Stores that the changes concern; empty for all. */
  get storeIds(): number[] {
    const stores = this.#all.map(({ storeIds }) => storeIds);
    return stores.includes(undefined) ? [] : distinct(stores.flatMap((ids) => ids ?? [])).sort((a, b) => a - b);
  }

  /** By resource, id, store and day. */
  get entries(): Entry[] {
    return this.#all.map(entryOf).sort(inOrder);
  }

  get #all(): Change[] {
    return [...this.#byRecord.values()];
  }
}

const keyOf = ({ resource, id, storeIds, day = '' }: Change): string =>
  `${resource} ${id} ${resource === 'stock' ? storeIds : day}`;

/** A record created in this transaction stays created. A change of state outweighs other changes. */
function merged(earlier: Change, later: Change): Change {
  const kind = earlier.kind === 'created' || later.kind === 'updated' ? earlier.kind : later.kind;
  return {
    ...later,
    kind,
    properties: distinct([...(earlier.properties ?? []), ...(later.properties ?? [])]),
    storeIds: earlier.storeIds && later.storeIds && distinct([...earlier.storeIds, ...later.storeIds]),
  };
}

/** Only stock and sales have several entries of one id: stock by store, sales by day. */
const inOrder = (a: Entry, b: Entry): number =>
  a.r - b.r || a.id - b.id || (a.s?.[0] ?? 0) - (b.s?.[0] ?? 0) || ((a.d ?? '') < (b.d ?? '') ? -1 : 1);

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Members without a value are left out of JSON text. Lists are sorted, so that what the API returns does not depend on the writer. */
const entryOf = ({ resource, id, kind, version, properties = [], storeIds, day }: Change): Entry => ({
  r: bitOf(resource),
  id,
  v: version,
  k: kind,
  p: kind === 'created' || properties.length === 0 ? undefined : [...properties].sort(),
  s: storeIds && [...storeIds].sort((a, b) => a - b),
  d: day,
});

/**
 * Held until the commit, so that no position becomes visible before an earlier one. Taken last: a transaction that holds
 * it waits for no other lock, which also rules out deadlocks.
 */
export const LOCK_LOG = statement('changes.lock', `select pg_advisory_xact_lock(hashtextextended('changes', $1))`);

/** A statement after LOCK_LOG: only a new snapshot has the position of the transaction that held the lock before. */
const APPEND = statement(
  'changes.append',
  `insert into region.changes (company_id, position, mark, at, app_id, correlation_id, kinds, store_ids, entries)
   select $1, 1 + coalesce(
       (select position from region.changes where company_id = $1 order by position desc limit 1),
       (select position from region.change_floors where company_id = $1), 0),
     $2::bigint, $3::timestamptz, $4::bigint, $5::uuid, $6::integer, $7::bigint[], $8::jsonb`,
);

/** Empties the log. The floor is after every position that a client may have read, and has a mark that none has. */
export const RESTART = statement(
  'changes.restart',
  `with gone as (delete from region.changes where company_id = $1 returning position)
   insert into region.change_floors as f (company_id, position, mark) select $1, 1 + coalesce(max(position), 0), $2 from gone
   on conflict (company_id) do update
     set position = greatest(excluded.position, f.position + 1), mark = excluded.mark`,
);

const MARKS = 2 ** 48 - 1;

export const newMark = (): number => randomInt(MARKS);

interface Sent {
  readonly sql: Statement;
  readonly values: readonly unknown[];
}

/** The log of a transaction that writes at this instant. */
interface Logged {
  readonly changes: Changes;
  /** True if the merchant's log starts anew. */
  readonly restarts: boolean;
  readonly timestamp: string;
}

/** Statements to send just before the commit. A transaction that changed nothing sends none. */
export function appending({ appId, correlationId }: TenantScope, { changes, restarts, timestamp }: Logged): Sent[] {
  if (changes.isEmpty && !restarts) return [];
  const { kinds, storeIds, entries } = changes;
  const row = [newMark(), timestamp, appId, correlationId, kinds, storeIds, JSON.stringify(entries)];
  return [
    { sql: LOCK_LOG, values: [] },
    ...(restarts ? [{ sql: RESTART, values: [newMark()] }] : []),
    ...(changes.isEmpty ? [] : [{ sql: APPEND, values: row }]),
  ];
}
