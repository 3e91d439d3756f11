import { schemaOf } from '../process/region.ts';
import { StartError } from '../process/start-error.ts';
import { type Db, lacksRight, requireAccess, requireRole, withoutLimits } from './access.ts';
import { type Cell, cellName, cellsOf, firstIdOf } from './cells.ts';
import type { ControlDatabases, Databases } from './database.ts';
import { isForbidden, isUnavailable, Unreachable } from './failures.ts';
import {
  BASELINE,
  CONTROL,
  equalsBaseline,
  LAST_BEFORE_BASELINE,
  type Migration,
  OLDEST_SERVED,
  REGION,
  requireServed,
} from './known-migrations.ts';
import type { DatabasePool } from './pool.ts';
import {
  appliedFiles,
  CONTROL_FILES,
  changedFile,
  checksumsOf,
  dropLeftOver,
  REGION_FILES,
  recordFiles,
  rewriteRecords,
  runFiles,
  runTriggers,
  type SchemaFiles,
} from './schema-files.ts';
import { transaction } from './transaction.ts';

/**
 * Rebuilds the schema's indexes that are sorted by `root_order` if the database has a different version of ICU than the
 * one that sorted them. The new version may order names differently, and the indexes would no longer find them.
 */
export async function followCollation(db: Db, schema: string): Promise<void> {
  const indexes = await indexesOfOldOrder(db, schema);
  if (indexes.length === 0) return;
  for (const index of indexes) await db.query(`reindex index ${index}`);
  await db.query(`alter collation ${schema}.root_order refresh version`);
}

async function indexesOfOldOrder(db: Db, schema: string): Promise<string[]> {
  const { rows } = await db.query<{ index: string }>(
    `select i.indexrelid::regclass::text as index
     from pg_collation c join pg_index i on c.oid = any(i.indcollation::oid[])
     where c.collnamespace = to_regnamespace($1) and c.collname = 'root_order'
       and c.collversion <> pg_collation_actual_version(c.oid)
     order by 1`,
    [schema],
  );
  return rows.map(({ index }) => index);
}

export interface Schema {
  readonly name: string;
  readonly kind: Databases['kind'];
  readonly pool: DatabasePool;
  /** Cell that the schema belongs to; absent for the control plane. */
  readonly cell?: Cell;
  readonly migrations: readonly Migration[];
  readonly files: SchemaFiles;
  readonly oldestServed: number;
}

interface Progress {
  /** Latest migration of the schema; 0 if it is empty. */
  readonly latest: number;
  /** True if the schema has the migrations before the baseline, and thus the baseline's tables. */
  readonly hasTables: boolean;
  readonly pending: readonly Migration[];
}

/** Throws a StartError for a schema that this version of the code cannot migrate. */
async function progressOf(db: Pick<Db, 'query'>, { name, migrations, files }: Schema): Promise<Progress> {
  const { rows } = await db.query<Pick<Migration, 'version' | 'checksum'>>(
    `select version, checksum from ${name}.migrations order by version`,
  );
  const latest = rows.at(-1)?.version ?? 0;
  if (equalsBaseline(rows)) return { latest, hasTables: true, pending: migrations };
  for (const { version, checksum } of rows) {
    const migration = migrations.find((known) => known.version === version);
    if (!migration) throw unknownMigration(name, version, latest);
    if (migration.checksum !== checksum) {
      throw new StartError(`The migration ${version} of ${name} was changed after it was applied.`);
    }
  }
  const done = new Set(rows.map(({ version }) => version));
  const pending = migrations.filter(({ version }) => !done.has(version));
  // Functions have no versions: an older program would restore its own. Changing one therefore needs a new migration.
  const changed = pending.length === 0 ? changedFile(files, await appliedFiles(db, name)) : undefined;
  if (changed !== undefined) {
    throw new StartError(
      `The file ${changed}.sql of the schema ${name} was changed without a migration; add one, ` +
        'which may be a comment that says what changed.',
    );
  }
  return { latest, hasTables: false, pending };
}

