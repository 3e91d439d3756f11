import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Databases } from '../../src/database/database.ts';
import type { Answer, Caller } from './api-caller.ts';
import { rejectionOf } from './rejections.ts';

/** Clients that create brands until they are stopped. Each create has its own key and is retried until acknowledged. */
export class Writers {
  readonly #acknowledged: string[] = [];
  readonly #refused: Answer[] = [];
  readonly #caller: Caller;
  readonly #done: Promise<unknown>;
  #stopped = false;

  constructor(caller: Caller, count: number, round = 0) {
    this.#caller = caller;
    this.#done = Promise.all(Array.from({ length: count }, (_, i) => this.#write(`${round}-${i}`)));
  }

  /** Resolves once `count` more brands have been acknowledged. */
  async progress(count: number): Promise<void> {
    const before = this.#acknowledged.length;
    while (this.#acknowledged.length < before + count) await delay(5);
  }

  /** Resolves once each brand has been acknowledged or finally rejected. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }

  /** Asserts that each brand exists exactly once, and that 503 was the only failure. */
  async expectKept({ regions }: Databases): Promise<void> {
    expect(this.#refused.map(rejectionOf)).toEqual([]);
    const { rows } = await regions.UK.query<{ name: string; n: number }>(
      'select name, count(*) as n from region_uk.brands where name = any($1) group by name',
      [this.#acknowledged],
    );
    expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
    expect(rows).toHaveLength(this.#acknowledged.length);
  }

  async #write(writer: string): Promise<void> {
    for (let i = 0; !this.#stopped; i += 1) await this.#create(`Brand ${writer}-${i}`);
  }

  async #create(name: string): Promise<void> {
    for (;;) {
      const answer = await this.#caller.post('/brands', { name }, { 'Idempotency-Key': name });
      if (answer.status === 201) return void this.#acknowledged.push(name);
      // 409 means that an earlier attempt, whose outcome is unknown, is still running.
      if (answer.status !== 503 && answer.status !== 409) return void this.#refused.push(answer);
      await delay(50);
    }
  }
}
