import type { DatabaseSync } from 'node:sqlite';
import type { Api, Resources } from '@tillgate/client';
import { inTransaction } from './database.ts';

const MINUTE = 60_000;

/** Progress of a copy: the cursor after the last stored page, and the time of the newest change seen. */
interface Copy {
  readonly cursor: string | null;
  readonly whole: number;
  readonly newest: string;
}

export class Catalogues {
  readonly #database: DatabaseSync;
  readonly #running = new Map<number, Promise<void>>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Brings a merchant's copy up to date. Concurrent calls share one sync. */
  sync(merchantId: number, tillgate: Resources): Promise<void> {
    const running = this.#running.get(merchantId) ?? this.#sync(merchantId, tillgate);
    this.#running.set(merchantId, running);
    return running.finally(() => this.#running.delete(merchantId));
  }

  async #sync(merchantId: number, tillgate: Resources): Promise<void> {
    const copy = this.#copyOf(merchantId) ?? (await this.#begin(merchantId, tillgate));
    if (copy.whole) await this.#readChanges(merchantId, tillgate, copy);
    else await this.#readAll(merchantId, tillgate, copy);
  }

  /**
   * Notes the newest change before reading the first page. Changes made meanwhile are then read
   * again, and none is missed.
   */
  async #begin(merchantId: number, tillgate: Resources): Promise<Copy> {
    const { data } = await tillgate.items.list({ sort: 'updatedAt', order: 'desc', limit: 1 });
    const copy = { cursor: null, whole: 0, newest: data[0]?.updatedAt ?? new Date(0).toISOString() };
    this.#note(merchantId, copy);
    return copy;
  }

  /** Reads the whole list. An interrupted copy resumes after the last stored page. */
  async #readAll(merchantId: number, tillgate: Resources, { cursor, newest }: Copy): Promise<void> {
    const list = tillgate.items.iterate({ sort: 'entryDate', order: 'asc', limit: 100, cursor });
    for await (const { data, pagination } of list.pages()) {
      const next = pagination.nextCursor;
      inTransaction(this.#database, () => {
        this.#store(merchantId, data);
        this.#note(merchantId, { cursor: next, whole: next === null ? 1 : 0, newest });
      });
    }
  }

  /**
   * Reads changes, oldest first, from a minute before the newest one already seen, because writes
   * can become visible out of order. An interrupted reading resumes after the last stored page.
   */
  async #readChanges(merchantId: number, tillgate: Resources, { newest }: Copy): Promise<void> {
    const updatedFrom = new Date(Date.parse(newest) - MINUTE).toISOString();
    const list = tillgate.items.iterate({ updatedFrom, sort: 'updatedAt', order: 'asc', limit: 100 });
    let seen = newest;
    for await (const { data } of list.pages()) {
      const last = data.at(-1)?.updatedAt ?? seen;
      if (last > seen) seen = last;
      inTransaction(this.#database, () => {
        this.#store(merchantId, data);
        this.#note(merchantId, { cursor: null, whole: 1, newest: seen });
      });
    }
  }

  #store(merchantId: number, items: readonly Api.Item[]): void {
    const write = this.#database.prepare(`
      insert into items (merchant_id, id, version, status, code, name, price, currency) values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict do update set version = excluded.version, status = excluded.status, code = excluded.code,
        name = excluded.name, price = excluded.price where excluded.version > version`);
    for (const { id, version, status, itemCode, name, price, currency } of items)
      write.run(merchantId, id, version, status, itemCode, name, price, currency);
  }

  #note(merchantId: number, { cursor, whole, newest }: Copy): void {
    this.#database.prepare('insert or replace into copies values (?, ?, ?, ?)').run(merchantId, cursor, whole, newest);
  }

  #copyOf(merchantId: number): Copy | undefined {
    const row = this.#database
      .prepare('select cursor, whole, newest from copies where merchant_id = ?')
      .get(merchantId);
    return row as Copy | undefined;
  }

  /** Active items, sorted by name. */
  items(merchantId: number): CopiedItem[] {
    return this.#database
      .prepare('select code, name, price, currency from items where merchant_id = ? and status = 1 order by name')
      .all(merchantId) as unknown as CopiedItem[];
  }

  forget(merchantId: number): void {
    inTransaction(this.#database, () => {
      this.#database.prepare('delete from items where merchant_id = ?').run(merchantId);
      this.#database.prepare('delete from copies where merchant_id = ?').run(merchantId);
    });
  }
}

export interface CopiedItem {
  readonly code: string;
  readonly name: string;
  readonly price: string;
  readonly currency: string;
}
