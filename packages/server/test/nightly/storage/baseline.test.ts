import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Availability } from '../../../src/database/availability.ts';
import type { Databases } from '../../../src/database/database.ts';
import { CONTROL, LAST_BEFORE_BASELINE, REGION } from '../../../src/database/known-migrations.ts';
import { cellSchema, isMigrated, migrate, migrateSchema } from '../../../src/database/migrate.ts';
import { schemaFile } from '../../../src/database/schema-files.ts';
import { StartError } from '../../../src/process/start-error.ts';
import { freshDatabases, storage } from '../../support/databases.ts';
import { commitOf } from '../../support/releases.ts';
import { goBeforeBaseline } from './before-baseline.ts';
import { catalogueOf } from './catalogue.ts';

const ITEM = `
  insert into items (company_id, id, type, status, name, item_code, barcodes, price, currency, weighing_scale, track_stock,
    modifier_ids, variants, components, stores, app_id, entry_date, updated_at, search_text)
  values (1, 10, 0, 1, 'Tea', 'T', '[]', 3.5, 'AED', 0, true, '[]', '[]', '[]', '[]', 0, now(), now(), 'tea')`;

/** Triggers that later migrations brought. */
const LATER_TRIGGERS = new Set(['counted_lines', 'unlogged_writes']);

/** Latest migrations before the baseline. */
const BEFORE_BASELINE = { control: 20, region: 27 };

describe.runIf(commitOf(LAST_BEFORE_BASELINE))('A database from before the baseline (needs the history)', () => {
  let databases: Databases;
  beforeEach(async () => {
    databases = await freshDatabases();
  });
  afterEach(() => databases?.close());

  const query = async (sql: string) => (await databases.control.query(sql)).rows;
  const regionSchema = () => cellSchema(databases, { region: 'AE', cell: 1, pool: databases.regions.AE });
  const versions = async (schema: string) =>
    (await query(`select version from ${schema}.migrations order by 1`)).map(({ version }) => version);

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

    const { files } = regionSchema();
    const triggers = files.triggers.filter(({ name }) => !LATER_TRIGGERS.has(name));
    const first = { ...regionSchema(), migrations: REGION.slice(0, 1), files: { ...files, triggers } };
    await whileWritten('region_ae.items', () => migrateSchema(first));
    await migrate(databases);
    expect(await isMigrated(databases)).toBe(true);
    expect([await versions('control'), await versions('region_ae')]).toEqual(
      [CONTROL, REGION].map((migrations) => migrations.map(({ version }) => version)),
    );
    expect([await catalogues(), await records(), await migrate(databases)]).toEqual([baseline, before, 0]);
  });

  test('at the last migration is taken over by a later release, which rewrites records that it writes otherwise', async () => {
    await goBeforeBaseline(databases, 'region_ae', { rows: ITEM });
    const schema = regionSchema();
    const triggers = schema.files.triggers.map(({ name, sql }) =>
      schemaFile(name, name === 'write_items' ? sql.replace('new.image_url', 'new.season, new.image_url') : sql),
    );
    const later = { version: 9999, name: 'later', sql: 'alter table items add column season text', checksum: 'later' };
    await migrateSchema({ ...schema, migrations: [...schema.migrations, later], files: { ...schema.files, triggers } });
    const [{ doc }] = await query('select doc from region_ae.items');
    expect(JSON.parse(doc)).toMatchObject({ name: 'Tea', season: null, version: 1 });
  });

  const EDITED = `update migrations set checksum = 'other' where version = 2`;

  test.each([
    ['with an old control plane', { control: { last: 17 } }, 'control', 17, migrate],
    ['with an old region', { region_ae: { last: 26 } }, 'region_ae', 26, migrate],
    ['with a migration that was changed after it was applied', { control: { rows: EDITED } }, 'control', 20, migrate],
    ['with an old region only', { control: {}, region_ae: { last: 26 } }, 'region_ae', 26, migrate],
    [
      'with an old region only, at the start of a server',
      { control: {}, region_ae: { last: 26 } },
      ...(['region_ae', 26, (all: Databases) => Availability.prepare(all)] as const),
    ],
  ] as const)('%s is left untouched, with the commit that upgrades it', async (_, state, name, last, start) => {
    for (const [schema, options] of Object.entries(state)) await goBeforeBaseline(databases, schema, options);
    const catalogues = () => Promise.all(Object.keys(state).map((schema) => catalogueOf(databases.control, schema)));
    const before = await catalogues();
    const error = await start(databases).catch((refusal) => refusal);
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toBe(
      `The schema ${name} is at migration ${last}, from before version 0.1.0, and was left untouched. ` +
        'First run `tillgate migrate` of the last commit before it: ' +
        'git checkout 38b7e81d4fd867663d45b1858557aeb5d3de8187, pnpm install, pnpm tillgate migrate. ' +
        'Then start this version again.',
    );
    expect([await catalogues(), (await versions(name)).at(-1)]).toEqual([before, last]);
    if ('region_ae' in state && 'control' in state)
      expect((await versions('control')).at(-1)).toBe(BEFORE_BASELINE.control);
  });
});
