import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Databases } from '../../../src/database/database.ts';
import { CONTROL, OLDEST_SERVED, REGION } from '../../../src/database/known-migrations.ts';
import { cellSchema, isMigrated, migrate, migrateSchema, type Schema } from '../../../src/database/migrate.ts';
import { schemaFile } from '../../../src/database/schema-files.ts';
import { StartError } from '../../../src/process/start-error.ts';
import { freshDatabases } from '../../support/databases.ts';

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

test('no migration raises the version of records: copies would be rejected, and no feed would say why', () => {
  const raising = REGION.filter(({ sql }) => /\bversion\s*=\s*(\w+\.)?version\s*\+/.test(sql));
  expect(raising.map(({ name }) => name)).toEqual([]);
});

let databases: Databases;
let schema: Schema;
function eachOnFreshDatabases(): void {
  beforeEach(async () => {
    databases = await freshDatabases();
    schema = cellSchema(databases, { region: 'AE', cell: 1, pool: databases.regions.AE });
  });
  afterEach(() => databases?.close());
}

const query = async (sql: string) => (await databases.control.query(sql.replaceAll('region.', 'region_ae.'))).rows;

/** Message of the error, in one line, by which a start is rejected. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = (await work.catch((refusal) => refusal)) as Error;
  expect(error).toBeInstanceOf(StartError);
  return error.message;
}

/** Recreates the region with the migrations before this one, then adds the rows. */
async function goBefore(version: number, rows: string): Promise<void> {
  await query('drop schema region_ae cascade');
  await migrateSchema({ ...schema, migrations: REGION.filter((one) => one.version < version) });
  await databases.regions.AE.query(rows);
}

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

/** Counts that were posted at 12:00, drafted, voided and posted again; and an addition. */
const EARLIER_COUNTS = `
  set session_replication_role = replica; set search_path = region_ae, public;
  insert into stock_adjustments (company_id, id, adjustment_no, store_id, date, type, status, lines, allowed_actions, app_id,
      entry_date, updated_at, search_text, summary)
    select 1, id, id, 7, '2026-03-01', type, status, '[]', '[]', 0, '2026-03-01 12:00Z', '2026-03-01 12:00Z', '', '{}'
    from (values (1, 0, 1), (2, 0, 0), (3, 0, 2), (4, 0, 1), (5, 1, 1)) as a (id, type, status);
  insert into stock_adjustment_lines (company_id, adjustment_id, id, item_id, quantity) select 1, id, id, 1, 5 from stock_adjustments;
  reset session_replication_role; reset search_path`;

const COUNTED = `insert into region_ae.row_counts values (1, 'items', 1, 0, 9), (1, 'items', 0, 0, 2), (2, 'items', 1, 0, 3)`;

