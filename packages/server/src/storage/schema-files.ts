import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Db } from './access.ts';

/**
 * A file of `schema/`, whose statements can be run again. Files of `functions` run before migrations, which may use them
 * in tables; files of `triggers` run after, with the functions that they execute. They name the schema `region`.
 */
export interface SchemaFile {
  readonly name: string;
  readonly sql: string;
  /** Digest of the statements, whatever their comments and line breaks. */
  readonly checksum: string;
}

export interface SchemaFiles {
  readonly functions: readonly SchemaFile[];
  readonly triggers: readonly SchemaFile[];
}

function load(folder: keyof SchemaFiles): SchemaFile[] {
  const root = new URL(`./schema/${folder}/`, import.meta.url);
  const files = readdirSync(root).sort();
  return files.map((file) => schemaFile(file.replace(/\.sql$/, ''), readFileSync(new URL(file, root), 'utf8')));
}

export function schemaFile(name: string, sql: string): SchemaFile {
  const statements = sql
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { name, sql, checksum: createHash('sha256').update(statements).digest('hex') };
}

/** Puts each file after the files of the functions that it calls. */
function inOrderOfCalls(files: readonly SchemaFile[]): SchemaFile[] {
  const ordered = new Set<SchemaFile>();
  const place = (file: SchemaFile): void => {
    const called = new Set([...file.sql.matchAll(/\bregion\.(\w+)\(/g)].map(([, name]) => name));
    for (const other of files) if (other !== file && called.has(other.name) && !ordered.has(other)) place(other);
    ordered.add(file);
  };
  for (const file of files) place(file);
  return [...ordered];
}

/** Functions and triggers of a region. */
export const REGION_FILES: SchemaFiles = { functions: inOrderOfCalls(load('functions')), triggers: load('triggers') };

/** The control plane has none. */
export const CONTROL_FILES: SchemaFiles = { functions: [], triggers: [] };

const allOf = ({ functions, triggers }: SchemaFiles): SchemaFile[] => [...functions, ...triggers];

/** Runs the files in the order given. */
export async function run(db: Db, schema: string, files: readonly SchemaFile[]): Promise<void> {
  const statements = files.map(({ sql }) => sql).join('\n');
  if (statements) await db.query(statements.replaceAll(/\bregion\./g, `${schema}.`));
}

/** Checksums of the files as they were applied, by name. */
export async function appliedFiles(db: Pick<Db, 'query'>, schema: string): Promise<Map<string, string>> {
  const { rows } = await db.query<{ name: string; checksum: string }>(
    `select name, checksum from ${schema}.schema_files`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Name of a file whose statements are not those that were applied. */
export const changedFile = (files: SchemaFiles, applied: ReadonlyMap<string, string>): string | undefined => {
  const known = allOf(files);
  const left = [...applied.keys()].find((name) => !known.some((file) => file.name === name));
  return left ?? known.find(({ name, checksum }) => applied.get(name) !== checksum)?.name;
};

/** Functions and triggers that this transaction did not create or replace, as statements that drop them. */
const LEFT_OVER = `
  select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as statement
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = $1::regnamespace and not t.tgisinternal and t.xmin <> pg_current_xact_id()::xid
  union all
  select 'drop function ' || string_agg(oid::regprocedure::text, ', ') from pg_proc
  where pronamespace = $1::regnamespace and xmin <> pg_current_xact_id()::xid having count(*) > 0`;

/** Drops functions and triggers that no file has any more, in the transaction that has run all files. */
export async function dropLeftOver(db: Db, schema: string): Promise<void> {
  const { rows } = await db.query<{ statement: string }>(LEFT_OVER, [schema]);
  const statements = rows.map(({ statement }) => statement);
  // Triggers come first: a function cannot be dropped before them.
  statements.sort((a, b) => b.localeCompare(a));
  if (statements.length > 0) await db.query(statements.join('; '));
}

/**
 * Stores which files were applied, and rewrites the records of each table whose `write_…` trigger has changed: what it
 * derives is stored with them. Their version changes with their text, so that an ETag never stands for two texts.
 */
export async function recordFiles(db: Db, schema: string, files: SchemaFiles): Promise<void> {
  const before = await appliedFiles(db, schema);
  const all = allOf(files);
  await db.query('delete from schema_files');
  await db.query('insert into schema_files (name, checksum) select * from unnest($1::text[], $2::text[])', [
    all.map(({ name }) => name),
    all.map(({ checksum }) => checksum),
  ]);
  for (const { name, checksum } of files.triggers) {
    const [, table] = /^write_(\w+)$/.exec(name) ?? [];
    if (table && before.has(name) && before.get(name) !== checksum) await rewrite(db, table);
  }
}

/** The owner of a table is under its row-level security too, and no other trigger has anything to do. */
const rewrite = (db: Db, table: string) =>
  db.query(`
    alter table ${table} no force row level security, disable trigger user, enable trigger write_${table};
    update ${table} set version = version + 1;
    alter table ${table} force row level security, enable trigger user`);
