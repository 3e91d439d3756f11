import type { PoolClient } from 'pg';
import { changeControl } from '../src/control/control.ts';
import { registerApp } from '../src/control/keys.ts';
import { createMerchant } from '../src/control/merchants.ts';
import { createOrganization } from '../src/control/organizations.ts';
import type { Databases } from '../src/database/database.ts';
import { systemClock } from '../src/process/time.ts';

/** A merchant with `size` items and a quarter as many of each stock document, and an app with access to all of them. */
export interface SizedMerchant {
  readonly companyId: number;
  readonly appId: number;
  readonly clientId: string;
  readonly clientSecret: string;
}

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

const TABLES = [
  'stores',
  'suppliers',
  'taxes',
  'brands',
  'categories',
  'modifier_groups',
  'menus',
  'items',
  'item_stock',
]
  .concat(['item_modifiers', 'stock_levels', 'stock_movements', 'purchase_orders', 'purchase_returns'])
  .concat(['stock_transfers', 'stock_adjustments', 'open_orders', 'row_counts'])
  .concat(['items_search', 'purchase_orders_search', 'stock_transfers_search', 'stock_adjustments_search']);

/** Writes the merchant in SQL, because requests would take too long. Its documents have no lines. */
export async function arrangeMerchant(databases: Databases, name: string, size: number): Promise<SizedMerchant> {
  const control = { pool: databases.control, clock: systemClock };
  const merchant = await changeControl(control, { source: 'bench' }, async (tx) => {
    const organizationId = await createOrganization(tx, name);
    const app = await registerApp(tx, { organizationId, name, product: 'FULL' });
    const created = await createMerchant(tx, { name, region: 'UK', demo: true, currency: 'GBP', organizationId });
    return { companyId: created.companyId, appId: app.id, clientId: app.clientId, clientSecret: app.clientSecret };
  });
  const client = await databases.regions.UK.connect();
  try {
    await client.query('set search_path = region_uk; set statement_timeout = 0; set synchronous_commit = off');
    await client.query(`set bench.company = ${merchant.companyId}; set bench.app = ${merchant.appId}`);
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
    await derived(client, () => withoutIndexes(client, () => writeRecords(client, size)));
    for (const table of TABLES) await client.query(`vacuum analyze ${table}`);
  } finally {
    client.release(true);
  }
  return merchant;
}

const DERIVED = ['items', 'purchase_orders', 'stock_transfers', 'stock_adjustments'];

/** Runs `work` without triggers, except those that write a record's JSON. */
async function derived(client: PoolClient, write: () => Promise<void>): Promise<void> {
  for (const table of DERIVED) await client.query(`alter table ${table} enable always trigger write_${table}`);
  try {
    await write();
  } finally {
    for (const table of DERIVED) await client.query(`alter table ${table} enable trigger write_${table}`);
  }
}

