import { mkdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { StartError } from '../errors.ts';
import { lockFolder } from './folder-lock.ts';
import { REGIONS, type Region } from './region.ts';

/** The control plane's database and each region's; by default all are one. */
export interface Databases {
  readonly kind: 'embedded' | 'postgres';
  readonly control: pg.Pool;
  readonly regions: Readonly<Record<Region, pg.Pool>>;
  close(): Promise<void>;
}

const INT8 = 20;
const DATE_LIKE = new Set([1082, 1114, 1184]);

/** Ids fit a JSON integer, and dates stay the text that the database wrote. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (DATE_LIKE.has(oid)) return String;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** `pipeline` lets a transaction's frame travel together with the statement inside it. */
const shared = { types, pipeline: true } as const;

export const EXTENSIONS = { pg_trgm, btree_gin };

/** PostgreSQL in this process; one connection. Owned by the returned databases, which close it. */
export function embeddedDatabases(lite: PGlite, release: () => void = () => {}): Databases {
  const pool = new pg.Pool({ ...createPgConfig(lite), ...shared, max: 1 });
  return {
    kind: 'embedded',
    control: pool,
    regions: { UK: pool, US: pool, IN: pool, AE: pool },
    async close() {
      await pool.end();
      await lite.close();
      release();
    },
  };
}

/** An embedded database that is gone when the process ends. */
export const openMemory = async (): Promise<Databases> =>
  embeddedDatabases(await PGlite.create({ extensions: EXTENSIONS }));

/** Opens the embedded database in a folder, which one process at a time may use. */
export async function openFolder(folder: string): Promise<Databases> {
  mkdirSync(folder, { recursive: true });
  const release = lockFolder(folder);
  const lite = await PGlite.create(`${folder}/database`, { extensions: EXTENSIONS });
  return embeddedDatabases(lite, release);
}

/** Opens PostgreSQL; a region without a URL of its own lives in the control plane's database. */
export async function openPostgres(url: string, regionUrls: Partial<Record<Region, string>>): Promise<Databases> {
  const pools = new Map<string, pg.Pool>();
  const poolFor = (target: string): pg.Pool => {
    const pool = pools.get(target) ?? newPool(target);
    pools.set(target, pool);
    return pool;
  };
  const control = poolFor(url);
  const regions = Object.fromEntries(REGIONS.map((r) => [r, poolFor(regionUrls[r] ?? url)])) as Record<Region, pg.Pool>;
  const close = async () => void (await Promise.all([...pools.values()].map((pool) => pool.end())));
  for (const pool of pools.values())
    await checkReachable(pool).catch(async (error) => close().then(() => Promise.reject(error)));
  return { kind: 'postgres', control, regions, close };
}

function newPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    ...shared,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 20_000,
    application_name: 'tillgate',
  });
  // An idle connection that breaks is replaced at the next use; the use reports what fails.
  pool.on('error', () => {});
  return pool;
}

async function checkReachable(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    const { host, port, database } = pool.options;
    const where = host ? `${host}:${port ?? 5432}/${database ?? ''}` : 'the database named by DATABASE_URL';
    throw new StartError(`Cannot reach ${where}: ${error instanceof Error ? error.message : error}`);
  }
}
