import type { ServerResponse } from 'node:http';
import { PartnerError } from '../errors.ts';
import { type Holder, Shares } from '../process/shares.ts';

/**
 * Limits the requests that wait at once in a process, which do no work meanwhile and so do not count as load. A
 * request over the limit is rejected: answered with nothing new, its client would ask again at once.
 */
export class Waiting {
  readonly #places: Shares;
  readonly #underWay = new Set<AbortController>();
  #isStopping = false;
  #refused = 0;

  constructor(limit: number) {
    this.#places = new Shares(limit);
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  get refused(): number {
    return this.#refused;
  }

  /** Runs the work; throws partner.overloaded at the limit, or if the holder has its share. `ended` aborts when the client leaves or the server stops. */
  async carry<T>(holder: Holder, response: ServerResponse, work: (ended: AbortSignal) => Promise<T>): Promise<T> {
    if (!this.#places.take(holder)) throw this.#refusal();
    const wait = new AbortController();
    const end = () => wait.abort();
    if (this.#isStopping || response.closed) end();
    this.#underWay.add(wait);
    response.once('close', end);
    try {
      return await work(wait.signal);
    } finally {
      response.off('close', end);
      this.#places.giveBack(holder);
      this.#underWay.delete(wait);
    }
  }

  /** Ends every wait, present and future. */
  stop(): void {
    this.#isStopping = true;
    for (const wait of this.#underWay) wait.abort();
  }

  #refusal(): PartnerError {
    this.#refused += 1;
    return new PartnerError('partner.overloaded', 'Too many requests are waiting for changes.', {
      headers: { 'Retry-After': '5' },
    });
  }
}
