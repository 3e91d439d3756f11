import type { Walker } from '../walker.ts';
import type { Sending } from '../world.ts';

/** Requests that change nothing, put off so that they are sent together. */
export class Quiet {
  readonly #walker: Walker;
  readonly #sendings: Sending[] = [];

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  add(...sendings: readonly Sending[]): void {
    this.#sendings.push(...sendings);
  }

  /** Sends what has been put off. */
  async flush(): Promise<void> {
    await this.#walker.sendQuiet(this.#sendings.splice(0));
  }
}
