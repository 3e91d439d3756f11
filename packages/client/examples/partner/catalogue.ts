import type { DatabaseSync } from 'node:sqlite';
import type { Api, ChangePage, ChangeWithRecord, Resources } from '@tillgate/client';
import { inTransaction } from './database.ts';

/** A loop that keeps one merchant's copy in step. */
interface Mirror {
  /** Resolves when the copy is up to date for the first time. */
  readonly ready: Promise<void>;
  stop(): void;
}

export class Catalogues {
  readonly #database: DatabaseSync;
  readonly #mirrors = new Map<number, Mirror>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Resolves when the merchant's copy is up to date. From then on, it is kept so. */
  follow(merchantId: number, tillgate: Resources): Promise<void> {
    const mirror = this.#mirrors.get(merchantId) ?? this.#start(merchantId, tillgate);
    return mirror.ready;
  }

  /** Starts a loop. After a failure, the next call of `follow` starts another. */
  #start(merchantId: number, tillgate: Resources): Mirror {
    const stop = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const mirror = { ready: promise, stop: () => stop.abort() };
    this.#mirrors.set(merchantId, mirror);
    this.#run(merchantId, tillgate, stop.signal, resolve).catch((error) => {
      console.error(error.message);
      this.#mirrors.delete(merchantId);
      reject(error);
    });
    return mirror;
  }

  async #run(merchantId: number, tillgate: Resources, signal: AbortSignal, upToDate: () => void): Promise<void> {
    const following = tillgate.changes.follow({
      after: this.#placeOf(merchantId),
      resources: ['items'],
      include: 'record',
      resynchronize: () => this.#readAll(merchantId, tillgate, signal),
      signal,
    });
    for await (const page of following.pages()) {
      if (signal.aborted) return;
      this.#apply(merchantId, page);
      if (!page.hasMore) upToDate();
    }
  }

  /** Stores the changes and the place after them together, so that each change is processed exactly once. */
  #apply(merchantId: number, { data, nextCursor }: ChangePage<ChangeWithRecord<'items'>>): void {
    inTransaction(this.#database, () => {
      for (const { record } of data) if (record) this.#store(merchantId, record);
      this.#move(merchantId, nextCursor);
    });
  }

  /** Replaces the copy by the whole list. Returns the place from which to follow. */
  async #readAll(merchantId: number, tillgate: Resources, signal: AbortSignal): Promise<string | undefined> {
    const stream = await tillgate.items.stream({ resume: true, signal });
    const items: Api.Item[] = [];
    for await (const item of stream) items.push(item);
    inTransaction(this.#database, () => {
      this.#delete(merchantId);
      for (const item of items) this.#store(merchantId, item);
      this.#move(merchantId, stream.changesAfter ?? '');
    });
    return stream.changesAfter;
  }

  #store(merchantId: number, { id, version, status, itemCode, name, price, currency }: Api.Item): void {
    this.#database
      .prepare('insert or replace into items values (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(merchantId, id, version, status, itemCode, name, price, currency);
  }

  #move(merchantId: number, place: string): void {
    this.#database.prepare('insert or replace into places values (?, ?)').run(merchantId, place);
  }

  #placeOf(merchantId: number): string | undefined {
    const row = this.#database.prepare('select place from places where merchant_id = ?').get(merchantId);
    return row && String(row.place);
  }

  /** Active items, sorted by name. */
  items(merchantId: number): CopiedItem[] {
    return this.#database
      .prepare('select code, name, price, currency from items where merchant_id = ? and status = 1 order by name')
      .all(merchantId) as unknown as CopiedItem[];
  }

  forget(merchantId: number): void {
    this.#mirrors.get(merchantId)?.stop();
    this.#mirrors.delete(merchantId);
    inTransaction(this.#database, () => this.#delete(merchantId));
  }

  #delete(merchantId: number): void {
    this.#database.prepare('delete from items where merchant_id = ?').run(merchantId);
    this.#database.prepare('delete from places where merchant_id = ?').run(merchantId);
  }

  /** Ends all loops. */
  stop(): void {
    for (const mirror of this.#mirrors.values()) mirror.stop();
  }
}

export interface CopiedItem {
  readonly code: string;
  readonly name: string;
  readonly price: string;
  readonly currency: string;
}