const unknownMigration = (schema: string, version: number, latest: number): StartError =>
  new StartError(
    version < BASELINE
      ? `The schema ${schema} is at migration ${latest}, from before version 0.1.0, and was left untouched. ` +
          `First run \`tillgate migrate\` of the last commit before it: git checkout ${LAST_BEFORE_BASELINE}, ` +
          'pnpm install, pnpm tillgate migrate. Then start this version again.'
      : `The schema ${schema} is at migration ${version}, newer than this program supports; upgrade the program.`,
  );

/** An arbitrary constant. Instances that start together queue on this lock. */
const LOCK = 7_411_001;

export interface MigrateOptions {
  /** Migrates even while older processes are connected that would fail with the new schema. */
  readonly anyway?: boolean | undefined;
}

export const controlSchema = ({ kind, control }: Pick<Databases, 'kind' | 'control'>): Schema => ({
  name: 'control',
  kind,
  pool: control,
  migrations: CONTROL,
  files: CONTROL_FILES,
  oldestServed: OLDEST_SERVED.control,
});

export const cellSchema = ({ kind }: Pick<Databases, 'kind'>, cell: Cell): Schema => ({
  name: schemaOf(cell.region),
  kind,
  pool: cell.pool,
  cell,
  migrations: REGION,
  files: REGION_FILES,
  oldestServed: OLDEST_SERVED.region,
});

export const schemasOf = (databases: ControlDatabases): Schema[] => [
  controlSchema(databases),
  ...cellsOf(databases).map((cell) => cellSchema(databases, cell)),
];

/**
 * Migrates every schema to this version of the code, each in one transaction. Several instances may do so at once.
 * Returns how many migrations were applied. Throws a StartError if a database is unreachable or newer than the code, or
 * if older processes are connected that would fail with the new schema.
 */
export async function migrate(databases: Databases, options: MigrateOptions = {}): Promise<number> {
  let applied = await migrateControl(databases, options);
  for (const cell of cellsOf(databases)) applied += await migrateSchema(cellSchema(databases, cell), options);
  return applied;
}

/**
 * Migrates the control plane. Throws a StartError and changes nothing if a cell is older than this version can migrate:
 * that cell first needs an older program, which would reject a newer control plane.
 */
export async function migrateControl(databases: ControlDatabases, options: MigrateOptions = {}): Promise<number> {
  const schema = controlSchema(databases);
  // The migration itself reports a database that is unreachable.
  const pendingIn = (one: Schema): Promise<number | undefined> =>
    pendingMigrations(one).catch((error) => {
      if (error instanceof StartError) throw error;
      return undefined;
    });
  if (await pendingIn(schema)) for (const cell of cellsOf(databases)) await pendingIn(cellSchema(databases, cell));
  return migrateSchema(schema, options);
}

export async function isMigrated(databases: Databases): Promise<boolean> {
  for (const schema of schemasOf(databases)) if (!(await isCurrent(schema))) return false;
  return true;
}

/** True if the schema has every migration of this program. The next release may have added more while this one runs. */
export async function isCurrent({ name, pool, migrations }: Schema): Promise<boolean> {
  const latest = `select max(version) as version from ${name}.migrations`;
  const { rows } = await pool.query<{ version: number | null }>(latest);
  return (rows[0]?.version ?? 0) >= (migrations.at(-1)?.version ?? 0);
}

/**
 * Number of migrations that a schema lacks; undefined if it is empty. Throws a StartError if this
 * version cannot migrate it.
 */
export async function pendingMigrations(schema: Schema): Promise<number | undefined> {
  const table = `${schema.name}.migrations`;
  const { rows } = await schema.pool.query('select where to_regclass($1) is not null', [table]);
  return rows.length > 0 ? (await progressOf(schema.pool, schema)).pending.length : undefined;
}

/** Throws a StartError unless the control plane is at this code's version. Changes nothing. */
export async function requireControlPlane(databases: Databases): Promise<void> {
  const pending = await pendingMigrations(controlSchema(databases));
  if (pending === undefined) throw new StartError('The database is empty; run `tillgate migrate` first.');
  if (pending > 0) {
    throw new StartError('The database is at an older version than this program; run `tillgate migrate` first.');
  }
}

