import type { QueryResultRow } from 'pg';
import { inSchemaOf, type Region } from '../process/region.ts';
import type { Clock } from '../process/time.ts';
import { type Cell, type CellId, type CellName, cellName, cellsOf, IdBlocks, type RegionDatabases } from './cells.ts';
import { isUnavailable, noteDatabase, Unavailable } from './failures.ts';
import type { DatabasePool } from './pool.ts';
import type { TenantScope } from './statement.ts';
import { TenantStore } from './tenant.ts';

export interface RegionOptions {
  /** Also runs reads under row-level security, which catches statements without the company. */
  readonly guardReads?: boolean;
  readonly failureOf?: ((cell: CellName) => Error | undefined) | undefined;
}

/** Results of the queried cells, and the names of the unavailable ones. */
export interface Asked<T> {
  readonly answers: readonly T[];
  readonly unavailable: readonly CellName[];
}

/** Returns a merchant's store, in the cell that has its data. */
export class Regions {
  readonly #cells: ReadonlyMap<CellName, Cell & { readonly ids: IdBlocks }>;
  readonly #clock: Clock;
  readonly #guardReads: boolean;
  readonly #failureOf: (cell: CellName) => Error | undefined;

  constructor(databases: RegionDatabases, clock: Clock, options: RegionOptions = {}) {
    this.#cells = new Map(cellsOf(databases).map((cell) => [cellName(cell), { ...cell, ids: new IdBlocks() }]));
    this.#clock = clock;
    this.#guardReads = options.guardReads ?? false;
    this.#failureOf = options.failureOf ?? (() => undefined);
  }

  /**
   * Queries every cell, or those of one region, for data that belongs to no single merchant. Names
   * the unavailable ones.
   */
  async ask<T>(work: (pool: DatabasePool, region: Region) => Promise<T>, only?: Region): Promise<Asked<T>> {
    const unavailable: CellName[] = [];
    const asked = [...this.#cells].filter(([, { region }]) => only === undefined || region === only);
    const answers = await Promise.all(
      asked.map(async ([name, id]) => {
        try {
          return [await work(this.poolOf(id), id.region)];
        } catch (error) {
          if (!isUnavailable(error)) throw error;
          unavailable.push(name);
          return [];
        }
      }),
    );
    return { answers: answers.flat(), unavailable };
  }

  async query<Row extends QueryResultRow>(sql: string, values: readonly unknown[], only?: Region) {
    const { answers, unavailable } = await this.ask(async (pool, region) => {
      const { rows } = await pool.query<Row>(inSchemaOf(region, sql), [...values]);
      return rows;
    }, only);
    return { rows: answers.flat(), unavailable };
  }

  /** Numbers of a region's served cells, or of all its cells if none is served. */
  cellsIn(region: Region): number[] {
    const all = [...this.#cells.values()].filter((cell) => cell.region === region);
    const served = all.filter((cell) => this.#failureOf(cellName(cell)) === undefined);
    return (served.length > 0 ? served : all).map(({ cell }) => cell);
  }

  /** Throws if this process does not have the cell, or its schema has another version. */
  poolOf(id: CellId): DatabasePool {
    return this.#served(id).pool;
  }

  /** True if a setting names the cell, whether it is served or not. */
  has(id: CellId): boolean {
    return this.#cells.has(cellName(id));
  }

  tenant(scope: TenantScope): TenantStore {
    const placeOf = (cell: number) => this.#served({ region: scope.region, cell });
    return new TenantStore(scope, { placeOf, clock: this.#clock, guardReads: this.#guardReads });
  }

  #served(id: CellId) {
    const cell = this.#cells.get(cellName(id));
    if (!cell) throw new Unavailable('unavailable');
    const failure = this.#failureOf(cellName(id));
    if (failure === undefined) return cell;
    throw noteDatabase(new Unavailable('unavailable', failure), cell.pool);
  }
}