/** Drops the indexes that are not constraints, for faster inserts, and creates them again afterwards. */
async function withoutIndexes(client: PoolClient, write: () => Promise<void>): Promise<void> {
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

async function writeRecords(client: PoolClient, size: number): Promise<void> {
  const few = Math.max(50, size / 100);
  for (const [text, count] of [
    [STORES, 5],
    [TAXES, 3],
    ...[SUPPLIERS, BRANDS, CATEGORIES, MODIFIERS, MENUS].map((kind) => [kind, few] as const),
    ...[ITEMS, LEVELS, MOVEMENTS, ITEM_MODIFIERS].map((kind) => [kind, size] as const),
    ...[ORDERS, TRANSFERS, ADJUSTMENTS].map((kind) => [kind, size / 4] as const),
    [RETURNS, size / 10],
    [OPEN_ORDERS, size / 10],
  ] as const) {
    const numbers = `generate_series(0, ${count - 1}) g`;
    const sql = text.replaceAll(':numbers', numbers).replaceAll(':few', String(few)).replaceAll(':size', String(size));
    await client.query(sql);
  }
  await client.query('analyze items; analyze stock_levels');
  for (const text of KEPT) await client.query(text);
}

const COMPANY = `current_setting('bench.company')::bigint`;

const counted = (table: string, kind: string, state: string, condition = ''): string =>
  `insert into row_counts (company_id, kind, status, slot, n)
   select company_id, '${kind}', ${state}, 0, count(*) from ${table} where company_id = ${COMPANY} ${condition} group by 1, 3`;

const APP = `current_setting('bench.app')::bigint`;
/** Instants evenly spread over three years, newest first. */
const AT = `timestamptz '2026-06-30 12:00Z' - g * (interval '1095 days' / (:size / 4))`;
const NOW = `timestamptz '2026-06-30 12:00Z' - make_interval(secs => g), timestamptz '2026-06-30 12:00Z' - make_interval(secs => g)`;
const FEW_STATUS = 'case when g % 20 = 1 then 0 else 1 end';

const STORES = `insert into stores (company_id, id, status, name, code, timezone, currency, entry_date, updated_at)
  select ${COMPANY}, ${FIRST.store} + g, 1, 'Store ' || g, 'S' || g, 'Europe/London', 'GBP', ${NOW} from :numbers`;
const TAXES = `insert into taxes (company_id, id, status, name, rate, entry_date, updated_at)
  select ${COMPANY}, ${FIRST.tax} + g, 1, 'Tax ' || g, g * 5, ${NOW} from :numbers`;
const SUPPLIERS = `insert into suppliers (company_id, id, status, name, code, entry_date, updated_at)
  select ${COMPANY}, ${FIRST.supplier} + g, ${FEW_STATUS}, 'Supplier ' || md5(g::text), 'SU' || g, ${NOW} from :numbers`;
const BRANDS = `insert into brands (company_id, id, status, name, app_id, entry_date, updated_at)
  select ${COMPANY}, ${FIRST.brand} + g, ${FEW_STATUS}, 'Brand ' || md5(g::text), ${APP}, ${NOW} from :numbers`;
const CATEGORIES = `insert into categories (company_id, id, status, name, sort_order, app_id, entry_date, updated_at)
  select ${COMPANY}, ${FIRST.category} + g, ${FEW_STATUS}, 'Category ' || md5(g::text), g % 9, ${APP}, ${NOW} from :numbers`;
const MODIFIERS = `insert into modifier_groups (company_id, id, status, name, min_select, options, item_ids, app_id, entry_date,
    updated_at)
  select ${COMPANY}, ${FIRST.modifier} + g, ${FEW_STATUS}, 'Group ' || md5(g::text), 0, '[]', '[]', ${APP}, ${NOW} from :numbers`;
const MENUS = `insert into menus (company_id, id, status, name, delivery, takeaway, online, availability, item_count, store_ids,
    app_id, entry_date, updated_at)
  select ${COMPANY}, ${FIRST.menu} + g, ${FEW_STATUS}, 'Menu ' || md5(g::text), g % 2, g / 2 % 2, g / 4 % 2, '[]', 0, '[]', ${APP},
    ${NOW} from :numbers`;

/** Each category has a fiftieth of the items, each brand a hundred items; ten items contain a rare word. */
const ITEMS = `insert into items (company_id, id, type, status, name, item_code, barcodes, description, group_id, brand_id, tax_id,
    unit, price, cost, currency, weighing_scale, track_stock, low_stock_level, modifier_ids, variants, components, stores,
    app_id, external_id, entry_date, updated_at, search_text)
  select ${COMPANY}, ${FIRST.item} + g, case when g % 10 = 3 then 1 when g % 100 = 7 then 2 else 0 end, ${FEW_STATUS}, name, code, '[]',
    'A ' || name || ', as every day.', ${FIRST.category} + g % 50, ${FIRST.brand} + (hashint4(g) & 2147483647) % :few, ${FIRST.tax} + g % 3,
    'pc', (g % 900 + 100) / 100.0, 0.50, 'GBP', (g % 20 = 5)::int, true, 5, '[]', '[]', '[]', '[]', ${APP},
    'sku-' || g, ${NOW}, lower(name || E'\\n' || code)
  from (
    select g, 'B' || g as code, (array['Flat white', 'Oat latte', 'Cheddar toastie', 'Almond croissant', 'Lemon cake'])[1 + g % 5]
      || case when g % (:size / 10) = 7 then ' truffle ' else ' ' end || md5(g::text) as name
    from :numbers
  ) g`;
/** A fifth of the items are in stock, a fiftieth are low, the others are out. */
const LEVELS = `insert into stock_levels (company_id, item_id, store_id, on_hand)
  select ${COMPANY}, ${FIRST.item} + g, ${FIRST.store} + g / 5 % 5, case when g % 5 = 1 then 20 else 3 end
  from :numbers where g % 5 = 1 or g % 50 = 2`;
/** A tenth of the movements are of one item at one store; most are sales. They do not add up to the levels. */
const MOVEMENTS = `insert into stock_movements (company_id, id, store_id, item_id, change, document_kind, document_id, line_id, app_id,
    at, recorded_at)
  select ${COMPANY}, ${FIRST.document} + g, ${FIRST.store} + case when g % 10 = 7 then 1 else g % 5 end,
    ${FIRST.item} + case when g % 10 = 7 then 7 else (hashint4(g) & 2147483647) % :size end, -1,
    case when g % 100 in (2, 7) then 'stockAdjustment' when g % 50 = 3 then 'purchaseOrder' else 'sale' end,
    ${FIRST.document} + g % (:size / 4), 1, 0, at, at + (hashint4(g) & 1023) * interval '10 seconds'
  from (select g, timestamptz '2026-06-30 12:00Z' - g * (interval '1095 days' / :size) as at from :numbers) happened`;
const ITEM_MODIFIERS = `insert into item_modifiers (company_id, item_id, modifier_id)
  select ${COMPANY}, ${FIRST.item} + g, ${FIRST.modifier} + g / 10 % :few from :numbers where g % 10 = 0`;

const ORDERS = `insert into purchase_orders (company_id, id, status, order_no, supplier_id, supplier_name, store_id, order_date,
    narration, provider, purch_status, currency, subtotal, discount_total, tax_total, total, lines, allowed_actions, app_id,
    external_id, entry_date, updated_at)
  select ${COMPANY}, ${FIRST.document} + g, case when g % 100 = 1 then 0 else 1 end, 'PO-' || g, ${FIRST.supplier} + g % 50,
    'Supplier ' || g % 50, ${FIRST.store} + g % 5, (${AT})::date, md5(g::text), 'provider ' || g % 3,
    case when g % 100 = 2 then 1 when g % 100 in (1, 3) then 0 else 2 end, 'GBP', g % 1000, 0, 0, g % 1000, '[]', '[]', ${APP},
    'po-' || g, ${AT}, ${AT} from :numbers`;
const RETURNS = `insert into purchase_returns (company_id, id, return_no, supplier_id, supplier_name, store_id, return_date,
    narration, currency, total, lines, external_id, entry_date, updated_at)
  select ${COMPANY}, ${FIRST.document} + :size + g, 'PR-' || g, ${FIRST.supplier} + g % 50, 'Supplier ' || g % 50, ${FIRST.store} + g % 5,
    (${AT})::date, md5(g::text), 'GBP', g % 1000, '[]', 'pr-' || g, ${AT}, ${AT}
  from :numbers`;
const TRANSFERS = `insert into stock_transfers (company_id, id, transfer_no, from_store_id, to_store_id, date, narration,
    transfer_status, status, lines, allowed_actions, app_id, entry_date, updated_at, search_text)
  select ${COMPANY}, ${FIRST.document} + g, 'ST-' || g, ${FIRST.store} + g % 5, ${FIRST.store} + (g + 1) % 5, (${AT})::date, md5(g::text),
    case when g % 100 = 2 then 1 when g % 100 in (1, 3) then 0 else 2 end, case when g % 100 = 1 then 0 else 1 end, '[]', '[]', ${APP},
    ${AT}, ${AT}, 'st-' || g || E'\\n' || md5(g::text) || E'\\nstore ' || g % 5 || E'\\nstore ' || (g + 1) % 5 from :numbers`;
const ADJUSTMENTS = `insert into stock_adjustments (company_id, id, adjustment_no, store_id, date, type, narration, status, lines,
    allowed_actions, app_id, entry_date, updated_at, search_text)
  select ${COMPANY}, ${FIRST.document} + g, 'SA-' || g, ${FIRST.store} + g % 5, (${AT})::date, g % 3, md5(g::text),
    case when g % 100 = 1 then 0 when g % 100 = 2 then 2 else 1 end, '[]', '[]', ${APP}, ${AT}, ${AT},
    'sa-' || g || E'\\n' || md5(g::text) || E'\\nstore ' || g % 5 from :numbers`;
const OPEN_ORDERS = `insert into open_orders (company_id, id, store_id, status, order_no, channel, currency, gross, discounts, tax,
    lines, opened_at, external_id, entry_date, updated_at)
  select ${COMPANY}, ${FIRST.document} + g, ${FIRST.store} + g % 5, (g % 10 = 0)::int, g::text, case when g % 3 = 0 then 'online' else 'counter' end,
    'GBP', 5, 0, 1, '[]', ${AT}, g::text, ${AT}, ${AT} from :numbers`;

const searched = (table: string, columns: string): string =>
  `insert into ${table}_search (company_id, id, entry_date, updated_at, search_text, ${columns})
   select company_id, id, entry_date, updated_at, search_text, ${columns} from ${table} where company_id = ${COMPANY} order by id`;

/** Rows that the disabled triggers would have written, in the same order. */
const KEPT = [
  searched('items', 'status, type, group_id, brand_id, tax_id, weighing_scale, price, item_code, name'),
  searched('purchase_orders', 'status, purch_status, supplier_id, store_id, order_date, provider, total, order_no'),
  searched('stock_transfers', 'status, transfer_status, from_store_id, to_store_id, date, transfer_no'),
  searched('stock_adjustments', 'status, type, store_id, date'),
  `insert into item_stock (company_id, item_id, on_hand, stock_status, entry_date)
   select i.company_id, i.id, coalesce(l.on_hand, 0), stock_status(i.track_stock, coalesce(l.on_hand, 0), i.low_stock_level),
     i.entry_date
   from items i left join stock_levels l on l.company_id = i.company_id and l.item_id = i.id where i.company_id = ${COMPANY}
   order by i.id`,
  ...['stores', 'taxes', 'suppliers', 'brands', 'categories', 'modifier_groups', 'menus', 'items', 'purchase_orders']
    .concat(['purchase_returns', 'stock_transfers', 'stock_adjustments'])
    .map((table) => counted(table, table, 'status')),
  counted('stock_levels', 'stock_levels', '1'),
  counted('purchase_orders', 'purchase_orders.purchStatus', 'purch_status', 'and status = 1'),
  counted('stock_transfers', 'stock_transfers.transferStatus', 'transfer_status', 'and status = 1'),
];
