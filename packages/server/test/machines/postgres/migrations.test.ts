import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '../../../src/start-error.ts';
import { type Databases, openPostgres } from '../../../src/storage/database.ts';
import { CONTROL, KNOWN_MIGRATIONS, OLDEST_SERVED, REGION } from '../../../src/storage/known-migrations.ts';
import {
  cellSchema,
  controlSchema,
  isCurrent,
  isMigrated,
  migrate,
  migrateSchema,
  type Schema,
} from '../../../src/storage/migrate.ts';
import { freshDatabases, freshPostgresUrl, storage } from '../../support/databases.ts';

/** A migration without the statements that drop functions it created itself. */
const withoutOwnHelpers = (sql: string): string =>
  sql.replaceAll(/^drop function ([\w, ]+);$/gm, (statement, names: string) =>
    names.split(', ').every((name) => sql.includes(`create function ${name}(`)) ? '' : statement,
  );

test.each(Object.entries({ control: CONTROL, region: REGION }))(
  'no migration of %s after the oldest that processes have to know removes anything',
  (kind, migrations) => {
    const later = migrations.filter(({ version }) => version > (OLDEST_SERVED[kind] ?? 0));
    const taking = later.filter(({ sql }) =>
      /^[^-]*\b(drop (table|column|function|view)|rename)\b/im.test(withoutOwnHelpers(sql)),
    );
    expect(taking.map(({ name }) => name)).toEqual([]);
  },
);

/**
 * Opening stock from before imports and from one of 09:00; a sale of 10:00 that arrived at 12:00 and was voided at 15:00; an
 * adjustment of 13:00.
 */
const EARLIER_MOVEMENTS = `
  set session_replication_role = replica; set search_path = region_ae, public;
  insert into opening_stocks (company_id, id, external_id, store_id, item_id, quantity, at, entry_date)
    values (1, 20, 'o', 1, 1, 5, '2026-03-01 08:00Z', '2026-03-01 09:00Z');
  insert into sales (company_id, id, kind, store_id, number, external_id, channel, sold_at, business_date, currency, gross,
      discounts, tax, paid_cash, paid_card, paid_online, paid_gift_card, paid_account, paid_other, entry_date, voided_at)
    values (1, 30, 'sale', 1, '1', 's', 'counter', '2026-03-01 10:00Z', '2026-03-01', 'AED', 0, 0, 0, 0, 0, 0, 0, 0, 0,
      '2026-03-01 12:00Z', '2026-03-01 15:00Z');
  insert into stock_movements (company_id, id, store_id, item_id, change, document_kind, document_id, at)
    values (1, 1, 1, 1, 9, 'opening', null, '2026-03-01 07:00Z'), (1, 2, 1, 1, 5, 'opening', 20, '2026-03-01 08:00Z'),
      (1, 3, 1, 1, -1, 'sale', 30, '2026-03-01 10:00Z'), (1, 4, 1, 1, 1, 'sale', 30, '2026-03-01 15:00Z'),
      (1, 5, 1, 1, -2, 'stockAdjustment', 40, '2026-03-01 13:00Z');
  reset session_replication_role; reset search_path`;

