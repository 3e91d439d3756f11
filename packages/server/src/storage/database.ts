import pg from 'pg';
import type { DiskSpace } from './disk-space.ts';
import { type DatabasePool, POOL_LIMITS, type PoolLimits, postgresPool } from './pool.ts';
import { type Patience, reach } from './reach.ts';
import { REGIONS, type Region } from './region.ts';

/** The control plane's database and each region's; by default all are one. */
export interface Databases {
  readonly kind: 'embedded' | 'postgres';
  readonly control: DatabasePool;
  readonly regions: Readonly<Record<Region, DatabasePool>>;
  /** The data folder of the embedded database and its disk, unless it is in memory. */
  readonly folder?: string | undefined;
  readonly disk?: DiskSpace | undefined;
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
export const SHARED = { types, pipeline: true } as const;

export interface PostgresOptions {
  readonly limits?: PoolLimits;
  /** Waits for the control plane's database while it starts. */
  readonly patience?: Patience;
}

/**
 * Opens PostgreSQL; a region without its own URL is in the control plane's database. That one has to answer; a region's
 * may come later.
 */
export async function openPostgres(
  url: string,
  regionUrls: Partial<Record<Region, string>>,
  { limits = POOL_LIMITS, patience }: PostgresOptions = {},
): Promise<Databases> {
  const opened = new Map<string, ReturnType<typeof postgresPool>>();
  const poolFor = (setting: string, target: string): DatabasePool => {
    const one = opened.get(target) ?? postgresPool(setting, { ...SHARED, connectionString: target }, limits);
    opened.set(target, one);
    return one.pool;
  };
  const control = poolFor('DATABASE_URL', url);
  const regions = Object.fromEntries(
    REGIONS.map((region) => [region, poolFor(`DATABASE_URL_${region}`, regionUrls[region] ?? url)]),
  ) as Record<Region, DatabasePool>;
  const close = async () => void (await Promise.all([...opened.values()].map((one) => one.close())));
  await reach(control, patience).catch(async (error) => close().then(() => Promise.reject(error)));
  return { kind: 'postgres', control, regions, close };
}

/** Each database once. */
export const poolsOf = ({ control, regions }: Databases): DatabasePool[] => [
  ...new Set([control, ...Object.values(regions)]),
];
