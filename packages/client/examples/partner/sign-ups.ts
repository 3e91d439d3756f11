import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Pending } from '@tillgate/client';

const HOUR = 3_600_000;

/** Browsers that were sent to the consent screen and have not come back. */
export class SignUps {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Keeps what the answer will be checked against. Gives the id for the browser's cookie. */
  start({ state, codeVerifier }: Pending): string {
    const id = randomUUID();
    this.#database.prepare('delete from sign_ups where started_at < ?').run(Date.now() - HOUR);
    this.#database.prepare('insert into sign_ups values (?, ?, ?, ?)').run(id, state, codeVerifier, Date.now());
    return id;
  }

  /** Takes it out, so that it serves once. */
  take(id: string): Pending | undefined {
    const row = this.#database.prepare('delete from sign_ups where id = ? returning state, code_verifier').get(id);
    return row && { state: String(row.state), codeVerifier: String(row.code_verifier) };
  }
}
