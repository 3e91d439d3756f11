import type { DatabaseSync } from 'node:sqlite';
import type { ConnectionTokens, TokenStore } from '@tillgate/client';

/** A merchant that is or was connected. */
export interface Merchant {
  readonly id: number;
  readonly connected: boolean;
  /** Error code that ended the connection; null while it is connected, or if this app ended it. */
  readonly endedWith: string | null;
}

/** Merchants and their tokens. Encrypt the tokens if others can read the database. */
export class Connections implements TokenStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(merchantId: number): ConnectionTokens | undefined {
    const row = this.#database.prepare('select tokens from merchants where id = ?').get(merchantId);
    return row?.tokens ? JSON.parse(String(row.tokens)) : undefined;
  }

  set(merchantId: number, tokens: ConnectionTokens): void {
    this.#database
      .prepare('insert or replace into merchants (id, tokens, ended_with) values (?, ?, null)')
      .run(merchantId, JSON.stringify(tokens));
  }

  /** Deletes the tokens. The merchant stays listed and can connect again. */
  delete(merchantId: number): void {
    this.#database.prepare('update merchants set tokens = null where id = ?').run(merchantId);
  }

  /** Records why a connection has ended. */
  end(merchantId: number, code: string): void {
    this.#database.prepare('update merchants set ended_with = ? where id = ?').run(code, merchantId);
  }

  all(): Merchant[] {
    const rows = this.#database.prepare('select id, tokens, ended_with from merchants order by id').all();
    return rows.map(({ id, tokens, ended_with }) => ({
      id: Number(id),
      connected: tokens !== null,
      endedWith: ended_with === null ? null : String(ended_with),
    }));
  }
}
