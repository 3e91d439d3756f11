import type { Clock } from '../clock.ts';
import type { Databases } from './database.ts';
import { isUnavailable, Unavailable } from './failures.ts';
import { IdBlocks } from './ids.ts';
import type { DatabasePool } from './pool.ts';
import { REGIONS, type Region } from './region.ts';
import type { TenantScope } from './scope.ts';
import { TenantStore } from './tenant.ts';

export interface RegionOptions {
  /** Reads run under row-level security too: the tripwire for a statement that forgets its company. */
  readonly guardReads?: boolean;
  readonly isServed?: (region: Region) => boolean;
}

/** What the regions answered, and which did not. */
export interface Asked<T> {
  readonly answers: readonly T[];
  readonly unavailable: readonly Region[];
}

/** Gives the store of one merchant, in the region that holds its data. */
export class Regions {
  readonly #databases: Databases;
  readonly #clock: Clock;
  readonly #guardReads: boolean;
  readonly #isServed: (region: Region) => boolean;
  readonly #ids = new IdBlocks();

  constructor(databases: Databases, clock: Clock, options: RegionOptions = {}) {
    this.#databases = databases;
    this.#clock = clock;
    this.#guardReads = options.guardReads ?? false;
    this.#isServed = options.isServed ?? (() => true);
  }

  /** Asks every region for what is no merchant's own data, and names the regions that do not answer. */
  async ask<T>(work: (pool: DatabasePool, region: Region) => Promise<T>): Promise<Asked<T>> {
    const unavailable: Region[] = [];
    const answers = await Promise.all(
      REGIONS.map(async (region) => {
        try {
          return [await work(this.poolOf(region), region)];
        } catch (error) {
          if (!isUnavailable(error)) throw error;
          unavailable.push(region);
          return [];
        }
      }),
    );
    return { answers: answers.flat(), unavailable };
  }

  /** Throws for a region whose schema is not known to be at this version of the code. */
  poolOf(region: Region): DatabasePool {
    if (!this.#isServed(region)) throw new Unavailable('unavailable');
    return this.#databases.regions[region];
  }

  tenant(scope: TenantScope): TenantStore {
    const pool = this.poolOf(scope.region);
    const ids = this.#ids;
    return new TenantStore(scope, { pool, ids, clock: this.#clock, guardReads: this.#guardReads });
  }
}
