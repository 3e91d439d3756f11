import type { ServerResponse } from 'node:http';
import { PartnerError } from '../errors.ts';
import { type Holder, Shares } from '../process/shares.ts';

/** Bytes of a long response that count as one request: sending them costs about as much. */
const BYTES_PER_REQUEST = 256 * 1024;

/** A long response counts as at most 1/n of the capacity for long responses, so that a few fit at once. */
const MOST_OF_LONG = 4;

const overloaded = (message: string, retryAfter: string): PartnerError =>
  new PartnerError('partner.overloaded', message, { headers: { 'Retry-After': retryAfter } });

/** Limits the requests a process handles at once. More would only slow each other down. */
export class Load {
  readonly #limit: number;
  /** Capacity for long responses. */
  readonly #long: Shares;
  #underWay = 0;
  #begun = 0;
  #refused = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#long = new Shares(Math.ceil(limit / 2));
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Requests accepted since the start. */
  get begun(): number {
    return this.#begun;
  }

  get refused(): number {
    return this.#refused;
  }

  /** Runs the work; throws partner.overloaded at the limit. */
  async carry<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay >= this.#limit) throw this.#refusal();
    this.#underWay += 1;
    this.#begun += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Counts a long response by its size until the returned function is called. Throws partner.overloaded if full. */
  hold(holder: Holder, bytes: number): () => void {
    const weight = Math.ceil(Math.min(bytes / BYTES_PER_REQUEST, this.#long.size / MOST_OF_LONG));
    if (!this.#long.take(holder, weight)) throw this.#refusal();
    this.#underWay += weight;
    return () => {
      this.#long.giveBack(holder, weight);
      this.#underWay -= weight;
    };
  }

  #refusal(): PartnerError {
    this.#refused += 1;
    return overloaded('The service is temporarily overloaded.', '1');
  }

  /** Runs a part of the work that does not load this process, such as a wait. */
  async pause<T>(part: () => Promise<T>): Promise<T> {
    this.#underWay -= 1;
    try {
      return await part();
    } finally {
      this.#underWay += 1;
    }
  }
}

/**
 * Limits the requests that wait at once in a process. A waiting request does no work, so it does not count as load. A
 * request over the limit is rejected: after an empty response, its client would ask again at once.
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

  /**
   * Runs the work. Throws partner.overloaded at the limit, or if the holder has its share. `ended` aborts when the
   * client disconnects or the server stops.
   */
  async carry<T>(holder: Holder, response: ServerResponse, work: (ended: AbortSignal) => Promise<T>): Promise<T> {
    if (!this.#places.take(holder)) {
      this.#refused += 1;
      throw overloaded('Too many requests are waiting for changes.', '5');
    }
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
}
