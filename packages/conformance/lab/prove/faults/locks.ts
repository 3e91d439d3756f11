import { each, type Fault, type Faults, sharing } from '../fault.ts';

/** Locks left out. An embedded database has one connection, so these count on PostgreSQL alone. */

const lockFault = sharing({ by: ['concurrent.'], needs: 'postgres' as const });

/** Two changes of one record read the same state. */
const unlocked = ([table, what, breaks, statement = `${table}.lock`]: readonly string[]): [string, Fault] => [
  `locks.record-${table}`,
  lockFault(breaks as string, `two changes of ${what} at once do not wait for each other`, {
    where: { statement },
    how: { from: / for no key update$/, to: '' },
  }),
];

export const LOCK_FAULTS: Faults = {
  ...each(
    [
      ['brands', 'a brand', 'http.if_match_concurrent'],
      ['items', 'an item', 'http.if_match_concurrent', 'items.lock-by-id'],
      ['purchase_orders', 'an order', 'purchases.over_receipt'],
      ['stock_transfers', 'a transfer', 'transfers.over_receipt'],
      ['stock_adjustments', 'an adjustment', 'adjustments.posted_final'],
    ],
    unlocked,
  ),
  'locks.categories': lockFault('categories.no_cycles', 'two categories move below each other at once', {
    how: { from: `pg_advisory_xact_lock(hashtextextended('categories ' || $1::bigint, 0))`, to: '$$1::bigint' },
  }),
  'locks.item-modifiers': lockFault('modifiers.items', 'an item and a group change their relation at once', {
    where: { statement: 'item-modifiers.lock' },
    how: { from: `pg_advisory_xact_lock(hashtextextended('item_modifiers ' || $1::bigint, 0))`, to: '$$1::bigint' },
  }),
  // Without the lock alone, the second one is rolled back and replays the first.
  'locks.idempotency': lockFault('http.idempotency_once', 'two requests under one key at once are both carried out', {
    how: [
      { from: 'pg_try_advisory_xact_lock(hashtextextended($2, 0))', to: '($$2::text is not null)' },
      { from: 'values ($1, $2, $3, $4, $5, $6, $7, $8, $9)', to: '$& on conflict do nothing' },
    ],
  }),
};
