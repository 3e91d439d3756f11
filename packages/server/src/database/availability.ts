import { setTimeout as delay } from 'node:timers/promises';
import { REGIONS, type Region } from '../process/region.ts';
import { type Cell, type CellName, cellName, cellsOf } from './cells.ts';
import type { DatabaseSet } from './database.ts';
import { Unreachable } from './failures.ts';
import { cellSchema, controlSchema, isCurrent, migrateControl, migrateSchema, type Schema } from './migrate.ts';

export interface Condition {
  readonly status: 'up' | 'down' | 'preparing' | 'full';
  readonly reason?: string;
}

/** State of a region's worst cell; if there are several cells, also the state of each. */
export interface RegionCondition extends Condition {
  readonly cells?: Readonly<Record<string, Condition>>;
}

export interface Report {
  readonly control?: Condition | undefined;
  readonly regions: Readonly<Partial<Record<Region, RegionCondition>>>;
}

export interface Listener {
  onFailure(cell: CellName, error: unknown): void;
  onServed(cell: CellName): void;
}

const NO_LISTENER: Listener = { onFailure: () => {}, onServed: () => {} };

/** Timeout of a check in milliseconds, which bounds the time that a probe takes. */
const CHECK_WITHIN = 2_000;

/** Shortest and longest pause between attempts to prepare an unavailable cell, in milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/**
 * Tracks which databases are available. A cell is served once this process has seen its schema at the current version.
 */
export class Availability {
  readonly #databases: DatabaseSet;
  readonly #listener: Listener;
  readonly #waiting = new Map<CellName, { failure: Error; timer: NodeJS.Timeout }>();
  #checking: Promise<Report> | undefined;
  #closed = false;

  /** For databases that are already migrated. */
  constructor(databases: DatabaseSet, listener: Listener = NO_LISTENER) {
    this.#databases = databases;
    this.#listener = listener;
  }

  /**
   * Migrates the control plane and every available cell; retries unavailable cells until they are
   * available. Throws a StartError if waiting would not help.
   */
  static async prepare(databases: DatabaseSet, listener: Listener = NO_LISTENER): Promise<Availability> {
    const { control } = databases;
    if (control) await migrateControl({ ...databases, control });
    const availability = new Availability(databases, listener);
    try {
      for (const cell of cellsOf(databases)) {
        await migrateSchema(cellSchema(databases, cell)).catch((error) => {
          if (!(error instanceof Unreachable)) throw error;
          availability.#retry(cell, error, FIRST_PAUSE);
        });
      }
    } catch (error) {
      availability.close();
      throw error;
    }
    return availability;
  }

  isServed(cell: CellName): boolean {
    return !this.#waiting.has(cell);
  }

  failureOf(cell: CellName): Error | undefined {
    return this.#waiting.get(cell)?.failure;
  }

  /** Checks every database now. Concurrent calls share one check. */
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
    const { kind, control, regions: here } = this.#databases;
    const ofControl = control && this.#conditionOf(controlSchema({ kind, control }));
    const asked = cellsOf(this.#databases).map(async (cell) => {
      const failure = this.failureOf(cellName(cell));
      const condition: Condition = failure
        ? { status: 'down', reason: failure.message }
        : await this.#conditionOf(cellSchema(this.#databases, cell));
      return { ...cell, condition };
    });
    const cells = await Promise.all(asked);
    const regions = REGIONS.filter((region) => here[region]).map((region) => {
      const own = cells.filter((cell) => cell.region === region);
      const worst = own.find(({ condition }) => condition.status !== 'up')?.condition ?? { status: 'up' };
      const each = Object.fromEntries(own.map((cell) => [cellName(cell), cell.condition]));
      return [region, own.length > 1 ? { ...worst, cells: each } : worst];
    });
    return {
      ...(ofControl && { control: await ofControl }),
      regions: Object.fromEntries(regions) as Report['regions'],
    };
  }

  #retry(cell: Cell, error: unknown, pause: number): void {
    if (this.#closed) return;
    const timer = setTimeout(() => void this.#prepareAgain(cell, pause), pause);
    this.#waiting.set(cellName(cell), { failure: error as Error, timer: timer.unref() });
    this.#listener.onFailure(cellName(cell), error);
  }

  async #prepareAgain(cell: Cell, pause: number): Promise<void> {
    try {
      await migrateSchema(cellSchema(this.#databases, cell));
      this.#waiting.delete(cellName(cell));
      this.#listener.onServed(cellName(cell));
    } catch (error) {
      this.#retry(cell, error, Math.min(2 * pause, LONGEST_PAUSE));
    }
  }

  async #conditionOf(schema: Schema): Promise<Condition> {
    try {
      const late = delay(CHECK_WITHIN, undefined, { ref: false }).then(() => {
        throw new Error(`no answer within ${CHECK_WITHIN / 1000} s`);
      });
      const current = await Promise.race([isCurrent(schema), late]);
      if (!current)
        return { status: 'preparing', reason: `The schema ${schema.name} lacks migrations of this program.` };
      return this.#databases.disk?.isFull
        ? { status: 'full', reason: 'The disk of the data folder is full.' }
        : { status: 'up' };
    } catch (error) {
      return { status: 'down', reason: new Unreachable(schema.pool, error).message };
    }
  }
}

export const conditionsOf = ({ regions }: Report): [cell: CellName, condition: Condition][] =>
  Object.entries(regions).flatMap(
    ([region, { cells, ...condition }]) => Object.entries(cells ?? { [region]: condition }) as [CellName, Condition][],
  );
