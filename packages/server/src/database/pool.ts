import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Holder, Shares } from '../process/shares.ts';
import { Batches, type Rows, SharedConnection } from './batch.ts';
import { ChangeSignals } from './change-signals.ts';
import { type BreakerLimits, CircuitBreaker } from './circuit-breaker.ts';
import { DatabaseAway, isConnectionLost, isPoolTimeout, isReadOnly, noteDatabase, Unavailable } from './failures.ts';
import { INSTANCE } from './known-migrations.ts';
import { retrying } from './transaction.ts';

/** Time limits of one database's connections, in milliseconds. */
export interface PoolLimits extends BreakerLimits {
  readonly connect: number;
  /** Timeout of a statement, including waits for locks, after which the server cancels it. */
  readonly statement: number;
  readonly lock: number;
  /**
   * Silence after a statement that makes a connection count as dead. Longer than the server needs
   * to cancel a statement.
   */
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

/** Connections of a pool that may hold a snapshot, so that most are left for short work. */
const MOST_SNAPSHOTS = 4;

/** Most queued checkouts. Later ones would outwait their clients. */
const QUEUE = 500;

/** Idle time before a connection is probed. A peer that then stays silent for ten more seconds is lost. */
const KEEP_ALIVE_AFTER = 5_000;

/** The server ends transactions that are idle this long, so that locks do not outlive a dead peer. */
const IDLE_IN_TRANSACTION = 5_000;

/** Longest wait for an unresponsive server when closing, in milliseconds. */
const CLOSE_WITHIN = 2_000;

/** Applies only to the statements sent in the same batch. */
const PLAN_ONCE = { name: 'pool.plan-once', text: `select set_config('plan_cache_mode', 'force_generic_plan', true)` };

type Checkout = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Notices that the database was restored (lineage.ts). */
export interface RestoreWatch {
  /** Checks a new connection before it is used. */
  check(client: pg.PoolClient): Promise<void>;
  /** Remembers how much of its log the database has flushed. */
  remember(db: Pick<pg.PoolClient, 'query'>): Promise<void>;
  /** Records the identity of a migrated schema's database, unless one is recorded. */
  adopt(client: pg.PoolClient, schema: string): Promise<void>;
  /** Treats a schema as restored, in a transaction. Returns the number of webhook endpoints that will be told. */
  restored(client: pg.PoolClient, schema: string): Promise<number>;
}

/**
 * Connections to one database. A lost connection affects only its user. It is replaced on the next
 * use, together with the idle ones, which are probably lost too.
 */
export class DatabasePool extends pg.Pool {
  readonly setting: string;
  /** Counts since the start: checkouts that timed out or were refused, lost connections, repeated transactions. */
  readonly counts = { timeouts: 0, refused: 0, lost: 0, retries: 0 };
  /** Open snapshots, and snapshots refused because too many were open. */
  readonly snapshots = { open: 0, refused: 0 };
  readonly #snapshotPlaces = new Shares(MOST_SNAPSHOTS);
  readonly changes = new ChangeSignals();
  /** Set for databases reached over a network. */
  breaker: CircuitBreaker | undefined;
  readonly restores: RestoreWatch;
  readonly #beforeTransaction: () => void;
  readonly #onLost: ((error: Error) => void)[] = [];
  /** Undefined with a single connection, which transactions also need. */
  readonly #shared: SharedConnection | undefined;

  /** `beforeTransaction` can throw to reject a write. */
  constructor(
    setting: string,
    options: pg.PoolConfig,
    restores: RestoreWatch,
    beforeTransaction: () => void = () => {},
  ) {
    const verify = (client: pg.PoolClient, done: (error?: Error) => void) =>
      void restores.check(client).then(() => done(), done);
    super({ ...options, verify } as pg.PoolConfig);
    this.setting = setting;
    this.restores = restores;
    this.#beforeTransaction = beforeTransaction;
    this.#shared = options.max === 1 ? undefined : new SharedConnection(() => this.#lend());
    // The pool removes its listener from clients while they are checked out. Without another
    // listener, a lost connection would be an unhandled event and end the process.
    this.on('connect', (client) => {
      client.on('error', () => {});
      client.once('error', (error) => this.#lose(error));
      // Errors of statements, and errors that end the connection, which the driver's types leave out.
      const { connection } = client as unknown as { readonly connection: EventEmitter };
      connection.on('errorMessage', (error) => noteDatabase(error, this));
    });
    this.on('error', () => {});
    this.on('release', (error) => {
      if (isReadOnly(error)) this.#lose(error);
    });
  }

  whenLost(listener: (error: Error) => void): void {
    this.#onLost.push(listener);
  }

  /** Checks out a connection: without a callback for a transaction, with one (as in `query`) for a single statement. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Checkout): void;
  override connect(callback?: Checkout): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#checkOut();
    const refusal = this.#refusal();
    if (refusal) {
      process.nextTick(callback, refusal, undefined, () => {});
      return undefined;
    }
    this.#take((error, client, done) => {
      if (error) void this.#noted(error).then((noted) => callback(noted, client, done));
      else callback(undefined, client, done);
    });
    return undefined;
  }

  /**
   * Takes a connection from the pool. A checkout that timed out while its new connection was being verified still
   * receives it after the error, and returns it to the pool.
   */
  #take(callback: Checkout): void {
    let isOver = false;
    super.connect((error, client, done) => {
      if (isOver) return done();
      isOver = true;
      callback(error, client, done);
    });
  }

