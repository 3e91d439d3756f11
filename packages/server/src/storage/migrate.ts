import type { PoolClient } from 'pg';
import { StartError } from '../start-error.ts';
import { type Db, lacksRight, requireAccess, requireRole, withoutLimits } from './access.ts';
import { type Cell, cellName, cellsOf, firstIdOf } from './cells.ts';
import { followCollation, indexesOfOldOrder } from './collation.ts';
import type { Databases } from './database.ts';
import { isForbidden, isUnavailable, Unreachable } from './failures.ts';
import { type Instance, otherInstances } from './instances.ts';
import { CONTROL, type Migration, OLDEST_SERVED, REGION } from './known-migrations.ts';
import type { DatabasePool } from './pool.ts';
import { schemaOf } from './region.ts';
import { transaction } from './transaction.ts';

/** Any constant: instances that start together queue on it. */
const LOCK = 7_411_001;

/** One schema of the service, the database it is in, and what it is made of. */
export interface Schema {
  readonly name: string;
  readonly kind: Databases['kind'];
  readonly pool: DatabasePool;
  /** The cell that it is of; absent for the control plane. */
  readonly cell?: Cell;
  readonly migrations: readonly Migration[];
  /** The migration that other processes have to know to go on serving on it. */
  readonly oldestServed: number;
}

export interface MigrateOptions {
  /** Migrates also while older processes are connected that the new schema would fail. */
  readonly anyway?: boolean | undefined;
}

export const controlSchema = ({ kind, control }: Pick<Databases, 'kind' | 'control'>): Schema => ({
  name: 'control',
  kind,
  pool: control,
  migrations: CONTROL,
  oldestServed: OLDEST_SERVED.control ?? 0,
});

export const cellSchema = ({ kind }: Pick<Databases, 'kind'>, cell: Cell): Schema => ({
  name: schemaOf(cell.region),
  kind,
  pool: cell.pool,
  cell,
  migrations: REGION,
  oldestServed: OLDEST_SERVED.region ?? 0,
});

export const schemasOf = (databases: Databases): Schema[] => [
  controlSchema(databases),
  ...cellsOf(databases).map((cell) => cellSchema(databases, cell)),
];

/**
 * Brings every schema to this version of the code, each in one transaction; several instances may do it at once.
 * Returns how many migrations were applied. Throws a StartError for a database newer than the code, out of reach, or with older
 * processes connected that the new schema would fail.
 */
export async function migrate(databases: Databases, options: MigrateOptions = {}): Promise<number> {
  let applied = 0;
  for (const schema of schemasOf(databases)) applied += await migrateSchema(schema, options);
  return applied;
}

/** Tells whether every schema has every migration of this program. */
export async function isMigrated(databases: Databases): Promise<boolean> {
  for (const schema of schemasOf(databases)) if (!(await isCurrent(schema))) return false;
  return true;
}

/** Tells whether the schema has every migration of this program. The next release may have added its own while this one runs. */
export async function isCurrent({ name, pool, migrations }: Schema): Promise<boolean> {
  const { rows } = await pool.query<{ version: number | null }>(
    `select max(version) as version from ${name}.migrations`,
  );
  return (rows[0]?.version ?? 0) >= (migrations.at(-1)?.version ?? 0);
}

/** Number of migrations that a schema lacks; undefined if it has none at all. Throws a StartError for a newer schema. */
export async function pendingMigrations({ name, pool, migrations }: Schema): Promise<number | undefined> {
  const { rows } = await pool.query<{ exists: boolean }>(`select to_regclass($1) is not null as exists`, [
    `${name}.migrations`,
  ]);
  return rows[0]?.exists ? (await findPending(pool, name, migrations)).length : undefined;
}