describe('A migrated database', () => {
  let databases: Databases;
  beforeEach(async () => {
    databases = await freshDatabases();
  });
  afterEach(() => databases?.close());

  const refusal = () => migrate(databases).catch((error) => error);

  test('is unchanged by another start', async () => {
    expect(await migrate(databases)).toBe(0);
    expect(await isMigrated(databases)).toBe(true);
  });

  test.each(['control', 'region_in'])('whose %s is newer than the program is rejected in one line', async (schema) => {
    await databases.control.query(`insert into ${schema}.migrations (version, name, checksum) values (999, 'x', 'y')`);
    const error = await refusal();
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toBe(
      `The schema ${schema} is at migration 999, newer than this program supports; upgrade the program.`,
    );
  });

  test('with a migration that changed after it was applied is rejected in one line', async () => {
    await databases.control.query(`update region_us.migrations set checksum = 'other' where version = 100`);
    const error = await refusal();
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toBe('The migration 100 of region_us was changed after it was applied.');
  });

  test('with movements from before they had an instant of recording gives each the one at which it was stored', async () => {
    const { AE: pool } = databases.regions;
    await databases.control.query('drop schema region_ae cascade');
    const schema = cellSchema(databases, { region: 'AE', cell: 1, pool });
    await migrateSchema({ ...schema, migrations: REGION.filter(({ version }) => version < 102) });
    await pool.query(EARLIER_MOVEMENTS);
    await migrateSchema(schema);
    const { rows } = await pool.query(
      `select document_kind as kind, to_char(recorded_at at time zone 'UTC', 'HH24:MI') as recorded
       from region_ae.stock_movements order by id`,
    );
    expect(rows).toEqual([
      { kind: 'opening', recorded: '07:00' },
      { kind: 'opening', recorded: '09:00' },
      { kind: 'sale', recorded: '12:00' },
      { kind: 'sale', recorded: '15:00' },
      { kind: 'stockAdjustment', recorded: '13:00' },
    ]);
  });

  test('from before the change log starts the logs of its merchants with a mark that no cursor has', async () => {
    const { AE: pool } = databases.regions;
    const schema = cellSchema(databases, { region: 'AE', cell: 1, pool });
    const restore = async () => {
      await databases.control.query('drop schema region_ae cascade');
      await migrateSchema({ ...schema, migrations: REGION.filter(({ version }) => version < 101) });
      await pool.query(
        `insert into region_ae.row_counts values (1, 'items', 1, 0, 9), (1, 'items', 0, 0, 2), (2, 'items', 1, 0, 3)`,
      );
      await migrateSchema(schema);
      const { rows } = await pool.query<{ company: number; mark: number }>(
        'select company_id as company, mark from region_ae.change_floors where position = 0 order by company_id',
      );
      return rows;
    };
    const [first, second] = [await restore(), await restore()];
    expect([first, second].map((rows) => rows.map(({ company }) => company))).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(new Set([0, ...[...first, ...second].map(({ mark }) => mark)]).size).toBe(5);
  });

  test('is unchanged by a migration that failed half-way', async () => {
    await databases.control.query('drop schema region_ae cascade');
    await databases.control.query('create schema region_ae');
    await databases.control.query('create table region_ae.suppliers (in_the_way int)');
    await expect(migrate(databases)).rejects.toThrow(/suppliers/);
    const { rows } = await databases.control.query(
      `select table_name from information_schema.tables where table_schema = 'region_ae'`,
    );
    expect(rows).toEqual([{ table_name: 'suppliers' }]);
    await databases.control.query('drop table region_ae.suppliers');
    expect(await migrate(databases)).toBeGreaterThan(0);
    expect(await isMigrated(databases)).toBe(true);
  });
});

