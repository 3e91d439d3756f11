import type { PoolClient, QueryConfig } from 'pg';
import { Batches, hasRun, NotRun, type Rows } from './batch.ts';

/** Time without a response, in milliseconds, after which a connection with running statements takes no more. */
const PATIENCE = 1_000;

/** A connection while statements are running on it. */
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
 * A connection shared by short statements: each is sent without waiting for earlier results, and the statements of one
 * turn of the event loop are one batch. PostgreSQL runs them in order, so a statement that may wait for a lock or read
 * many rows must not use it. One such connection handles more reads by key than one process can send.
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

  /** The next statement takes another connection. */
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

/** Sends a statement alone the first time, so that the failure of another cannot keep it from being prepared. */
const run = <Row extends object>({ client, batches }: Way, query: QueryConfig): Promise<Rows<Row>> =>
  (hasRun(client, query) ? batches : new Batches(client)).query<Row>(query);
