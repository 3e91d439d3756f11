import type { Budget, Memory } from '../checks/memory.ts';
import { familyOf } from '../contract/family.ts';
import type { TargetClock } from './target-clock.ts';

const MINUTE = 60_000;

/** Milliseconds by which the target's clock may be ahead, so that its next minute has begun. */
const SLACK = 2_000;

/** True if the request counts against the source address's limit on mints. client_credentials does at either endpoint. */
const isMint = (path: string, text: string): boolean =>
  familyOf(path) === 'mint' || (path.startsWith('/oauth/token') && text.includes('client_credentials'));

/** Keeps the suite within the target's limits. Waits for the next window when a limit is reached. */
export class Pace {
  readonly #memory: Memory;
  readonly #clock: TargetClock;
  /** Number of requests without a response, by budget. */
  readonly #open = new Map<string, number>();
  /** The last reported budget of mints, and the times of the mints sent since. */
  #reported: Budget | undefined;
  #unreported: number[] = [];

  constructor(memory: Memory, clock: TargetClock) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** Requests left under a limit according to the last report. */
  remaining(budget: string): number {
    const last = this.#memory.budgets.get(`app:${budget}`);
    return last && last.reset * 1000 > this.#clock.now() ? last.remaining : Number.POSITIVE_INFINITY;
  }

  /** Waits until no limit is spent that the request may count against. A rejected API key may count against two. */
  async before(budget: string | undefined, path: string, text = '', hasKey = false): Promise<void> {
    const { budgets, unattributed } = this.#memory;
    const open = this.#open.get(budget ?? '') ?? 0;
    this.#open.set(budget ?? '', open + 1);
    const mint = isMint(path, text) ? this.#mints() : undefined;
    const ofApp = familyOf(path) === 'mint' ? undefined : budgets.get(`app:${budget ?? ''}`);
    const app = ofApp && { ...ofApp, remaining: ofApp.remaining - open };
    const known = budget === undefined || hasKey ? budgets.get('source') : undefined;
    const source = known && { ...known, remaining: known.remaining - unattributed };
    const spent = [mint, app, source].filter((one) => one && one.remaining <= 0);
    for (const one of spent) await this.#clock.wait((one?.reset ?? 0) * 1000 - this.#clock.now());
    if (isMint(path, text) && familyOf(path) !== 'mint') this.#unreported.push(this.#clock.now());
  }

  /** Called after the response to a paced request. */
  after(budget = ''): void {
    this.#open.set(budget, (this.#open.get(budget) ?? 1) - 1);
  }

  /**
   * Mints left in this minute: the number in the last mint response or the full limit, minus mints at the token endpoint,
   * which does not report them.
   */
  #mints(): Budget | undefined {
    const last = this.#memory.budgets.get('mint');
    if (last !== this.#reported) this.#unreported = [];
    this.#reported = last;
    const reset = Math.floor(this.#clock.now() / MINUTE + 1) * (MINUTE / 1000);
    const reported = last && last.reset < reset ? { ...last, remaining: last.limit, reset } : last;
    const since = reset * 1000 - MINUTE - SLACK;
    this.#unreported = this.#unreported.filter((at) => at >= since);
    return reported && { ...reported, remaining: reported.remaining - this.#unreported.length };
  }
}
