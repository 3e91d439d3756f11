import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Pending } from '@tillgate/client';

const HOUR = 3_600_000;

/** Browsers sent to the consent screen that have not returned yet. */
export class SignUps {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Stores the values that the callback is checked against. Returns the id for the browser's cookie. */
  start({ state, codeVerifier }: Pending): string {
    const id = randomUUID();
    this.#database.prepare('delete from sign_ups where started_at < ?').run(Date.now() - HOUR);
    this.#database.prepare('insert into sign_ups values (?, ?, ?, ?)').run(id, state, codeVerifier, Date.now());
    return id;
  }

  /** Removes the entry, so that it can only be used once. */
  take(id: string): Pending | undefined {
    const row = this.#database.prepare('delete from sign_ups where id = ? returning state, code_verifier').get(id);
    return row && { state: String(row.state), codeVerifier: String(row.code_verifier) };
  }
}
