import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Databases, openPostgres } from '../../../src/database/database.ts';
import { KNOWN_MIGRATIONS } from '../../../src/database/known-migrations.ts';
import {
  controlSchema,
  isCurrent,
  isMigrated,
  migrate,
  migrateSchema,
  type Schema,
} from '../../../src/database/migrate.ts';
import { openSecrets } from '../../../src/database/secrets.ts';
import { StartError } from '../../../src/process/start-error.ts';
import { freshPostgresUrl } from '../../support/databases.ts';

describe('An empty PostgreSQL database', () => {
  let server: Awaited<ReturnType<typeof freshPostgresUrl>>;
  const opened: { close(): Promise<unknown> }[] = [];
  beforeEach(async () => {
    server = await freshPostgresUrl();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    await server.drop();
  });

  const open = async (regionUrls: Parameters<typeof openPostgres>[1] = {}, url = server.url): Promise<Databases> => {
    const databases = await openPostgres(url, regionUrls);
    opened.push(databases);
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

  describe('with a migration to come, which processes can use if they know the migration before the last one,', () => {
    const NEXT = { version: 9999, name: 'next', sql: 'create table next_table (id int)', checksum: 'next' };
    let schema: Schema;

    /** Opens a connection named like that of a process of another version. */
    async function connected(name: string): Promise<pg.Client> {
      const client = new pg.Client({ connectionString: server.url, application_name: name });
      await client.connect();
      opened.push({ close: () => client.end() });
      return client;
    }

    beforeEach(async () => {
      const now = controlSchema(await open());
      await migrateSchema(now);
      schema = { ...now, migrations: [...now.migrations, NEXT], oldestServed: 16 };
    });

    test('is not migrated while a process is connected that would fail on it, which is named, except on request', async () => {
      await connected('tillgate web-1:77 c15r25');
      await connected('tillgate web-2:78 c16r25');
      await connected('another program');
      const refusal = await migrateSchema(schema).catch((error) => error);
      expect(refusal).toBeInstanceOf(StartError);
      expect(refusal.message).toMatch(
        /^The schema control is not migrated, since processes are connected whose requests would fail on it: web-1:77 \(control migration 15\)\. .*`tillgate migrate --anyway`/,
      );
      expect(await isCurrent(schema)).toBe(false);
      expect(await migrateSchema(schema, { anyway: true })).toBe(1);
      // Once it has the migration, it serves them too.
      expect(await migrateSchema(schema)).toBe(0);
    });

    test('is migrated once that process has left, while processes of the previous release are connected', async () => {
      const old = await connected('tillgate web-1:77 c15r25');
      await connected('tillgate web-1:77 c16r25');
      // Older versions do not report which migrations they know; they know those that the schema has.
      await connected('tillgate web-2:78');
      await expect(migrateSchema({ ...schema, oldestServed: 9998 })).rejects.toThrow('web-2:78 (of unknown version)');
      await expect(migrateSchema(schema)).rejects.toThrow('web-1:77');
      await old.end();
      expect(await migrateSchema(schema)).toBe(1);
    });
  });

  test('needs TILLGATE_KEY', async () => {
    await expect(openSecrets([], await open())).rejects.toThrow(/^With DATABASE_URL, set TILLGATE_KEY /);
  });

  test('names this process with the latest migrations that it knows, in full', async () => {
    const { rows } = await (await open()).control.query('show application_name');
    const { control, region } = KNOWN_MIGRATIONS;
    expect(rows[0].application_name).toMatch(new RegExp(`^tillgate \\S+:${process.pid} c${control}r${region}$`));
  });

  test('can be one of several, one per region', async () => {
    const india = await freshPostgresUrl();
    opened.push({ close: () => india.drop() });
    const databases = await open({ IN: india.url });
    await migrate(databases);
    expect(await isMigrated(databases)).toBe(true);
    const schemas = `select nspname from pg_namespace where nspname ~ '^(control|region_)' order by 1`;
    const names = async (region: 'UK' | 'IN') =>
      (await databases.regions[region].query(schemas)).rows.map((row) => row.nspname);
    expect([await names('UK'), await names('IN')]).toEqual([
      ['control', 'region_ae', 'region_uk', 'region_us'],
      ['region_in'],
    ]);
  });

  test('whose role lacks a privilege is rejected in one line with the statement to run, which suffices', async () => {
    const role = `limited_${randomBytes(4).toString('hex')}`;
    const admin = await open();
    await admin.control.query(`create role ${role} login password 'limited'`);
    const limited = await openPostgres(
      Object.assign(new URL(server.url), { username: role, password: 'limited' }).href,
      {},
    );
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
