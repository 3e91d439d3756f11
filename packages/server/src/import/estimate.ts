/** Milliseconds of work that tell how fast it goes. */
const ENOUGH = 5_000;

/** Tells how long the rest of a file takes, once enough of it has been imported to know. */
export class Estimate {
  readonly #size: number;
  #first: { readonly time: number; readonly bytes: number } | undefined;

  constructor(size: number) {
    this.#size = size;
  }

  /** Seconds that are left when so many bytes have been read at this time; undefined as long as it is not known. */
  secondsLeft(bytes: number, time: number): number | undefined {
    // The first batch takes longer than others, as the program is not warm: counting begins at its end.
    this.#first ??= { time, bytes };
    const [taken, read] = [time - this.#first.time, bytes - this.#first.bytes];
    if (taken < ENOUGH || read <= 0) return undefined;
    return Math.ceil(((this.#size - bytes) * taken) / read / 1000);
  }
}
