import type { Driver } from '../driver.ts';
import type { Sending } from '../world.ts';

/** Requests that change nothing, put off so that they are sent together. */
export class Quiet {
  readonly #driver: Driver;
  readonly #sendings: Sending[] = [];

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  add(...sendings: readonly Sending[]): void {
    this.#sendings.push(...sendings);
  }

  /** Sends what has been put off. */
  async flush(): Promise<void> {
    await this.#driver.sendQuiet(this.#sendings.splice(0));
  }
}
