import cluster from 'node:cluster';
import { hostname } from 'node:os';
import type { Pool } from 'pg';
import { KNOWN_MIGRATIONS } from './known-migrations.ts';

const PREFIX = 'tillgate ';

/** PostgreSQL truncates names after 63 bytes; this leaves room for a process id and two migrations. */
const HOST_NAME = 35;

const { control, region } = KNOWN_MIGRATIONS;

/**
 * Name of this instance and its workers in the database's list of sessions, with the latest migrations that it knows.
 */
export const INSTANCE = `${PREFIX}${hostname().slice(0, HOST_NAME)}:${cluster.isWorker ? process.ppid : process.pid} c${control}r${region}`;

/** A process of this service with a connection to the database. */
export interface Instance {
  readonly name: string;
  /**
   * The latest migration of each kind of schema that it knows; undefined for older releases, which do not report it.
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