/** Throws a StartError unless the control plane is at this version of the code. Changes nothing. */
export async function requireControlPlane(databases: Databases): Promise<void> {
  const pending = await pendingMigrations(controlSchema(databases));
  if (pending === undefined) throw new StartError('The database is empty; run `tillgate migrate` first.');
  if (pending > 0) {
    throw new StartError('The database is at an older version than this program; run `tillgate migrate` first.');
  }
}

/** Brings one schema to this version of the code, with the rights that writes need; returns how many migrations ran. */
export async function migrateSchema(schema: Schema, { anyway }: MigrateOptions = {}): Promise<number> {
  const { name, pool, migrations } = schema;
  try {
    if (schema.kind === 'embedded' && (await isComplete(schema))) return 0;
    return await transaction(pool, async (client) => {
      const db = withoutLimits(client);
      await db.query('set local statement_timeout = 0; set local lock_timeout = 0');
      await db.query(`select pg_advisory_xact_lock(${LOCK})`);
      await prepare(db, pool, name);
      const pending = await findPending(client, name, migrations);
      if (pending.length > 0 && !anyway) await requireServed(client, schema, pending);
      for (const migration of pending) await apply(db, migration);
      if (schema.cell) await claim(db, schema, schema.cell);
      await followCollation(db, name);
      if (name !== 'control') await requireAccess(db, pool, name);
      return pending.length;
    });
  } catch (error) {
    if (isUnavailable(error)) throw new Unreachable(pool, error);
    if (isForbidden(error)) throw lacksRight(pool, error);
    throw error;
  }
}

/**
 * Throws a StartError while processes are connected that would fail on the migrated schema. A process knows no migration that
 * the schema lacks: it would have applied it.
 */
async function requireServed(client: PoolClient, schema: Schema, pending: readonly Migration[]): Promise<void> {
  const { kind, migrations, oldestServed } = schema;
  const applied = migrations.findLast((migration) => !pending.includes(migration))?.version ?? 0;
  if (kind === 'embedded' || applied === 0) return;
  const of = schema.cell ? 'region' : 'control';
  const older = (await otherInstances(client)).filter(({ knows }) => (knows?.[of] ?? applied) < oldestServed);
  if (older.length > 0)
    throw tooOld(
      schema,
      older.map((instance) => inWords(instance, of)),
    );
}

const inWords = ({ name, knows }: Instance, of: string): string =>
  `${name} (${knows ? `${of} migration ${knows[of]}` : 'of unknown version'})`;

const tooOld = ({ name, oldestServed }: Schema, older: readonly string[]): StartError =>
  new StartError(
    `The schema ${name} is not migrated, since processes are connected whose requests would fail on it: ${older.join(', ')}. ` +
      `Replace them by a release that knows migration ${oldestServed} or stop them, then run this again; ` +
      'or run `tillgate migrate --anyway`, and their requests fail until they are replaced.',
  );

/**
 * Tells whether a schema of an embedded database needs nothing. Its roles and rights are in its own files, so they are
 * what the migrations made them; a restored PostgreSQL may lack them.
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
    )`);
}

/** Makes the database this cell of its region, or throws a StartError if it is another one. */
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

async function findPending(
  db: Pick<PoolClient, 'query'>,
  schema: string,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await db.query<{ version: number; checksum: string }>(
    `select version, checksum from ${schema}.migrations`,
  );
  const known = new Map(migrations.map((m) => [m.version, m]));
  for (const { version, checksum } of rows) {
    const migration = known.get(version);
    if (!migration) {
      throw new StartError(
        `The schema ${schema} is at migration ${version}, newer than this program supports; upgrade the program.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new StartError(`The migration ${version} of ${schema} was changed after it was applied.`);
    }
  }
  const done = new Set(rows.map((row) => row.version));
  return migrations.filter((m) => !done.has(m.version));
}

async function apply(db: Db, migration: Migration): Promise<void> {
  await db.query(migration.sql);
  const values = [migration.version, migration.name, migration.checksum];
  await db.query('insert into migrations (version, name, checksum) values ($1, $2, $3)', values);
}
