import { type Faults, fault } from '../fault.ts';

/** Wrong statements for reading, locking and writing single records. */

export const STATEMENT_RECORD_FAULTS: Faults = {
  'statement.total-uncounted': fault('lists.total', 'the stored total is 0', {
    how: { from: /coalesce\(sum\(n\), 0\)::bigint/g, to: '0::bigint' },
  }),
  'statement.version-stays': fault('records.version', 'a change leaves the version', {
    where: { statement: '*.update' },
    how: { from: 'greatest(version + 1', to: 'greatest(version' },
  }),
  'statement.version-by-two': fault('records.version', 'a change adds two to the version', {
    where: { statement: '*.update' },
    how: { from: 'greatest(version + 1', to: 'greatest(version + 2' },
  }),
  'statement.description-lost': fault('stateful.model', 'the description of a brand is not stored', {
    where: { statement: 'brands.update' },
    how: { from: /(set status = \$3, name = \$4, description = )\$5/, to: '$1coalesce(null, nullif($5, $5))' },
  }),
  'statement.status-stays': fault('stateful.model', 'the status of a brand never changes', {
    where: { statement: 'brands.update' },
    how: { from: 'status = $3', to: 'status = case when $3::int is null then status else status end' },
  }),
  'statement.lock-missing': fault('http.if_match_concurrent', 'a record is not locked for its change', {
    where: { statement: '*.lock' },
    how: { from: / for no key update/g, to: '' },
  }),
  'statement.tree-unlocked': fault('categories.no_cycles', 'moves of the tree are not one after another', {
    where: { statement: 'categories.lock-tree' },
    how: {
      from: "select pg_advisory_xact_lock(hashtextextended('categories ' || $1::bigint, 0))",
      to: 'select $1::bigint',
    },
  }),
  'statement.ancestors-none': fault('categories.no_cycles', 'only the parent is checked for a cycle', {
    where: { statement: 'categories.ancestors' },
    how: { from: 'join ancestors a on c.id = a.parent_id', to: 'join ancestors a on false' },
  }),
  'statement.key-any-app': fault('http.idempotency_replay', 'a key is never found again', {
    where: { statement: ['idempotency.recall', 'idempotency.forget'] },
    how: { from: 'app_id = $2', to: 'app_id <> $2' },
  }),
  'statement.key-not-kept': fault('http.idempotency_replay', 'keys are not kept', {
    where: { statement: 'idempotency.remember' },
    how: {
      from: /insert into region_\w+\.idempotency_keys \(([^)]*)\)\s+values (\([^)]*\))/,
      to: (_, columns, values) => `select 1 from (values ${values}) as t (${columns}) where false`,
    },
  }),
  'statement.key-unlocked': fault(
    'http.idempotency_once',
    'a running request under the key is not found, and its outcome is not stored',
    {
      where: { statement: 'idempotency.remember' },
      how: {
        from: /insert into region_\w+\.idempotency_keys \(([^)]*)\)\s+values (\([^)]*\))/,
        to: (_, columns, values) => `select 1 from (values ${values}) as t (${columns}) where false`,
      },
    },
  ),
  'statement.key-for-ever': fault('time.idempotency', 'a key never expires', {
    where: { statement: 'idempotency.recall' },
    how: { from: 'and created_at > $5', to: "and created_at > $5::timestamptz - interval '1 year'" },
  }),
  'statement.key-an-hour': fault('time.idempotency', 'a key expires after an hour', {
    where: { statement: 'idempotency.recall' },
    how: { from: 'and created_at > $5', to: "and created_at > $5::timestamptz + interval '23 hours'" },
  }),
};
