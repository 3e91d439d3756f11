import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { DatabaseAway, databaseOf, isUnavailable, type NamedDatabase, NotCommitted, Unavailable } from './failures.ts';
import type { DatabasePool } from './pool.ts';

/** Time to wait for a database that is starting, and a callback to report it to. */
export interface Patience {
  readonly seconds: number;
  readonly onWait: (line: string) => void;
}

/** A database that does not answer, or rejects the service. */
export class Unreachable extends StartError {
  constructor(pool: NamedDatabase, cause: unknown) {
    super(`Cannot reach ${nameOf(pool)}: ${reasonOf(cause)}`, { cause });
  }
}

/** Names the database that a failure of a connection comes from, or else `database`; other errors pass unchanged. */
export const toUnreachable = (error: unknown, database: NamedDatabase): unknown =>
  isUnavailable(error) ? new Unreachable(databaseOf(error) ?? database, error) : error;

const NONE: Patience = { seconds: 0, onWait: () => {} };

const PAUSE = 500;

/** Returns when the database answers. Throws a StartError if it rejects, or is still unavailable at the end. */
export async function reach(pool: DatabasePool, { seconds, onWait }: Patience = NONE): Promise<void> {
  const end = performance.now() + seconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!isUnavailable(error) || performance.now() + PAUSE > end) throw new Unreachable(pool, error);
      if (attempt === 1) onWait(`Waiting up to ${seconds} s for ${nameOf(pool)}: ${reasonOf(error)}`);
    }
    await delay(PAUSE);
  }
}

/** The database without its password: the setting, and where that points to. */
function nameOf({ setting, options }: NamedDatabase): string {
  if (!options.connectionString) return setting;
  const { hostname, port, pathname } = new URL(options.connectionString);
  return `${setting} (${hostname}:${port || 5432}${pathname})`;
}

/** Errors that say what a failure means; their cause says what it is. */
const MEANINGS = [NotCommitted, Unavailable, DatabaseAway, Unreachable];

/** Node words a rejection by several addresses as nothing but its code. */
function reasonOf(error: unknown): string {
  if (MEANINGS.some((kind) => error instanceof kind) && (error as Error).cause) return reasonOf((error as Error).cause);
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
