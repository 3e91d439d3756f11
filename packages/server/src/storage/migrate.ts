import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Pool, PoolClient } from 'pg';
import { StartError } from '../errors.ts';
import type { Databases } from './database.ts';
import { REGIONS, schemaOf } from './region.ts';
import { transaction } from './transaction.ts';

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const FILE_NAME = /^(\d{4})_([a-z_]+)\.sql$/;

function load(folder: 'control' | 'region'): Migration[] {
  const root = new URL(`./migrations/${folder}/`, import.meta.url);
  return readdirSync(root)
    .sort()
    .map((file) => {
      const [, version, name] = FILE_NAME.exec(file) ?? [];
      if (!version || !name) throw new Error(`Not a migration: ${file}`);
      const sql = readFileSync(new URL(file, root), 'utf8');
      return { version: Number(version), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

const CONTROL = load('control');
const REGION = load('region');

/** Any constant: instances that start together queue on it. */
const LOCK = 7_411_001;

/**
 * Brings every schema to this version of the code, each in one transaction; several instances may do it at once.
 * Returns how many migrations were applied. Throws a StartError for a database newer than the code.
 */
export async function migrate(databases: Databases): Promise<number> {
  let applied = await migrateSchema(databases.control, 'control', CONTROL);
  for (const region of REGIONS) {
    applied += await migrateSchema(databases.regions[region], schemaOf(region), REGION);
  }
  return applied;
}

/** Whether every schema is at this version of the code. */
export async function isMigrated(databases: Databases): Promise<boolean> {
  const schemas = [
    { pool: databases.control, schema: 'control', latest: CONTROL.at(-1)?.version },
    ...REGIONS.map((r) => ({ pool: databases.regions[r], schema: schemaOf(r), latest: REGION.at(-1)?.version })),
  ];
  for (const { pool, schema, latest } of schemas) {
    const { rows } = await pool.query(`select max(version) as version from ${schema}.migrations`);
    if (rows[0]?.version !== latest) return false;
  }
  return true;
}

function migrateSchema(pool: Pool, schema: string, migrations: readonly Migration[]): Promise<number> {
  return transaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await prepare(client, schema);
    const pending = await findPending(client, schema, migrations);
    for (const migration of pending) await apply(client, migration);
    return pending.length;
  });
}

async function prepare(client: PoolClient, schema: string): Promise<void> {
  await client.query(`
    create extension if not exists pg_trgm with schema public;
    create extension if not exists btree_gin with schema public;
    create schema if not exists ${schema};
    set local search_path to ${schema}, public;
    create table if not exists migrations (
      version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
    );
    do $$ begin
      create role tillgate_tenant nologin;
    exception when duplicate_object or unique_violation then null; -- roles are shared by all databases of a server
    end $$;
    do $$ begin
      if not pg_has_role(current_user, 'tillgate_tenant', 'member') then grant tillgate_tenant to current_user; end if;
    end $$;`);
}

async function findPending(client: PoolClient, schema: string, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ version: number; checksum: string }>(
    'select version, checksum from migrations',
  );
  const known = new Map(migrations.map((m) => [m.version, m]));
  for (const { version, checksum } of rows) {
    const migration = known.get(version);
    if (!migration) {
      throw new StartError(
        `The schema ${schema} is at migration ${version}, newer than this program knows; upgrade it.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new StartError(`The migration ${version} of ${schema} was changed after it had been applied.`);
    }
  }
  const done = new Set(rows.map((row) => row.version));
  return migrations.filter((m) => !done.has(m.version));
}

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  await client.query(migration.sql);
  const values = [migration.version, migration.name, migration.checksum];
  await client.query('insert into migrations (version, name, checksum) values ($1, $2, $3)', values);
}
