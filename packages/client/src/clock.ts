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
    untilAborted(signal, (resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_TIMER));
      return () => clearTimeout(timer);
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
export const abandonable = <T>(promise: Promise<T>, { signal, limit, expired }: Interest): Promise<T> =>
  untilAborted(signal, (resolve, reject) => {
    const timer = setTimeout(() => reject(expired()), Math.min(limit, LONGEST_TIMER));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
    return () => clearTimeout(timer);
  });

function untilAborted<T>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      stop();
      reject(signal?.reason);
    };
    const settled =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        signal?.removeEventListener('abort', abort);
        settle(value);
      };
    signal?.addEventListener('abort', abort);
    const stop = start(settled(resolve), settled(reject));
  });
}
