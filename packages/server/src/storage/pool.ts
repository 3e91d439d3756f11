import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseAway, isConnectTimeout, isPoolTimeout } from './failures.ts';
import { JoiningSocket } from './joining-socket.ts';
import { SharedConnection } from './shared-connection.ts';

/** Time limits of one database's connections, in milliseconds. */
export interface PoolLimits {
  /** Waiting for a free connection, and making a new one. */
  readonly connect: number;
  /** One statement, with its waits for locks; then the server cancels it. */
  readonly statement: number;
  /** Silence after a statement, longer than the server needs to cancel it; then the connection is given up as dead. */
  readonly answer: number;
}

export const POOL_LIMITS: PoolLimits = { connect: 2_000, statement: 8_000, answer: 10_000 };

const CONNECTIONS = 10;

/** Time after which an idle connection is probed; a peer that does not answer for ten more seconds is gone. */
const KEEP_ALIVE_AFTER = 5_000;

/**
 * A transaction that sends nothing for this long is ended by the server, so that its locks do not outlive a dead peer.
 */
const IDLE_IN_TRANSACTION = 5_000;

/** Time for which connecting is not tried again after it took its whole time limit. */
const RETRY_AFTER = 1_000;

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
  /** Checkouts that gave up waiting, and connections lost, since the start. */
  readonly counts = { timeouts: 0, lost: 0 };
  readonly #beforeTransaction: () => void;
  readonly #connectLimit: number;
  readonly #onLost: ((error: Error) => void)[] = [];
  /** Absent where there is but one connection, which transactions need too. */
  readonly #shared: SharedConnection | undefined;
  #away: Error | undefined;
  #retryAt = 0;

  /** `beforeTransaction` can throw to reject a write. */
  constructor(setting: string, options: pg.PoolConfig, beforeTransaction: () => void = () => {}) {
    super(options);
    this.setting = setting;
    this.#beforeTransaction = beforeTransaction;
    this.#connectLimit = options.connectionTimeoutMillis ?? 0;
    this.#shared = options.max === 1 ? undefined : new SharedConnection(() => this.#lend());
    // The pool takes its own listener off a client while that is checked out; without one, a lost connection is an
    // unhandled event, which ends the process.
    this.on('connect', (client) => {
      client.on('error', () => {});
      client.once('error', (error) => this.#lose(error));
    });
    this.on('error', () => {});
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
    super.connect((error, client, done) => {
      this.#note(error);
      callback(error, client, done);
    });
    return undefined;
  }

  /** Runs a statement that reads by key, on a connection that such statements share. */
  find<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    return this.#shared ? this.#shared.query<Row>(query) : this.query<Row>(query);
  }

  async #checkOut(): Promise<pg.PoolClient> {
    this.#beforeTransaction();
    return this.#lend();
  }

  async #lend(): Promise<pg.PoolClient> {
    const refusal = this.#refusal();
    if (refusal) throw refusal;
    try {
      const client = await super.connect();
      this.#note(undefined);
      return client;
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  /** Only one checkout at a time tries to connect to a database that does not answer; others fail at once. */
  #refusal(): Error | undefined {
    if (!this.#away || this.idleCount > 0) return undefined;
    const now = performance.now();
    if (now < this.#retryAt) return new DatabaseAway(this.setting, this.#away);
    this.#retryAt = now + this.#connectLimit;
    return undefined;
  }

  #note(error: unknown): void {
    if (isPoolTimeout(error)) {
      this.counts.timeouts += 1;
      return;
    }
    this.#away = isConnectTimeout(error) ? (error as Error) : undefined;
    if (this.#away) this.#retryAt = performance.now() + RETRY_AFTER;
  }

  #lose(error: Error): void {
    this.counts.lost += 1;
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
  const pool = new DatabasePool(setting, {
    ...options,
    max: CONNECTIONS,
    connectionTimeoutMillis: limits.connect,
    options: PLANNING,
    statement_timeout: limits.statement,
    query_timeout: limits.answer,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    application_name: 'tillgate',
    stream: () => trackedSocket(sockets),
  });
  const close = async () => {
    await Promise.race([pool.end(), delay(CLOSE_WITHIN, undefined, { ref: false })]);
    for (const socket of sockets) socket.destroy();
  };
  return { pool, close };
}

function trackedSocket(sockets: Set<Socket>): Socket {
  const socket = new JoiningSocket();
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}
