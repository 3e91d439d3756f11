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

  /** Takes up to `count` ids. `lost` is how many connections the cell's database has lost. */
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

/** All ids of the blocks that start with these. */
export const idsOf = (firsts: readonly number[]): number[] =>
  firsts.flatMap((first) => Array.from({ length: BLOCK }, (_, i) => first + i));
