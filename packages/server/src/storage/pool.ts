import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Rows } from './batch.ts';
import { DatabaseAway, isConnectionLost, isPoolTimeout, isReadOnly, noteDatabase, Unavailable } from './failures.ts';
import { INSTANCE } from './instances.ts';
import { SharedConnection } from './shared-connection.ts';
import { retrying } from './transaction.ts';
import { Watch, type WatchLimits } from './watch.ts';

/** Time limits of one database's connections, in milliseconds. */
export interface PoolLimits extends WatchLimits {
  /** Waiting for a free connection, and making a new one. */
  readonly connect: number;
  /** One statement, with its waits for locks; then the server cancels it. */
  readonly statement: number;
  /** Waiting for one lock. */
  readonly lock: number;
  /** Silence after a statement, longer than the server needs to cancel it; then the connection is given up as dead. */
  readonly answer: number;
}

export const POOL_LIMITS: PoolLimits = {
  connect: 2_000,
  silence: 400,
  probe: 600,
  statement: 8_000,
  lock: 5_000,
  answer: 10_000,
};

const CONNECTIONS = 10;

/** Checkouts that may wait for a connection. More would wait longer than their clients do. */
const QUEUE = 500;

/** Time after which an idle connection is probed; a peer that does not answer for ten more seconds is gone. */
const KEEP_ALIVE_AFTER = 5_000;

/**
 * A transaction that sends nothing for this long is ended by the server, so that its locks do not outlive a dead peer.
 */
const IDLE_IN_TRANSACTION = 5_000;

/** Time that closing waits for a server that does not answer. */
const CLOSE_WITHIN = 2_000;

type Checkout = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * Connections to one database. A lost connection affects only its user: it is replaced at the next use, and so are the
 * idle ones, which are most likely lost too.
 */
export class DatabasePool extends pg.Pool {
  /** The setting that names the database, for messages. */
  readonly setting: string;
  /** Checkouts that gave up waiting or were refused to, connections lost, and transactions run again, since the start. */
  readonly counts = { timeouts: 0, refused: 0, lost: 0, retries: 0 };
  /** Set where the database is on the other side of a network. */
  watch: Watch | undefined;
  readonly #beforeTransaction: () => void;
  readonly #onLost: ((error: Error) => void)[] = [];
  /** Absent where there is but one connection, which transactions need too. */
  readonly #shared: SharedConnection | undefined;

  /** `beforeTransaction` can throw to reject a write. */
  constructor(setting: string, options: pg.PoolConfig, beforeTransaction: () => void = () => {}) {
    super(options);
    this.setting = setting;
    this.#beforeTransaction = beforeTransaction;
    this.#shared = options.max === 1 ? undefined : new SharedConnection(() => this.#lend());
    // The pool takes its own listener off a client while that is checked out; without one, a lost connection is an
    // unhandled event, which ends the process.
    this.on('connect', (client) => {
      client.on('error', () => {});
      client.once('error', (error) => this.#lose(error));
      reportsOf(client).on('errorMessage', (error) => noteDatabase(error, this));
    });
    this.on('error', () => {});
    this.on('release', (error) => {
      if (isReadOnly(error)) this.#lose(error);
    });
  }

  /** Calls `listener` with the error of each connection that is lost. */
  whenLost(listener: (error: Error) => void): void {
    this.#onLost.push(listener);
  }

  /**
   * Checks a connection out: without a callback for a transaction, with one (as `query` does) for a single statement.
   */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Checkout): void;
  override connect(callback?: Checkout): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#checkOut();
    const refusal = this.#refusal();
    if (refusal) {
      process.nextTick(callback, refusal, undefined, () => {});
      return undefined;
    }
    super.connect((error, client, done) => callback(error && this.#noted(error), client, done));
    return undefined;
  }

  /** Runs a statement that reads; a lost connection makes it run again. */
  read<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    return this.query<Row>(query).catch((error) => this.#again(error, () => this.query<Row>(query)));
  }

  /** Runs a statement that reads by key, on a connection that such statements share. */
  find<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Rows<Row>> {
    const shared = this.#shared;
    if (!shared) return this.query<Row>(query);
    return shared.query<Row>(query).catch((error) => this.#again(error, () => shared.query<Row>(query)));
  }

  #again<T>(error: unknown, attempt: () => Promise<T>): Promise<T> {
    if (!isConnectionLost(error)) throw error;
    this.counts.retries += 1;
    return retrying(attempt, isConnectionLost);
  }

  async #checkOut(): Promise<pg.PoolClient> {
    this.#beforeTransaction();
    return this.#lend();
  }