describe('A migrated database', () => {
  eachOnFreshDatabases();

  test('is unchanged by another start', async () => {
    expect([await migrate(databases), await isMigrated(databases)]).toEqual([0, true]);
  });

  const NEWER = (name: string) => `insert into ${name}.migrations (version, name, checksum) values (999, 'x', 'y')`;
  const newer = (name: string) =>
    `The schema ${name} is at migration 999, newer than this program supports; upgrade the program.`;

  test.each([
    ['whose control plane is newer than the program', NEWER('control'), newer('control')],
    ['with a region that is newer than the program', NEWER('region_in'), newer('region_in')],
    [
      'with a migration that changed after it was applied',
      `update region_us.migrations set checksum = 'other' where version = 100`,
      'The migration 100 of region_us was changed after it was applied.',
    ],
  ])('%s is rejected', async (_, sql, message) => {
    await query(sql);
    expect(await refusalOf(migrate(databases))).toBe(message);
  });

  test('with movements from before they had an instant of recording gives each the one at which it was stored', async () => {
    await goBefore(102, EARLIER_MOVEMENTS);
    await migrateSchema(schema);
    const rows = await query(
      `select document_kind || to_char(recorded_at at time zone 'UTC', ' HH24:MI') as moved
       from region.stock_movements order by id`,
    );
    const moved = ['opening 07:00', 'opening 09:00', 'sale 12:00', 'sale 15:00', 'stockAdjustment 13:00'];
    expect(rows.map((row) => row.moved)).toEqual(moved);
  });

  test('with counts from before they had an instant lets each posted one hold at its posting', async () => {
    await goBefore(110, EARLIER_COUNTS);
    await migrateSchema(schema);
    const former =
      "update region.stock_adjustments set status = $, updated_at = updated_at + interval '1 hour' where id = ";
    await query(`${former.replace('$', '1')} 2`);
    await query(`${former.replace('$', '2')} 4`);
    const rows = await query(
      `select a.id, to_char(a.counted_at at time zone 'UTC', 'HH24:MI') as count,
         to_char(l.counted_at at time zone 'UTC', 'HH24:MI ') || l.store_id as line,
         to_char(a.occurred_at at time zone 'UTC', 'HH24:MI') as other
       from region.stock_adjustments a join region.stock_adjustment_lines l on l.adjustment_id = a.id order by a.id`,
    );
    expect(rows.map(({ id, count, line, other }) => [id, count, line, other])).toEqual([
      [1, '12:00', '12:00 7', null],
      [2, '13:00', '13:00 7', null],
      [3, null, null, null],
      [4, '12:00', null, null],
      [5, null, null, '12:00'],
    ]);
  });

  test('from before the change log starts the logs of its merchants with a mark that no cursor has', async () => {
    const floors: { company: number; mark: number }[] = [];
    for (let restore = 0; restore < 2; restore += 1) {
      await goBefore(101, COUNTED);
      await migrateSchema(schema);
      floors.push(...(await query('select company_id as company, mark from region.change_floors where position = 0')));
    }
    expect(floors.map(({ company }) => company).sort()).toEqual([1, 1, 2, 2]);
    expect(new Set([0, ...floors.map(({ mark }) => mark)]).size).toBe(5);
  });

  test('is unchanged by a migration that failed half-way', async () => {
    await query('drop schema region_ae cascade');
    await query('create schema region_ae');
    await query('create table region.suppliers (in_the_way int)');
    await expect(migrate(databases)).rejects.toThrow(/suppliers/);
    const tables = `select table_name from information_schema.tables where table_schema = 'region_ae'`;
    expect(await query(tables)).toEqual([{ table_name: 'suppliers' }]);
    await query('drop table region.suppliers');
    expect(await migrate(databases)).toBeGreaterThan(0);
    expect(await isMigrated(databases)).toBe(true);
  });
});

const ROWS = `
  set local search_path to region_ae, public;
  insert into suppliers (company_id, id, status, name, entry_date, updated_at) values (1, 3, 1, 'Mill', now(), now());
  insert into items (company_id, id, type, status, name, item_code, barcodes, price, currency, weighing_scale, track_stock,
    modifier_ids, variants, components, stores, app_id, entry_date, updated_at, search_text)
  values (1, 10, 0, 1, 'Tea', 'T', '[]', 3.5, 'AED', 0, true, '[]', '[]', '[]', '[]', 0, now(), now(), 'tea')`;

