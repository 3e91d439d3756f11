/** `increment by` of the sequence `record_ids`: each value is the first of this many ids. */
const BLOCK = 32;

/**
 * Unused ids of blocks from a cell's sequence, so that most writes need not query it. Only ids left by a committed
 * transaction may be used: a crash of the database before the commit resets the sequence, which then returns the same
 * block again. After a lost connection the server may be another one that is behind, so the remaining ids are dropped.
 */
export class IdBlocks {
  #free: number[] = [];
  #lost = 0;

  /** Takes at most `count` ids; `lost` counts the connections that the cell's database has lost. */
  take(lost: number, count: number): number[] {
    return this.#since(lost).splice(0, count);
  }

  /** Keeps ids left by a committed transaction; `lost` is the count at its start. */
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

/** Least number of blocks taken at once, so that documents with many lines rarely wait for more. */
const LEAST = 8;

export const blocksFor = (count: number): number => Math.max(LEAST, Math.ceil(count / BLOCK));

/** All ids of blocks, from the first id of each. */
export const idsOf = (firsts: readonly number[]): number[] =>
  firsts.flatMap((first) => Array.from({ length: BLOCK }, (_, i) => first + i));
