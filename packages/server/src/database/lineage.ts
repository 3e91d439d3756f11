import type { PoolClient } from 'pg';
import { type Db, ofAllMerchants, withoutLimits } from './access.ts';
import { newMark } from './change-log.ts';
import { isForbidden } from './failures.ts';
import type { RestoreWatch } from './pool.ts';

/** A database as a connection sees it. */
export interface Sighting {
  /** Identities of the database. If all of them have changed, it was restored or is another one. */
  readonly names: readonly string[];
  /** Identifies the database before and after a failover to another server. */
  readonly origin: string;
  /** Bytes written to the write-ahead log. */
  readonly written: number;
}

/** Difference between the database and what was known when a connection asked. */
interface Comparison {
  readonly seen: Sighting;
  readonly isOlder: boolean;
  /** True if webhook endpoints must be told to read everything again. */
  readonly resyncs: boolean;
  /** Marks of the schemas as known before the check. */
  readonly marks: ReadonlyMap<string, number>;
}

/** Returns undefined if the database cannot be identified. */
export type See = (client: Pick<PoolClient, 'query'>) => Promise<Sighting | undefined>;

/** Skips schemas without access; the start reports which privilege is missing. */
const SCHEMAS = `select relnamespace::regnamespace::text as schema from pg_class where relname = 'lineage' and relkind = 'r'
  and has_schema_privilege(relnamespace, 'usage') and has_table_privilege(oid, 'update')`;

/** Bytes flushed to disk, which survive a crash. */
const FLUSHED = `select (pg_current_wal_flush_lsn() - '0/0')::bigint as flushed where not pg_is_in_recovery()`;

/**
 * Detects that a database was restored to an earlier state, or failed over and may have lost the last commits. Then
 * skips ids, document numbers and versions that may have been issued after that state. A restore ends all connections,
 * so each new one is checked before it is used.
 */
export class Lineage implements RestoreWatch {
  readonly #see: See;
  #isCopy: boolean;
  #seen: Sighting | undefined;
  readonly #marks = new Map<string, number>();

  /** `isCopy` for a new database that was copied from a template. */
  constructor(see: See, { isCopy = false } = {}) {
    this.#see = see;
    this.#isCopy = isCopy;
  }

