import { systemClock } from '../src/clock.ts';
import { createOrganization } from '../src/directory/apps.ts';
import { changeControl } from '../src/directory/control.ts';
import { registerApp } from '../src/directory/register-app.ts';
import type { Databases } from '../src/storage/database.ts';
import type { DatabasePool } from '../src/storage/pool.ts';

export const ITEMS = 10;
export const FIRST_ITEM = 1_000_000_000;
const STORE = 900_000;

/** Merchants whose records are written as the service writes them; all others are copies of these. */
const MODELS = 100;

/** Tables that have records of the merchants, with what their triggers keep beside them. */
const TABLES = ['stores', 'items', 'items_search', 'item_stock', 'item_identifiers', 'row_counts'];

/** Merchants with one store and some items each, all in the UK, and one app that may use each of them. */
export interface Region {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly organizationId: number;
  readonly appId: number;
  readonly storeId: number;
  readonly companies: readonly number[];
}

/** Adds merchants by plain SQL, as a superuser, until the region has `count` of them. */
export async function arrangeRegion(databases: Databases, before: Region | undefined, count: number): Promise<Region> {
  const region = before ?? (await createModels(databases, Math.min(count, MODELS)));
  const companies = [...region.companies, ...(await addMerchants(databases, region, count - region.companies.length))];
  await copyModels(databases.regions.UK, companies.slice(0, MODELS), companies.slice(region.companies.length));
  for (const table of TABLES) await databases.regions.UK.query(`vacuum analyze region_uk.${table}`);
  await databases.control.query('vacuum analyze control.merchants');
  return { ...region, companies };
}

async function createModels(databases: Databases, count: number): Promise<Region> {
  const region = await createApp(databases);
  const companies = await addMerchants(databases, region, count);
  for (const statement of INSERT_RECORDS) await databases.regions.UK.query(statement(region.appId), [companies]);
  return { ...region, companies };
}

async function addMerchants({ control }: Databases, { organizationId }: Region, count: number): Promise<number[]> {
  const { rows } = await control.query<{ id: number }>(INSERT_MERCHANTS, [organizationId, count]);
  return rows.map(({ id }) => Number(id));
}

/**
 * Gives merchants copies of the models' rows, table by table. Triggers are off, since what they keep is copied too, and
 * indexes are made once all rows are there.
 */
async function copyModels(db: DatabasePool, models: readonly number[], companies: readonly number[]): Promise<void> {
  const client = await db.connect();
  try {
    await client.query(`begin; set local session_replication_role = replica; set local maintenance_work_mem = '512MB'`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES, [TABLES]);
    for (const { name } of indexes) await client.query(`drop index region_uk.${name}`);
    for (const table of TABLES) {
      const { rows } = await client.query<{ columns: string }>(COLUMNS, [table]);
      await client.query(
        `insert into region_uk.${table} (company_id, ${rows[0]?.columns})
         select copy.merchant, ${rows[0]?.columns} from unnest($1::bigint[]) with ordinality as copy (merchant, nth)
         join region_uk.${table} on company_id = ($2::bigint[])[1 + copy.nth % $3::integer]`,
        [companies, models, models.length],
      );
    }
    for (const { definition } of indexes) await client.query(definition);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Indexes that no constraint needs. */
const INDEXES = `
  select c.relname as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class c on c.oid = indexrelid
  where indrelid in (select ('region_uk.' || name)::regclass from unnest($1::text[]) name)
    and not exists (select from pg_constraint where conindid = indexrelid)`;

/** Columns of a table that are written, but for the merchant. */
const COLUMNS = `
  select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
  where table_schema = 'region_uk' and table_name = $1 and is_generated = 'NEVER' and column_name <> 'company_id'`;

async function createApp(databases: Databases): Promise<Region> {
  const control = { pool: databases.control, clock: systemClock };
  return changeControl(control, { source: 'bench' }, async (tx) => {
    const organizationId = await createOrganization(tx, 'Capacity');
    const app = await registerApp(tx, { organizationId, name: 'Capacity', product: 'FULL' });
    const { id: appId, clientId, clientSecret } = app;
    return { clientId, clientSecret, organizationId, appId, storeId: STORE, companies: [] };
  });
}

const INSERT_MERCHANTS = `
  insert into control.merchants (name, region, demo, currency, organization_id, created_at)
  select 'Merchant', 'UK', true, 'GBP', $1, now() from generate_series(1, $2::integer) returning company_id as id`;

const INSERT_RECORDS: readonly ((appId: number) => string)[] = [
  () => `
    insert into region_uk.stores (company_id, id, status, name, code, timezone, currency, entry_date, updated_at)
    select company, ${STORE}, 1, 'High Street', 'HS', 'Europe/London', 'GBP', now(), now()
    from unnest($1::bigint[]) company`,
  (appId) => `
    insert into region_uk.items (company_id, id, type, status, name, item_code, barcodes, description, unit, price, cost,
      currency, weighing_scale, track_stock, low_stock_level, modifier_ids, variants, components, stores, app_id,
      entry_date, updated_at, search_text)
    select company, ${FIRST_ITEM} + g, 0, 1, name, code, '[]', 'A ' || name || ', as every day.', 'pc', 3.40, 0.50, 'GBP',
      0, true, 5, '[]', '[]', '[]', '[]', ${appId}, now() - make_interval(secs => g), now(), lower(name || E'\\n' || code)
    from unnest($1::bigint[]) company, generate_series(0, ${ITEMS - 1}) g,
      lateral (select 'Flat white ' || md5(company::text || g) as name, 'B' || g as code) named`,
  () => `
    insert into region_uk.item_identifiers (company_id, kind, value, item_id)
    select company_id, 'itemCode', item_code, id from region_uk.items where company_id = any ($1::bigint[])`,
];
