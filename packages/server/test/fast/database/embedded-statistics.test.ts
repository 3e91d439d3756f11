import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Databases } from '../../../src/database/database.ts';
import { systemClock } from '../../../src/process/time.ts';
import { sweepExpired } from '../../../src/sweep.ts';
import { freshDatabases } from '../../support/databases.ts';

const BY_ID = 'select doc from region_uk.brands where company_id = 1 and id = 5';

describe('A sweep of the embedded database', () => {
  let databases: Databases;
  beforeAll(async () => {
    databases = await freshDatabases();
  });
  afterAll(() => databases?.close());

  const write = (from: number, to: number) =>
    databases.control.query(`
      insert into region_uk.brands (company_id, id, status, name, app_id, entry_date, updated_at)
      select 1, g, 1, 'Brand ' || g, 1, now(), now() from generate_series(${from}, ${to}) g`);
  const plan = async () =>
    (await databases.control.query<{ 'QUERY PLAN': string }>(`explain ${BY_ID}`)).rows[0]?.['QUERY PLAN'];
  const known = async () =>
    (await databases.control.query(`select reltuples from pg_class where oid = 'region_uk.brands'::regclass`)).rows;

  test('has records looked up by their key', async () => {
    await write(1, 1000);
    await sweepExpired(databases, systemClock);
    expect(await plan()).toContain('using brands_pkey on brands');
  });

  test('analyzes a table again once a tenth of it has changed', async () => {
    await write(1001, 1050);
    await sweepExpired(databases, systemClock);
    expect(await known()).toEqual([{ reltuples: 1000 }]);
    await write(1051, 1300);
    // PostgreSQL collects the changes of a connection once a second.
    await databases.control.query('select pg_stat_force_next_flush()');
    await sweepExpired(databases, systemClock);
    expect(await known()).toEqual([{ reltuples: 1300 }]);
  });
});
