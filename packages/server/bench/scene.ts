import { createOrganization } from '../src/control/organizations.ts';
import { type Databases, openPostgres } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { POOL_LIMITS } from '../src/database/pool.ts';
import { systemClock } from '../src/process/time.ts';
import { arrange, newApp, newMerchant } from '../test/support/arrange.ts';

/** The key that encrypts secrets in the bench's database, as TILLGATE_KEY. */
export const BENCH_KEY = Buffer.alloc(32, 'bench key').toString('base64');

/** BENCH_DATABASE_URL, an empty PostgreSQL database, or one of an earlier run. */
export const DATABASE_URL = process.env.BENCH_DATABASE_URL ?? '';

/** Opens the database without time limits: writing fifty thousand items takes longer than a request may. */
export async function openBench(): Promise<Databases> {
  if (DATABASE_URL === '') throw new Error('Set BENCH_DATABASE_URL to an empty PostgreSQL database.');
  const databases = await openPostgres(DATABASE_URL, {}, { limits: { ...POOL_LIMITS, statement: 0, answer: 0 } });
  await migrate(databases);
  return databases;
}

/** Writes an app and a sandbox merchant that it may access. */
export const arrangeApp = (databases: Databases, name: string) =>
  arrange({ databases, clock: systemClock, source: 'bench' }, async (tx) => {
    const organizationId = await createOrganization(tx, name);
    const { id: appId, clientId, clientSecret } = await newApp(tx, { organizationId, name, product: 'FULL' });
    const { companyId } = await newMerchant(tx, organizationId, { name });
    return { companyId, appId, clientId, clientSecret };
  });

/** Not among the sequence's ids. */
const FIRST_ITEM = 1_000_000_000;
const STORE = 900_000;
const SUPPLIER = 900_001;

export type Scene = Awaited<ReturnType<typeof arrangeScene>>;

/**
 * Writes a merchant with items of consecutive ids, and an app that may read and write them. In SQL as a superuser, because a
 * million requests would take too long.
 */
export async function arrangeScene(databases: Databases, name: string, size: number) {
  const { appId, companyId, ...credential } = await arrangeApp(databases, name);
  const db = databases.regions.UK;
  await db.query(`
    insert into region_uk.stores (company_id, id, status, name, code, timezone, currency, entry_date, updated_at)
      values (${companyId}, ${STORE}, 1, 'Bench', 'B', 'Europe/London', 'GBP', now(), now());
    insert into region_uk.suppliers (company_id, id, status, name, entry_date, updated_at)
      values (${companyId}, ${SUPPLIER}, 1, 'Bench supplies', now(), now());
    insert into region_uk.categories (company_id, id, status, name, sort_order, app_id, entry_date, updated_at)
      select ${companyId}, 800000 + g, 1, 'Category ' || g, 0, ${appId}, now(), now() from generate_series(1, 50) g`);
  for (let from = 0; from < size; from += 50_000) {
    await db.query(INSERT_ITEMS, [companyId, from, Math.min(size, from + 50_000), FIRST_ITEM, appId]);
  }
  await db.query(
    `insert into region_uk.item_identifiers (company_id, kind, value, item_id)
     select company_id, 'itemCode', item_code, id from region_uk.items where company_id = $1`,
    [companyId],
  );
  await db.query('vacuum analyze region_uk.items, region_uk.items_search, region_uk.item_stock');
  return { companyId, storeId: STORE, supplierId: SUPPLIER, firstItem: FIRST_ITEM, size, ...credential };
}

/** Copies the items of a scene into the table of floor A (bench/bare.ts), with ids from 1. */
export async function arrangeBare({ regions: { UK: db } }: Databases, { companyId, size }: Scene): Promise<void> {
  await db.query(`
    drop schema if exists bare cascade;
    create schema bare;
    create table bare.items as
      select row_number() over (order by id) as id, type, status, name, item_code, barcodes, description, group_id, brand_id,
        tax_id, unit, price, cost, currency, weighing_scale, track_stock, low_stock_level, image_url, modifier_ids, variants,
        components, stores, external_id, version, entry_date, updated_at
      from region_uk.items where company_id = ${companyId};
    alter table bare.items alter id set not null, add primary key (id);
    alter table bare.items alter id add generated always as identity (start with ${size + 1});
    create index items_by_entry_date on bare.items (entry_date, id)`);
  await db.query('vacuum analyze bare.items');
}

const INSERT_ITEMS = `
  insert into region_uk.items (company_id, id, type, status, name, item_code, barcodes, description, group_id, unit, price,
    cost, currency, weighing_scale, track_stock, low_stock_level, modifier_ids, variants, components, stores, app_id,
    entry_date, updated_at, search_text)
  select $1, $4::bigint + g, 0, case when g % 20 = 0 then 0 else 1 end, name, code, '[]', 'A ' || name || ', as every day.',
    800001 + g % 50, 'pc', (g % 900 + 100) / 100.0, 0.50, 'GBP', 0, true, 5, '[]', '[]', '[]', '[]', $5,
    now() - make_interval(secs => g), now() - make_interval(secs => g), lower(name || E'\\n' || code)
  from (
    select g, 'B' || g as code,
      (array['Flat white', 'Oat latte', 'Cheddar toastie', 'Almond croissant', 'Lemon cake'])[1 + g % 5] || ' ' || md5(g::text) as name
    from generate_series($2::integer, $3::integer - 1) g
  ) generated`;
