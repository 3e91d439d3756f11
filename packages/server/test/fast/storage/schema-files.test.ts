import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '../../../src/start-error.ts';
import type { Databases } from '../../../src/storage/database.ts';
import { cellSchema, migrateSchema, type Schema } from '../../../src/storage/migrate.ts';
import { schemaFile } from '../../../src/storage/schema-files.ts';
import { freshDatabases } from '../../support/databases.ts';

const ROWS = `
  set local search_path to region_ae, public;
  insert into suppliers (company_id, id, status, name, entry_date, updated_at) values (1, 3, 1, 'Mill', now(), now());
  insert into items (company_id, id, type, status, name, item_code, barcodes, price, currency, weighing_scale, track_stock,
    modifier_ids, variants, components, stores, app_id, entry_date, updated_at, search_text)
  values (1, 10, 0, 1, 'Tea', 'T', '[]', 3.5, 'AED', 0, true, '[]', '[]', '[]', '[]', 0, now(), now(), 'tea')`;

describe('Functions and triggers of a schema', () => {
  let databases: Databases;
  let schema: Schema;
  beforeEach(async () => {
    databases = await freshDatabases();
    schema = cellSchema(databases, { region: 'AE', cell: 1, pool: databases.regions.AE });
    await databases.regions.AE.query(`begin; ${ROWS}; commit`);
  });
  afterEach(() => databases?.close());

  const query = async (sql: string) => (await databases.regions.AE.query(sql.replaceAll('region.', 'region_ae.'))).rows;
  const doc = async (table: string) => JSON.parse((await query(`select doc from region.${table}`))[0].doc);

  /** The schema with one of its files changed. */
  const changed = (name: string, change: (sql: string) => string): Schema => {
    const triggers = schema.files.triggers.map((file) =>
      file.name === name ? schemaFile(name, change(file.sql)) : file,
    );
    return { ...schema, files: { ...schema.files, triggers } };
  };
  const migrated = (next: Schema, sql: string): Schema => ({
    ...next,
    migrations: [...next.migrations, { version: 9999, name: 'next', sql, checksum: 'next' }],
  });

  test('add a property to items by one line in a migration and one in a function', async () => {
    const withSeason = changed('write_items', (sql) => sql.replace('new.image_url', 'new.season,\n    new.image_url'));
    expect(await migrateSchema(migrated(withSeason, 'alter table items add column season text;'))).toBe(1);
    expect(await doc('items')).toMatchObject({ name: 'Tea', season: null, version: 2 });
    expect(await doc('suppliers')).toMatchObject({ version: 1 });
    await query(`update region.items set season = 'Winter'`);
    expect(await doc('items')).toMatchObject({ season: 'Winter' });
  });

  test('add a property to other records by a parameter of their function', async () => {
    const functions = schema.files.functions.map((file) =>
      file.name === 'supplier_doc'
        ? schemaFile(
            file.name,
            file.sql.replace('phone text,', 'phone text, fax text,').replace('phone,', 'phone,\n    fax,'),
          )
        : file,
    );
    const sql = `alter table suppliers add column fax text;
      alter table suppliers drop column doc, add column doc text not null generated always as (supplier_doc(id, status, name,
        code, email, phone, fax, external_id, version, entry_date, updated_at)) stored;`;
    await migrateSchema(migrated({ ...schema, files: { ...schema.files, functions } }, sql));
    expect(await doc('suppliers')).toMatchObject({ name: 'Mill', fax: null });
    const left = await query(
      `select from pg_proc where proname = 'supplier_doc' and pronamespace = 'region_ae'::regnamespace`,
    );
    expect(left).toHaveLength(1);
  });

  test('leave every table under row-level security, and every trigger enabled, when they rewrite records', async () => {
    const security = () =>
      query(`select c.relname, relforcerowsecurity, tgname, tgenabled from pg_class c join pg_trigger t on t.tgrelid = c.oid
        where c.relnamespace = 'region_ae'::regnamespace and not tgisinternal order by 1, 3`);
    const before = await security();
    const rounded = changed('write_items', (sql) => sql.replace('new.unit,', 'upper(new.unit) as unit,'));
    await migrateSchema(migrated(rounded, '-- Units are upper case.'));
    expect(await doc('items')).toMatchObject({ version: 2 });
    expect(await security()).toEqual(before);
  });

  test('are dropped once no file has them', async () => {
    const triggers = schema.files.triggers.filter(({ name }) => name !== 'renamed');
    const functions = schema.files.functions.filter(({ name }) => name !== 'stock_transfer_search_text');
    await migrateSchema(migrated({ ...schema, files: { functions, triggers } }, '-- Renaming is left to the program.'));
    const left = await query(`
      select proname as name from pg_proc where pronamespace = 'region_ae'::regnamespace
      union all select tgname from pg_trigger t join pg_class c on c.oid = tgrelid
        where c.relnamespace = 'region_ae'::regnamespace`);
    expect(left.filter(({ name }) => /^rename_|^stock_transfer_search_text$/.test(name))).toEqual([]);
    expect(left.length).toBeGreaterThan(50);
    expect(await query('select count(*)::integer as n from region.schema_files')).toEqual([
      { n: triggers.length + functions.length },
    ]);
  });

  test('may have other comments and line breaks without a migration', async () => {
    const commented = changed('write_items', (sql) => `-- An item.\n${sql.replaceAll(',\n', ',\n\n')}`);
    expect(await migrateSchema(commented)).toBe(0);
    expect(await doc('items')).toMatchObject({ version: 1 });
  });

  test.each([
    { name: 'write_items', why: 'was changed', change: (sql: string) => sql.replace('new.unit,', '') },
    { name: 'another', why: 'was added', change: (sql: string) => sql },
  ])('are rejected where $name $why without a migration, in one line', async ({ name, change }) => {
    const next = changed(name, change);
    const added = name === 'another' ? [schemaFile(name, 'select 1')] : [];
    const files = { ...next.files, functions: [...next.files.functions, ...added] };
    const error = await migrateSchema({ ...next, files }).catch((refusal) => refusal);
    expect(error).toBeInstanceOf(StartError);
    expect(error.message).toBe(
      `The file ${name}.sql of the schema region_ae was changed without a migration; add one, ` +
        'which may be a comment that says what changed.',
    );
  });
});
