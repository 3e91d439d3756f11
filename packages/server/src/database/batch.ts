import pg, { type FieldDef, type PoolClient, type QueryConfig } from 'pg';
// @ts-expect-error The driver's types leave this module out.
import utils from 'pg/lib/utils.js';
import { isInFailedTransaction } from './failures.ts';

export interface Rows<Row> {
  readonly rows: Row[];
}

/** Serializes a value for the driver. Writes arrays itself: the driver takes milliseconds for thousands of lines. */
function prepared(value: unknown): string | Buffer | null {
  if (!Array.isArray(value)) return utils.prepareValue(value);
  let text = '{';
  for (const item of value) {
    if (text.length > 1) text += ',';
    if (item === null || item === undefined) text += 'NULL';
    else if (typeof item === 'number') text += item;
    else if (typeof item === 'string') text += `"${/["\\]/.test(item) ? item.replaceAll(/["\\]/g, '\\$&') : item}"`;
    else return utils.prepareValue(value);
  }
  return `${text}}`;
}

interface Asked {
  readonly statement: QueryConfig;
  readonly resolve: (result: Rows<object>) => void;
  readonly reject: (error: unknown) => void;
}

/** A statement that did not run because an earlier one in its batch or transaction failed; `cause` is that failure. */
export class NotRun extends Error {
  override name = 'NotRun';
}

/** The first failure that is not merely the effect of another one. */
export function firstFailure(outcomes: readonly PromiseSettledResult<unknown>[]): PromiseRejectedResult | undefined {
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  return failures.find(({ reason }) => !(reason instanceof NotRun)) ?? failures[0];
}

/** Methods of the driver's connection that its own queries call. */
interface Wire {
  /** The embedded database has no socket, so `cork` is missing there. */
  readonly stream: { cork?(): void; uncork?(): void };
  /** Texts of statements by name: prepared ones, and ones whose preparation is not confirmed yet. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(target: { type: 'P'; name: string }): void;
  execute(portal: object): void;
  sync(): void;
}

interface RowReader {
  addFields(fields: readonly FieldDef[]): void;
  parseRow(texts: readonly (string | null)[]): object;
}

/** Readers of each connection's prepared statements, by name; null if a statement returns no rows. */
const readersOn = new WeakMap<Wire, Map<string, RowReader | null>>();

function readersOf(wire: Wire): Map<string, RowReader | null> {
  const readers = readersOn.get(wire) ?? new Map<string, RowReader | null>();
  readersOn.set(wire, readers);
  return readers;
}

/** True if the statement has run on the connection, which then needs only its name. */
const hasRun = (client: PoolClient, { name }: QueryConfig): boolean =>
  name !== undefined && readersOf((client as unknown as { connection: Wire }).connection).has(name);

/**
 * Statements sent as one query of the driver, with a single Sync at the end: PostgreSQL sends all results together and,
 * after a failure, skips the rest. Statements that have run on the connection are not described again.
 */
export class Batch extends pg.Query {
  readonly asked: readonly Asked[];
  /** The statement whose result comes next. The driver marks it as prepared. */
  declare name: string | undefined;
  declare text: string | undefined;
  #wire: Wire | undefined;
  #answered = 0;
  #reader: RowReader | null = null;
  #rows: object[] = [];

