/** Milliseconds of work after which the speed can be estimated. */
const ENOUGH = 5_000;

/** Estimates the remaining time of an import. */
export class Estimate {
  readonly #size: number;
  #first: { readonly time: number; readonly bytes: number } | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  /** Returns the seconds left once `bytes` have been read at `time`; undefined while too few have been. */
  secondsLeft(bytes: number, time: number): number | undefined {
    // The first batch is slower than others, so measuring starts at its end.
    this.#first ??= { time, bytes };
    const [taken, read] = [time - this.#first.time, bytes - this.#first.bytes];
    if (taken < ENOUGH || read <= 0) return undefined;
    return Math.ceil(((this.#size - bytes) * taken) / read / 1000);
  }
}
