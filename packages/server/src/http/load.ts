import { PartnerError } from '../errors.ts';

/** Limits the requests a process handles at once. More would slow down each and speed up none. */
export class Load {
  readonly #limit: number;
  #underWay = 0;
  #begun = 0;
  #refused = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Requests that were not refused, since the start. */
  get begun(): number {
    return this.#begun;
  }

  get refused(): number {
    return this.#refused;
  }

  /** Runs the work; throws partner.overloaded at the limit. */
  async carry<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay >= this.#limit) {
      this.#refused += 1;
      throw new PartnerError('partner.overloaded', 'The service is temporarily overloaded.', {
        headers: { 'Retry-After': '1' },
      });
    }
    this.#underWay += 1;
    this.#begun += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Runs a part of the work that is none for this process, such as a wait. */
  async pause<T>(part: () => Promise<T>): Promise<T> {
    this.#underWay -= 1;
    try {
      return await part();
    } finally {
      this.#underWay += 1;
    }
  }
}
