import cluster from 'node:cluster';
import { hostname } from 'node:os';
import type { Pool } from 'pg';
import { KNOWN_MIGRATIONS } from './known-migrations.ts';

const PREFIX = 'tillgate ';

/** PostgreSQL cuts names off behind 63 bytes; this leaves room for a process id and two migrations. */
const HOST_NAME = 35;

const { control, region } = KNOWN_MIGRATIONS;

/** Name of this instance in the database's list of sessions, with the latest migrations it knows. Its workers have the same. */
export const INSTANCE = `${PREFIX}${hostname().slice(0, HOST_NAME)}:${cluster.isWorker ? process.ppid : process.pid} c${control}r${region}`;

/** A process of this service that is connected to a database. */
export interface Instance {
  /** Its host and process id. */
  readonly name: string;
  /** The latest migration that it knows of each kind of schema; undefined for versions that do not say. */
  readonly knows: Readonly<Record<string, number>> | undefined;
}

const NAME = /^(.*?)(?: c(\d+)r(\d+))?$/;

function instanceOf(name: string): Instance {
  const [, host = name, control, region] = NAME.exec(name) ?? [];
  return { name: host, knows: region ? { control: Number(control), region: Number(region) } : undefined };
}

/** The other instances that have a connection to this database now. */
export async function otherInstances(db: Pick<Pool, 'query'>): Promise<Instance[]> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1) and application_name <> $2 order by 1`,
    [PREFIX, INSTANCE],
  );
  return rows.map(({ name }) => instanceOf(name.slice(PREFIX.length)));
}
