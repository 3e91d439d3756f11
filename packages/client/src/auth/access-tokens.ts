import { abandonable, type Clock, type Interest } from '../clock.ts';
import type { Access } from '../sender.ts';

export interface AccessToken {
  readonly accessToken: string;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly expiresAt: number;
  readonly apiBaseUrl: string;
}

/** Milliseconds before its end at which a token is renewed. */
const MARGIN = 60_000;

/** One token per merchant, used for its lifetime, and renewed once however many calls are waiting for it. */
export class AccessTokens {
  readonly #clock: Clock;
  readonly #renew: (merchantId: number, refused: string | undefined) => Promise<AccessToken>;
  readonly #held = new Map<number, AccessToken>();
  readonly #renewals = new Map<number, Promise<AccessToken>>();

  constructor(clock: Clock, renew: (merchantId: number, refused: string | undefined) => Promise<AccessToken>) {
    this.#clock = clock;
    this.#renew = renew;
  }

  async access(merchantId: number, interest: Interest, refused: Access | undefined): Promise<Access> {
    const held = this.#held.get(merchantId);
    const token =
      held && this.isFresh(held) && refused?.headers.Authorization !== bearer(held)
        ? held
        : await abandonable(this.#renewal(merchantId, refused?.headers.Authorization?.slice(7)), interest);
    return { baseUrl: token.apiBaseUrl, headers: { Authorization: bearer(token) } };
  }

  isFresh({ expiresAt }: AccessToken): boolean {
    return expiresAt - this.#clock.now() > MARGIN;
  }

  forget(merchantId: number): void {
    this.#held.delete(merchantId);
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
}

const bearer = ({ accessToken }: AccessToken): string => `Bearer ${accessToken}`;
