import { setTimeout as delay } from 'node:timers/promises';
import { isRetryable } from './failures.ts';

/** Attempts at a transaction, the first included. */
const ATTEMPTS = 3;

/** Longest pause before the second attempt, in milliseconds; twice as long before the third. */
const PAUSE = 50;

/**
 * Runs a transaction again that left nothing behind: one that the database aborted in favour of another, or whose
 * connection was lost before the commit was sent. Pauses of random length keep those that met apart.
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