  constructor(asked: readonly Asked[]) {
    super({ text: '' }, (error) => this.#end(error));
    this.asked = asked;
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire;
    const readers = readersOf(wire);
    this.#wire = wire;
    wire.stream.cork?.();
    for (const { statement } of this.asked) {
      const { name = '', text, values = [] } = statement;
      const isKnown = (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) !== undefined;
      if (!isKnown) {
        wire.parse({ name, text });
        if (name) wire.submittedNamedStatements[name] = text;
      }
      wire.bind({ statement: name, values });
      if (!readers.has(name)) wire.describe({ type: 'P', name: '' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork?.();
    this.#expect(this.asked[0]);
  };

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#reader = new pg.Result('', types as typeof pg.types) as unknown as RowReader;
    this.#reader.addFields(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#reader) this.#rows.push(this.#reader.parseRow(fields));
  }

  handleCommandComplete(): void {
    const rows = this.#rows;
    const { statement, resolve } = this.asked[this.#answered] as Asked;
    if (statement.name && this.#wire) readersOf(this.#wire).set(statement.name, this.#reader);
    this.#answered += 1;
    this.#expect(this.asked[this.#answered]);
    resolve({ rows });
  }

  #expect(next: Asked | undefined): void {
    this.name = next?.statement.name;
    this.text = next?.statement.text;
    this.#rows = [];
    this.#reader = (this.#wire && readersOf(this.#wire).get(this.name ?? '')) ?? null;
  }

  /** Runs after the last result, when a statement fails, or when the connection is lost. */
  #end(error: Error | null | undefined): void {
    const [failed, ...others] = this.asked.slice(this.#answered);
    // Skipped statements are not prepared either.
    for (const { statement } of others) delete this.#wire?.submittedNamedStatements[statement.name ?? ''];
    failed?.reject(error);
    const reason = error instanceof pg.DatabaseError ? new NotRun(error.message, { cause: error }) : error;
    for (const { reject } of others) reject(reason);
  }
}

/**
 * Collects statements from one turn of the event loop and sends them as one batch. After a failure in a transaction,
 * statements of later batches are rejected with NotRun, like the rest of the failed statement's own batch.
 */
export class Batches {
  readonly #client: PoolClient;
  #asked: Asked[] = [];
  #failure: unknown;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  query<Row extends object>({ values = [], ...statement }: QueryConfig): Promise<Rows<Row>> {
    return new Promise<Rows<object>>((resolve, reject) => {
      const asked = {
        statement: { ...statement, values: values.map(prepared) },
        resolve: (result: Rows<object>) => {
          // In a failed transaction, only a rollback succeeds, of all or to a savepoint.
          this.#failure = undefined;
          resolve(result);
        },
        reject: (error: unknown) => reject(this.#reasonOf(error)),
      };
      if (this.#asked.push(asked) === 1) setImmediate(() => this.#client.query(new Batch(this.#asked.splice(0))));
    }) as Promise<Rows<Row>>;
  }

  #reasonOf(error: unknown): unknown {
    if (error instanceof NotRun || isInFailedTransaction(error)) {
      const cause = this.#failure ?? error;
      return new NotRun((cause as Error).message, { cause });
    }
    this.#failure ??= error;
    return error;
  }
}

const INT8 = 20;
const DATE_LIKE = new Set([1082, 1114, 1184]);

/** Ids become numbers; dates stay text, as written by the database. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (DATE_LIKE.has(oid)) return String;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** Milliseconds of silence after which a busy shared connection accepts no more statements. */
const PATIENCE = 1_000;

interface Lease {
  readonly connection: Promise<{ readonly client: PoolClient; readonly batches: Batches }>;
  underWay: number;
  answeredAt: number;
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
      const { client, batches } = await lease.connection;
      // The first time, a statement is sent separately, so that another's failure cannot prevent its preparation.
      const rows = await (hasRun(client, query) ? batches : new Batches(client)).query<Row>(query);
      lease.answeredAt = performance.now();
      return rows;
    } catch (error) {
      // The connection may be lost, so the next statement takes another one.
      if (this.#lease === lease) this.#lease = undefined;
      if (error instanceof NotRun) return this.query<Row>(query);
      throw error;
    } finally {
      lease.underWay -= 1;
      if (lease.underWay === 0) {
        if (this.#lease === lease) this.#lease = undefined;
        void lease.connection.then(
          ({ client }) => client.release(),
          () => {},
        );
      }
    }
  }

  #join(): Lease {
    const now = performance.now();
    if (this.#lease && now - this.#lease.answeredAt <= PATIENCE) return this.#lease;
    const connection = this.#lend().then((client) => ({ client, batches: new Batches(client) }));
    this.#lease = { connection, underWay: 0, answeredAt: now };
    return this.#lease;
  }
}
