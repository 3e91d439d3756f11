import { Unavailable } from './failures.ts';

/** Limits how much of one kind of work runs at once. More waits, in order, and too much is rejected as an overload. */
export class Turns {
  #left: number;
  readonly #queue: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number, queue: number) {
    this.#left = most;
    this.#queue = queue;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#left > 0) this.#left -= 1;
    else if (this.#waiting.length >= this.#queue) throw new Unavailable('overloaded');
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
