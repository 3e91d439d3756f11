import { StartError } from '../process/start-error.ts';
import { missingRole } from './access.ts';
import { cellsOf } from './cells.ts';
import { RESERVE } from './data-folder.ts';
import { type ControlDatabases, poolsOf } from './database.ts';
import { isForbidden, Unreachable } from './failures.ts';
import { pendingMigrations, type Schema, schemasOf } from './migrate.ts';
import type { DatabasePool } from './pool.ts';

export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly found: string;
  readonly fix?: string;
}

/** Inspects every database and schema of a deployment. Changes nothing. */
export async function inspectDatabases(databases: ControlDatabases, now: () => number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pool of poolsOf(databases)) findings.push(...(await inspected(pool, () => inspectDatabase(pool, now))));
  for (const schema of schemasOf(databases)) {
    findings.push(...(await inspected(schema.pool, async () => [await inspectSchema(schema)])));
  }
  return [...findings, ...(await inspectReplication(databases)), ...inspectDisk(databases)];
}

/** Moving merchants between cells needs logical replication. */
async function inspectReplication(databases: ControlDatabases): Promise<Finding[]> {
  const shared = new Set(databases.furtherCells.map(({ region }) => region));
  const cells = cellsOf(databases).filter(({ region }) => shared.has(region));
  const findings = cells.map(({ pool }) =>
    inspected(pool, async () => {
      const { rows } = await pool.query<{ level: string }>(`select current_setting('wal_level') as level`);
      const [level = ''] = rows.map((row) => row.level);
      const check = `${pool.setting}: replication`;
      if (level === 'logical') return [{ check, status: 'ok', found: `wal_level is ${level}` }];
      const found = `wal_level is ${level}, so merchants cannot move from it`;
      return [{ check, status: 'warning', found, fix: 'Set wal_level = logical, and restart PostgreSQL.' }];
    }),
  );
  return (await Promise.all(findings)).flat();
}

/** Turns a failure into a finding, so that the remaining checks still run. */
async function inspected(pool: DatabasePool, inspect: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await inspect();
  } catch (error) {
    const { message } = new Unreachable(pool, error);
    const fix = `Start the database, or correct ${pool.setting}.`;
    return [{ check: pool.setting, status: 'failed', found: message, fix }];
  }
}

interface Facts {
  readonly version: string;
  readonly number: number;
  readonly encoding: string;
  readonly icu: boolean;
  readonly missing: string[];
  readonly now: number;
}

const FACTS = `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
  current_setting('server_encoding') as encoding, exists (select from pg_collation where collprovider = 'i') as icu,
  array(select name from unnest(array['pg_trgm', 'btree_gin']) as name
    where name not in (select extname from pg_extension) and name not in (select a.name from pg_available_extensions a)) as missing,
  (extract(epoch from clock_timestamp()) * 1000)::bigint as now`;

const OLDEST = 150_000;

/** Clock difference that tokens and codes tolerate, in milliseconds. */
const SKEW = 5_000;

async function inspectDatabase(pool: DatabasePool, clock: () => number): Promise<Finding[]> {
  const before = clock();
  const facts = (await pool.query<Facts>(FACTS)).rows[0] as Facts;
  const missing = await missingRole(pool, 'control');
  const skew = Math.max(before - facts.now, facts.now - clock(), 0);
  const finding = (check: string, isFine: boolean, found: string, fix: string): Finding =>
    findingOf(`${pool.setting}: ${check}`, isFine, found, fix);
  const hasExtensions = facts.missing.length === 0;
  const extensions = hasExtensions ? 'pg_trgm, btree_gin' : `${facts.missing.join(', ')} not available`;
  const hasRole = missing.length === 0;
  const role = hasRole ? 'has the privileges that it needs' : 'lacks privileges';
  const agrees = skew <= SKEW;
  const clocks = agrees ? 'agrees with this machine' : `differs from this machine by ${Math.round(skew / 1000)} s`;
  return [
    finding('version', facts.number >= OLDEST, `PostgreSQL ${facts.version}`, 'Use PostgreSQL 15 or later.'),
    finding('encoding', facts.encoding === 'UTF8', facts.encoding, 'Create the database with encoding UTF8.'),
    finding('ICU', facts.icu, facts.icu ? 'available' : 'not built in', 'Use a PostgreSQL that is built with ICU.'),
    finding('extensions', hasExtensions, extensions, 'Install the contrib package of this PostgreSQL.'),
    finding('role', hasRole, role, `As a superuser of that database, run: ${missing.join('; ')}`),
    finding('clock', agrees, clocks, 'Synchronize both clocks, by NTP for example.'),
  ];
}

const findingOf = (check: string, isFine: boolean, found: string, fix: string): Finding =>
  isFine ? { check, status: 'ok', found } : { check, status: 'failed', found, fix };

const FORBIDDEN = `
  select relname from pg_class where relnamespace = to_regnamespace($1) and relkind = 'r' and exists (
    select from unnest(array['select', 'insert', 'update', 'delete']) as privilege
    where not has_table_privilege(pg_class.oid, privilege)) order by relname`;

async function inspectSchema(schema: Schema): Promise<Finding> {
  const { name, pool, migrations } = schema;
  const check = `${pool.setting}: migrations of ${name}`;
  const failed = (found: string, fix: string): Finding => ({ check, status: 'failed', found, fix });
  const grant = `As the owner of the schema, run: grant usage on schema ${name} to R; grant all on all tables in schema ${name} to R; with the role of ${pool.setting} for R.`;
  try {
    const pending = await pendingMigrations(schema);
    if (pending === undefined) return failed('none', 'Run `tillgate migrate`.');
    const { rows: forbidden } = await pool.query<{ relname: string }>(FORBIDDEN, [name]);
    const tables = forbidden.map(({ relname }) => relname).join(', ');
    if (tables) return failed(`the role may not use ${tables}`, grant);
    const found = `${migrations.length - pending} of ${migrations.length}`;
    return findingOf(check, pending === 0, found, 'Run `tillgate migrate`.');
  } catch (error) {
    if (isForbidden(error)) return failed((error as Error).message, grant);
    if (error instanceof StartError)
      return failed(error.message.replace(/\.$/, ''), 'Use the version of the program that migrated it.');
    throw error;
  }
}

/** Free space, in bytes, below which a check warns. */
const SCARCE = 20 * RESERVE;

function inspectDisk({ disk }: ControlDatabases): Finding[] {
  if (!disk) return [];
  const { free, isFull } = disk;
  const finding = { check: 'disk of the data folder', found: `${Math.floor(free / 1024 / 1024)} MiB free` };
  const fix = `Free some space: below ${RESERVE / 1024 / 1024} MiB writes are rejected.`;
  return free < SCARCE ? [{ ...finding, status: isFull ? 'failed' : 'warning', fix }] : [{ ...finding, status: 'ok' }];
}
