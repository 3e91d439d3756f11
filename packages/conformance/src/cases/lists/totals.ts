import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import type { FilteredList } from './filters.ts';

/** A query of a list, and whether it counts a record. */
export interface Counted {
  readonly query: string;
  readonly counts: (row: Rec) => boolean;
}

/** Each filter alone, each with each of the states, and none. */
export function countedBy({ path, filters: all, hides }: FilteredList): Counted[] {
  const filters = all.filter(({ name }) => name !== 'orderNos');
  const states = filters.filter(({ name }) => /status|includeVoided/i.test(name));
  const sets = [[], ...filters.map((one) => [one]), ...states.flatMap((one) => states.map((other) => [one, other]))];
  const distinct = sets.filter((set) => new Set(set.map(({ name }) => name)).size === set.length);
  return distinct.map((set) => ({
    query: `${path}?limit=1&${set.map(({ query }) => query).join('&')}`,
    counts: (row) =>
      set.every(({ matches: leaves }) => leaves(row)) &&
      (set.some(({ name }) => name === 'status' || name === 'includeVoided') || !hides(row)),
  }));
}

/** Follows the totals of some queries from write to write. */
export class Totals {
  readonly #t: CaseContext;
  readonly #counted: readonly Counted[];
  readonly #known = new Map<number, Rec>();
  #last: readonly number[] = [];

  constructor(t: CaseContext, counted: readonly Counted[]) {
    this.#t = t;
    this.#counted = counted;
  }

  async start(): Promise<void> {
    this.#last = await this.#read();
  }

  /** Asserts the totals after a write of one record, given as read; without a record, nothing may have changed. */
  async after(what: string, record?: Rec): Promise<void> {
    const before = record && this.#known.get(record.id);
    const now = await this.#read();
    const expected = this.#counted.map(({ counts }, i) => {
      const step = Number(record !== undefined && counts(record)) - Number(before !== undefined && counts(before));
      return (this.#last[i] ?? 0) + step;
    });
    const wrong = this.#counted.flatMap(({ query }, i) =>
      now[i] === expected[i] ? [] : [[query, expected[i], now[i]]],
    );
    this.#t.equal(wrong, [], `totals after ${what}: query, expected and got`);
    if (record) this.#known.set(record.id, record);
    this.#last = now;
  }

  async #read(): Promise<number[]> {
    const totals: number[] = [];
    for (const { query } of this.#counted) totals.push(await this.#t.asAny().total(query));
    return totals;
  }
}
