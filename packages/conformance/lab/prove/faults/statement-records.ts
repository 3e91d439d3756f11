import type { Faults } from '../fault.ts';

/** Statements of single records, their locks and their keys. */

export const STATEMENT_RECORD_FAULTS: Faults = {
  'statement.total-uncounted': {
    breaks: 'lists.total',
    text: 'the total is kept as 0',
    how: { from: /coalesce\(sum\(n\), 0\)::bigint/g, to: '0::bigint' },
  },
  'statement.version-stays': {
    breaks: 'records.version',
    text: 'a change leaves the version',
    where: { statement: '*.update' },
    how: { from: 'version = version + 1', to: 'version = version' },
  },
  'statement.version-by-two': {
    breaks: 'records.version',
    text: 'a change adds two to the version',
    where: { statement: '*.update' },
    how: { from: 'version = version + 1', to: 'version = version + 2' },
  },
  'statement.description-lost': {
    breaks: 'stateful.model',
    text: 'the description of a brand is not stored',
    where: { statement: 'brands.update' },
    how: { from: /(set status = \$3, name = \$4, description = )\$5/, to: '$1coalesce(null, nullif($5, $5))' },
  },
  'statement.status-stays': {
    breaks: 'stateful.model',
    text: 'the status of a brand never changes',
    where: { statement: 'brands.update' },
    how: { from: 'status = $3', to: 'status = case when $3::int is null then status else status end' },
  },
  'statement.lock-missing': {
    breaks: 'http.if_match_concurrent',
    text: 'a record is not locked for its change',
    where: { statement: '*.lock' },
    how: { from: / for no key update/g, to: '' },
  },
  'statement.tree-unlocked': {
    breaks: 'categories.no_cycles',
    text: 'moves of the tree are not one after another',
    where: { statement: 'categories.lock-tree' },
    how: {
      from: "select pg_advisory_xact_lock(hashtextextended('categories ' || $1::bigint, 0))",
      to: 'select $1::bigint',
    },
  },
  'statement.ancestors-none': {
    breaks: 'categories.no_cycles',
    text: 'only the parent is looked at for a circle',
    where: { statement: 'categories.ancestors' },
    how: { from: 'join ancestors a on c.id = a.parent_id', to: 'join ancestors a on false' },
  },
  'statement.key-any-app': {
    breaks: 'http.idempotency_replay',
    text: 'a key is never found again',
    where: { statement: ['idempotency.recall', 'idempotency.forget'] },
    how: { from: 'app_id = $2', to: 'app_id <> $2' },
  },
  'statement.key-not-kept': {
    breaks: 'http.idempotency_replay',
    text: 'keys are not kept',
    where: { statement: 'idempotency.remember' },
    how: {
      from: /insert into region_\w+\.idempotency_keys \(([^)]*)\)\s+values (\([^)]*\))/,
      to: (_, columns, values) => `select 1 from (values ${values}) as t (${columns}) where false`,
    },
  },
  'statement.key-unlocked': {
    breaks: 'http.idempotency_once',
    text: 'a running request under the key is not seen, and its outcome not kept',
    where: { statement: 'idempotency.remember' },
    how: {
      from: /insert into region_\w+\.idempotency_keys \(([^)]*)\)\s+values (\([^)]*\))/,
      to: (_, columns, values) => `select 1 from (values ${values}) as t (${columns}) where false`,
    },
  },
  'statement.key-for-ever': {
    breaks: 'time.idempotency',
    text: 'a key is kept for ever',
    where: { statement: 'idempotency.recall' },
    how: { from: 'and created_at > $5', to: "and created_at > $5::timestamptz - interval '1 year'" },
  },
  'statement.key-an-hour': {
    breaks: 'time.idempotency',
    text: 'a key is kept for an hour',
    where: { statement: 'idempotency.recall' },
    how: { from: 'and created_at > $5', to: "and created_at > $5::timestamptz + interval '23 hours'" },
  },
};
