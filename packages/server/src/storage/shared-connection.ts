import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/**
 * A connection that short statements share: each is sent without waiting for the answers to those before it. PostgreSQL
 * runs them one behind the other, so a statement that may wait for a lock or read many rows has no place here. One
 * connection answers more reads by key than one process of ours can send. It is lent while statements are under way.
 */
export class SharedConnection {
  readonly #lend: () => Promise<PoolClient>;
  #lent: Promise<PoolClient> | undefined;
  #underWay = 0;

  constructor(lend: () => Promise<PoolClient>) {
    this.#lend = lend;
  }

  async query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    this.#underWay += 1;
    this.#lent ??= this.#lend();
    const lent = this.#lent;
    try {
      return await (await lent).query<Row>(query);
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#giveBack(lent);
    }
  }

  /** The pool drops a connection that was lost meanwhile. */
  #giveBack(lent: Promise<PoolClient>): void {
    this.#lent = undefined;
    void lent.then(
      (client) => client.release(),
      () => {},
    );
  }
}
