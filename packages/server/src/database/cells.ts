import { REGIONS, type Region } from '../process/region.ts';
import type { DatabasePool } from './pool.ts';

/** Name of a cell: its region and, except for the first cell, its number. */
export type CellName = Region | `${Region}_${number}`;

export interface CellId {
  readonly region: Region;
  readonly cell: number;
}

/** A PostgreSQL cluster that holds some of a region's merchants. */
export interface Cell extends CellId {
  readonly pool: DatabasePool;
}

export interface RegionDatabases {
  /** First cell of each region that this process serves. */
  readonly regions: Readonly<Partial<Record<Region, DatabasePool>>>;
  /** The other cells, in regions with several. */
  readonly furtherCells: readonly Cell[];
}

export const FIRST_CELL = 1;

/** Each cell has 2^40 ids. With this many cells, ids stay below 2^53, up to which JSON numbers are exact. */
export const MOST_CELLS = 8000;

export const cellName = ({ region, cell }: CellId): CellName => (cell === FIRST_CELL ? region : `${region}_${cell}`);

export function cellOf(name: string): CellId | undefined {
  const [, first, number] = /^([A-Z]+)(?:_([1-9]\d*))?$/.exec(name) ?? [];
  const region = REGIONS.find((known) => known === first);
  const cell = number === undefined ? FIRST_CELL : Number(number);
  const isNamed = region && cell <= MOST_CELLS && (number === undefined || cell > FIRST_CELL);
  return isNamed ? { region, cell } : undefined;
}

export const cellsOf = ({ regions, furtherCells }: RegionDatabases): Cell[] =>
  REGIONS.flatMap((region) => {
    const first = regions[region];
    const further = furtherCells.filter((one) => one.region === region).sort((a, b) => a.cell - b.cell);
    return first ? [{ region, cell: FIRST_CELL, pool: first }, ...further] : [];
  });

/** The cell with the fewest merchants, or the first of several. `merchants` counts merchants by cell. */
export function leastFilled(cells: readonly number[], merchants: ReadonlyMap<number, number>): number {
  const filled = (cell: number) => merchants.get(cell) ?? 0;
  return [...cells].sort((a, b) => filled(a) - filled(b) || a - b)[0] ?? FIRST_CELL;
}

/** First id of a cell. Cells have separate ranges of 2^40 ids, so a merchant keeps its ids when it moves. */
export const firstIdOf = (cell: number): number => (cell - FIRST_CELL) * 2 ** 40 + 100_001;

/** `increment by` of the sequence `record_ids`: each value is the first of this many ids. */
const BLOCK = 32;

/**
 * Unused ids from a cell's sequence, so that most writes need not query it. Only ids left by a committed transaction
 * can be used: if the database crashes before the commit, the sequence is reset and returns the same block again. After
 * a lost connection, a failover may have lost the block too, so the remaining ids are dropped.
 */
export class IdBlocks {
  #free: number[] = [];
  #lost = 0;

  /** Takes up to `count` ids. `lost` counts the lost connections to the cell's database. */
  take(lost: number, count: number): number[] {
    return this.#since(lost).splice(0, count);
  }

  /** Keeps the ids left by a committed transaction. `lost` is the count when it started. */
  keep(lost: number, ids: readonly number[]): void {
    if (this.#lost > lost) return;
    this.#since(lost).push(...ids);
  }

  #since(lost: number): number[] {
    if (this.#lost !== lost) this.#free = [];
    this.#lost = lost;
    return this.#free;
  }
}

/** Minimum number of blocks taken at a time, so that documents with many lines rarely wait for more. */
const LEAST = 8;

export const blocksFor = (count: number): number => Math.max(LEAST, Math.ceil(count / BLOCK));

/** Expands the first ids of blocks into all their ids. */
export const idsOf = (firsts: readonly number[]): number[] =>
  firsts.flatMap((first) => Array.from({ length: BLOCK }, (_, i) => first + i));
