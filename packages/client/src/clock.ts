/** Time and chance, which tests put their own in the place of. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after that many milliseconds; rejects with the signal's reason as soon as it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Random number from 0 (included) to 1 (excluded). */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    untilAborted(signal, (resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      return () => clearTimeout(timer);
    }),
};

/** Waits for `promise` until the caller loses interest. Others who wait for it are not affected. */
export const abandonable = <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  untilAborted(signal, (resolve, reject) => {
    promise.then(resolve, reject);
    return () => {};
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
