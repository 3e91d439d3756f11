import cluster from 'node:cluster';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Pool } from 'pg';
import { StartError } from '../process/start-error.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

function load(folder: 'control' | 'region'): Migration[] {
  const root = new URL(`./migrations/${folder}/`, import.meta.url);
  return readdirSync(root)
    .sort()
    .map((file) => {
      const [, version, name] = /^(\d{4})_([a-z_]+)\.sql$/.exec(file) ?? [];
      if (!version || !name) throw new Error(`Not a migration: ${file}`);
      const sql = readFileSync(new URL(file, root), 'utf8');
      return { version: Number(version), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

export const CONTROL = load('control');
export const REGION = load('region');

/** Latest migration of a control plane, and of a region. */
interface MigrationVersions extends Readonly<Record<string, number>> {
  readonly control: number;
  readonly region: number;
}

export const KNOWN_MIGRATIONS: MigrationVersions = {
  control: CONTROL.at(-1)?.version ?? 0,
  region: REGION.at(-1)?.version ?? 0,
};

/** First migration of both kinds of schema, which creates all tables at once. */
export const BASELINE = 100;

/** Last commit with the migrations before the baseline. They result in the same schemas as the baseline. */
export const LAST_BEFORE_BASELINE = '38b7e81d4fd867663d45b1858557aeb5d3de8187';

/** SHA-256 of `version:checksum` of all migrations before the baseline, joined by commas. */
const DIGESTS_BEFORE_BASELINE = [
  '7013f0934bb4b595f39350b9642f717429536b77be0464f2cce8129ca32d06ad',
  'af0bc2c02e5f1db530f50678ffe9fc6ad3c7535fa778040d34974ee2e5f487bb',
];

/** True if a schema has exactly the migrations before the baseline. */
export function equalsBaseline(applied: readonly Pick<Migration, 'version' | 'checksum'>[]): boolean {
  const lines = applied.map(({ version, checksum }) => `${version}:${checksum}`);
  return DIGESTS_BEFORE_BASELINE.includes(createHash('sha256').update(lines.join()).digest('hex'));
}

/**
 * For each kind of schema, the oldest migration that a process has to know to keep working after all migrations have
 * run. A migration that drops or renames something raises this to the latest migration of the release before it.
 */
export const OLDEST_SERVED: MigrationVersions = { control: 13, region: 19 };

const PREFIX = 'tillgate ';

/** PostgreSQL truncates names to 63 bytes. This leaves room for a process id and two migrations. */
const HOST_NAME = 35;

const { control, region } = KNOWN_MIGRATIONS;

/** Name of this instance and its workers in the database's list of sessions, with the latest migrations it knows. */
export const INSTANCE = `${PREFIX}${hostname().slice(0, HOST_NAME)}:${cluster.isWorker ? process.ppid : process.pid} c${control}r${region}`;

/**
 * Other instances and workers that are connected to the database, with the latest migration of each kind of schema that
 * they know; undefined for older releases, which do not report it.
 */
export async function otherInstances(
  db: Pick<Pool, 'query'>,
): Promise<{ readonly name: string; readonly knows: Readonly<Record<string, number>> | undefined }[]> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1) and application_name <> $2 order by 1`,
    [PREFIX, INSTANCE],
  );
  return rows.map(({ name }) => {
    const [, host = name, control, region] = /^(.*?)(?: c(\d+)r(\d+))?$/.exec(name.slice(PREFIX.length)) ?? [];
    return { name: host, knows: region ? { control: Number(control), region: Number(region) } : undefined };
  });
}

/** Throws a StartError while processes are connected that would fail with the migrated schema. */
export async function requireServed(
  db: Pick<Pool, 'query'>,
  schema: {
    readonly name: string;
    readonly of: 'control' | 'region';
    /** Its latest migration. Processes know none that the schema lacks, since they would have applied it. */
    readonly latest: number;
    /** Oldest migration that other processes have to know to keep working with it. */
    readonly oldestServed: number;
  },
): Promise<void> {
  const { name, of, latest, oldestServed } = schema;
  const older = (await otherInstances(db))
    .filter(({ knows }) => (knows?.[of] ?? latest) < oldestServed)
    .map(({ name, knows }) => `${name} (${knows ? `${of} migration ${knows[of]}` : 'of unknown version'})`);
  if (older.length === 0) return;
  throw new StartError(
    `The schema ${name} is not migrated, since processes are connected whose requests would fail on it: ${older.join(', ')}. ` +
      `Replace them by a release that knows migration ${oldestServed} or stop them, then run this again; ` +
      'or run `tillgate migrate --anyway`, and their requests fail until they are replaced.',
  );
}
