/** `increment by` of the sequence `record_ids`: each of its values is the first of so many ids. */
const BLOCK = 32;

/**
 * Ids that are left of blocks which the sequence of a cell gave out, so that most writes need not ask it. Only what a
 * committed transaction left may be used: before that a crash of the database sets the sequence back, and it gives the
 * same block out again. A lost connection may mean a server that knows less than the one before, so it ends what is
 * left.
 */
export class IdBlocks {
  #free: number[] = [];
  #lost = 0;

  /** Takes at most `count` ids; `lost` is how many connections the cell's database has lost so far. */
  take(lost: number, count: number): number[] {
    return this.#since(lost).splice(0, count);
  }

  /** Keeps what a committed transaction left over; `lost` as it was when the transaction began. */
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

/** Blocks that are taken at once, so that few documents of many lines wait for another. */
const LEAST = 8;

/** Number of blocks for `count` ids. */
export const blocksFor = (count: number): number => Math.max(LEAST, Math.ceil(count / BLOCK));

/** The ids of blocks, by their first. */
export const idsOf = (firsts: readonly number[]): number[] =>
  firsts.flatMap((first) => Array.from({ length: BLOCK }, (_, i) => first + i));
