import pg, { type Connection, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';

/** The driver's connection, with the names of statements whose preparation is not answered yet. */
type DriverConnection = Connection & { readonly submittedNamedStatements: Record<string, string> };

/** The driver's query, of which its types leave out most. */
interface DriverQuery {
  readonly _results: QueryResult | QueryResult[];
  /** Sends what executes a statement that has its values. */
  _getRows(connection: Connection): void;
  submit(connection: Connection): Error | null;
  handleCommandComplete(message: object, connection: Connection): void;
  handleError(error: Error, connection: DriverConnection): void;
}

const Query = pg.Query as unknown as new (first: QueryConfig, done: (error: Error | null) => void) => DriverQuery;

interface Asked {
  readonly statement: QueryConfig;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Prepared statements with one Sync behind the last of them: PostgreSQL sends its answers together, and after a failure
 * leaves out what is behind it.
 */
class Batch extends Query {
  readonly texts: readonly string[];
  readonly #asked: readonly Asked[];
  #answered = 0;

  constructor(asked: readonly [Asked, ...Asked[]]) {
    super(asked[0].statement, (error) => this.#settle(error));
    this.texts = asked.map(({ statement }) => statement.text);
    this.#asked = asked;
  }

  override submit(connection: Connection): Error | null {
    for (const { statement } of this.#asked) {
      this.#turnTo(statement);
      super.submit(connection);
    }
    connection.sync();
    this.#turnTo(this.#asked[0]?.statement);
    return null;
  }

  override _getRows(connection: Connection): void {
    connection.execute({ portal: '' }, true);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    this.#answered += 1;
    this.#turnTo(this.#asked[this.#answered]?.statement);
  }

  override handleError(error: Error, connection: DriverConnection): void {
    // What is left out is not prepared either.
    for (const { statement } of this.#asked.slice(this.#answered)) {
      delete connection.submittedNamedStatements[statement.name ?? ''];
    }
    super.handleError(error, connection);
  }

  /** Takes the statement's place, which is sent next, or whose answer is the next to come. */
  #turnTo({ name, text, values }: Partial<QueryConfig> = {}): void {
    Object.assign(this, { name, text, values });
  }

  #settle(error: Error | null): void {
    const results = [this._results].flat();
    for (const [place, { resolve, reject }] of this.#asked.entries()) {
      if (place < this.#answered) resolve(results[place] as QueryResult);
      else reject(error);
    }
  }
}

/** A transaction's way to its connection: the statements that it sends before it waits for an answer travel as one batch. */
export class Batches {
  readonly #client: PoolClient;
  #asked: Asked[] = [];

  constructor(client: PoolClient) {
    this.#client = client;
  }

  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      if (this.#asked.push({ statement, resolve, reject }) === 1) process.nextTick(() => this.#send());
    });
  }

  #send(): void {
    const [first, ...others] = this.#asked.splice(0);
    if (first) this.#client.query(new Batch([first, ...others]));
  }
}
