import type { Clock } from '../clock.ts';
import type { Databases } from './database.ts';
import { IdBlocks } from './ids.ts';
import { type TenantScope, TenantStore, type WriteOptions } from './tenant.ts';

/** Gives the store of one merchant, in the region that holds its data. */
export class Regions {
  readonly #databases: Databases;
  readonly #clock: Clock;
  readonly #guardReads: boolean;
  readonly #ids = new IdBlocks();

  constructor(databases: Databases, clock: Clock, options: { guardReads?: boolean } = {}) {
    this.#databases = databases;
    this.#clock = clock;
    this.#guardReads = options.guardReads ?? false;
  }

  tenant(scope: TenantScope, options?: WriteOptions): TenantStore {
    const pool = this.#databases.regions[scope.region];
    const ids = this.#ids;
    return new TenantStore(scope, { pool, ids, clock: this.#clock, guardReads: this.#guardReads }, options);
  }
}
