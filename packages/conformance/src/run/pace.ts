import { familyOf } from '../checks/checks.ts';
import type { Memory } from '../checks/memory.ts';
import type { TargetClock } from './target-clock.ts';

/** Keeps the suite within the target's limits: waits for the next window when a budget is about to be spent. */
export class Pace {
  readonly #memory: Memory;
  readonly #clock: TargetClock;

  constructor(memory: Memory, clock: TargetClock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** How many requests of a budget are left, as far as is known. */
  remaining(budget: string): number {
    const last = this.#memory.budgets.get(`app:${budget}`);
    return last && last.reset * 1000 > this.#clock.now() ? last.remaining : Number.POSITIVE_INFINITY;
  }

  async before(budget: string | undefined, path: string): Promise<void> {
    const last = this.#memory.budgets.get(familyOf(path) === 'mint' ? 'mint' : `app:${budget ?? ''}`);
    const source = this.#memory.budgets.get('source');
    const spent = [last, budget === undefined ? source : undefined].filter((one) => one && one.remaining <= 0);
    for (const one of spent) await this.#clock.wait((one?.reset ?? 0) * 1000 - this.#clock.now());
  }
}
