import type { PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { arePlain, NotRun, ReadGroup, type RowReader } from './read-group.ts';

/** Time without an answer, in milliseconds, after which a connection with statements under way gets no more of them. */
const PATIENCE = 1_000;

/** The part of a result that a read is for. */
export interface Rows<Row> {
  readonly rows: Row[];
}

/** A connection as long as statements are under way on it. */
interface Lease {
  readonly client: Promise<PoolClient>;
  underWay: number;
  answeredAt: number;
  /** Takes what else this turn of the event loop reads. */
  group?: ReadGroup | undefined;
}

/** Rows of the statements that a connection has prepared, by name. */
type Prepared = Map<string, RowReader>;

/**
 * A connection that short statements share: each is sent without waiting for the answers to those before it, and those of
 * one turn of the event loop together. PostgreSQL runs them one behind the other, so a statement that may wait for a lock or read many rows has no place here. One
 * connection answers more reads by key than one process of ours can send.
 */
export class SharedConnection {
  readonly #lend: () => Promise<PoolClient>;
  readonly #prepared = new WeakMap<PoolClient, Prepared>();
  #lease: Lease | undefined;

  constructor(lend: () => Promise<PoolClient>) {
    this.#lend = lend;
  }

  async query<Row extends QueryResultRow>(query: QueryConfig): Promise<Rows<Row>> {
    const lease = this.#join();
    lease.underWay += 1;
    try {
      const rows = await this.#run(lease, await lease.client, query);
      lease.answeredAt = performance.now();
      return { rows: rows as Row[] };
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

  /** A statement goes alone the first time, which prepares it and tells what its rows are. */
  async #run(lease: Lease, client: PoolClient, query: QueryConfig): Promise<object[]> {
    const { name, values = [] } = query;
    const prepared = this.#preparedOn(client);
    const reader = name === undefined ? undefined : prepared.get(name);
    if (name !== undefined && reader && arePlain(values)) return this.#groupOf(lease, client).add(name, values, reader);
    this.#send(lease);
    const result = await client.query(query);
    if (name !== undefined) prepared.set(name, result as unknown as RowReader);
    return result.rows;
  }

  #preparedOn(client: PoolClient): Prepared {
    const prepared = this.#prepared.get(client) ?? new Map();
    this.#prepared.set(client, prepared);
    return prepared;
  }

  #groupOf(lease: Lease, client: PoolClient): ReadGroup {
    if (lease.group) return lease.group;
    lease.group = new ReadGroup();
    // Before the socket sends what this turn has written, which it does in the same way.
    setImmediate(() => this.#send(lease));
    client.query(lease.group);
    return lease.group;
  }

  #send(lease: Lease): void {
    lease.group?.send();
    lease.group = undefined;
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
