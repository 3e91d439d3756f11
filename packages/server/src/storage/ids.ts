import type { Region } from './region.ts';

/** `increment by` of the sequence `record_ids`. */
const BLOCK = 32;

/**
 * Hands out record ids, unique within a region. The sequence gives a block of ids a call, so most requests need none.
 * Ids of an undone transaction are simply used by nobody.
 */
export class IdBlocks {
  readonly #free = new Map<Region, number[]>();

  /** Takes `count` ids in ascending order; `nextBlock` reads the first id of a further block. */
  async take(region: Region, count: number, nextBlock: (blocks: number) => Promise<number[]>): Promise<number[]> {
    const free = this.#free.get(region) ?? [];
    this.#free.set(region, free);
    const ids = free.splice(0, count);
    const missing = count - ids.length;
    if (missing === 0) return ids;
    const starts = await nextBlock(Math.ceil(missing / BLOCK));
    const fresh = starts.flatMap((start) => Array.from({ length: BLOCK }, (_, i) => start + i));
    ids.push(...fresh.splice(0, missing));
    free.push(...fresh);
    return ids;
  }
}