  async check(client: PoolClient): Promise<void> {
    // Concurrent checks may finish in any order, so each compares with what was known when its query was sent.
    const [before, marks] = [this.#seen, new Map(this.#marks)];
    const seen = await this.#see(client);
    if (!seen) return;
    const isOlder = before !== undefined && seen.written < before.written;
    if (isOlder || before?.names.join() !== seen.names.join()) {
      const { rows } = await client.query<{ schema: string }>(SCHEMAS);
      // After a mere failover, processes remember what they have sent beyond the database's state.
      const resyncs = isOlder || before?.origin !== seen.origin;
      for (const { schema } of rows) await this.#checkSchema(client, schema, { seen, isOlder, resyncs, marks });
      this.#isCopy = false;
    }
    if (isOlder || this.#seen === before) this.#seen = seen;
  }

  async remember(db: Pick<PoolClient, 'query'>): Promise<void> {
    const before = this.#seen;
    if (!before) return;
    const { rows } = await db.query<{ flushed: number }>(FLUSHED);
    const { flushed = 0 } = rows[0] ?? {};
    // A check that finished meanwhile knows more: after a restore, this response is of the database before it.
    if (this.#seen === before) this.#seen = { ...before, written: Math.max(before.written, flushed) };
  }

  async #checkSchema(client: PoolClient, schema: string, { seen, isOlder, resyncs, marks }: Comparison): Promise<void> {
    const db = withoutLimits(client);
    await db.query('begin');
    try {
      await db.query('set local statement_timeout = 0; set local lock_timeout = 0');
      await db.query(`lock table ${schema}.lineage in exclusive mode`);
      const { rows } = await db.query<{ database: string; mark: number }>(
        `select database, mark from ${schema}.lineage`,
      );
      const [row] = rows;
      const names = await namesIn(db, schema, seen);
      const isAnother = row !== undefined && !names.some((name) => row.database.split(' ').includes(name));
      // Another process may already have noticed that the database is older.
      const isRestored = !this.#isCopy && (isAnother || (isOlder && row?.mark === marks.get(schema)));
      if (isRestored) await skipGivenOut(db, schema);
      if (isRestored && resyncs && schema !== 'control') await resyncEndpoints(db, schema);
      this.#marks.set(schema, isAnother || isRestored || !row ? await state(db, schema, names) : row.mark);
      await db.query('commit');
    } catch (error) {
      await db.query('rollback').catch(() => {});
      throw error;
    }
  }

  async adopt(client: PoolClient, schema: string): Promise<void> {
    const db = withoutLimits(client);
    const { rows } = await db.query('select where to_regclass($1) is not null', [`${schema}.lineage`]);
    if (!this.#seen || rows.length === 0) return;
    const stated = await db.query(`select from ${schema}.lineage`);
    if (stated.rows.length === 0) await state(db, schema, await namesIn(db, schema, this.#seen));
  }

  async restored(client: PoolClient, schema: string): Promise<number> {
    const db = withoutLimits(client);
    await skipGivenOut(db, schema);
    if (this.#seen) await state(db, schema, await namesIn(db, schema, this.#seen));
    return schema === 'control' ? 0 : resyncEndpoints(db, schema);
  }
}

/** A server promoted after a failover or a point-in-time recovery begins another timeline. */
const SEE = `
  select origin, concat_ws('/', origin, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)) as name,
    (pg_current_wal_insert_lsn() - '0/0')::bigint as written
  from (select concat_ws('/', system_identifier, (select oid from pg_database where datname = current_database())) as origin
    from pg_control_system()) cluster where not pg_is_in_recovery()`;

/** Returns undefined for a standby, which cannot be used, and if the service's role lacks the privilege. */
export const seePostgres: See = async (client) => {
  try {
    const { rows } = await client.query<{ origin: string; name: string; written: number }>(SEE);
    return rows[0] && { ...rows[0], names: [rows[0].name] };
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
};

/** Adds the table's oid to the names: `pg_restore` creates the tables of a schema again. */
async function namesIn(db: Db, schema: string, { names }: Sighting): Promise<string[]> {
  const { rows } = await db.query<{ oid: string }>('select $1::regclass::oid::text as oid', [`${schema}.lineage`]);
  return names.map((name) => `${name}/${rows[0]?.oid}`);
}

async function state(db: Db, schema: string, names: readonly string[]): Promise<number> {
  const mark = newMark();
  await db.query(`delete from ${schema}.lineage`);
  await db.query(`insert into ${schema}.lineage (database, mark) values ($1, $2)`, [names.join(' '), mark]);
  return mark;
}

/** Seconds since the last write in any merchant's log; at most the time for which the log is kept. */
const SECONDS = `
  with recursive lasts as (
    (select company_id, at from region.changes order by company_id desc, position desc limit 1)
    union all
    select next.* from lasts l cross join lateral (
      select company_id, at from region.changes c where c.company_id < l.company_id order by company_id desc, position desc limit 1) next
  ) select greatest(0, extract(epoch from now() - max(at)))::bigint as seconds from lasts`;

const MERCHANTS = 'select company_id from region.row_counts union select company_id from region.document_numbers';

const KINDS = `unnest('{purchase_orders,purchase_returns,stock_transfers,stock_adjustments}'::text[])`;

/** Most ids, and most document numbers of a merchant, that one second of writes uses. */
const IDS_EACH_SECOND = 10_000;
const NUMBERS_EACH_SECOND = 1;
const LEAST_IDS = 2 ** 20;
const LEAST_NUMBERS = 1_000;
const LEAST_VERSIONS = 100_000;

/**
 * Skips every id, number and version that may have been issued and lost. A record that changes less than once a second
 * never has a version above the number of seconds since a fixed day. Records themselves are not written.
 */
async function skipGivenOut(db: Db, schema: string): Promise<void> {
  const inSchema = (sql: string) => sql.replaceAll(/\bregion\./g, `${schema}.`);
  const [row] = schema === 'control' ? [] : (await db.query<{ seconds: number | null }>(inSchema(SECONDS))).rows;
  const seconds = row?.seconds ?? 0;
  const ids = schema === 'control' ? LEAST_NUMBERS : LEAST_IDS + seconds * IDS_EACH_SECOND;
  const { rows } = await db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = $1::regnamespace and relkind = 'S'`,
    [schema],
  );
  for (const { name } of rows) await db.query(`select setval('${name}', last_value + ${ids}) from ${name}`);
  if (schema === 'control') return;
  const tables = ['version_floors', 'document_numbers'].map((table) => `${schema}.${table}`);
  await ofAllMerchants(db, tables, async () => {
    await db.query(
      inSchema(`insert into region.version_floors as f (company_id, first)
      select company_id, extract(epoch from now() - timestamptz '2020-01-01Z')::integer from (${MERCHANTS}) merchants
      on conflict (company_id) do update set first = greatest(f.first + ${LEAST_VERSIONS}, excluded.first)`),
    );
    await db.query(
      inSchema(`insert into region.document_numbers as d (company_id, kind, last)
      select company_id, kind, $1::bigint from (${MERCHANTS}) merchants cross join ${KINDS} kind
      on conflict (company_id, kind) do update set last = d.last + excluded.last`),
      [LEAST_NUMBERS + seconds * NUMBERS_EACH_SECOND],
    );
  });
}

/**
 * Tells every endpoint to read everything of the cell's merchants again, since receivers may have changes that a
 * restored log has lost. Runs in a transaction.
 */
async function resyncEndpoints(db: Db, schema: string): Promise<number> {
  const table = `${schema}.webhook_cursors`;
  const { rowCount } = await ofAllMerchants(db, [table], () =>
    db.query(`update ${table} set resync = 'restored', page_id = null, due_at = created_at, lease = null`),
  );
  return rowCount ?? 0;
}
