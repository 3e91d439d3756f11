import { readRequirements, readSkips } from '../../requirements/read-requirements.ts';
import type { Operation } from '../../specification/contract.ts';

/** Prefixes of the requirements that the operations of a path are subject to. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  brands: ['brands.'],
  categories: ['categories.'],
  items: ['items.', 'stock.', 'lines.'],
  menus: ['menus.'],
  modifiers: ['modifiers.', 'lines.'],
  'purchase-orders': ['purchases.', 'documents.', 'stock.', 'dates.', 'lines.'],
  'stock-transfers': ['transfers.', 'documents.', 'stock.', 'dates.', 'lines.'],
  'stock-adjustments': ['adjustments.', 'documents.', 'stock.', 'dates.', 'lines.'],
  'stock-movements': ['stock.', 'items.ledger'],
  changes: ['changes.'],
  stores: ['stores.', 'references.', 'open_orders.'],
  suppliers: ['suppliers.', 'references.'],
  taxes: ['taxes.', 'references.'],
  reports: ['reports.', 'stock_on_hand.', 'sales_by_item.'],
};

/** Requirements of every write or read. */
const OF_WRITES = [
  'stateful.model',
  'records.',
  'numbers.',
  'text.',
  'dry_run',
  'tenancy.references',
  'http.idempotency',
  'http.if_match',
  'http.etag',
  'http.location',
  'http.every_detail',
  'http.validation_details',
  'http.nested_shape',
  'http.bounds_first',
  'http.required_properties',
  'http.unknown_properties',
  'http.accepts_what_it_documents',
  'http.nothing_written',
  'http.text_kept',
];
const OF_READS = [
  'stateful.model',
  'http.every_detail',
  'http.no_server_error',
  'http.validation_details',
  'tenancy.unknown_id',
  'tenancy.other_merchants_id',
  'http.if_none_match',
  'http.if_none_match_change',
  'http.content_etag',
  'http.unknown_parameters',
  'http.boolean_case',
];

/** Not decided by one request after another. */
const NOT = /_concurrent$|_while_growing$|idempotency_once|approved_stores|total_counted|\.key/;

const skipped = new Set(readSkips().map(({ requirement }) => requirement));
const requirements = readRequirements()
  .map(({ id }) => id)
  .filter((id) => !NOT.test(id) && !skipped.has(id));

/** What the contract says about these operations. */
export const callsOf = (...ids: readonly string[]): string[] =>
  requirements.filter((id) => ids.some((operation) => id.startsWith(`op.${operation}.`)));

/** What a case that sends all kinds of requests of these operations can show. */
export function provenBy(operations: readonly Operation[]): string[] {
  const prefixes = operations.flatMap(({ id, method, path }) => [
    `op.${id}.`,
    ...(SUBJECTS[path.split('/')[1] ?? ''] ?? []),
    ...(method === 'GET' ? OF_READS : OF_WRITES),
    ...(path.includes('{id}') ? [] : method === 'GET' ? ['lists.', 'tenancy.lists'] : []),
  ]);
  return requirements.filter((id) => prefixes.some((prefix) => id.startsWith(prefix)));
}
