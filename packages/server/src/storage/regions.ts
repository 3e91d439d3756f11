import type { Clock } from '../clock.ts';
import type { Databases } from './database.ts';
import { Unavailable } from './failures.ts';
import { IdBlocks } from './ids.ts';
import type { Region } from './region.ts';
import type { TenantScope } from './scope.ts';
import { TenantStore } from './tenant.ts';

export interface RegionOptions {
  /** Reads run under row-level security too: the tripwire for a statement that forgets its company. */
  readonly guardReads?: boolean;
  readonly isServed?: (region: Region) => boolean;
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

  /** Throws for a region whose schema is not known to be at this version of the code. */
  tenant(scope: TenantScope): TenantStore {
    if (!this.#isServed(scope.region)) throw new Unavailable('unavailable');
    const pool = this.#databases.regions[scope.region];
    const ids = this.#ids;
    return new TenantStore(scope, { pool, ids, clock: this.#clock, guardReads: this.#guardReads });
  }
}
