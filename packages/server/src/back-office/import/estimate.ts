/** Milliseconds of work needed before the speed can be estimated. */
const ENOUGH = 5_000;

/** Estimates the remaining time of an import. */
export class Estimate {
  readonly #size: number;
  #first: { readonly time: number; readonly bytes: number } | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  /** Returns the seconds left after `bytes` were read by `time`; undefined until enough time has passed. */
  secondsLeft(bytes: number, time: number): number | undefined {
    // Measures from the end of the first batch, which is slower than the others.
    this.#first ??= { time, bytes };
    const [taken, read] = [time - this.#first.time, bytes - this.#first.bytes];
    if (taken < ENOUGH || read <= 0) return undefined;
    return Math.ceil(((this.#size - bytes) * taken) / read / 1000);
  }
}
