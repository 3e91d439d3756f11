import { changeControl } from '../src/control/control.ts';
import { registerApp } from '../src/control/keys.ts';
import { createMerchant } from '../src/control/merchants.ts';
import { createOrganization } from '../src/control/organizations.ts';
import type { Databases } from '../src/database/database.ts';
import { POOL_LIMITS } from '../src/database/pool.ts';
import { systemClock } from '../src/process/time.ts';

/** A merchant with `count` items, and an app that may read and write them. */
export interface Scene {
  readonly companyId: number;
  readonly storeId: number;
  readonly supplierId: number;
  readonly firstItem: number;
  /** Number of items. Their ids are consecutive from the first. */
  readonly size: number;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The key that encrypts secrets in the bench's database, as TILLGATE_KEY. */
export const BENCH_KEY = Buffer.alloc(32, 'bench key').toString('base64');
/** No time limits: writing fifty thousand items takes longer than a request may. */
export const UNHURRIED = { limits: { ...POOL_LIMITS, statement: 0, answer: 0 } };

/** Not among the sequence's ids. */
const FIRST_ITEM = 1_000_000_000;
const STORE = 900_000;
const SUPPLIER = 900_001;

/** Writes the items in SQL as a superuser, because a million requests would take too long. */
export async function arrangeScene(databases: Databases, name: string, count: number): Promise<Scene> {
  const control = { pool: databases.control, clock: systemClock };
  const { appId, companyId, ...credential } = await changeControl(control, { source: 'bench' }, async (tx) => {
    const organizationId = await createOrganization(tx, name);
    const { id: appId, clientId, clientSecret } = await registerApp(tx, { organizationId, name, product: 'FULL' });
    const merchant = { name, region: 'UK', demo: true, currency: 'GBP', organizationId } as const;
    const { companyId } = await createMerchant(tx, merchant);
    return { appId, companyId, clientId, clientSecret };
  });
  const db = databases.regions.UK;
  await db.query(
    `insert into region_uk.stores (company_id, id, status, name, code, timezone, currency, entry_date, updated_at)
     values ($1, $2, 1, 'Bench', 'B', 'Europe/London', 'GBP', now(), now())`,
    [companyId, STORE],
  );
  await db.query(
    `insert into region_uk.suppliers (company_id, id, status, name, entry_date, updated_at)
     values ($1, $2, 1, 'Bench supplies', now(), now())`,
    [companyId, SUPPLIER],
  );
  await db.query(
    `insert into region_uk.categories (company_id, id, status, name, sort_order, app_id, entry_date, updated_at)
     select $1, 800000 + g, 1, 'Category ' || g, 0, $2, now(), now() from generate_series(1, 50) g`,
    [companyId, appId],
  );
  for (let from = 0; from < count; from += 50_000) {
    await db.query(INSERT_ITEMS, [companyId, from, Math.min(count, from + 50_000), FIRST_ITEM, appId]);
  }
  await db.query(
    `insert into region_uk.item_identifiers (company_id, kind, value, item_id)
     select company_id, 'itemCode', item_code, id from region_uk.items where company_id = $1`,
    [companyId],
  );
  await db.query('vacuum analyze region_uk.items');
  await db.query('vacuum analyze region_uk.items_search');
  await db.query('vacuum analyze region_uk.item_stock');
  return { companyId, storeId: STORE, supplierId: SUPPLIER, firstItem: FIRST_ITEM, size: count, ...credential };
}

/** Writes the table of floor A (bench/bare.ts), with similar rows and ids from 1. */
export async function arrangeBare({ control: db }: Pick<Databases, 'control'>, count: number): Promise<void> {
  await db.query('drop schema if exists bare cascade; create schema bare');
  await db.query(BARE_ITEMS);
  await db.query(
    `insert into bare.items (type, status, name, item_code, barcodes, description, group_id, unit, price, cost, currency,
       weighing_scale, track_stock, low_stock_level, modifier_ids, variants, components, stores, version, entry_date, updated_at)
     select 0, 1, 'Flat white ' || md5(g::text), 'B' || g, '[]', 'A flat white, as every day.', 800001 + g % 50, 'pc',
       (g % 900 + 100) / 100.0, 0.50, 'GBP', 0, true, 5, '[]', '[]', '[]', '[]', 1, now() - make_interval(secs => g), now()
     from generate_series(1, $1) g`,
    [count],
  );
  await db.query('vacuum analyze bare.items');
}

const BARE_ITEMS = `
  create table bare.items (
    id bigint generated always as identity primary key, type smallint not null, status smallint not null,
    name text not null, item_code text not null, barcodes json not null, description text, group_id bigint,
    brand_id bigint, tax_id bigint, unit text, price numeric not null, cost numeric, currency text not null,
    weighing_scale smallint not null, track_stock boolean not null, low_stock_level numeric, image_url text,
    modifier_ids json not null, variants json not null, components json not null, stores json not null,
    external_id text, version integer not null, entry_date timestamptz not null, updated_at timestamptz not null
  );
  create index items_by_entry_date on bare.items (entry_date, id)`;

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
