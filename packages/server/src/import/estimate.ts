/** Milliseconds of work after which the speed is known. */
const ENOUGH = 5_000;

/** Estimates the remaining time of a file, once enough of it has been imported. */
export class Estimate {
  readonly #size: number;
  #first: { readonly time: number; readonly bytes: number } | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  /** Seconds left after so many bytes at this time; undefined while unknown. */
  secondsLeft(bytes: number, time: number): number | undefined {
    // The first batch takes longer than others, as the program is not warm: counting begins at its end.
    this.#first ??= { time, bytes };
    const [taken, read] = [time - this.#first.time, bytes - this.#first.bytes];
    if (taken < ENOUGH || read <= 0) return undefined;
    return Math.ceil(((this.#size - bytes) * taken) / read / 1000);
  }
}
