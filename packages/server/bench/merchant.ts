import { readFileSync } from 'node:fs';
import type { PoolClient } from 'pg';
import type { Databases } from '../src/database/database.ts';
import { arrangeApp } from './scene.ts';

/** First id of each kind of record, the same for every merchant. */
export const FIRST = {
  store: 900_000,
  supplier: 1_000_000,
  tax: 800,
  brand: 2_000_000,
  category: 3_000_000,
  modifier: 4_000_000,
  menu: 5_000_000,
  item: 1_000_000_000,
  document: 2_000_000_000,
} as const;

const TABLES =
  `stores suppliers taxes brands categories modifier_groups menus items item_stock item_modifiers stock_levels
  stock_movements purchase_orders purchase_returns stock_transfers stock_adjustments open_orders row_counts
  items_search purchase_orders_search stock_transfers_search stock_adjustments_search`.split(/\s+/);

const RECORDS = readFileSync(new URL('./merchant.sql', import.meta.url), 'utf8');

/**
 * Writes a merchant with `size` items and a quarter as many of each stock document, in SQL because requests would take too long.
 * Its documents have no lines.
 */
export async function arrangeMerchant(
  databases: Databases,
  name: string,
  size: number,
): Promise<{ companyId: number }> {
  const { companyId, appId } = await arrangeApp(databases, name);
  const numbers = { ...FIRST, company: companyId, app: appId, size, few: Math.max(50, size / 100) };
  const sql = RECORDS.replaceAll(/(?<!:):(\w+)/g, (text, name) =>
    String(numbers[name as keyof typeof numbers] ?? text),
  );
  const client = await databases.regions.UK.connect();
  try {
    await client.query(`set search_path = region_uk; set statement_timeout = 0; set synchronous_commit = off;
      set maintenance_work_mem = '512MB'`);
    await withoutIndexes(client, () => client.query(sql));
    await client.query(`vacuum analyze ${TABLES.join()}`);
  } finally {
    client.release(true);
  }
  return { companyId };
}

/** Drops the indexes that are not constraints, for faster inserts, and creates them again afterwards. */
async function withoutIndexes(client: PoolClient, write: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [TABLES],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  try {
    await write();
  } finally {
    for (const { definition } of rows) await client.query(definition);
  }
}
