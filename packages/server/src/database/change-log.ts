import { randomInt } from 'node:crypto';
import { RESOURCE_SCOPES } from '../contract/generated/changes.gen.ts';
import { type Statement, statement, type TenantScope } from './statement.ts';

export type Resource = keyof typeof RESOURCE_SCOPES;

/** Resources of the change log, in the contract's order. Append only: a resource's index is its bit in stored rows. */
export const RESOURCES = Object.keys(RESOURCE_SCOPES) as readonly Resource[];

const BITS = Object.fromEntries(RESOURCES.map((resource, i) => [resource, 2 ** i])) as Record<Resource, number>;

export const bitOf = (resource: Resource): number => BITS[resource];

export const resourceOf = (bit: number): Resource => RESOURCES[Math.log2(bit)] as Resource;

export type ChangeKind = 'created' | 'updated' | 'received' | 'posted' | 'voided' | 'moved' | 'closed';

export interface Change {
  readonly resource: Resource;
  /** Id of the record: of the item for stock, of the store for a day of sales. */
  readonly id: number;
  readonly kind: ChangeKind;
  readonly version?: number | undefined;
  /** Names of the properties that changed; not used for new records. */
  readonly properties?: readonly string[] | undefined;
  /** Stores that the change concerns; absent for all, and exactly one for stock. */
  readonly storeIds?: readonly number[] | undefined;
  readonly day?: string | undefined;
}

/** A change as stored, with short names because every write stores one. */
export interface Entry {
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
    const { resource, id, storeIds, day = '' } = change;
    const key = `${resource} ${id} ${resource === 'stock' ? storeIds : day}`;
    const earlier = this.#byRecord.get(key);
    this.#byRecord.set(key, earlier ? merged(earlier, change) : change);
  }

  addAll(others: Changes): void {
    for (const change of others.#byRecord.values()) this.add(change);
  }

  get isEmpty(): boolean {
    return this.#byRecord.size === 0;
  }

  get kinds(): number {
    return [...this.#byRecord.values()].reduce((bits, { resource }) => bits | bitOf(resource), 0);
  }

  /** Stores that the changes concern; empty for all. */
  get storeIds(): number[] {
    const stores = [...this.#byRecord.values()].map(({ storeIds }) => storeIds);
    return stores.includes(undefined) ? [] : distinct(stores.flatMap((ids) => ids ?? [])).sort((a, b) => a - b);
  }

  /**
   * Sorted by resource, id, store and day; only stock and sales have several entries for one id. Lists are sorted too,
   * so that responses do not depend on the writer. JSON text omits undefined members.
   */
  get entries(): Entry[] {
    const entries = [...this.#byRecord.values()].map(
      ({ resource, id, kind, version, properties = [], storeIds, day }): Entry => ({
        r: bitOf(resource),
        id,
        v: version,
        k: kind,
        p: kind === 'created' || properties.length === 0 ? undefined : [...properties].sort(),
        s: storeIds && [...storeIds].sort((a, b) => a - b),
        d: day,
      }),
    );
    return entries.sort(
      (a, b) => a.r - b.r || a.id - b.id || (a.s?.[0] ?? 0) - (b.s?.[0] ?? 0) || ((a.d ?? '') < (b.d ?? '') ? -1 : 1),
    );
  }
}

/** A record created in this transaction stays created. A change of state outweighs other changes. */
const merged = (earlier: Change, later: Change): Change => ({
  ...later,
  kind: earlier.kind === 'created' || later.kind === 'updated' ? earlier.kind : later.kind,
  properties: distinct([...(earlier.properties ?? []), ...(later.properties ?? [])]),
  storeIds: earlier.storeIds && later.storeIds && distinct([...earlier.storeIds, ...later.storeIds]),
});

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/**
 * Held until the commit, so that no position becomes visible before an earlier one. Taken last: a transaction that
 * holds it waits for no other lock, which also rules out deadlocks.
 */
export const LOCK_LOG = statement('changes.lock', `select pg_advisory_xact_lock(hashtextextended('changes', $1))`);

/** Runs as a separate statement after LOCK_LOG: only a new snapshot sees the position of the lock's previous holder. */
const APPEND = statement(
  'changes.append',
  `insert into region.changes (company_id, position, mark, at, app_id, correlation_id, kinds, store_ids, entries)
   select $1, 1 + coalesce(
       (select position from region.changes where company_id = $1 order by position desc limit 1),
       (select position from region.change_floors where company_id = $1), 0),
     $2::bigint, $3::timestamptz, $4::bigint, $5::uuid, $6::integer, $7::bigint[], $8::jsonb`,
);

/**
 * Deletes the log. The new floor lies beyond every position a client can hold and carries a fresh mark, so old cursors
 * are recognized as stale.
 */
export const RESTART = statement(
  'changes.restart',
  `with gone as (delete from region.changes where company_id = $1 returning position)
   insert into region.change_floors as f (company_id, position, mark) select $1, 1 + coalesce(max(position), 0), $2 from gone
   on conflict (company_id) do update
     set position = greatest(excluded.position, f.position + 1), mark = excluded.mark`,
);

/** Random mark that distinguishes a row from one written at the same position after a restore. */
export const newMark = (): number => randomInt(2 ** 48 - 1);

/** Statements to send just before the commit; none if nothing changed. `restarts` empties the merchant's log first. */
export function appending(
  { appId, correlationId }: TenantScope,
  changes: Changes,
  { restarts, timestamp }: { readonly restarts: boolean; readonly timestamp: string },
): { readonly sql: Statement; readonly values: readonly unknown[] }[] {
  if (changes.isEmpty && !restarts) return [];
  const { kinds, storeIds, entries } = changes;
  const row = [newMark(), timestamp, appId, correlationId, kinds, storeIds, JSON.stringify(entries)];
  return [
    { sql: LOCK_LOG, values: [] },
    ...(restarts ? [{ sql: RESTART, values: [newMark()] }] : []),
    ...(changes.isEmpty ? [] : [{ sql: APPEND, values: row }]),
  ];
}

/**
 * First region migration whose processes log every write. A release that logs more raises it, here and in
 * `schema/triggers/unlogged_writes.sql`; writes of older processes are then noted in `unlogged_writes`.
 */
export const LOGS_SINCE = 120;
