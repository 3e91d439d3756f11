/** Limits how much of one kind of work runs at once. More waits, in order. */
export class Turns {
  #left: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#left = most;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#left > 0) this.#left -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#left += 1;
    }
  }
}