  async #lend(): Promise<pg.PoolClient> {
    const refusal = this.#refusal();
    if (refusal) throw refusal;
    return super.connect().catch((error) => {
      throw this.#noted(error);
    });
  }

  #refusal(): Error | undefined {
    if (this.watch?.failure) return this.#away(this.watch.failure);
    if (this.waitingCount < QUEUE) return undefined;
    this.counts.refused += 1;
    return new Unavailable('overloaded');
  }

  /** The error of a checkout, after the watch has been told. */
  #noted(error: Error): Error {
    if (!isPoolTimeout(error)) {
      this.watch?.suspect(error);
      return noteDatabase(error, this);
    }
    this.counts.timeouts += 1;
    const { suspicion } = this.watch ?? {};
    return suspicion ? this.#away(suspicion) : error;
  }

  #away(cause: Error): DatabaseAway {
    return noteDatabase(new DatabaseAway(this.setting, cause), this);
  }

  #lose(error: Error): void {
    noteDatabase(error, this);
    this.counts.lost += 1;
    this.watch?.suspect(error);
    for (const listener of this.#onLost) listener(error);
    void this.#replaceIdle().catch(() => {});
  }

  async #replaceIdle(): Promise<void> {
    for (let left = this.idleCount; left > 0 && this.idleCount > 0; left -= 1) {
      const client = await super.connect();
      client.release(true);
    }
  }
}

/** What the server reports on a client's connection: the errors that statements fail with, and those that end it. */
const reportsOf = (client: pg.PoolClient): EventEmitter =>
  (client as unknown as { readonly connection: EventEmitter }).connection;

/**
 * Every statement states its company, of whom a table may hold few rows: none has to read a whole table, and none is worth
 * being compiled or given to several processes. A page of an index costs no more than the next one of a table.
 */
const PLANNING = '-c enable_seqscan=off -c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1';

/** A pool of connections to PostgreSQL. Closing it ends within seconds, whether the server answers or not. */
export function postgresPool(
  setting: string,
  options: pg.PoolConfig,
  limits: PoolLimits,
): { pool: DatabasePool; close: () => Promise<void> } {
  const sockets = new Set<Socket>();
  const connection = {
    ...options,
    connectionTimeoutMillis: limits.connect,
    options: PLANNING,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    query_timeout: limits.answer,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    application_name: INSTANCE,
  };
  const pool = new DatabasePool(setting, { ...connection, max: CONNECTIONS, stream: () => trackedSocket(sockets) });
  const abandon = () => {
    for (const socket of sockets) socket.destroy();
  };
  const watch = new Watch(limits, {
    isBusy: () => pool.totalCount > pool.idleCount,
    received: () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    probe: (signal) => probe(connection, signal),
    abandon,
  });
  pool.watch = watch;
  const close = async () => {
    watch.close();
    await Promise.race([pool.end(), delay(CLOSE_WITHIN, undefined, { ref: false })]);
    abandon();
  };
  return { pool, close };
}

/** Connects and asks for one answer. A standby is no database to work with. */
async function probe(connection: pg.ClientConfig, signal: AbortSignal): Promise<void> {
  const socket = new Socket();
  signal.addEventListener('abort', () => socket.destroy());
  const client = new pg.Client({ ...connection, stream: () => socket });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('show transaction_read_only');
    if (rows[0]?.transaction_read_only === 'on') throw new Error('the server is read-only');
  } finally {
    void client.end().catch(() => {});
  }
}

function trackedSocket(sockets: Set<Socket>): Socket {
  const socket = new JoiningSocket();
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

interface Part {
  readonly chunk: Buffer;
}

/**
 * A TCP socket that sends what is corked as one piece. The driver writes a statement in four or five parts; sent alone, or
 * as a vector of parts, they cost more than the statement does.
 */
export class JoiningSocket extends Socket {
  override _writev(parts: readonly Part[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }
}
