import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { ConnectionTokens, TokenStore } from '@tillgate/client';

/** Connections in a SQLite file, each write of which is on the disk before it returns. */
export class SqliteTokens implements TokenStore {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    // Tokens are for nobody else's eyes.
    closeSync(openSync(file, 'a', 0o600));
    this.#database = new DatabaseSync(file);
    this.#database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      create table if not exists connections (merchant_id integer primary key, tokens text not null) strict;
    `);
  }

  get(merchantId: number): ConnectionTokens | undefined {
    const row = this.#database.prepare('select tokens from connections where merchant_id = ?').get(merchantId);
    return row && JSON.parse(String(row.tokens));
  }

  set(merchantId: number, tokens: ConnectionTokens): void {
    this.#database
      .prepare('insert or replace into connections (merchant_id, tokens) values (?, ?)')
      .run(merchantId, JSON.stringify(tokens));
  }

  delete(merchantId: number): void {
    this.#database.prepare('delete from connections where merchant_id = ?').run(merchantId);
  }

  /** The merchants who are connected. */
  merchants(): number[] {
    return this.#database
      .prepare('select merchant_id from connections order by merchant_id')
      .all()
      .map((row) => Number(row.merchant_id));
  }

  close(): void {
    this.#database.close();
  }
}
