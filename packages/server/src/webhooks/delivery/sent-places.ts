import { LRUCache } from 'lru-cache';
import type { Mark } from '../../changes/log-position.ts';
import type { Pair } from '../cells/progress.ts';

const MOST = 100_000;

/**
 * The last places up to which this process has sent changes. If a database is restored that has both the log and what was sent of
 * it, only the process remembers that an endpoint knows of later changes.
 */
export class SentPlaces {
  readonly #places = new LRUCache<string, Mark>({ max: MOST });

  note(pair: Pair, place: Mark): void {
    this.#places.set(keyOf(pair), place);
  }

  /** The later one of the stored place and the remembered one. */
  latest(pair: Pair, stored: Mark | null): Mark | null {
    const own = this.#places.get(keyOf(pair));
    return own && (!stored || own[0] >= stored[0]) ? own : stored;
  }
}

const keyOf = ({ endpointId, companyId }: Pair): string => `${endpointId} ${companyId}`;
