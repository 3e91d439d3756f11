import { setTimeout as delay } from 'node:timers/promises';
import { isUnanswered } from './failures.ts';

export interface BreakerLimits {
  /** Silence of all connections, with requests pending, that makes the database suspect. */
  readonly silence: number;
  /** Time to connect and get a response. A suspect database that takes longer is unavailable. */
  readonly probe: number;
}

interface Connections {
  isBusy(): boolean;
  /** Bytes received on all connections. Any change proves that the peer is alive. */
  received(): number;
  /** Opens a new connection and waits for one response. Aborted by `signal`. */
  probe(signal: AbortSignal): Promise<void>;
  abandon(): void;
}

/** Bounds of the random pause between probes of an unavailable database, in milliseconds. */
const SHORTEST_PAUSE = 200;
const LONGEST_PAUSE = 500;

/**
 * Circuit breaker for one database. A failed, lost or silent connection makes the database suspect, and a probe on a
 * new connection decides. While probes fail, the circuit is open and every use of the database fails at once.
 */
export class CircuitBreaker {
  readonly #limits: BreakerLimits;
  readonly #connections: Connections;
  readonly #timer: NodeJS.Timeout;
  #failure: Error | undefined;
  #suspicion: Error | undefined;
  /** Outcome of the latest probe. */
  #verdict: Promise<Error | undefined> = Promise.resolve(undefined);
  #closed = false;
  #lookedAt = performance.now();
  #heardAt = performance.now();
  #received = 0;

  constructor(limits: BreakerLimits, connections: Connections) {
    this.#limits = limits;
    this.#connections = connections;
    this.#timer = setInterval(() => this.#look(), limits.silence / 4).unref();
  }

  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Why the database is unavailable, once a probe that is under way has decided. */
  async decided(): Promise<Error | undefined> {
    return this.#failure ?? this.#verdict;
  }

  /** Reports a connection that failed, was lost or is silent. */
  suspect(reason: Error): void {
    if (this.#suspicion || this.#closed) return;
    this.#suspicion = reason;
    void this.#decide();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    // A process that was itself blocked has not read what has arrived.
    const wasHeldUp = now - this.#lookedAt > this.#limits.silence / 2;
    this.#lookedAt = now;
    const received = this.#connections.received();
    if (wasHeldUp || received !== this.#received || !this.#connections.isBusy()) this.#heardAt = now;
    this.#received = received;
    if (now - this.#heardAt < this.#limits.silence) return;
    this.suspect(new Error(`no answer for ${this.#limits.silence} ms`));
  }

  async #decide(): Promise<void> {
    while (!this.#closed) {
      this.#verdict = this.#probe();
      const failure = await this.#verdict;
      if (!failure) break;
      if (!this.#failure) this.#connections.abandon();
      this.#failure = failure;
      await delay(SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE), undefined, { ref: false });
    }
    this.#failure = undefined;
    this.#suspicion = undefined;
    this.#heardAt = performance.now();
  }

  /** Returns why the database is unavailable; undefined if it responded, even with an error. */
  async #probe(): Promise<Error | undefined> {
    const attempt = new AbortController();
    const startedAt = performance.now();
    const timer = setTimeout(() => attempt.abort(), this.#limits.probe);
    try {
      await this.#connections.probe(attempt.signal);
      return undefined;
    } catch (error) {
      if (!isUnanswered(error)) return undefined;
      if (!attempt.signal.aborted) return error as Error;
      // A process that was itself blocked has not read the response, so it probes again.
      const wasHeldUp = performance.now() - startedAt > 1.5 * this.#limits.probe;
      return wasHeldUp ? this.#probe() : new Error(`no answer to a probe within ${this.#limits.probe} ms`);
    } finally {
      clearTimeout(timer);
    }
  }
}
