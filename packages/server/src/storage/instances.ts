import cluster from 'node:cluster';
import { hostname } from 'node:os';
import type { Pool } from 'pg';

const PREFIX = 'tillgate ';

/** Name of this instance in the database's list of sessions. Its workers have the same. */
export const INSTANCE = `${PREFIX}${hostname().slice(0, 40)}:${cluster.isWorker ? process.ppid : process.pid}`;

/** Names of the other instances that have a connection to this database now. */
export async function otherInstances(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1) and application_name <> $2 order by 1`,
    [PREFIX, INSTANCE],
  );
  return rows.map(({ name }) => name.slice(PREFIX.length));
}
