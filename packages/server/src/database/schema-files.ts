import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Db } from './access.ts';

/**
 * A file of `schema/`. Its statements can be repeated. Files in `functions` run before migrations,
 * which may use them in tables; files in `triggers` run afterwards, together with the functions
 * they execute. They use the schema name `region`.
 */
export interface SchemaFile {
  readonly name: string;
  readonly sql: string;
  /** Digest of the statements, independent of comments and line breaks. */
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

/** Sorts files so that each comes after the functions it calls. */
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

export const REGION_FILES: SchemaFiles = { functions: inOrderOfCalls(load('functions')), triggers: load('triggers') };

export const CONTROL_FILES: SchemaFiles = { functions: [], triggers: [] };

export type Checksums = ReadonlyMap<string, string>;

export const checksumsOf = (files: SchemaFiles): Checksums =>
  new Map([...files.functions, ...files.triggers].map(({ name, checksum }) => [name, checksum]));

const TRIGGER = /^create or replace trigger (\w+) [^;]*? on region\.(\w+)[^;]*;$/gm;

/**
 * Runs the functions of all triggers, and the triggers of changed files only, since creating one
 * locks its table against writes.
 */
export function runTriggers(db: Db, schema: string, { triggers }: SchemaFiles, applied: Checksums): Promise<void> {
  const isApplied = ({ name, checksum }: SchemaFile): boolean => applied.get(name) === checksum;
  const files = triggers.map((file) => (isApplied(file) ? { sql: file.sql.replaceAll(TRIGGER, '') } : file));
  return runFiles(db, schema, files);
}

export async function runFiles(db: Db, schema: string, files: readonly Pick<SchemaFile, 'sql'>[]): Promise<void> {
  const text = files.map(({ sql }) => sql).join('\n');
  if (files.length > 0) await db.query(text.replaceAll(/\bregion\./g, `${schema}.`));
}

export async function appliedFiles(db: Pick<Db, 'query'>, schema: string): Promise<Checksums> {
  const { rows } = await db.query<{ name: string; checksum: string }>(
    `select name, checksum from ${schema}.schema_files`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

export function changedFile(files: SchemaFiles, applied: Checksums): string | undefined {
  const known = checksumsOf(files);
  const isChanged = (name: string): boolean => applied.get(name) !== known.get(name);
  return [...applied.keys()].find((name) => !known.has(name)) ?? [...known.keys()].find(isChanged);
}

/** Statements that drop triggers other than $2, then functions that this transaction neither created nor replaced. */
const LEFT_OVER = `
  select statement from (
    select 1 as place, format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as statement
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = $1::regnamespace and not t.tgisinternal and c.relname || '.' || t.tgname <> all($2::text[])
    union all
    select 2, 'drop function ' || string_agg(oid::regprocedure::text, ', ') from pg_proc
    where pronamespace = $1::regnamespace and xmin <> pg_current_xact_id()::xid having count(*) > 0
  ) left_over order by place`;

/**
 * Drops functions and triggers that no longer have a file. Has to run in the transaction that ran
 * the functions of all files.
 */
export async function dropLeftOver(db: Db, schema: string, { triggers }: SchemaFiles): Promise<void> {
  const kept = triggers.flatMap(({ sql }) => [...sql.matchAll(TRIGGER)].map(([, name, table]) => `${table}.${name}`));
  const { rows } = await db.query<{ statement: string }>(LEFT_OVER, [schema, kept]);
  if (rows.length > 0) await db.query(rows.map(({ statement }) => statement).join('; '));
}

export async function recordFiles(db: Db, files: SchemaFiles): Promise<void> {
  const checksums = checksumsOf(files);
  const values = [[...checksums.keys()], [...checksums.values()]];
  await db.query('delete from schema_files');
  await db.query('insert into schema_files (name, checksum) select * from unnest($1::text[], $2::text[])', values);
}

/**
 * Rewrites the records of each table whose `write_…` trigger has changed, since they store what it
 * derives. Their versions stay, because no client changed them; REVISIONS changes their ETags.
 */
export async function rewriteRecords(db: Db, { triggers }: SchemaFiles, applied: Checksums): Promise<void> {
  for (const { name, checksum } of triggers) {
    const [, table] = /^write_(\w+)$/.exec(name) ?? [];
    if (!table || applied.get(name) === checksum) continue;
    // Row-level security also applies to the table's owner, and no other trigger has anything to do.
    await db.query(`
      alter table ${table} no force row level security, disable trigger user, enable trigger write_${table};
      update ${table} set version = version;
      alter table ${table} force row level security, enable trigger user`);
  }
}
