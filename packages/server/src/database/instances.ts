import cluster from 'node:cluster';
import { hostname } from 'node:os';
import type { Pool } from 'pg';
import { StartError } from '../process/start-error.ts';
import { KNOWN_MIGRATIONS } from './known-migrations.ts';

const PREFIX = 'tillgate ';

/** PostgreSQL truncates names to 63 bytes. This leaves room for a process id and two migrations. */
const HOST_NAME = 35;

const { control, region } = KNOWN_MIGRATIONS;

/** Name of this instance and its workers in the database's list of sessions, with the latest migrations it knows. */
export const INSTANCE = `${PREFIX}${hostname().slice(0, HOST_NAME)}:${cluster.isWorker ? process.ppid : process.pid} c${control}r${region}`;

export interface Instance {
  readonly name: string;
  /**
   * Latest migration of each kind of schema that the process knows; undefined for older releases,
   * which do not report it.
   */
  readonly knows: Readonly<Record<string, number>> | undefined;
}

const NAME = /^(.*?)(?: c(\d+)r(\d+))?$/;

function instanceOf(name: string): Instance {
  const [, host = name, control, region] = NAME.exec(name) ?? [];
  return { name: host, knows: region ? { control: Number(control), region: Number(region) } : undefined };
}

export async function otherInstances(db: Pick<Pool, 'query'>): Promise<Instance[]> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1) and application_name <> $2 order by 1`,
    [PREFIX, INSTANCE],
  );
  return rows.map(({ name }) => instanceOf(name.slice(PREFIX.length)));
}

/** A schema that is about to be migrated. */
interface Migrating {
  readonly name: string;
  readonly of: 'control' | 'region';
  /** Its latest migration. Processes know none that the schema lacks, since they would have applied it. */
  readonly latest: number;
  /** Oldest migration that other processes have to know to keep working with it. */
  readonly oldestServed: number;
}

/** Throws a StartError while processes are connected that would fail with the migrated schema. */
export async function requireServed(db: Pick<Pool, 'query'>, schema: Migrating): Promise<void> {
  const { of, latest, oldestServed } = schema;
  const older = (await otherInstances(db)).filter(({ knows }) => (knows?.[of] ?? latest) < oldestServed);
  if (older.length === 0) return;
  throw tooOld(
    schema,
    older.map((instance) => inWords(instance, of)),
  );
}

const inWords = ({ name, knows }: Instance, of: string): string =>
  `${name} (${knows ? `${of} migration ${knows[of]}` : 'of unknown version'})`;

const tooOld = ({ name, oldestServed }: Migrating, older: readonly string[]): StartError =>
  new StartError(
    `The schema ${name} is not migrated, since processes are connected whose requests would fail on it: ${older.join(', ')}. ` +
      `Replace them by a release that knows migration ${oldestServed} or stop them, then run this again; ` +
      'or run `tillgate migrate --anyway`, and their requests fail until they are replaced.',
  );
