import { cellsOf } from '../database/cells.ts';
import { Unavailable } from '../database/failures.ts';
import { type Holder, NO_APP } from '../process/shares.ts';
import { isReady } from './cursors.ts';
import { type Delivering, deliverNext } from './delivery.ts';
import { LANE_LIMITS, type LaneLimits, Lanes, type Outcome } from './lanes.ts';
import { SentPlaces } from './page.ts';
import { duePairs, type Pair, progressOf } from './progress.ts';
import { enabledEndpoints, endpointsOf, merchantsOf, type Reached } from './targets.ts';

/** Milliseconds between sweeps, and milliseconds for which signals are gathered. */
const SWEEP = 2_000;
const GATHER = 100;

/** Maximum number of merchants whose logs one sweep compares with the cursors of endpoints. */
const COMPARED = 500;

/**
 * Sends merchants' changes to endpoints. Looks at merchants whose changes were signalled, at cursors that are due, and
 * at a few others in turn, which finds changes whose signal was lost and merchants that have just connected.
 */
export class Deliverer {
  readonly #delivering: Delivering;
  readonly #lanes: Lanes;
  readonly #stop = new AbortController();
  readonly #signalled = new Set<number>();
  /** Where the next sweep resumes. */
  #compared: Pair = { endpointId: 0, companyId: 0 };
  #working: Promise<void> = Promise.resolve();
  #sweeper: NodeJS.Timeout | undefined;
  #gathering: NodeJS.Timeout | undefined;
  /** Stop listening. */
  #ends: (() => void)[] | undefined;

  constructor(delivery: Omit<Delivering, 'sent'>, limits: LaneLimits = LANE_LIMITS) {
    this.#delivering = { ...delivery, sent: new SentPlaces() };
    this.#lanes = new Lanes((pair) => this.#attempt(pair), limits);
  }

  start(): void {
    this.#sweeper = setInterval(() => this.sweep(), SWEEP).unref();
  }

  /** Looks for requests that are due and for changes whose signal was lost. */
  sweep(): void {
    this.#work(() => this.#sweep());
  }

  /** Listens to the changes of all cells once there are endpoints. Several cells may be in one database. */
  #listen(): void {
    if (this.#ends) return;
    const pools = new Set(cellsOf(this.#delivering.databases).map(({ pool }) => pool));
    this.#ends = [...pools].map((pool) =>
      pool.changes.listen(({ companyId }) => {
        if (companyId !== undefined) this.#changed(companyId);
      }),
    );
  }

  #changed(companyId: number): void {
    this.#signalled.add(companyId);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#work(async () => {
        const { control, clock } = this.#delivering;
        const companyIds = [...this.#signalled];
        this.#signalled.clear();
        for (const reached of await endpointsOf(control.pool, companyIds, clock())) this.#lanes.add(reached, reached);
      });
    }, GATHER).unref();
  }

  /** Announces that an endpoint was added, changed or enabled. */
  look(endpointId: number): void {
    this.#listen();
    this.#work(async () => this.#addPending(await this.#merchantsOf({ endpointId, companyId: 0 })));
  }

  /** Abandons unfinished requests, which the next process repeats. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    clearTimeout(this.#gathering);
    for (const end of this.#ends ?? []) end();
    this.#stop.abort();
    await this.#working;
    await this.#lanes.close();
    await this.#delivering.close();
  }

  /** Queues work on the databases. If it fails, the next sweep tries again. */
  #work(work: () => Promise<void>): void {
    this.#working = this.#working.then(async () => {
      if (this.#stop.signal.aborted) return;
      await work().catch((err) => this.#delivering.log.warn({ err }, 'webhooks could not be looked for'));
    });
  }

  async #attempt(pair: Pair): Promise<Outcome> {
    try {
      return await deliverNext(this.#delivering, pair, this.#stop.signal);
    } catch (err) {
      // Until the previous release has stopped, every sweep tries again.
      const isUpgrading = err instanceof Unavailable && err.failure === 'upgrading';
      if (!this.#stop.signal.aborted && !isUpgrading)
        this.#delivering.log.warn({ err, ...pair }, 'changes could not be delivered');
      return { again: false, isTroubled: false };
    }
  }

  async #sweep(): Promise<void> {
    const { control, regions, clock } = this.#delivering;
    const endpoints = await enabledEndpoints(control.pool);
    if (endpoints.length === 0) return;
    this.#listen();
    const holders = new Map<number, Holder>(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    for (const pair of await duePairs(regions, clock(), this.#lanes.waiting))
      this.#lanes.add(pair, holders.get(pair.endpointId) ?? NO_APP);

    // Compares the cursors of the endpoints whose turn it is.
    const { endpointId, companyId } = this.#compared;
    const ids = [...holders.keys()].filter((id) => id >= endpointId);
    let left = COMPARED;
    for (const id of ids) {
      const after = { endpointId: id, companyId: id === endpointId ? companyId : 0 };
      const merchants = await this.#merchantsOf(after, left);
      await this.#addPending(merchants);
      left -= merchants.length;
      this.#compared = { endpointId: id, companyId: merchants.at(-1)?.companyId ?? after.companyId };
      if (left <= 0) return;
    }
    this.#compared = { endpointId: 0, companyId: 0 };
  }

  #merchantsOf({ endpointId, companyId: after }: Pair, limit = COMPARED): Promise<Reached[]> {
    return merchantsOf(this.#delivering.control.pool, endpointId, { after, limit }, this.#delivering.clock());
  }

  /** Queues the merchants that have something to send, or no cursor yet. Skips unavailable cells. */
  async #addPending(merchants: readonly Reached[]): Promise<void> {
    const { regions, clock, sent } = this.#delivering;
    for await (const { reached, progress, isKnown } of progressOf(regions, merchants)) {
      if (!isKnown) continue;
      if (progress) {
        const { position, behind, resync, dueAt } = progress;
        // A restored cell may have lost track of what it has sent.
        const isRestored = (sent.latest(reached, reached.sent)?.[0] ?? 0) > position;
        const isPending = behind > 0 || resync !== null || dueAt !== null || isRestored;
        if (!isPending || !isReady(progress, reached.enabledAt, clock())) continue;
      }
      this.#lanes.add(reached, reached);
    }
  }
}
