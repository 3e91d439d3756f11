import { NO_APP } from '../process/shares.ts';
import { Batches } from './batch.ts';
import { type DocumentRow, type Lines, readLines } from './line-tap.ts';
import type { DatabasePool } from './pool.ts';
import { OWN_SNAPSHOT, type Place, type Residence, requireResidence } from './residence.ts';
import type { TenantScope } from './scope.ts';
import { boundTo, type Statement } from './statement.ts';

const BEGIN = 'begin isolation level repeatable read, read only';

/** Longest time between two reads, in milliseconds, after which the database ends the snapshot by itself. */
const IDLE = 60_000;

const LIMIT_IDLE = `set local idle_in_transaction_session_timeout = ${IDLE}`;

type Lent = Awaited<ReturnType<DatabasePool['lendForSnapshot']>>;

/** A merchant's data as of one moment, read on a separate connection until it is closed. */
export class TenantSnapshot {
  readonly scope: TenantScope;
  /** True if nothing else can use the database until the snapshot is closed. */
  readonly holdsDatabase: boolean;
  readonly #lent: Lent;
  readonly #batches: Batches;
  #isClosed = false;

  private constructor(scope: TenantScope, { pool }: Place, lent: Lent) {
    this.scope = scope;
    this.holdsDatabase = pool.isSingle;
    this.#lent = lent;
    this.#batches = new Batches(lent.client);
  }

  /** `opening` sets a frame, and finds out whether the merchant lives in this cell. */
  static async open(scope: TenantScope, place: Place, opening: Statement | undefined): Promise<TenantSnapshot> {
    const snapshot = new TenantSnapshot(scope, place, await place.pool.lendForSnapshot(scope.holder ?? NO_APP));
    try {
      const [, , , [frame]] = await Promise.all([
        snapshot.#batches.query({ text: BEGIN }),
        snapshot.#batches.query({ text: LIMIT_IDLE }),
        snapshot.query(OWN_SNAPSHOT, []),
        opening ? snapshot.query<{ residence: Residence }>(opening, [null]) : [],
      ]);
      if (frame) requireResidence(frame.residence, place);
      return snapshot;
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  async query<Row extends object>(sql: Statement, values: readonly unknown[]): Promise<Row[]> {
    return (await this.#batches.query<Row>(boundTo(this.scope, sql, values))).rows;
  }

  /** Starts to read a query, whose rows `fetchLines` returns in parts. */
  async declare(sql: Statement, values: readonly unknown[]): Promise<void> {
    const { text, ...query } = boundTo(this.scope, sql, values);
    await this.#batches.query({ ...query, text: `declare streamed no scroll cursor for ${text}` });
  }

  /** Returns the next rows of the declared query, which have to be documents and their ids, of about `bytes` in total. */
  fetchLines(rows: number, bytes: number): Promise<Lines> {
    const fetch = () => this.#batches.query<DocumentRow>({ text: `fetch ${rows} from streamed` });
    return readLines(this.#lent.client, fetch, bytes);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { client, release } = this.#lent;
    await client.query('rollback').then(
      () => release(),
      (error) => release(error),
    );
  }
}
