import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Time without an answer, in milliseconds, after which a connection with statements under way gets no more of them. */
const PATIENCE = 1_000;

/** A connection as long as statements are under way on it. */
interface Lease {
  readonly client: Promise<PoolClient>;
  underWay: number;
  answeredAt: number;
}

/**
 * A connection that short statements share: each is sent without waiting for the answers to those before it. PostgreSQL
 * runs them one behind the other, so a statement that may wait for a lock or read many rows has no place here. One
 * connection answers more reads by key than one process of ours can send.
 */
export class SharedConnection {
  readonly #lend: () => Promise<PoolClient>;
  #lease: Lease | undefined;

  constructor(lend: () => Promise<PoolClient>) {
    this.#lend = lend;
  }

  async query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    const lease = this.#join();
    lease.underWay += 1;
    try {
      const result = await (await lease.client).query<Row>(query);
      lease.answeredAt = performance.now();
      return result;
    } catch (error) {
      // The connection may be lost.
      this.#leave(lease);
      throw error;
    } finally {
      lease.underWay -= 1;
      if (lease.underWay === 0) this.#giveBack(lease);
    }
  }

  #join(): Lease {
    const now = performance.now();
    if (this.#lease && now - this.#lease.answeredAt <= PATIENCE) return this.#lease;
    this.#lease = { client: this.#lend(), underWay: 0, answeredAt: now };
    return this.#lease;
  }

  /** Whoever comes next gets another connection. */
  #leave(lease: Lease): void {
    if (this.#lease === lease) this.#lease = undefined;
  }

  /** The pool drops a connection that was lost. */
  #giveBack(lease: Lease): void {
    this.#leave(lease);
    void lease.client.then(
      (client) => client.release(),
      () => {},
    );
  }
}
