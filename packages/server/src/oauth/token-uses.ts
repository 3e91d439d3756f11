import type { Logger } from 'pino';
import { ALIASED } from '../control/credentials/token-claims.ts';
import type { DatabasePool } from '../database/pool.ts';
import type { Place, RefreshTokens } from './refresh-token-format.ts';

/** Uses above this wait no longer: forgetting one only lengthens a grace window. */
const MOST_WAITING = 10_000;

/**
 * Notes the first use of access tokens, off the path of their requests: a client that uses one has received the response
 * that carried it (oauth.refresh_lost). Uses are written one by one, so that a write holds the lock of one family only.
 */
export class TokenUses {
  readonly #control: DatabasePool;
  readonly #tokens: RefreshTokens;
  readonly #log: Logger;
  readonly #waiting: Place[] = [];
  #writing: Promise<void> | undefined;

  constructor(control: DatabasePool, tokens: RefreshTokens, log: Logger) {
    this.#control = control;
    this.#tokens = tokens;
    this.#log = log;
  }

  /** Takes the `jti` of a verified token. */
  note(jti: string): void {
    const place = this.#tokens.unseal(jti.startsWith(ALIASED) ? jti.slice(ALIASED.length) : jti);
    if (!place || this.#waiting.length >= MOST_WAITING) return;
    this.#waiting.push(place);
    this.#writing ??= this.#write();
  }

  /** Waits until the uses that this process knows are written. */
  async settle(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      for (let place = this.#waiting[0]; place; place = this.#waiting[0]) {
        await this.#control.query({ ...USE, values: [place.familyId, place.generation] });
        this.#waiting.shift();
      }
    } catch (err) {
      // The next use tries again.
      this.#log.warn({ err }, 'could not note the use of an access token');
    } finally {
      this.#writing = undefined;
    }
  }
}

const USE = {
  name: 'families.use',
  text: 'update control.token_families set unused_generation = null where id = $1 and unused_generation = $2',
};