describe('Functions and triggers of a schema', () => {
  eachOnFreshDatabases();
  beforeEach(() => databases.regions.AE.query(`begin; ${ROWS}; commit`));

  const doc = async (table: string) => JSON.parse((await query(`select doc from region.${table}`))[0].doc);

  /** The schema with one of its files changed. */
  function changed(name: string, change: (sql: string) => string): Schema {
    const inFiles = (files: Schema['files']['triggers']) =>
      files.map((file) => (file.name === name ? schemaFile(name, change(file.sql)) : file));
    return {
      ...schema,
      files: { functions: inFiles(schema.files.functions), triggers: inFiles(schema.files.triggers) },
    };
  }
  const migrated = (next: Schema, sql: string): Promise<number> =>
    migrateSchema({
      ...next,
      migrations: [...next.migrations, { version: 9999, name: 'next', sql, checksum: 'next' }],
    });

  test('add a property to items, which keep their versions, by one line in a migration and one in a function', async () => {
    const withSeason = changed('write_items', (sql) => sql.replace('new.image_url', 'new.season,\n    new.image_url'));
    expect(await migrated(withSeason, 'alter table items add column season text;')).toBe(1);
    expect(await doc('items')).toMatchObject({ name: 'Tea', season: null, version: 1 });
    expect(await doc('suppliers')).toMatchObject({ version: 1 });
    await query(`update region.items set season = 'Winter'`);
    expect(await doc('items')).toMatchObject({ season: 'Winter' });
  });

  test('add a property to other records by a parameter of their function', async () => {
    const withFax = changed('supplier_doc', (sql) =>
      sql.replace('phone text,', 'phone text, fax text,').replace('phone,', 'phone,\n    fax,'),
    );
    await migrated(
      withFax,
      `alter table suppliers add column fax text;
      alter table suppliers drop column doc, add column doc text not null generated always as (supplier_doc(id, status, name,
        code, email, phone, fax, external_id, version, entry_date, updated_at)) stored;`,
    );
    expect(await doc('suppliers')).toMatchObject({ name: 'Mill', fax: null });
    const left = `select from pg_proc where proname = 'supplier_doc' and pronamespace = 'region_ae'::regnamespace`;
    expect(await query(left)).toHaveLength(1);
  });

  test('leave every table under row-level security, and every trigger enabled, when they rewrite records', async () => {
    const security = () =>
      query(`select c.relname, relforcerowsecurity, tgname, tgenabled from pg_class c join pg_trigger t on t.tgrelid = c.oid
        where c.relnamespace = 'region_ae'::regnamespace and not tgisinternal order by 1, 3`);
    const before = await security();
    const rounded = changed('write_items', (sql) => sql.replace('new.unit,', `'KG' as unit,`));
    await migrated(rounded, '-- Units are upper case.');
    expect(await doc('items')).toMatchObject({ unit: 'KG', version: 1 });
    expect(await security()).toEqual(before);
  });

  test('are dropped once no file has them', async () => {
    const triggers = schema.files.triggers.filter(({ name }) => name !== 'renamed');
    const functions = schema.files.functions.filter(({ name }) => name !== 'stock_transfer_search_text');
    await migrated({ ...schema, files: { functions, triggers } }, '-- Renaming is left to the program.');
    const left = await query(`
      select proname as name from pg_proc where pronamespace = 'region_ae'::regnamespace
      union all select tgname from pg_trigger t join pg_class c on c.oid = tgrelid
        where c.relnamespace = 'region_ae'::regnamespace`);
    expect(left.filter(({ name }) => /^rename_|^stock_transfer_search_text$/.test(name))).toEqual([]);
    expect(left.length).toBeGreaterThan(50);
    const [{ n }] = await query('select count(*)::integer as n from region.schema_files');
    expect(n).toBe(triggers.length + functions.length);
  });

  test('may have other comments and line breaks without a migration', async () => {
    const commented = changed('write_items', (sql) => `-- An item.\n${sql.replaceAll(',\n', ',\n\n')}`);
    expect(await migrateSchema(commented)).toBe(0);
    expect(await doc('items')).toMatchObject({ version: 1 });
  });

  test.each([
    ['changed', 'write_items', () => changed('write_items', (sql) => sql.replace('new.unit,', ''))],
    [
      'added',
      'another',
      () => ({
        ...schema,
        files: { ...schema.files, functions: [...schema.files.functions, schemaFile('another', 'select 1')] },
      }),
    ],
  ])('are rejected where one was %s without a migration', async (_, name, next) => {
    expect(await refusalOf(migrateSchema(next()))).toBe(
      `The file ${name}.sql of the schema region_ae was changed without a migration; add one, ` +
        'which may be a comment that says what changed.',
    );
  });
});
