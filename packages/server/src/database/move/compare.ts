import { type Db, withoutLimits } from '../access.ts';
import { noteDatabase } from '../failures.ts';
import { merchantTables } from '../merchant-tables.ts';
import type { DatabasePool } from '../pool.ts';

/** Makes values print the same on all servers. */
const SETTINGS = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC';
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1`;

export interface Cells {
  readonly source: DatabasePool;
  readonly target: DatabasePool;
}

export const withSessions = <T>({ source, target }: Cells, work: (source: Db, target: Db) => Promise<T>): Promise<T> =>
  withSession(source, (from) => withSession(target, (to) => work(from, to)));

/**
 * Runs work on a connection without statement time limits, then closes the connection, which
 * releases everything it holds.
 */
export async function withSession<T>(pool: DatabasePool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const { query } = withoutLimits(client);
    // The driver's error for a lost connection does not name its server.
    const db: Db = {
      query: (text, values) => query<never>(text, values).catch((error) => Promise.reject(noteDatabase(error, pool))),
    };
    await db.query(SETTINGS);
    return await work(db);
  } finally {
    client.release(true);
  }
}

/** Two cells, the target with a copy of a merchant's rows in the source. */
export interface Copies {
  readonly source: Db;
  readonly target: Db;
  readonly schema: string;
  readonly companyId: number;
}

export class CopyDiffers extends Error {
  override name = 'CopyDiffers';
}

/** A table found equal on both sides, with the time of its comparison. */
export type Compared = Awaited<ReturnType<typeof compareTable>>;

/** Compares the number of a table's rows and the sums of two hashes of each row. Throws CopyDiffers. */
async function compareTable({ source, target, schema, companyId }: Copies, name: string) {
  const start = performance.now();
  const digestOf = async (db: Db) => {
    const { rows } = await db.query<{ readonly rows: number; readonly digest: string }>(
      `select count(*) as rows, concat(sum(hashtextextended(t::text, 0)), ' ', sum(hashtextextended(t::text, 1))) as digest
       from ${schema}.${name} t where company_id = $1`,
      [companyId],
    );
    return rows[0];
  };
  const [one, other] = await Promise.all([digestOf(source), digestOf(target)]);
  if (one?.rows !== other?.rows || one?.digest !== other?.digest) {
    throw new CopyDiffers(
      `The table ${name} has ${one?.rows} rows in one cell and ${other?.rows} others in the other.`,
    );
  }
  return { name, rows: one?.rows ?? 0, milliseconds: performance.now() - start };
}

/** Compares every table of the merchant, and checks that its ledger matches its levels. Throws CopyDiffers. */
export async function compareCopies(copies: Copies): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const { name } of await merchantTables(copies.source, copies.schema)) {
    compared.push(await compareTable(copies, name));
  }
  await Promise.all([copies.source, copies.target].map((db) => requireBalance(db, copies)));
  return compared;
}

/** Compares the fastest tables again, within `budget` milliseconds according to their first times. */
export async function compareAgain(copies: Copies, compared: readonly Compared[], budget: number): Promise<number> {
  let left = budget;
  let again = 0;
  for (const { name, milliseconds } of [...compared].sort((a, b) => a.milliseconds - b.milliseconds)) {
    left -= milliseconds;
    if (left < 0) break;
    left -= Math.max((await compareTable(copies, name)).milliseconds - milliseconds, 0);
    again += 1;
  }
  return again;
}

async function requireBalance(db: Db, { schema, companyId }: Copies): Promise<void> {
  const { rows } = await db.query<{ moved: string; held: string; equal: boolean }>(
    `select moved, held, moved = held as equal from
       (select coalesce(sum(change), 0) as moved from ${schema}.stock_movements where company_id = $1) m,
       (select coalesce(sum(on_hand), 0) as held from ${schema}.stock_levels where company_id = $1) l`,
    [companyId],
  );
  const [sums] = rows;
  if (!sums?.equal) throw new CopyDiffers(`The ledger adds up to ${sums?.moved}, but ${sums?.held} is on hand.`);
}
