import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '../../../src/start-error.ts';
import { Availability } from '../../../src/storage/availability.ts';
import type { Databases } from '../../../src/storage/database.ts';
import { BEFORE_BASELINE, CONTROL, REGION } from '../../../src/storage/known-migrations.ts';
import { cellSchema, isMigrated, migrate, migrateSchema } from '../../../src/storage/migrate.ts';
import { schemaFile } from '../../../src/storage/schema-files.ts';
import { goBeforeBaseline, hasMigrationsBeforeBaseline } from '../../support/before-baseline.ts';
import { catalogueOf } from '../../support/catalogue.ts';
import { freshDatabases, storage } from '../../support/databases.ts';

const ITEM = `
  insert into items (company_id, id, type, status, name, item_code, barcodes, price, currency, weighing_scale, track_stock,
    modifier_ids, variants, components, stores, app_id, entry_date, updated_at, search_text)
  values (1, 10, 0, 1, 'Tea', 'T', '[]', 3.5, 'AED', 0, true, '[]', '[]', '[]', '[]', 0, now(), now(), 'tea')`;

describe.runIf(hasMigrationsBeforeBaseline())('A database from before the baseline (needs the history)', () => {
  let databases: Databases;
  beforeEach(async () => {
    databases = await freshDatabases();
  });
  afterEach(() => databases?.close());

  const query = async (sql: string) => (await databases.control.query(sql)).rows;
  /**
   * Runs `work` while another transaction writes to a table, or by itself on the embedded database,
   * which has one transaction at a time.
   */
  async function whileWritten(table: string, work: () => Promise<unknown>): Promise<void> {
    if (storage === 'embedded') return void (await work());
    const client = await databases.control.connect();
    try {
      await client.query(
        `begin; set local idle_in_transaction_session_timeout = 0; lock table ${table} in row exclusive mode`,
      );
      await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  const versions = async (schema: string) =>
    (await query(`select version from ${schema}.migrations order by 1`)).map(({ version }) => version);

  test('at the last migration is taken over with its records, without a lock on them, and equals one that the baseline made', async () => {
    const catalogues = () =>
      Promise.all(['control', 'region_ae'].map((schema) => catalogueOf(databases.control, schema)));
    const records = () =>
      query('select doc, on_hand, stock_status from region_ae.items join region_ae.item_stock on item_id = id');
    const baseline = await catalogues();
    await goBeforeBaseline(databases, 'control');
    await goBeforeBaseline(databases, 'region_ae', { rows: ITEM });
    expect([(await versions('control')).at(-1), (await versions('region_ae')).at(-1)]).toEqual(
      Object.values(BEFORE_BASELINE),
    );
    expect(await isMigrated(databases)).toBe(false);
    const before = await records();
    expect(JSON.parse(before[0].doc)).toMatchObject({ price: '3.50', version: 1 });

    const schema = cellSchema(databases, { region: 'AE', cell: 1, pool: databases.regions.AE });
    await whileWritten('region_ae.items', () => migrateSchema({ ...schema, migrations: REGION.slice(0, 1) }));
    await migrate(databases);
    expect(await isMigrated(databases)).toBe(true);
    expect([await versions('control'), await versions('region_ae')]).toEqual([
      CONTROL.map(({ version }) => version),
      REGION.map(({ version }) => version),
    ]);
    expect(await catalogues()).toEqual(baseline);
    expect(await records()).toEqual(before);
    expect(await migrate(databases)).toBe(0);
  });

  test('at the last migration is taken over by a later release, which rewrites records that it writes otherwise', async () => {
    await goBeforeBaseline(databases, 'region_ae', { rows: ITEM });
    const schema = cellSchema(databases, { region: 'AE', cell: 1, pool: databases.regions.AE });
    const triggers = schema.files.triggers.map(({ name, sql }) =>
      schemaFile(name, name === 'write_items' ? sql.replace('new.image_url', 'new.season, new.image_url') : sql),
    );
    const later = { version: 9999, name: 'later', sql: 'alter table items add column season text', checksum: 'later' };
    const migrations = [...schema.migrations, later];
    await migrateSchema({ ...schema, migrations, files: { ...schema.files, triggers } });
    const [{ doc }] = await query('select doc from region_ae.items');
    expect(JSON.parse(doc)).toMatchObject({ name: 'Tea', season: null, version: 2 });
  });

  test.each([
    { schema: 'control', last: 17 },
    { schema: 'region_ae', last: 26 },
  ])(
    'whose $schema is at migration $last is left untouched, with the commit that upgrades it',
    async ({ schema, last }) => {
      await goBeforeBaseline(databases, schema, { last });
      const before = await catalogueOf(databases.control, schema);
      const error = await migrate(databases).catch((refusal) => refusal);
      expect(error).toBeInstanceOf(StartError);
      expect(error.message).toBe(
        `The schema ${schema} is at migration ${last}, from before version 0.1.0, and was left untouched. ` +
          'First run `tillgate migrate` of the last commit before it: ' +
          'git checkout 38b7e81d4fd867663d45b1858557aeb5d3de8187, pnpm install, pnpm tillgate migrate. ' +
          'Then start this version again.',
      );
      expect(await catalogueOf(databases.control, schema)).toEqual(before);
      expect((await versions(schema)).at(-1)).toBe(last);
    },
  );

  test.each([
    ['migrate', migrate],
    ['the start of a server', (all: Databases) => Availability.prepare(all)],
  ] as const)(
    'whose region is too old keeps its control plane before the baseline at %s, for the commit that upgrades both',
    async (_, start) => {
      await goBeforeBaseline(databases, 'control');
      await goBeforeBaseline(databases, 'region_ae', { last: 26 });
      await expect(start(databases)).rejects.toThrow(/^The schema region_ae is at migration 26, .* left untouched/);
      expect((await versions('control')).at(-1)).toBe(BEFORE_BASELINE.control);
    },
  );

  test('with a migration that was changed after it was applied is left untouched', async () => {
    await goBeforeBaseline(databases, 'control', {
      rows: `update migrations set checksum = 'other' where version = 2`,
    });
    await expect(migrate(databases)).rejects.toThrow(/^The schema control is at migration 20, .* left untouched/);
    expect(await versions('control')).toHaveLength(16);
  });
});
