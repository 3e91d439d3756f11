import type { DatabaseSync } from 'node:sqlite';
import type { ConnectionTokens, TokenStore } from '@tillgate/client';

/** A merchant who is connected, or was. */
export interface Merchant {
  readonly id: number;
  readonly connected: boolean;
  /** Why the connection has ended, as an error code. Null if it has not, or was ended here. */
  readonly endedWith: string | null;
}

/** Merchants and their tokens. Encrypt tokens where others can read the database. */
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

  /** Forgets the tokens. The merchant stays listed, with a way to connect again. */
  delete(merchantId: number): void {
    this.#database.prepare('update merchants set tokens = null where id = ?').run(merchantId);
  }

  /** Notes why a connection has ended. */
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
