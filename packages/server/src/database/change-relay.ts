import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { LOCK_LOG, LOGS_SINCE, newMark, RESTART } from './change-log.ts';
import { EVERY_RESOURCE, type Signal } from './change-signals.ts';
import { otherInstances } from './known-migrations.ts';
import type { DatabasePool } from './pool.ts';
import { inRegion, statement } from './statement.ts';
import { transaction } from './transaction.ts';

const SCHEMAS = `select relnamespace::regnamespace::text as schema from pg_class where relname = 'unlogged_writes' and relkind = 'r'`;

const AS_TENANT = `
  select set_config('role', 'tillgate_tenant', true), set_config('tillgate.company_id', $1::bigint::text, true)`;

/**
 * Restarts logs that lack changes, which invalidates their cursors. Waits until the last process that does not log its
 * writes has stopped; otherwise readers would start over again and again.
 */
async function restartIncompleteLogs(pool: DatabasePool): Promise<void> {
  const { rows } = await pool.query<{ schema: string }>(SCHEMAS);
  for (const { schema } of rows) {
    const noted = await pool.query(`select from ${schema}.unlogged_writes limit 1`);
    if (noted.rows.length === 0) continue;
    if ((await otherInstances(pool)).some(({ knows }) => (knows?.region ?? 0) < LOGS_SINCE)) return;
    // The log of a merchant that is moving or has moved is in another cell.
    const incomplete = await pool.query<{ companyId: number }>(
      `select distinct company_id as "companyId" from ${schema}.unlogged_writes
       where not exists (select from ${schema}.residences where merchant_id = company_id)`,
    );
    for (const { companyId } of incomplete.rows) {
      const isRestarted = await transaction(pool, async (client) => {
        await client.query(AS_TENANT, [companyId]);
        await client.query(LOCK_LOG.text, [companyId]);
        const deleted = await client.query(`delete from ${schema}.unlogged_writes where company_id = $1`, [companyId]);
        if (deleted.rowCount === 0) return false;
        await client.query(RESTART.text.replaceAll('region.', `${schema}.`), [companyId, newMark()]);
        return true;
      });
      if (isRestarted) pool.changes.committed({ companyId, resources: EVERY_RESOURCE });
    }
  }
}

/** Milliseconds within which a reader notices a change whose signal was lost. */
const LOOK_INTERVAL = 2_000;

/** Merchants that are not at `$2`, or whose log is incomplete or, during or after a move, in another cell. */
const CHANGED = statement(
  'changes.look-again',
  `select company_id as "companyId" from unnest($1::bigint[], $2::bigint[]) as reader (company_id, position)
   where exists (select from region.residences where merchant_id = reader.company_id)
     or exists (select from region.unlogged_writes u where u.company_id = reader.company_id)
     or reader.position <> coalesce(
       (select position from region.changes c where c.company_id = reader.company_id order by position desc limit 1),
       (select position from region.change_floors f where f.company_id = reader.company_id), 0)`,
);

/**
 * Signals readers whose merchant's log has grown without a signal, as after a failover, and restarts logs that lack
 * changes. Returns a function that stops this.
 */
export function lookAgainRegularly(pool: DatabasePool): () => void {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // While the database is unreachable, readers keep waiting.
    await lookAgain(pool).catch(() => {});
    await restartIncompleteLogs(pool).catch(() => {});
    await pool.restores.remember(pool).catch(() => {});
    isLooking = false;
  };
  const timer = setInterval(() => void look(), LOOK_INTERVAL).unref();
  return () => clearInterval(timer);
}

async function lookAgain(pool: DatabasePool): Promise<void> {
  for (const [region, readers] of Map.groupBy(pool.changes.readers, (reader) => reader.region)) {
    const values = [readers.map(({ companyId }) => companyId), readers.map(({ position }) => position)];
    const { rows } = await pool.read<{ companyId: number }>({ ...inRegion(CHANGED, region), values });
    const changed = new Set(rows.map(({ companyId }) => companyId));
    for (const reader of readers) {
      const { companyId } = reader;
      if (changed.has(companyId)) reader.hear({ companyId, resources: EVERY_RESOURCE });
    }
  }
}

