import { type Holder, Shares } from '../process/shares.ts';
import type { Pair } from './progress.ts';

export interface Outcome {
  /** True if there is more to send immediately. */
  readonly again: boolean;
  /** True if the endpoint failed or was slow. */
  readonly isTroubled: boolean;
}

export interface LaneLimits {
  /** Maximum number of concurrent attempts. An app, an organization and the sandbox each have a share of it. */
  readonly all: number;
  /** Maximum number of concurrent attempts to endpoints in trouble, which leaves room for others. Shared likewise. */
  readonly troubled: number;
  /** Maximum number of concurrent attempts to one endpoint; one if the endpoint is in trouble. */
  readonly each: number;
}

export const LANE_LIMITS: LaneLimits = { all: 64, troubled: 32, each: 2 };

/** The merchants of one endpoint that have something to send. */
interface Lane {
  readonly holder: Holder;
  readonly waiting: Set<number>;
  readonly running: Set<number>;
  /** Merchants added again while they were running. */
  readonly added: Set<number>;
  isTroubled: boolean;
}

/** Attempts of one process: endpoints take turns, and each merchant of an endpoint has one attempt at a time. */
export class Lanes {
  readonly #run: (pair: Pair) => Promise<Outcome>;
  readonly #limits: LaneLimits;
  /** In the order of their turns. */
  readonly #lanes = new Map<number, Lane>();
  readonly #attempts = new Set<Promise<void>>();
  readonly #all: Shares;
  readonly #troubled: Shares;
  #isClosed = false;

  constructor(run: (pair: Pair) => Promise<Outcome>, limits: LaneLimits = LANE_LIMITS) {
    this.#run = run;
    this.#limits = limits;
    this.#all = new Shares(limits.all);
    this.#troubled = new Shares(limits.troubled);
  }

  /** Endpoints with queued attempts. */
  get waiting(): number[] {
    return [...this.#lanes].flatMap(([endpointId, { waiting }]) => (waiting.size > 0 ? endpointId : []));
  }

  /** Queues an attempt. If one is running for the pair, another follows it. */
  add({ endpointId, companyId }: Pair, holder: Holder): void {
    const empty = { holder, waiting: new Set<number>(), running: new Set<number>(), added: new Set<number>() };
    const lane = this.#lanes.get(endpointId) ?? { ...empty, isTroubled: false };
    this.#lanes.set(endpointId, lane);
    if (lane.running.has(companyId)) lane.added.add(companyId);
    else lane.waiting.add(companyId);
    this.#start();
  }

  /** Drops queued attempts and waits for running ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#attempts);
  }

  #start(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const [endpointId, lane] = next;
      const [companyId] = lane.waiting as unknown as [number];
      this.#begin(lane, { endpointId, companyId });
      // The endpoint's next turn comes after all others.
      this.#lanes.delete(endpointId);
      this.#lanes.set(endpointId, lane);
    }
  }

  #next(): readonly [number, Lane] | undefined {
    if (this.#isClosed || this.#all.taken >= this.#all.size) return undefined;
    for (const each of this.#lanes) {
      const { holder, waiting, running, isTroubled } = each[1];
      if (waiting.size === 0 || running.size >= (isTroubled ? 1 : this.#limits.each)) continue;
      if (this.#all.hasRoom(holder) && (!isTroubled || this.#troubled.hasRoom(holder))) return each;
    }
    return undefined;
  }

  #begin(lane: Lane, pair: Pair): void {
    const { endpointId, companyId } = pair;
    const { holder, waiting, running, added, isTroubled } = lane;
    waiting.delete(companyId);
    running.add(companyId);
    this.#all.take(holder);
    if (isTroubled) this.#troubled.take(holder);
    const attempt = this.#run(pair).then((outcome) => {
      this.#all.giveBack(holder);
      if (isTroubled) this.#troubled.giveBack(holder);
      this.#attempts.delete(attempt);
      running.delete(companyId);
      lane.isTroubled = outcome.isTroubled;
      if (added.delete(companyId) || outcome.again) waiting.add(companyId);
      if (waiting.size + running.size === 0 && !lane.isTroubled) this.#lanes.delete(endpointId);
      this.#start();
    });
    this.#attempts.add(attempt);
  }
}
