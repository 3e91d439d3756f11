import type { Region } from './region.ts';

/** `increment by` of the sequence `record_ids`: each of its values is the first of so many ids. */
const BLOCK = 32;

/**
 * Ids that are left of blocks which the sequence of a region gave out, so that most writes need not ask it. Only what a
 * committed transaction left may be used: before that a crash of the database sets the sequence back, and it gives the
 * same block out again. A lost connection may mean a server that knows less than the one before, so it ends what is
 * left.
 */
export class IdBlocks {
  readonly #free = new Map<Region, { ids: number[]; lost: number }>();

  /** Takes at most `count` ids; `lost` is how many connections the region's database has lost so far. */
  take(region: Region, lost: number, count: number): number[] {
    return this.#of(region, lost).splice(0, count);
  }

  /** Keeps what a committed transaction left over; `lost` as it was when the transaction began. */
  keep(region: Region, lost: number, ids: readonly number[]): void {
    const known = this.#free.get(region);
    if (known && known.lost > lost) return;
    this.#of(region, lost).push(...ids);
  }

  #of(region: Region, lost: number): number[] {
    const known = this.#free.get(region);
    if (known?.lost === lost) return known.ids;
    const ids: number[] = [];
    this.#free.set(region, { ids, lost });
    return ids;
  }
}

/** Number of blocks for `count` ids. */
export const blocksFor = (count: number): number => Math.ceil(count / BLOCK);

/** The ids of blocks, by their first. */
export const idsOf = (firsts: readonly number[]): number[] =>
  firsts.flatMap((first) => Array.from({ length: BLOCK }, (_, i) => first + i));
