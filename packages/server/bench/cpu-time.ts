import { readFileSync } from 'node:fs';
import type { Client } from 'pg';

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

const OTHERS = 'select pid from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()';

/** Microseconds of CPU of each other connection to the database, by process id. Empty where the database is on another machine. */
export async function connectionTimes(db: Client, database: string): Promise<Map<number, number>> {
  const { rows } = await db.query<{ pid: number }>(OTHERS, [database]);
  const times = new Map<number, number>();
  for (const { pid } of rows) {
    try {
      times.set(pid, processTime(pid));
    } catch {
      // The connection has ended meanwhile, or is on another machine.
    }
  }
  return times;
}

/** User and system time of all threads: fields 14 and 15 of proc(5), counted after the name, which may contain spaces. */
function processTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
