import type { Databases } from '../../src/database/database.ts';

const TABLES = [
  'brands',
  'categories',
  'items',
  'item_identifiers',
  'item_variants',
  'item_stores',
  'item_modifiers',
  'modifier_groups',
  'modifier_options',
  'menus',
  'menu_items',
  'menu_stores',
  'purchase_orders',
  'purchase_order_lines',
  'stock_transfers',
  'stock_transfer_lines',
  'stock_adjustments',
  'stock_adjustment_lines',
  'idempotency_keys',
];

/** Number of rows that partners write, and of changes to records. */
export async function recordCounts({ regions }: Databases): Promise<unknown> {
  const rows = TABLES.map((table) => `(select count(*) from region_uk.${table}) as ${table}`);
  const versions = [
    'brands',
    'categories',
    'items',
    'modifier_groups',
    'menus',
    'purchase_orders',
    'stock_transfers',
    'stock_adjustments',
  ].map((t) => `(select sum(version) from region_uk.${t}) as ${t}_versions`);
  return (await regions.UK.query(`select ${[...rows, ...versions]}`)).rows[0];
}
