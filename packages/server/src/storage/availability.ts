import type { Databases } from './database.ts';
import { controlSchema, isCurrent, migrateSchema, regionSchema, type Schema } from './migrate.ts';
import { Unreachable } from './reach.ts';
import { REGIONS, type Region } from './region.ts';

/** State of a schema's database; `reason` explains a failure. */
export interface Condition {
  readonly status: 'up' | 'down' | 'preparing' | 'full';
  readonly reason?: string;
}

export interface Report {
  readonly control: Condition;
  readonly regions: Readonly<Record<Region, Condition>>;
}

/** Events of a region that was unavailable at start. */
export interface Listener {
  onFailure(region: Region, error: unknown): void;
  onServed(region: Region): void;
}

const SILENT: Listener = { onFailure: () => {}, onServed: () => {} };

/** Longest wait of a check, in milliseconds: probes wait hardly longer. */
const CHECK_WITHIN = 2_000;

/** Pauses between attempts to prepare an unavailable region, in milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/** Availability of the databases. A region is served once this process has seen its schema at this version. */
export class Availability {
  readonly #databases: Databases;
  readonly #listener: Listener;
  readonly #waiting = new Map<Region, { reason: string; timer?: NodeJS.Timeout }>();
  #checking: Promise<Report> | undefined;
  #closed = false;

  /** Availability of databases that are already migrated. */
  constructor(databases: Databases, listener: Listener = SILENT) {
    this.#databases = databases;
    this.#listener = listener;
  }

  /**
   * Migrates the control plane and every available region; an unavailable one is retried until it is available. Throws
   * a StartError for what waiting does not fix.
   */
  static async prepare(databases: Databases, listener: Listener = SILENT): Promise<Availability> {
    await migrateSchema(controlSchema(databases));
    const availability = new Availability(databases, listener);
    try {
      for (const region of REGIONS) await availability.#prepareFirst(region);
    } catch (error) {
      availability.close();
      throw error;
    }
    return availability;
  }

  isServed(region: Region): boolean {
    return !this.#waiting.has(region);
  }

  /** Asks every database now; those who ask at the same time share the answer. */
  check(): Promise<Report> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
  }

  async #check(): Promise<Report> {
    const control = this.#conditionOf(controlSchema(this.#databases));
    const regions = REGIONS.map(async (region) => [region, await this.#conditionOfRegion(region)] as const);
    return {
      control: await control,
      regions: Object.fromEntries(await Promise.all(regions)) as Record<Region, Condition>,
    };
  }

  async #prepareFirst(region: Region): Promise<void> {
    try {
      await migrateSchema(regionSchema(this.#databases, region));
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.#retry(region, error, FIRST_PAUSE);
    }
  }

  #retry(region: Region, error: unknown, pause: number): void {
    if (this.#closed) return;
    const timer = setTimeout(() => void this.#prepareAgain(region, pause), pause);
    this.#waiting.set(region, { reason: (error as Error).message, timer: timer.unref() });
    this.#listener.onFailure(region, error);
  }

  async #prepareAgain(region: Region, pause: number): Promise<void> {
    try {
      await migrateSchema(regionSchema(this.#databases, region));
      this.#waiting.delete(region);
      this.#listener.onServed(region);
    } catch (error) {
      this.#retry(region, error, Math.min(2 * pause, LONGEST_PAUSE));
    }
  }

  async #conditionOfRegion(region: Region): Promise<Condition> {
    const waiting = this.#waiting.get(region);
    return waiting
      ? { status: 'down', reason: waiting.reason }
      : this.#conditionOf(regionSchema(this.#databases, region));
  }

  async #conditionOf(schema: Schema): Promise<Condition> {
    try {
      const current = await within(CHECK_WITHIN, isCurrent(schema));
      if (!current)
        return { status: 'preparing', reason: `The version of the schema ${schema.name} differs from the program's.` };
      return this.#databases.disk?.isFull
        ? { status: 'full', reason: 'The disk of the data folder is full.' }
        : { status: 'up' };
    } catch (error) {
      return { status: 'down', reason: new Unreachable(schema.pool, error).message };
    }
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
