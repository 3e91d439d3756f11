import type { DatabasePool } from './pool.ts';
import { REGIONS, type Region } from './region.ts';

/** Name of a cell: that of its region for the first one, else with its number behind. */
export type CellName = Region | `${Region}_${number}`;

/** Place of a merchant's data: a region, and the number of one of its cells. */
export interface CellId {
  readonly region: Region;
  readonly cell: number;
}

/** A PostgreSQL cluster with a part of a region's merchants. */
export interface Cell extends CellId {
  readonly pool: DatabasePool;
}

/** The databases of the regions. */
export interface RegionDatabases {
  /** The first cell of each region that is here. */
  readonly regions: Readonly<Partial<Record<Region, DatabasePool>>>;
  /** Cells of regions that have several. */
  readonly furtherCells: readonly Cell[];
}

/** The cell that every region has. */
export const FIRST_CELL = 1;

/** Ids of 2^40 for each cell keep those of this many below 2^53, up to which JSON numbers are exact. */
export const MOST_CELLS = 8000;

export const cellName = ({ region, cell }: CellId): CellName => (cell === FIRST_CELL ? region : `${region}_${cell}`);

const NAME = /^([A-Z]+)(?:_([1-9]\d*))?$/;

/** The cell that a name such as `UK_2` stands for. */
export function cellOf(name: string): CellId | undefined {
  const [, first, number] = NAME.exec(name) ?? [];
  const region = REGIONS.find((known) => known === first);
  const cell = number === undefined ? FIRST_CELL : Number(number);
  const isNamed = region && cell <= MOST_CELLS && (number === undefined || cell > FIRST_CELL);
  return isNamed ? { region, cell } : undefined;
}

/** Every cell, those of one region behind one another. */
export const cellsOf = ({ regions, furtherCells }: RegionDatabases): Cell[] =>
  REGIONS.flatMap((region) => {
    const first = regions[region];
    const further = furtherCells.filter((one) => one.region === region).sort((a, b) => a.cell - b.cell);
    return first ? [{ region, cell: FIRST_CELL, pool: first }, ...further] : [];
  });

/** The cell with the fewest merchants, of several the first. `merchants` has the number of merchants by cell. */
export function leastFilled(cells: readonly number[], merchants: ReadonlyMap<number, number>): number {
  const filled = (cell: number) => merchants.get(cell) ?? 0;
  return [...cells].sort((a, b) => filled(a) - filled(b) || a - b)[0] ?? FIRST_CELL;
}

/** The first id that a cell gives out; each cell has 2^40 of its own, so that a merchant that moves keeps its ids. */
export const firstIdOf = (cell: number): number => (cell - FIRST_CELL) * 2 ** 40 + 100_001;
