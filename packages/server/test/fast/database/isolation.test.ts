import type { PoolClient } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import type { Db } from '../../../src/database/access.ts';
import { merchantTables } from '../../../src/database/merchant-tables.ts';
import { fillMerchant } from '../../support/full-merchant.ts';
import { startService } from '../../support/service.ts';

const DENIED = '42501';

const service = await startService();
afterAll(() => service.stop());
const ours = await service.connect();
const theirs = await service.connect();
await fillMerchant(ours);
await fillMerchant(theirs);
const { rows } = await service.databases.regions.UK.query(
  `select table_name from information_schema.columns where table_schema = 'region_uk' and column_name = 'company_id' order by 1`,
);
const tables = rows.map((row) => row.table_name);

/** Runs statements like a write for a merchant, then rolls them back. */
async function asTenant<T>(companyId: number | undefined, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await service.databases.regions.UK.connect();
  try {
    await client.query('begin');
    await client.query('set local role tillgate_tenant');
    await client.query('set local search_path to region_uk, public');
    if (companyId !== undefined)
      await client.query(`select set_config('tillgate.company_id', $1, true)`, [String(companyId)]);
    return await work((text) => attempt(client, text));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

type Run = (text: string) => Promise<{ code?: string; count: number }>;

/** Number of rows affected by a statement, or its error code. The transaction continues either way. */
async function attempt(client: PoolClient, text: string): Promise<{ code?: string; count: number }> {
  await client.query('savepoint here');
  try {
    const { rowCount } = await client.query(text);
    return { count: rowCount ?? 0 };
  } catch (error) {
    await client.query('rollback to savepoint here');
    return { code: (error as { code: string }).code, count: 0 };
  }
}

const query = async (text: string) => (await service.databases.regions.UK.query(text)).rows;

describe('With the tenant’s role and one merchant set, raw SQL', () => {
  test('finds rows of both merchants in every table under test', async () => {
    expect(tables.length).toBeGreaterThanOrEqual(21);
    for (const table of tables) {
      for (const { merchant } of [ours, theirs]) {
        const rows = await query(`select 1 from region_uk.${table} where company_id = ${merchant.companyId}`);
        expect(rows.length, `${table} needs a row in fillMerchant()`).toBeGreaterThan(0);
      }
    }
  });

  test('reads this merchant’s rows and none of another’s, in any table', async () => {
    await asTenant(ours.merchant.companyId, async (run) => {
      for (const table of tables) {
        expect([table, (await run(`select 1 from ${table}`)).count > 0]).toEqual([table, true]);
        const foreign = await run(`select 1 from ${table} where company_id <> ${ours.merchant.companyId}`);
        expect([table, foreign]).toEqual([table, { count: 0 }]);
      }
    });
  });

  test('cannot change, take over, add or delete another’s rows, in any table', async () => {
    const [us, them] = [ours.merchant.companyId, theirs.merchant.companyId];
    await asTenant(us, async (run) => {
      for (const table of tables) {
        const attempts = {
          change: await run(`update ${table} set company_id = company_id where company_id = ${them}`),
          takeOver: await run(`update ${table} set company_id = ${us} where company_id = ${them}`),
          remove: await run(`delete from ${table} where company_id = ${them}`),
          lock: await run(`select 1 from ${table} where company_id = ${them} for update`),
        };
        for (const [what, { count }] of Object.entries(attempts))
          expect([table, what, count]).toEqual([table, what, 0]);
        const giveAway = await run(`update ${table} set company_id = ${them} where company_id = ${us}`);
        expect([table, giveAway.code]).toEqual([table, DENIED]);
        const add = await run(`insert into ${table} (company_id) values (${them})`);
        expect([table, add.code]).toEqual([table, DENIED]);
      }
    });
  });

  test('reads nothing if no merchant is set, or one that is not a number', async () => {
    for (const companyId of [undefined, Number.NaN]) {
      await asTenant(companyId, async (run) => {
        for (const table of tables) expect([table, (await run(`select 1 from ${table}`)).count]).toEqual([table, 0]);
      });
    }
  });

  test('reads nothing of the control plane', async () => {
    await asTenant(ours.merchant.companyId, async (run) => {
      for (const table of ['client_secrets', 'client_credentials', 'signing_keys', 'server_keys', 'merchants', 'apps'])
        expect([table, (await run(`select 1 from control.${table}`)).code]).toEqual([table, DENIED]);
    });
  });

  test.each([
    'update stock_movements set change = change + 1',
    'delete from stock_movements',
    'truncate stock_movements',
    'alter table brands disable row level security',
    'drop policy tenant on brands',
  ])('is denied, of this merchant’s own rows too: %s', async (sql) => {
    await asTenant(ours.merchant.companyId, async (run) => {
      expect((await run('select 1 from stock_movements')).count).toBeGreaterThan(0);
      expect((await run(sql)).code).toBe(DENIED);
    });
  });
});

const TENANT_TABLES = `select c.oid, c.relnamespace::regnamespace || '.' || c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
    a.attnum as company from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text like 'region\\_%'`;

describe('In every region, every table with company_id', () => {
  test('has row-level security forced', async () => {
    const all = await query(TENANT_TABLES);
    expect(all).toHaveLength(4 * tables.length);
    expect(all.filter(({ forced }) => !forced)).toEqual([]);
  });

  test('refers to another such table by company_id too, so that no reference leaves the merchant', async () => {
    const keys = await query(
      `with t as (${TENANT_TABLES}) select conname, t.name, exists (
         select 1 from unnest(k.conkey, k.confkey) as pair (source, target)
         where pair.source = t.company and pair.target = target.company) as carried
       from pg_constraint k join t on t.oid = k.conrelid join t target on target.oid = k.confrelid where k.contype = 'f'`,
    );
    expect(keys.length).toBeGreaterThan(60);
    expect(keys.filter(({ carried }) => !carried)).toEqual([]);
  });

  test('is unique by company_id first: one merchant’s values never collide with another’s', async () => {
    const loose = await query(
      `with t as (${TENANT_TABLES}) select t.name, i.indexrelid::regclass::text as index from pg_index i
       join t on t.oid = i.indrelid where i.indisunique and i.indkey[0] <> t.company`,
    );
    expect(loose).toEqual([]);
  });

  test('has the merchant in the key by which replication finds rows', async () => {
    const { UK } = service.databases.regions;
    const replicated = await merchantTables({ query: UK.query.bind(UK) as Db['query'] }, 'region_uk');
    expect(replicated.filter(({ isIdentified }) => !isIdentified)).toEqual([]);
    expect(replicated.map(({ name }) => name)).toEqual(tables.toSorted());
  });

  test('holds all merchant data: tables without company_id have none, but what apps requested, which is the apps’, and where merchants live', async () => {
    const all = await query(
      `select relname as name from pg_class where relnamespace = 'region_uk'::regnamespace and relkind = 'r'`,
    );
    expect(
      all
        .map(({ name }) => name)
        .filter((name) => !tables.includes(name))
        .sort(),
    ).toEqual([
      ...[
        'cell',
        'lineage',
        'migrations',
        'move_marks',
        'request_batches',
        'request_bodies',
        'residences',
        'schema_files',
      ],
      ...['traffic_findings', 'traffic_kept', 'usage_days', 'usage_minutes', 'usage_names'],
    ]);
  });
});