/**
 * Migrates one schema to this version of the code and grants the rights that writes need. Returns
 * how many migrations ran.
 */
export async function migrateSchema(schema: Schema, { anyway }: MigrateOptions = {}): Promise<number> {
  const { name, pool } = schema;
  try {
    if (schema.kind === 'embedded' && (await isComplete(schema))) return 0;
    return await transaction(pool, async (client) => {
      const db = withoutLimits(client);
      await db.query('set local statement_timeout = 0; set local lock_timeout = 0');
      await db.query(`select pg_advisory_xact_lock(${LOCK})`);
      await prepare(db, pool, name);
      const progress = await progressOf(db, schema);
      if (progress.pending.length > 0) {
        const { latest } = progress;
        const isShared = schema.kind !== 'embedded' && latest > 0;
        if (isShared && !anyway)
          await requireServed(client, { ...schema, latest, of: schema.cell ? 'region' : 'control' });
        await bringUp(db, schema, progress);
      }
      if (schema.cell) await claim(db, schema, schema.cell);
      await pool.restores.adopt(client, name);
      await followCollation(db, name);
      if (name !== 'control') await requireAccess(db, pool, name);
      return progress.pending.length;
    });
  } catch (error) {
    if (isUnavailable(error)) throw new Unreachable(pool, error);
    if (isForbidden(error)) throw lacksRight(pool, error);
    throw error;
  }
}

/**
 * Applies what the schema lacks: functions first, because tables use them, and triggers last, so that none fires while
 * an empty schema is migrated.
 */
async function bringUp(db: Db, { name: schema, files }: Schema, progress: Progress): Promise<void> {
  const { latest, hasTables, pending } = progress;
  // A schema that lacks only the baseline already has its triggers and the records they write.
  const equals = hasTables && pending.length === 1;
  const applied = equals ? checksumsOf(files) : await appliedFiles(db, schema);
  if (hasTables) await db.query('delete from migrations');
  await runFiles(db, schema, files.functions);
  for (const [at, migration] of pending.entries()) {
    if (at > 0 || !hasTables) await db.query(migration.sql);
    const { version, name, checksum } = migration;
    await db.query('insert into migrations (version, name, checksum) values ($1, $2, $3)', [version, name, checksum]);
  }
  await runTriggers(db, schema, files, applied);
  await dropLeftOver(db, schema, files);
  await recordFiles(db, files);
  if (latest > 0) await rewriteRecords(db, files, applied);
}

/**
 * True if an embedded database's schema is complete. Its files include roles and rights, which the migrations have set;
 * a restored PostgreSQL may lack them.
 */
async function isComplete(schema: Schema): Promise<boolean> {
  const { name, pool } = schema;
  if ((await pendingMigrations(schema)) !== 0) return false;
  const db: Db = { query: (text, values) => pool.query(text, values && [...values]) };
  return (await indexesOfOldOrder(db, name)).length === 0;
}

async function prepare(db: Db, pool: DatabasePool, schema: string): Promise<void> {
  await requireRole(db, pool, schema);
  await db.query(`
    create extension if not exists pg_trgm with schema public;
    create extension if not exists btree_gin with schema public;
    create schema if not exists ${schema};
    set local search_path to ${schema}, public;
    create table if not exists migrations (
      version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
    );
    create table if not exists schema_files (name text primary key, checksum text not null)`);
}

/** Marks the database as this cell of its region. Throws a StartError if it is another one. */
async function claim(db: Db, { name }: Schema, { region, cell }: Cell): Promise<void> {
  await db.query(`insert into ${name}.cell (number) values ($1) on conflict do nothing`, [cell]);
  const { rows } = await db.query<{ number: number }>(`select number from ${name}.cell`);
  const claimed = rows[0]?.number ?? cell;
  if (claimed !== cell) {
    const [other, own] = [cellName({ region, cell: claimed }), cellName({ region, cell })];
    throw new StartError(`DATABASE_URL_${own} leads to the database of the cell ${other}; each cell needs its own.`);
  }
  await db.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, $2, false) from pg_sequences
     where schemaname = $1 and coalesce(last_value, start_value) < $2`,
    [name, firstIdOf(cell)],
  );
}
