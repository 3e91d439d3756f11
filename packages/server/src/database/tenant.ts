import type { QueryConfig } from 'pg';
import { type Clock, toTimestamp } from '../process/time.ts';
import { Batches, firstFailure, NotRun, type Rows } from './batch.ts';
import { blocksFor, idsOf } from './cells.ts';
import { appending, type Change, Changes } from './change-log.ts';
import { type ChangeSignals, EVERY_RESOURCE } from './change-signals.ts';
import { brokenConstraint, isRetryable, isUnavailable, toUnavailable, Unavailable } from './failures.ts';
import {
  FORGET,
  type IdempotencyRequest,
  KEY_TAKEN,
  KeyInUse,
  KeyReused,
  lockName,
  type OnceWritten,
  type Outcome,
  RECALL,
  type Remembered,
  recallValues,
  remember,
} from './idempotency.ts';
import {
  LivesElsewhere,
  MerchantErased,
  OPEN,
  OPEN_ERASURE,
  OPEN_READ,
  type Place,
  type Residence,
  requireResidence,
} from './residence.ts';
import { boundTo, type Statement, statement, type TenantScope } from './statement.ts';
import { TenantSnapshot } from './tenant-snapshot.ts';
import { retrying, untilCommit } from './transaction.ts';

interface TenantDependencies {
  readonly clock: Clock;
  /** Cell with this number in the merchant's region. Throws an Unavailable if it is not served. */
  readonly placeOf: (cell: number) => Place;
  /** Also runs reads under row-level security, which catches statements without the company. */
  readonly guardReads: boolean;
}

/** A row that a write would add to the stock ledger, with the level before and after. */
export interface TracedMovement {
  readonly storeId: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly lineId: number;
  readonly change: string;
  readonly unitCost: string | null;
  readonly before: string;
  readonly after: string;
}

/** Outcome of a write that was rolled back, with the rows it would have added to the ledger. */
interface Rehearsed<T> {
  readonly outcome: T;
  readonly movements: readonly TracedMovement[];
}

/** A write in one transaction. After a deadlock it may run again. */
type Work<T> = (tx: TenantTransaction) => Promise<T>;

/** Prepared like any other statement, because even parsing these costs the database time. */
const BEGIN = { name: 'tenant.begin', text: 'begin' };
const COMMIT = { name: 'tenant.commit', text: 'commit' };
const ROLLBACK = { name: 'tenant.rollback', text: 'rollback' };
const ATTEMPT = { name: 'tenant.attempt', text: 'savepoint attempt' };
const END_ATTEMPT = { name: 'tenant.end-attempt', text: 'release savepoint attempt' };
const UNDO_ATTEMPT = { name: 'tenant.undo-attempt', text: 'rollback to savepoint attempt' };

/** Most moves from cell to cell that one operation follows. */
const MOST_HOPS = 3;

const NEW_IDS = statement(
  'tenant.ids',
  `select nextval('region.record_ids') as id from generate_series(1, $2) where $1::bigint is not null`,
);

/** The only access to a region's data. Every statement has the merchant's id as `$1`. */
export class TenantStore {
  readonly scope: TenantScope;
  readonly #deps: TenantDependencies;
  #place: Place;
  #checksPlace: boolean;

  constructor(scope: TenantScope, deps: TenantDependencies) {
    this.scope = scope;
    this.#deps = deps;
    this.#place = deps.placeOf(scope.cell);
    this.#checksPlace = deps.guardReads || scope.moving;
  }

  /** Signals of the database that this store currently reads. */
  get changes(): ChangeSignals {
    return this.#place.pool.changes;
  }

  /** Makes later reads check that the merchant is still in this cell, for work that outlasts the notice of a move. */
  checkPlace(): void {
    this.#checksPlace = true;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#deps.clock();
  }

  /** Runs one read, in one round trip. */
  read<Row extends object>(sql: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const { isPlannedOnce } = sql;
    return this.#read<Row>(sql, values, (query) => this.#place.pool.read<Row>(query, { isPlannedOnce }));
  }

  /** Reads one record by its key, in one round trip on a connection shared by such reads. */
  async find<Row extends object>(sql: Statement, values: readonly unknown[]): Promise<Row | undefined> {
    const [row] = await this.#read<Row>(sql, values, (query) => this.#place.pool.find<Row>(query));
    return row;
  }