if (storage !== 'embedded') {
  describe('An empty PostgreSQL database', () => {
    let server: Awaited<ReturnType<typeof freshPostgresUrl>>;
    const instances: Databases[] = [];
    beforeEach(async () => {
      server = await freshPostgresUrl();
    });
    afterEach(async () => {
      await Promise.all(instances.splice(0).map((one) => one.close()));
      await server.drop();
    });

    const open = async (regionUrls: Parameters<typeof openPostgres>[1] = {}) => {
      const databases = await openPostgres(server.url, regionUrls);
      instances.push(databases);
      return databases;
    };

    test('is migrated once by five instances that start concurrently', async () => {
      const five = await Promise.all(Array.from({ length: 5 }, () => open()));
      const applied = await Promise.all(five.map((one) => migrate(one)));
      const { rows } = await (five[0] as Databases).control.query(
        'select (select count(*) from control.migrations) + 4 * (select count(*) from region_uk.migrations) as n',
      );
      expect(applied.reduce((sum, n) => sum + n)).toBe(rows[0].n);
      expect(await isMigrated(five[4] as Databases)).toBe(true);
    });

    describe('with a migration to come', () => {
      const NEXT = { version: 9999, name: 'next', sql: 'create table next_table (id int)', checksum: 'next' };
      const older: pg.Client[] = [];
      afterEach(() => Promise.all(older.splice(0).map((client) => client.end())));

      /** Opens a connection named like that of a process of another version. */
      async function connected(name: string): Promise<void> {
        const client = new pg.Client({ connectionString: server.url, application_name: name });
        await client.connect();
        older.push(client);
      }

      /**
       * The control plane of the next release, which processes can use if they know the migration before the last one.
       */
      async function next(oldestServed = 16): Promise<Schema> {
        const databases = await open();
        const schema = controlSchema(databases);
        await migrateSchema(schema);
        return { ...schema, migrations: [...schema.migrations, NEXT], oldestServed };
      }

      test('is not migrated while a process is connected that would fail on it, which is named', async () => {
        const schema = await next();
        await connected('tillgate web-1:77 c15r25');
        await connected('tillgate web-2:78 c16r25');
        await connected('another program');
        const refusal = await migrateSchema(schema).catch((error) => error);
        expect(refusal).toBeInstanceOf(StartError);
        expect(refusal.message).toMatch(
          /^The schema control is not migrated, since processes are connected whose requests would fail on it: web-1:77 \(control migration 15\)\. .*`tillgate migrate --anyway`/,
        );
        expect(await isCurrent(schema)).toBe(false);
        await older[0]?.end();
        expect(await migrateSchema(schema)).toBe(1);
      });

      test('is migrated while processes of the previous release are connected', async () => {
        const schema = await next();
        await connected('tillgate web-1:77 c16r25');
        // Older versions do not report which migrations they know; they know those that the schema has.
        await connected('tillgate web-2:78');
        expect(await migrateSchema(schema)).toBe(1);
      });

      test('is not migrated while a process of an unknown version is connected, if the schema is older than it may be', async () => {
        const schema = await next(9998);
        await connected('tillgate web-2:78');
        await expect(migrateSchema(schema)).rejects.toThrow('web-2:78 (of unknown version)');
      });

      test('is migrated all the same on request', async () => {
        const schema = await next();
        await connected('tillgate web-1:77 c15r25');
        expect(await migrateSchema(schema, { anyway: true })).toBe(1);
      });

      test('serves older processes too once it has the migration', async () => {
        const schema = await next();
        expect(await migrateSchema(schema)).toBe(1);
        await connected('tillgate web-1:77 c15r25');
        expect(await migrateSchema(schema)).toBe(0);
      });
    });

    test('names this process with the latest migrations that it knows, in full', async () => {
      const databases = await open();
      const { rows } = await databases.control.query('show application_name');
      const { control, region } = KNOWN_MIGRATIONS;
      expect(rows[0].application_name).toMatch(new RegExp(`^tillgate \\S+:${process.pid} c${control}r${region}$`));
    });

    test('can be one of several, one per region', async () => {
      const india = await freshPostgresUrl();
      try {
        const databases = await open({ IN: india.url });
        await migrate(databases);
        expect(await isMigrated(databases)).toBe(true);
        const schemas = `select nspname from pg_namespace where nspname ~ '^(control|region_)' order by 1`;
        const names = async (region: 'UK' | 'IN') =>
          (await databases.regions[region].query(schemas)).rows.map((r) => r.nspname);
        expect(await names('UK')).toEqual(['control', 'region_ae', 'region_uk', 'region_us']);
        expect(await names('IN')).toEqual(['region_in']);
      } finally {
        await Promise.all(instances.splice(0).map((one) => one.close()));
        await india.drop();
      }
    });

    test('whose role lacks a privilege is rejected in one line with the statement to run, which suffices', async () => {
      const role = `limited_${randomBytes(4).toString('hex')}`;
      const admin = await open();
      await admin.control.query(`create role ${role} login password 'limited'`);
      const url = new URL(server.url);
      Object.assign(url, { username: role, password: 'limited' });
      const limited = await openPostgres(url.href, {});
      try {
        const error = await migrate(limited).catch((refusal) => refusal);
        expect(error).toBeInstanceOf(StartError);
        const [, statement = ''] =
          /^The role of DATABASE_URL lacks privileges .* As a superuser of that database, run: (.*)$/.exec(
            error.message,
          ) ?? [];
        expect(statement).toContain(role);
        await admin.control.query(statement);
        expect(await migrate(limited)).toBeGreaterThan(0);
      } finally {
        await limited.close();
        await admin.control.query(`drop owned by ${role} cascade; drop role ${role}`);
      }
    });

    test('that is unreachable is reported without its password', async () => {
      const error = await openPostgres('postgres://someone:hunter2@127.0.0.1:1/nothing', {}).catch((e) => e);
      expect(error).toBeInstanceOf(StartError);
      expect(error.message).toMatch(/^Cannot reach .*ECONNREFUSED/);
      expect(error.message).not.toContain('hunter2');
    });
  });
}