  #taken(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      this.#take((error, client) => (error ? reject(error) : resolve(client as pg.PoolClient)));
    });
  }

  /** Runs a read; repeats it if the connection was lost. */
  read<Row extends pg.QueryResultRow>(query: pg.QueryConfig, { isPlannedOnce = false } = {}): Promise<Rows<Row>> {
    const run = (): Promise<Rows<Row>> => (isPlannedOnce ? this.#readPlanned<Row>(query) : this.query<Row>(query));
    return run().catch((error) => this.#again(error, run));
  }

  /** Runs a read with a plan made once per connection. PostgreSQL would plan a list anew for each set of values. */
  async #readPlanned<Row extends object>(query: pg.QueryConfig): Promise<Rows<Row>> {
    const client = await this.#lend();
    try {
      const batches = new Batches(client);
      const [, result] = await Promise.all([batches.query(PLAN_ONCE), batches.query<Row>(query)]);
      client.release();
      return result;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  /** Runs a read by key on the connection shared by such reads. */
  find<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Rows<Row>> {
    const shared = this.#shared;
    if (!shared) return this.query<Row>(query);
    return shared.query<Row>(query).catch((error) => this.#again(error, () => shared.query<Row>(query)));
  }

  /** True for the embedded database, whose only connection blocks all other work while it is held. */
  get isSingle(): boolean {
    return this.options.max === 1;
  }

  /** Checks out a connection to hold a snapshot. Throws Unavailable if too many do, in total or for the holder. */
  async lendForSnapshot(holder: Holder): Promise<{ client: pg.PoolClient; release: (broken?: Error) => void }> {
    if (!this.#snapshotPlaces.take(holder)) {
      this.snapshots.refused += 1;
      throw new Unavailable('overloaded');
    }
    this.snapshots.open += 1;
    const giveBack = () => {
      this.snapshots.open -= 1;
      this.#snapshotPlaces.giveBack(holder);
    };
    const client = await this.#lend().catch((error) => {
      giveBack();
      throw error;
    });
    const release = (broken?: Error) => {
      giveBack();
      client.release(broken);
    };
    return { client, release };
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
    return this.#taken().catch(async (error) => {
      throw await this.#noted(error);
    });
  }

  #refusal(): Error | undefined {
    if (this.breaker?.failure) return this.#away(this.breaker.failure);
    if (this.waitingCount < QUEUE) return undefined;
    this.counts.refused += 1;
    return new Unavailable('overloaded');
  }

  /** Reports a checkout error to the breaker and returns it. */
  async #noted(error: Error): Promise<Error> {
    if (!isPoolTimeout(error)) {
      this.breaker?.suspect(error);
      return noteDatabase(error, this);
    }
    this.counts.timeouts += 1;
    const failure = await this.breaker?.decided();
    return failure ? this.#away(failure) : error;
  }

  #away(cause: Error): DatabaseAway {
    return noteDatabase(new DatabaseAway(this.setting, cause), this);
  }

  #lose(error: Error): void {
    noteDatabase(error, this);
    this.counts.lost += 1;
    this.breaker?.suspect(error);
    for (const listener of this.#onLost) listener(error);
    void this.#replaceIdle().catch(() => {});
  }

  async #replaceIdle(): Promise<void> {
    for (let left = this.idleCount; left > 0 && this.idleCount > 0; left -= 1) {
      const client = await this.#taken();
      client.release(true);
    }
  }
}

/**
 * Plans for statements of one merchant, which may own few rows of a table. None needs to scan a whole table or is worth
 * compiling or running in parallel. Random index reads cost about as much as sequential ones.
 */
const PLANNING = '-c enable_seqscan=off -c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1';

/** A pool of connections to PostgreSQL. Closes within seconds, even if the server is unresponsive. */
export function postgresPool(
  setting: string,
  database: pg.PoolConfig,
  limits: PoolLimits,
  restores: RestoreWatch,
): { pool: DatabasePool; close: () => Promise<void> } {
  const sockets = new Set<Socket>();
  const newSocket = (): Socket => {
    const socket = new JoiningSocket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const connection = {
    ...database,
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
  const options = { ...connection, max: CONNECTIONS, stream: newSocket };
  const pool = new DatabasePool(setting, options, restores);
  const abandon = () => {
    for (const socket of sockets) socket.destroy();
  };
  const breaker = new CircuitBreaker(limits, {
    isBusy: () => pool.totalCount > pool.idleCount,
    received: () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    probe: (signal) => probe(connection, signal),
    abandon,
  });
  pool.breaker = breaker;
  const close = async () => {
    breaker.close();
    await Promise.race([pool.end(), delay(CLOSE_WITHIN, undefined, { ref: false })]);
    abandon();
  };
  return { pool, close };
}

/** Connects and runs one query. Throws for a standby, which cannot be used. */
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

/**
 * A TCP socket that sends corked data in one piece. The driver writes a statement in four or five
 * parts; sent separately or as a vector, they cost more than the statement itself.
 */
export class JoiningSocket extends Socket {
  override _writev(parts: readonly { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }
}
