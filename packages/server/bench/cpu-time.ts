import { readFileSync } from 'node:fs';
import type { ClientBase, Pool } from 'pg';

/** Linux counts in hundredths of a second, in microseconds. */
const TICK = 10_000;

/** Microseconds of CPU that a process and its children have used, or NaN where there is no /proc. */
export function treeTime(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.reduce((sum, child) => sum + treeTime(child), processTime(pid));
  } catch {
    return Number.NaN;
  }
}

/** Which connections: all to a database, or those to the present one that a server has opened under a name that begins so. */
export type Connections = { readonly database: string } | { readonly application: string };

const OTHERS = `select pid from pg_stat_activity where datname = coalesce($1, current_database())
  and starts_with(application_name, coalesce($2, '')) and pid <> pg_backend_pid()`;

/** Microseconds of CPU of each connection but this, by process id. Empty where the database is on another machine. */
export async function connectionTimes(db: ClientBase | Pool, of: Connections): Promise<Map<number, number>> {
  const [database, application] = 'database' in of ? [of.database, null] : [null, of.application];
  const { rows } = await db.query<{ pid: number }>(OTHERS, [database, application]);
  const times = new Map<number, number>();
  for (const { pid } of rows) {
    try {
      times.set(pid, threadTime(pid));
    } catch {
      // The connection has ended meanwhile, or is on another machine.
    }
  }
  return times;
}

/** Time of the main thread, which is all that a connection has: the scheduler's account of it, in nanoseconds. */
const threadTime = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;

/** User and system time of all threads: fields 14 and 15 of proc(5), counted after the name, which may contain spaces. */
function processTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
