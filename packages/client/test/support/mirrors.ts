import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../../../server/test/support/api-caller.ts';
import { readRecord } from '../../../server/test/support/change-records.ts';
import { keyOf, type Named, type Records, readAll, textOf } from '../../../server/test/support/fresh-read.ts';
import type { FollowOptions, Resources } from '../../src/index.ts';
import { type ReceivedWebhook, verify, type WebhookContent } from '../../src/webhooks.ts';

/** A copy of a merchant's records. Its reads are repeated until the server answers. */
class Mirror {
  records: Records = new Map();
  /** Why it read everything, each time. */
  readonly reasons: string[] = [];
  readonly caller: Caller;
  protected isOver = false;

  constructor(caller: Caller) {
    this.caller = caller;
  }

  /** Reads everything. Changes made meanwhile follow. */
  async readAll(reason: string): Promise<void> {
    this.records = await this.untilRead(() => readAll(this.caller));
    this.reasons.push(reason);
  }

  protected async untilRead<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await read();
      } catch (error) {
        tolerate(error);
        if (this.isOver) throw error;
        await delay(100);
      }
    }
  }

  /** Replaces the copy of a record, or removes it if there is none any more. */
  put(named: Named, record: unknown): void {
    if (record) this.records.set(keyOf(named), textOf(named, record));
    else this.records.delete(keyOf(named));
  }
}

/** Mirrors a merchant's records by the change feed. */
export class FeedMirror extends Mirror {
  #cursor: string | undefined;

  async follow({ changes, items }: Resources, until: Pick<FollowOptions, 'signal' | 'wait'>): Promise<void> {
    const following = changes.follow({
      ...until,
      include: 'record',
      store: {
        load: () => this.#cursor,
        save: (cursor) => {
          this.#cursor = cursor;
        },
      },
      resynchronize: async (reason) => {
        const { response } = await items.list({ limit: 1 }).withResponse();
        await this.readAll(reason);
        return response.changesAfter;
      },
    });
    for await (const change of following) this.put(change, change.record);
  }
}

/** Mirrors a merchant's records by webhooks. The endpoint responds at once, and what has changed is read afterwards. */
export class WebhookMirror extends Mirror {
  #applied: Promise<void> = Promise.resolve();

  /** Rejects if the request is not the service's. */
  async receive(received: ReceivedWebhook, secret: string): Promise<void> {
    const content = await verify(received, secret);
    this.#applied = this.#applied.then(() => this.#apply(content));
  }

  async #apply(content: WebhookContent): Promise<void> {
    if (content.type === 'resync') await this.readAll(content.reason);
    if (content.type === 'changes')
      for (const change of content.data) this.put(change, await this.untilRead(() => this.#find(change)));
  }

  /** A change from before a restore may be of a record that no longer exists. */
  #find(change: Named): Promise<unknown> {
    return readRecord(this.caller, change).catch((error) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
  }

  /** Resolves once everything received is applied. */
  async close(): Promise<void> {
    this.isOver = true;
    await this.#applied;
  }
}

/** The record of a request does not exist. */
export class NotFound extends Error {}

/** A merchant's requests fail while its server is killed, moved or restored, and never against the contract. */
export function tolerate(error: unknown): void {
  if (error instanceof Error && error.message.includes('against the contract')) throw error;
}
