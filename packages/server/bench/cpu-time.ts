import { readFileSync } from 'node:fs';
import type { ClientBase, Pool } from 'pg';

/** Clock tick of Linux in microseconds. */
const TICK = 10_000;

/** CPU time of a process and its children in microseconds; NaN without /proc. */
export function treeTime(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.reduce((sum, child) => sum + treeTime(child), processTime(pid));
  } catch {
    return Number.NaN;
  }
}

/** A database, whose connections are meant, or a prefix of their application names in this one. */
export type Connections = { readonly database: string } | { readonly application: string };

const OTHERS = `select pid from pg_stat_activity where datname = coalesce($1, current_database())
  and starts_with(application_name, coalesce($2, '')) and pid <> pg_backend_pid()`;

/** CPU time of every other connection in microseconds, by process id. Empty if the database runs on another machine. */
export async function connectionTimes(db: ClientBase | Pool, of: Connections): Promise<Map<number, number>> {
  const [database, application] = 'database' in of ? [of.database, null] : [null, of.application];
  const { rows } = await db.query<{ pid: number }>(OTHERS, [database, application]);
  const times = new Map<number, number>();
  for (const { pid } of rows) {
    try {
      times.set(pid, threadTime(pid));
    } catch {
      // The connection has closed, or runs on another machine.
    }
  }
  return times;
}

/** CPU time of a connection's only thread, which the scheduler counts in nanoseconds. */
const threadTime = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;

/** User and system time of all threads: fields 14 and 15 of proc(5), found after the name, which may contain spaces. */
function processTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
