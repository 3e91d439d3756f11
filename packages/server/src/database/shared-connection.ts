import type { PoolClient, QueryConfig } from 'pg';
import { Batches, hasRun, NotRun, type Rows } from './batch.ts';

/** Milliseconds without a response after which a connection with running statements accepts no more. */
const PATIENCE = 1_000;

/** A connection while it is running statements. */
interface Lease {
  readonly way: Promise<Way>;
  underWay: number;
  answeredAt: number;
}

interface Way {
  readonly client: PoolClient;
  readonly batches: Batches;
}

/**
 * A connection shared by short statements. Each is sent without waiting for earlier results, and those of one turn of
 * the event loop form a batch. PostgreSQL runs them in order, so statements that may wait for a lock or read many rows
 * must not use it. One such connection handles more reads by key than a process can send.
 */
export class SharedConnection {
  readonly #lend: () => Promise<PoolClient>;
  #lease: Lease | undefined;

  constructor(lend: () => Promise<PoolClient>) {
    this.#lend = lend;
  }

  async query<Row extends object>(query: QueryConfig): Promise<Rows<Row>> {
    const lease = this.#join();
    lease.underWay += 1;
    try {
      const rows = await run<Row>(await lease.way, query);
      lease.answeredAt = performance.now();
      return rows;
    } catch (error) {
      // The connection may be lost.
      this.#leave(lease);
      if (error instanceof NotRun) return this.query<Row>(query);
      throw error;
    } finally {
      lease.underWay -= 1;
      if (lease.underWay === 0) this.#giveBack(lease);
    }
  }

  #join(): Lease {
    const now = performance.now();
    if (this.#lease && now - this.#lease.answeredAt <= PATIENCE) return this.#lease;
    const way = this.#lend().then((client) => ({ client, batches: new Batches(client) }));
    this.#lease = { way, underWay: 0, answeredAt: now };
    return this.#lease;
  }

  /** Makes the next statement take another connection. */
  #leave(lease: Lease): void {
    if (this.#lease === lease) this.#lease = undefined;
  }

  #giveBack(lease: Lease): void {
    this.#leave(lease);
    void lease.way.then(
      ({ client }) => client.release(),
      () => {},
    );
  }
}

/** Sends a statement separately the first time, so that another's failure cannot prevent it from being prepared. */
const run = <Row extends object>({ client, batches }: Way, query: QueryConfig): Promise<Rows<Row>> =>
  (hasRun(client, query) ? batches : new Batches(client)).query<Row>(query);