  async #read<Row extends object>(
    sql: Statement,
    values: readonly unknown[],
    run: (query: QueryConfig) => Promise<Rows<Row>>,
  ): Promise<Row[]> {
    try {
      if (this.#checksPlace) {
        return await this.#transaction((tx) => tx.query<Row>(sql, values), { opening: OPEN_READ });
      }
      return (await run(boundTo(this.scope, sql, values))).rows;
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  /** Opens a snapshot of the merchant's data, which the caller has to close. */
  async openSnapshot(): Promise<TenantSnapshot> {
    const opening = this.#deps.guardReads || this.scope.moving ? OPEN_READ : undefined;
    try {
      return await this.#inCell((place) => TenantSnapshot.open(this.scope, place, opening));
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  /** Runs a write in one transaction under row-level security. */
  write<T>(work: Work<T>): Promise<T> {
    return this.#retrying(() => this.#transaction(work));
  }

  /** Runs an erasure, the only write still allowed after `endWrites`. */
  erase<T>(work: Work<T>): Promise<T> {
    return this.#retrying(() => this.#transaction(work, { opening: OPEN_ERASURE }));
  }

  /**
   * Runs a write once for its key, and stores the outcome in the same transaction. If the key
   * already has an outcome, rolls back and returns that.
   */
  writeOnce<O extends Outcome>(request: IdempotencyRequest, work: Work<O>): Promise<OnceWritten<O>> {
    return this.#retrying(async () => {
      try {
        return { outcome: await this.#transaction(work, { key: request }), isRepeated: false };
      } catch (error) {
        // If the connection was lost during the commit, the write may or may not be stored. The key tells once the
        // request is sent again.
        if (isUnavailable(error) || error instanceof MerchantErased) throw error;
        const earlier = await this.#recall(request);
        if (!earlier) throw error;
        return { outcome: earlier as O, isRepeated: true };
      }
    });
  }

  /** Runs a write and rolls it back. Returns its outcome and the rows it would have added to the ledger. */
  rehearse<T>(work: Work<T>): Promise<Rehearsed<T>> {
    return this.#retrying(async () => {
      const rollback = new Error('A rehearsed write is rolled back.');
      let rehearsed: Rehearsed<T> | undefined;
      await this.#transaction(async (tx) => {
        rehearsed = { outcome: await work(tx), movements: tx.traced };
        throw rollback;
      }).catch((error) => {
        if (error !== rollback) throw error;
      });
      return rehearsed as Rehearsed<T>;
    });
  }

  /** Returns a key's stored outcome; frees the key if it has expired. */
  async #recall(request: IdempotencyRequest): Promise<Outcome | undefined> {
    const values = recallValues(this.scope, request, this.#deps.clock());
    const [row] = await this.read<Remembered>(RECALL, values);
    if (!row) {
      await this.#transaction((tx) => tx.query(FORGET, values));
      return undefined;
    }
    const { fingerprint, ...outcome } = row;
    if (fingerprint !== request.fingerprint) throw new KeyReused();
    return outcome;
  }

  async #retrying<T>(attempt: () => Promise<T>): Promise<T> {
    const { counts } = this.#place.pool;
    try {
      return await retrying(attempt, (error) => {
        // The write stored nothing, or its key was used in the meantime.
        const isWorthAnother = isRetryable(error) || brokenConstraint(error)?.name === KEY_TAKEN;
        if (isWorthAnother) counts.retries += 1;
        return isWorthAnother;
      });
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  /** Runs work in the merchant's cell, following its moves. */
  async #inCell<T>(work: (place: Place) => Promise<T>): Promise<T> {
    for (let hops = 0; ; hops += 1) {
      try {
        return await work(this.#place);
      } catch (error) {
        if (!(error instanceof LivesElsewhere)) throw error;
        if (hops === MOST_HOPS) throw new Unavailable('unavailable', error);
        this.#place = { ...this.#deps.placeOf(error.cell), sentBy: error.moveId };
      }
    }
  }

  #transaction<T>(
    work: Work<T>,
    { key, opening = OPEN }: { readonly key?: IdempotencyRequest; readonly opening?: Statement } = {},
  ): Promise<T> {
    return this.#inCell((place) =>
      untilCommit(place.pool, async (client, commit) => {
        const batches = new Batches(client);
        const tx = new TenantTransaction(batches, this.scope, place, this.#deps.clock());
        const open = async (): Promise<void> => {
          const values = [key ? lockName(this.scope, key) : null];
          const [, { rows }] = await Promise.all([
            batches.query(BEGIN),
            batches.query<{ locked: boolean; residence: Residence }>(boundTo(this.scope, opening, values)),
          ]);
          requireResidence(rows[0]?.residence ?? null, place);
          if (!rows[0]?.locked) throw new KeyInUse();
        };
        // The frame is sent together with the first statements; if it fails, they fail. Waits for
        // both, so that nothing is sent after the rollback.
        const [opened, outcome] = await Promise.allSettled([open(), work(tx)]);
        if (opened.status === 'rejected') throw opened.reason;
        if (outcome.status === 'rejected') {
          throw outcome.reason instanceof NotRun ? outcome.reason.cause : outcome.reason;
        }
        await commit(() => tx.commit(key && remember(this.scope, key, outcome.value as Outcome, tx.now)));
        const resources = tx.changedResources;
        if (resources) place.pool.changes.committed({ companyId: this.scope.companyId, resources });
        return outcome.value;
      }),
    );
  }
}

