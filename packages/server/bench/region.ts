import { systemClock } from '../src/clock.ts';
import { createOrganization } from '../src/directory/apps.ts';
import { changeControl } from '../src/directory/control.ts';
import { registerApp } from '../src/directory/register-app.ts';
import type { Databases } from '../src/storage/database.ts';

export const ITEMS = 10;
export const FIRST_ITEM = 1_000_000_000;
const STORE = 900_000;

/** Items of one transaction are at most this many times ITEMS. */
const CHUNK = 2000;

/** Merchants with one store and some items each, all in the UK, and one app that may use each of them. */
export interface Region {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly organizationId: number;
  readonly appId: number;
  readonly storeId: number;
  readonly companies: readonly number[];
}

/** Adds merchants by plain SQL until the region has `count` of them. */
export async function arrangeRegion(databases: Databases, before: Region | undefined, count: number): Promise<Region> {
  const region = before ?? (await createApp(databases));
  const companies = [...region.companies];
  while (companies.length < count) {
    const chunk = Math.min(CHUNK, count - companies.length);
    const { rows } = await databases.control.query<{ id: number }>(INSERT_MERCHANTS, [region.organizationId, chunk]);
    const added = rows.map(({ id }) => Number(id));
    for (const statement of INSERT_RECORDS) await databases.regions.UK.query(statement(region.appId), [added]);
    companies.push(...added);
  }
  for (const table of ['items', 'item_stock', 'item_identifiers', 'stores', 'row_counts']) {
    await databases.regions.UK.query(`vacuum analyze region_uk.${table}`);
  }
  await databases.control.query('vacuum analyze control.merchants');
  return { ...region, companies };
}

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
