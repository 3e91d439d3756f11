import type { Databases } from '../storage/database.ts';
import { Regions } from '../storage/regions.ts';
import type { TenantScope } from '../storage/scope.ts';
import type { TenantStore, TenantTransaction } from '../storage/tenant.ts';

/** Writes a merchant's records, each of which has its time. */
export interface DatedWriter {
  write<T>(at: number, work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
}

/** Writes a merchant's records as if each had been written at its own time. */
export class BackdatedStore implements DatedWriter {
  readonly #tenant: TenantStore;
  readonly #onWritten: () => void;
  #now = 0;

  constructor(databases: Databases, scope: TenantScope, onWritten: () => void) {
    this.#tenant = new Regions(databases, () => this.#now).tenant(scope);
    this.#onWritten = onWritten;
  }

  /** One transaction, and one step of the progress. A transaction has one instant, so two instants take two. */
  async write<T>(at: number, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    this.#now = at;
    const result = await this.#tenant.write(work);
    this.#onWritten();
    return result;
  }
}
