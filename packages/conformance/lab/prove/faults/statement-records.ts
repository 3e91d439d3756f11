import type { ServerFault } from '../fault.ts';
import { sql } from '../kinds/statements.ts';

/** Statements of single records, their locks and their keys. */

export const STATEMENT_RECORD_FAULTS: readonly ServerFault[] = [
  sql('total-uncounted', 'lists.total', 'the total is kept as 0', /coalesce\(sum\(n\), 0\)::bigint/g, '0::bigint'),
  sql('version-stays', 'records.version', 'a change leaves the version', /version = version \+ 1/, 'version = version'),
  sql(
    'version-by-two',
    'records.version',
    'a change adds two to the version',
    /version = version \+ 1/,
    'version = version + 2',
  ),
  sql(
    'description-lost',
    'stateful.model',
    'the description of a brand is not stored',
    /(set status = \$3, name = \$4, description = )\$5/,
    '$1coalesce(null, nullif($5, $5))',
  ),
  sql(
    'status-stays',
    'stateful.model',
    'the status of a brand never changes',
    /(update region_\w+\.brands set )status = \$3/,
    '$1status = case when $3::int is null then status else status end',
  ),
  sql('lock-missing', 'http.if_match_concurrent', 'a record is not locked for its change', / for no key update/g, ''),
  sql(
    'tree-unlocked',
    'categories.no_cycles',
    'moves of the tree are not one after another',
    /select pg_advisory_xact_lock\(hashtextextended\('categories ' \|\| \$1::bigint, 0\)\)/,
    'select $1::bigint',
  ),
  sql(
    'ancestors-none',
    'categories.no_cycles',
    'only the parent is looked at for a circle',
    /join ancestors a on c\.id = a\.parent_id/,
    'join ancestors a on false',
  ),
  sql(
    'key-any-app',
    'http.idempotency_replay',
    'a key is never found again',
    /(from region_\w+\.idempotency_keys\s+where company_id = \$1 and )app_id = \$2/,
    '$1app_id <> $2',
  ),
  sql(
    'key-not-kept',
    'http.idempotency_replay',
    'keys are not kept',
    /insert into region_\w+\.idempotency_keys \(([^)]*)\)\s+values (\([^)]*\))/,
    (_, columns, values) => `select 1 from (values ${values}) as t (${columns}) where false`,
  ),
  sql(
    'key-unlocked',
    'http.idempotency_once',
    'a running request under the key is not seen, and its outcome not kept',
    /insert into region_\w+\.idempotency_keys \(([^)]*)\)\s+values (\([^)]*\))/,
    (_, columns, values) => `select 1 from (values ${values}) as t (${columns}) where false`,
  ),
  sql(
    'key-for-ever',
    'time.idempotency',
    'a key is kept for ever',
    /and created_at > \$5/,
    "and created_at > $5::timestamptz - interval '1 year'",
  ),
  sql(
    'key-an-hour',
    'time.idempotency',
    'a key is kept for an hour',
    /and created_at > \$5/,
    "and created_at > $5::timestamptz + interval '23 hours'",
  ),
  sql(
    'item-price-of-item',
    'items.at_store',
    'the price at a store is the item’s',
    /coalesce\(o\.price, i\.price\)/g,
    'i.price',
  ),
  sql(
    'item-store-ignored',
    'items.at_store',
    'overrides of every store hold',
    /(left join region_\w+\.item_stores o on o\.company_id = \$1 and o\.item_id = i\.id) and o\.store_id = \$3/,
    '$1',
  ),
];