/** A write in progress. Pass it down; code inside must not use another connection. */
export class TenantTransaction {
  readonly scope: TenantScope;
  readonly #batches: Batches;
  readonly #place: Place;
  /** The instant of this write, in milliseconds since 1970. */
  readonly now: number;
  readonly #traced: TracedMovement[] = [];
  /** Unused ids from blocks that this transaction took. */
  readonly #spareIds: number[] = [];
  readonly #lostBefore: number;
  #changes = new Changes();
  #isAttempting = false;
  #restartsLog = false;

  constructor(batches: Batches, scope: TenantScope, place: Place, now: number) {
    this.#batches = batches;
    this.scope = scope;
    this.#place = place;
    this.now = now;
    this.#lostBefore = place.pool.counts.lost;
  }

  get timestamp(): string {
    return toTimestamp(this.now);
  }

  async query<Row extends object>(sql: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#batches.query<Row>(boundTo(this.scope, sql, values))).rows;
  }

  /** Rolls back the attempt, or else the transaction, after a violated constraint, and reads what was stored before. */
  async readAfterFailure<Row extends object>(sql: Statement, values: readonly unknown[]): Promise<Row[]> {
    await this.#batches.query(this.#isAttempting ? UNDO_ATTEMPT : ROLLBACK);
    return this.query<Row>(sql, values);
  }

  /** Runs part of the write in a savepoint; if it fails, only that part is undone. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#changes;
    this.#changes = new Changes();
    this.#isAttempting = true;
    try {
      const [begun, outcome] = await Promise.allSettled([this.#batches.query(ATTEMPT), work()]);
      if (begun.status === 'rejected') throw begun.reason;
      if (outcome.status === 'rejected') throw outcome.reason;
      await this.#batches.query(END_ATTEMPT);
      before.addAll(this.#changes);
      return outcome.value;
    } catch (error) {
      // Without a connection there is nothing to undo.
      await Promise.allSettled([this.#batches.query(UNDO_ATTEMPT), this.#batches.query(END_ATTEMPT)]);
      throw error;
    } finally {
      this.#changes = before;
      this.#isAttempting = false;
    }
  }

  /** Records rows added to the ledger, for a dry run. */
  trace(movements: readonly TracedMovement[]): void {
    this.#traced.push(...movements);
  }

  get traced(): readonly TracedMovement[] {
    return this.#traced;
  }

  /** Adds a change to the merchant's log, which is written with the commit. */
  changed(change: Change): void {
    this.#changes.add(change);
  }

  /** Empties the merchant's log with the commit, before the changes of this transaction. */
  restartLog(): void {
    this.#restartsLog = true;
  }

  /** Bits of the resources that this transaction adds to the log. */
  get changedResources(): number {
    return this.#restartsLog ? EVERY_RESOURCE : this.#changes.kinds;
  }

  async newIds(count: number): Promise<number[]> {
    const { ids, pool } = this.#place;
    const taken = this.#spareIds.splice(0, count);
    taken.push(...ids.take(pool.counts.lost, count - taken.length));
    const missing = count - taken.length;
    if (missing > 0) {
      const rows = await this.query<{ id: number }>(NEW_IDS, [blocksFor(missing)]);
      const fresh = idsOf(rows.map(({ id }) => id));
      taken.push(...fresh.splice(0, missing));
      this.#spareIds.push(...fresh);
    }
    return taken.sort((a, b) => a - b);
  }

  async newId(): Promise<number> {
    const [id] = await this.newIds(1);
    return id as number;
  }

  /** Commits, sending `last` and the log's statements in the same round trip. If one fails, all do. */
  async commit(last?: { sql: Statement; values: readonly unknown[] }): Promise<void> {
    const logged = appending(this.scope, this.#changes, { restarts: this.#restartsLog, timestamp: this.timestamp });
    const statements = [...(last ? [last] : []), ...logged];
    const sent = [...statements.map(({ sql, values }) => this.query(sql, values)), this.#batches.query(COMMIT)];
    const failure = firstFailure(await Promise.allSettled(sent));
    if (failure) throw failure.reason;
    this.#place.ids.keep(this.#lostBefore, this.#spareIds);
  }
}