const CHANNEL = 'tillgate_changes';

/** Minimum time between a process's notifications, in milliseconds. PostgreSQL commits notifications one by one. */
const INTERVAL = 100;

/** Most merchants in one notification, whose payload must be shorter than 8,000 bytes. */
const MOST_COMPANIES = 200;

/** Bounds of the random pause before the next attempt to connect, in milliseconds. */
const SHORTEST_PAUSE = 200;
const LONGEST_PAUSE = 1_000;

/** Longest wait for an unresponsive server when closing, in milliseconds. */
const CLOSE_WITHIN = 1_000;

/**
 * Carries signals between the processes that use a database, once it has begun. Its one connection listens, and
 * announces this process's commits outside their transactions. Signals are lost while it is disconnected.
 */
export class ChangeRelay {
  readonly #pool: DatabasePool;
  readonly #closing = new AbortController();
  /** Bits of the changed resources by merchant. The key undefined stands for all merchants, or for too many to list. */
  #unsent = new Map<number | undefined, number>();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #isSending = false;
  #sentAt = -INTERVAL;

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  begin(): void {
    this.#connecting ??= this.#stayConnected();
  }

  send({ companyId, resources }: Signal): void {
    this.begin();
    const listed = this.#unsent.size < MOST_COMPANIES ? companyId : undefined;
    this.#unsent.set(listed, (this.#unsent.get(listed) ?? 0) | resources);
    void this.#sendRegularly();
  }

  /** Sends the last signals if it is connected. */
  async close(): Promise<void> {
    this.#closing.abort();
    const client = this.#client;
    if (!client) return;
    await Promise.race([this.#notify(client), delay(CLOSE_WITHIN, undefined, { ref: false })]);
    void client.end().catch(() => {});
  }

  async #sendRegularly(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const { signal } = this.#closing;
    // Once aborted, `delay` returns at once: the loop would never yield to the event loop.
    while (this.#client && this.#unsent.size > 0 && !signal.aborted) {
      const left = this.#sentAt + INTERVAL - performance.now();
      if (left > 0) await delay(left, undefined, { ref: false, signal }).catch(() => {});
      if (this.#client && !signal.aborted) await this.#notify(this.#client);
    }
    this.#isSending = false;
  }

  async #notify(client: pg.Client): Promise<void> {
    const unsent = this.#unsent;
    if (unsent.size === 0) return;
    this.#unsent = new Map();
    this.#sentAt = performance.now();
    const payload = unsent.has(undefined) ? '' : JSON.stringify([...unsent]);
    await client.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => {});
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#connectOnce();
      const pause = SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE);
      await delay(pause, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  /** Resolves once the connection is lost, or could not be opened. */
  async #connectOnce(): Promise<void> {
    const client = new pg.Client(this.#pool.options);
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.once('end', resolve);
    });
    try {
      await client.connect();
      client.on('notification', (message) => this.#hear(message, client));
      await client.query(`listen ${CHANNEL}`);
    } catch {
      // The pool reports a database that is unreachable.
      return void client.end().catch(() => {});
    }
    if (!this.#closing.signal.aborted) {
      this.#client = client;
      // Others may have committed while this process was not listening.
      this.#pool.changes.heard({ companyId: undefined, resources: EVERY_RESOURCE });
      void this.#sendRegularly();
    } else void client.end().catch(() => {});
    await lost;
    this.#client = undefined;
    void client.end().catch(() => {});
  }

  #hear({ payload = '', processId }: pg.Notification, client: pg.Client): void {
    // The id of the server process of this connection, which the driver's types leave out.
    if (processId === (client as unknown as { readonly processID: number | null }).processID) return;
    const changed: [companyId: number | undefined, resources: number][] =
      payload === '' ? [[undefined, EVERY_RESOURCE]] : JSON.parse(payload);
    for (const [companyId, resources] of changed) this.#pool.changes.heard({ companyId, resources });
  }
}
