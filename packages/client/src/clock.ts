/** Clock and randomness; tests inject their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this many milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Random number between 0 (inclusive) and 1 (exclusive). */
  random(): number;
}

/** Longest delay that platform timers support; a longer one would fire at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const end = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const timer = setTimeout(end, Math.min(milliseconds, LONGEST_TIMER));
      signal?.addEventListener('abort', abort);
    }),
};

/** When a caller stops waiting for shared work. */
export interface Interest {
  readonly signal: AbortSignal | undefined;
  readonly limit: number;
  /** Error to throw when the wait took too long. */
  expired(): Error;
}

/** Waits for `promise` until this caller gives up. Other callers keep waiting. */
export async function abandonable<T>(promise: Promise<T>, { signal, limit, expired }: Interest): Promise<T> {
  const done = new AbortController();
  const until = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
  const tooLong = async () => {
    await systemClock.sleep(limit, until);
    throw expired();
  };
  try {
    return await Promise.race([promise, tooLong()]);
  } finally {
    done.abort();
  }
}
