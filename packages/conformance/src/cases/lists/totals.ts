import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import type { FilteredList } from './filters.ts';

/** A list query, and a predicate for the records it counts. */
export interface Counted {
  readonly query: string;
  readonly counts: (row: Rec) => boolean;
}

/** No filter, and each filter alone, with each state. */
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

/** Number of records up to which a total is exact under any filter. */
const MOST_COUNTED = 1000;

/** Tracks the totals of several queries across writes. */
export class Totals {
  readonly #t: CaseContext;
  readonly #counted: readonly Counted[];
  readonly #known = new Map<number, Rec>();
  #last: readonly (number | undefined)[] = [];

  constructor(t: CaseContext, counted: readonly Counted[]) {
    this.#t = t;
    this.#counted = counted;
  }

  async start(): Promise<void> {
    this.#last = await this.#read();
  }

  /** Asserts the totals after a write. `record` is the record as read; without it, no total may have changed. */
  async after(what: string, record?: Rec): Promise<void> {
    const before = record && this.#known.get(record.id);
    const now = await this.#read();
    const expected = this.#counted.map(({ counts }, i) => {
      const step = Number(record !== undefined && counts(record)) - Number(before !== undefined && counts(before));
      const last = this.#last[i];
      return last === undefined ? MOST_COUNTED : last + step;
    });
    const wrong = this.#counted.flatMap(({ query }, i) =>
      now[i] === expected[i] || now[i] === undefined ? [] : [[query, expected[i], now[i]]],
    );
    this.#t.equal(wrong, [], `totals after ${what}: query, expected and got`);
    if (record) this.#known.set(record.id, record);
    this.#last = now;
  }

  /** Reads the totals; undefined if inexact. */
  async #read(): Promise<(number | undefined)[]> {
    const totals: (number | undefined)[] = [];
    for (const { query } of this.#counted) {
      const { total, totalIsExact } = (await this.#t.asAny().page(query)).pagination;
      totals.push(totalIsExact === false ? undefined : total);
    }
    return totals;
  }
}
