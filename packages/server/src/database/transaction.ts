import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isConnectionLost, isReadOnly, isRetryable, NotCommitted } from './failures.ts';

/** Runs work on a connection, and rolls back if it fails. A connection to a standby is not reused. */
export async function withConnection<T>(
  pool: Pick<Pool, 'connect'>,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    if (isReadOnly(error)) broken = error as Error;
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs work that ends its transaction with `commit`. Throws NotCommitted if the connection is lost before that. */
export async function untilCommit<T>(
  pool: Pick<Pool, 'connect'>,
  work: (client: PoolClient, commit: <R>(send: () => Promise<R>) => Promise<R>) => Promise<T>,
): Promise<T> {
  let isCommitting = false;
  try {
    return await withConnection(pool, (client) =>
      work(client, (send) => {
        isCommitting = true;
        return send();
      }),
    );
  } catch (error) {
    throw !isCommitting && isConnectionLost(error) ? new NotCommitted(error) : error;
  }
}

export const transaction = <T>(pool: Pick<Pool, 'connect'>, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  untilCommit(pool, async (client, commit) => {
    await client.query('begin');
    const result = await work(client);
    await commit(() => client.query('commit'));
    return result;
  });

const ATTEMPTS = 3;

/** Longest pause before the second attempt, in milliseconds. Doubled before the third. */
const PAUSE = 50;

/**
 * Repeats a transaction that stored nothing because the database aborted it in favour of another, or because the
 * connection was lost before the commit. Random pauses separate transactions that collided.
 */
export async function retrying<T>(
  attempt: () => Promise<T>,
  isWorthAnother: (error: unknown) => boolean = isRetryable,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === ATTEMPTS || !isWorthAnother(error)) throw error;
    }
    await delay(Math.random() * PAUSE * 2 ** (attempts - 1));
  }
}
