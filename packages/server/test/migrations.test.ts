import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '../src/errors.ts';
import { type Databases, openPostgres } from '../src/storage/database.ts';
import { isMigrated, migrate } from '../src/storage/migrate.ts';
import { freshDatabases, freshPostgresUrl, storage } from './support/databases.ts';

describe('A migrated database', () => {
  let databases: Databases;
  beforeEach(async () => {
    databases = await freshDatabases();
  });
  afterEach(() => databases?.close());

  const refusal = () => migrate(databases).catch((error) => error);

  test('is left as it is by a further start', async () => {
    expect(await migrate(databases)).toBe(0);
    expect(await isMigrated(databases)).toBe(true);
  });

  test.each(['control', 'region_in'])('whose %s is newer than the program is refused in one line', async (schema) => {
    await databases.control.query(`insert into ${schema}.migrations (version, name, checksum) values (999, 'x', 'y')`);
    const error = await refusal();
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toBe(`The schema ${schema} is at migration 999, newer than this program knows; upgrade it.`);
    expect(await isMigrated(databases)).toBe(false);
  });

  test('with a migration that was changed after it had been applied is refused in one line', async () => {
    await databases.control.query(`update region_us.migrations set checksum = 'other' where version = 2`);
    const error = await refusal();
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toBe('The migration 2 of region_us was changed after it had been applied.');
  });

  test('that failed half-way is as it was before', async () => {
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

    test('is migrated once by five instances that start at the same moment', async () => {
      const five = await Promise.all(Array.from({ length: 5 }, () => open()));
      const applied = await Promise.all(five.map(migrate));
      const { rows } = await (five[0] as Databases).control.query(
        'select (select count(*) from control.migrations) + 4 * (select count(*) from region_uk.migrations) as n',
      );
      expect(applied.reduce((sum, n) => sum + n)).toBe(rows[0].n);
      expect(await isMigrated(five[4] as Databases)).toBe(true);
    });

    test('may be one of several, a region each', async () => {
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

    test('that cannot be reached is named without its password', async () => {
      const error = await openPostgres('postgres://someone:hunter2@127.0.0.1:1/nothing', {}).catch((e) => e);
      expect(error).toBeInstanceOf(StartError);
      expect(error.message).toMatch(/^Cannot reach .*ECONNREFUSED/);
      expect(error.message).not.toContain('hunter2');
    });
  });
}
