import pg from 'pg';

/** A value that is text on the wire. */
type Plain = string | number | null;

/** What the driver keeps of a statement's result, with which it turns the texts of a row into values. */
export interface RowReader {
  parseRow(texts: readonly (string | null)[]): object;
}

interface Read {
  readonly reader: RowReader;
  readonly rows: object[];
  readonly resolve: (rows: object[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The part of the driver's connection that its own queries are written by. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  bind(message: { statement: string; values: readonly Plain[]; valueMapper: (value: Plain) => string | null }): void;
  execute(message: object): void;
  sync(): void;
}

/** The rejection of a read that did not run, because one before it in its group failed. */
export class NotRun extends Error {}

const toText = (value: Plain): string | null => (value === null ? null : String(value));

/** Tells whether all values are text on the wire, so that they need none of the driver's conversions. */
export const arePlain = (values: readonly unknown[]): values is readonly Plain[] =>
  values.every((value) => value === null || typeof value === 'string' || typeof value === 'number');

/**
 * Reads by key that are one query to the driver: statements that the connection has prepared, executed one behind the
 * other up to one sync. So the database answers all of them in one piece, and describes none of its rows again.
 */
export class ReadGroup extends pg.Query {
  readonly #reads: Read[] = [];
  #answered = 0;
  #wire: Wire | undefined;

  constructor() {
    super({ text: 'read group' }, [], (error) => this.#end(error));
  }

  /** Called by the driver once, before `add`. */
  override submit = (connection: unknown): void => {
    this.#wire = connection as Wire;
    this.#wire.stream.cork();
  };

  add(statement: string, values: readonly Plain[], reader: RowReader): Promise<object[]> {
    return new Promise((resolve, reject) => {
      this.#reads.push({ reader, rows: [], resolve, reject });
      this.#wire?.bind({ statement, values, valueMapper: toText });
      this.#wire?.execute({});
    });
  }

  /** Sends what was added. */
  send(): void {
    this.#wire?.sync();
    this.#wire?.stream.uncork();
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const read = this.#reads[this.#answered];
    read?.rows.push(read.reader.parseRow(fields));
  }

  handleCommandComplete(): void {
    const read = this.#reads[this.#answered];
    this.#answered += 1;
    read?.resolve(read.rows);
  }

  /** After the last answer, a failure of one of the reads, or that of the connection. */
  #end(error: Error | null | undefined): void {
    const [failed, ...others] = this.#reads.splice(this.#answered);
    failed?.reject(error);
    const reason = error instanceof pg.DatabaseError ? new NotRun() : error;
    for (const read of others) read.reject(reason);
  }
}
