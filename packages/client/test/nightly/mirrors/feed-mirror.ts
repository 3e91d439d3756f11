import type { Records } from '../../../../server/test/support/fresh-read.ts';
import type { FollowOptions, Resources, ResyncReason } from '../../../src/index.ts';
import { put, readAll } from './records.ts';

/** Mirrors a merchant's records by the change feed. */
export class FeedMirror {
  records: Records = new Map();
  /** Why it read everything, each time. */
  readonly reasons: ResyncReason[] = [];
  readonly #shop: Resources;
  #cursor: string | undefined;

  constructor(shop: Resources) {
    this.#shop = shop;
  }

  async follow(until: Pick<FollowOptions, 'signal' | 'wait'>): Promise<void> {
    const following = this.#shop.changes.follow({
      ...until,
      include: 'record',
      store: {
        load: () => this.#cursor,
        save: (cursor) => {
          this.#cursor = cursor;
        },
      },
      resynchronize: async (reason) => {
        const { records, after } = await readAll(this.#shop);
        this.reasons.push(reason);
        this.records = records;
        return after;
      },
    });
    for await (const change of following) put(this.records, change, change.record);
  }
}
