import { abandonable, type Clock, type Interest } from '../clock.ts';
import type { Access } from '../sender.ts';

export interface AccessToken {
  readonly accessToken: string;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly expiresAt: number;
  readonly apiBaseUrl: string;
}

/** The first request with a replacement for a rejected token. */
interface Trial {
  readonly token: AccessToken;
  /** True if the service accepted the token; undefined if another request has to try it. */
  readonly outcome: Promise<boolean | undefined>;
  endedAt: number;
}

/** Milliseconds before its expiry at which a token is renewed. */
const MARGIN = 60_000;

/** Milliseconds without renewals after a renewed token was rejected; the service then rejects all tokens. */
const PAUSE = 10_000;

/**
 * One token per merchant, used for its lifetime and renewed once for all waiting calls. When the
 * service rejects a token, one call tries the new token before the others use it.
 */
export class AccessTokens {
  readonly #clock: Clock;
  readonly #renew: (merchantId: number, refused: string | undefined) => Promise<AccessToken>;
  readonly #held = new Map<number, AccessToken>();
  readonly #renewals = new Map<number, Promise<AccessToken>>();
  readonly #trials = new Map<number, Trial>();

  constructor(clock: Clock, renew: (merchantId: number, refused: string | undefined) => Promise<AccessToken>) {
    this.#clock = clock;
    this.#renew = renew;
  }

  async access(merchantId: number, interest: Interest, refused: Access | undefined): Promise<Access | undefined> {
    const rejected = refused?.headers.Authorization;
    const held = this.#held.get(merchantId);
    const isRejected = held !== undefined && rejected === bearer(held);
    if (isRejected && (await this.#isPaused(merchantId, held, interest))) return undefined;
    const token =
      held && this.isFresh(held) && !isRejected
        ? held
        : await abandonable(this.#renewal(merchantId, rejected?.slice(7)), interest);
    const access = { baseUrl: token.apiBaseUrl, headers: { Authorization: bearer(token) } };
    return rejected === undefined ? access : this.#tried(merchantId, token, access, interest);
  }

  isFresh({ expiresAt }: AccessToken): boolean {
    return expiresAt - this.#clock.now() > MARGIN;
  }

  forget(merchantId: number): void {
    this.#held.delete(merchantId);
    this.#trials.delete(merchantId);
  }

  #renewal(merchantId: number, refused: string | undefined): Promise<AccessToken> {
    const running = this.#renewals.get(merchantId);
    if (running) return running;
    const renewal = this.#renew(merchantId, refused)
      .then((token) => {
        this.#held.set(merchantId, token);
        return token;
      })
      .finally(() => this.#renewals.delete(merchantId));
    this.#renewals.set(merchantId, renewal);
    return renewal;
  }

  /** True for a short time after a new token was rejected too. */
  async #isPaused(merchantId: number, token: AccessToken, interest: Interest): Promise<boolean> {
    const trial = this.#trials.get(merchantId);
    if (trial?.token !== token || (await abandonable(trial.outcome, interest)) !== false) return false;
    return this.#clock.now() - trial.endedAt < PAUSE;
  }

  /**
   * Access for a call whose token was rejected. The first call tries the new token; the others wait for the outcome.
   */
  async #tried(merchantId: number, token: AccessToken, access: Access, interest: Interest) {
    for (;;) {
      const trial = this.#trials.get(merchantId);
      if (trial?.token !== token) break;
      const accepted = await abandonable(trial.outcome, interest);
      if (accepted !== undefined) return accepted ? access : undefined;
    }
    let settle!: (accepted: boolean | undefined) => void;
    const outcome = new Promise<boolean | undefined>((resolve) => {
      settle = resolve;
    });
    const trial: Trial = { token, outcome, endedAt: 0 };
    this.#trials.set(merchantId, trial);
    const report = (accepted: boolean | undefined) => {
      trial.endedAt = this.#clock.now();
      if (accepted === undefined && this.#trials.get(merchantId) === trial) this.#trials.delete(merchantId);
      settle(accepted);
    };
    return { ...access, report };
  }
}

const bearer = ({ accessToken }: AccessToken): string => `Bearer ${accessToken}`;
