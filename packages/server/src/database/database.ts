import { setTimeout as delay } from 'node:timers/promises';
import { REGIONS, type Region } from '../process/region.ts';
import { types } from './batch.ts';
import { type Cell, type CellName, cellOf, cellsOf, type RegionDatabases } from './cells.ts';
import { ChangeRelay, lookAgainRegularly } from './change-relay.ts';
import type { DiskSpace } from './data-folder.ts';
import { isUnavailable, nameOf, reasonOf, Unreachable } from './failures.ts';
import { Lineage, seePostgres } from './lineage.ts';
import { type DatabasePool, POOL_LIMITS, type PoolLimits, postgresPool } from './pool.ts';

export interface DatabaseSet extends RegionDatabases {
  readonly kind: 'embedded' | 'postgres';
  readonly control?: DatabasePool | undefined;
  /** Data folder of the embedded database, and its disk; undefined in memory. */
  readonly folder?: string | undefined;
  readonly disk?: DiskSpace | undefined;
  close(): Promise<void>;
}

export interface ControlDatabases extends DatabaseSet {
  readonly control: DatabasePool;
}

/** Databases of the control plane and of all regions. By default, they are the same one. */
export interface Databases extends ControlDatabases {
  readonly regions: Readonly<Record<Region, DatabasePool>>;
}

export const hasAll = (databases: DatabaseSet): databases is Databases =>
  databases.control !== undefined && REGIONS.every((region) => databases.regions[region]);

/** With `pipeline`, a transaction's frame is sent together with its first statements. */
export const SHARED = { types, pipeline: true } as const;

export interface PostgresOptions {
  readonly limits?: PoolLimits;
  /** Waits while the control plane's database starts. */
  readonly patience?: Patience | undefined;
}

type CellUrls = Partial<Record<CellName, string>>;

/**
 * Opens PostgreSQL. A region without a URL uses the control plane's database, which must be reachable. Regions may
 * become reachable later.
 */
export async function openPostgres(url: string, cellUrls: CellUrls, options?: PostgresOptions): Promise<Databases> {
  const pools = new Pools(options);
  const control = await pools.control(url);
  return { kind: 'postgres', control, ...pools.cells(REGIONS, cellUrls, url), close: pools.close };
}

export async function openControlPlane(url: string, options?: PostgresOptions): Promise<DatabaseSet> {
  const pools = new Pools(options);
  const control = await pools.control(url);
  return { kind: 'postgres', control, regions: {}, furtherCells: [], close: pools.close };
}

/**
 * Opens the PostgreSQL databases of one region's cells, which may become reachable later. A first cell without its own
 * URL uses `url`.
 */
export function openRegion(region: Region, cellUrls: CellUrls, url: string, options?: PostgresOptions): DatabaseSet {
  const pools = new Pools(options);
  return { kind: 'postgres', ...pools.cells([region], cellUrls, url), close: pools.close };
}

class Pools {
  readonly #options: PostgresOptions;
  readonly #opened = new Map<string, ReturnType<typeof postgresPool>>();

  constructor(options: PostgresOptions = {}) {
    this.#options = options;
  }

  /** Opens the control plane's database. Closes it if it is unreachable. */
  async control(url: string): Promise<DatabasePool> {
    const pool = this.#of('DATABASE_URL', url);
    try {
      await reach(pool, this.#options.patience);
      return pool;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  cells<Of extends Region>(of: readonly Of[], cellUrls: CellUrls, url: string) {
    const first = of.map((region) => [region, this.#of(`DATABASE_URL_${region}`, cellUrls[region] ?? url)]);
    const furtherCells = Object.entries(cellUrls).flatMap(([name, cellUrl]): Cell[] => {
      const id = cellOf(name);
      const isWanted = id && name !== id.region && of.some((region) => region === id.region);
      return isWanted && cellUrl ? [{ ...id, pool: this.#of(`DATABASE_URL_${name}`, cellUrl) }] : [];
    });
    return { regions: Object.fromEntries(first) as Record<Of, DatabasePool>, furtherCells };
  }

  #of(setting: string, url: string): DatabasePool {
    const opened = this.#opened.get(url);
    if (opened) return opened.pool;
    const database = { ...SHARED, connectionString: url };
    const { limits = POOL_LIMITS } = this.#options;
    const { pool, close } = postgresPool(setting, database, limits, new Lineage(seePostgres));
    const relay = new ChangeRelay(pool);
    pool.changes.relay = relay;
    const stopLooking = lookAgainRegularly(pool);
    this.#opened.set(url, {
      pool,
      async close() {
        stopLooking();
        await relay.close();
        await close();
      },
    });
    return pool;
  }

  readonly close = async (): Promise<void> => {
    await Promise.all([...this.#opened.values()].map((one) => one.close()));
  };
}

export const poolsOf = (databases: Pick<DatabaseSet, 'control' | 'regions' | 'furtherCells'>): DatabasePool[] => [
  ...new Set([...(databases.control ? [databases.control] : []), ...cellsOf(databases).map(({ pool }) => pool)]),
];

export interface Patience {
  readonly seconds: number;
  readonly onWait: (line: string) => void;
}

/** Milliseconds between attempts to reach a database that is starting. */
const PAUSE = 500;

/** Resolves once the database responds. Throws a StartError if it rejects the service or stays unavailable. */
export async function reach(
  pool: DatabasePool,
  { seconds, onWait }: Patience = { seconds: 0, onWait: () => {} },
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!isUnavailable(error) || performance.now() + PAUSE > end) throw new Unreachable(pool, error);
      if (attempt === 1) onWait(`Waiting up to ${seconds} s for ${nameOf(pool)}: ${reasonOf(error)}`);
    }
    await delay(PAUSE);
  }
}
