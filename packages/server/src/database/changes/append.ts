import { randomInt } from 'node:crypto';
import type { TenantScope } from '../scope.ts';
import { type Statement, statement } from '../statement.ts';
import type { Changes } from './entry.ts';

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
export interface Logged {
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
