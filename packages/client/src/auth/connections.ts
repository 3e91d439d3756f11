import type { Wires } from '../credentials.ts';
import { MerchantDisconnected } from '../errors.ts';
import type { Answer } from '../exchange.ts';
import { notify } from '../hooks.ts';
import { AccessTokens } from './access-tokens.ts';
import {
  accessTokenOf,
  type ClientCredentials,
  type ConnectionBody,
  connectionBodyOf,
  postAsClient,
} from './token-endpoint.ts';
import { type ConnectionTokens, type Lock, serialLock, type TokenStore } from './token-store.ts';

/** A merchant who approved the app. */
export interface Connected {
  readonly merchantId: number;
  /** Scopes of the app's product, separated by spaces. */
  readonly scope: string;
}

/** The service repeats the response to a refresh for 30 seconds, whatever other processes do with it; the last retry arrives in that time. */
const REFRESH = { operation: 'oauth.refresh', retriesOfFailure: 8, retryWithin: 20_000, timeout: 8_000 };

/**
 * An app's connections. The caller's store holds their tokens, and only one call at a time renews a
 * connection's tokens.
 */
export class Connections {
  readonly #wires: Wires;
  readonly #client: ClientCredentials;
  readonly #store: TokenStore;
  readonly #lock: Lock;
  readonly #local = serialLock();
  readonly #tokens: AccessTokens;
  /** Ended connections by merchant, with the refresh token that was rejected. */
  readonly #over = new Map<number, { readonly refreshToken: string; readonly error: MerchantDisconnected }>();
  /** Tokens that the store failed to save, each with the stored refresh token that it replaces. */
  readonly #unsaved = new Map<number, { readonly replaces: string; readonly tokens: ConnectionTokens }>();

  constructor(wires: Wires, client: ClientCredentials, store: TokenStore, lock: Lock = (_, work) => work()) {
    this.#wires = wires;
    this.#client = client;
    this.#store = store;
    this.#lock = lock;
    this.#tokens = new AccessTokens(wires.clock, (merchantId, refused) => this.#renew(merchantId, refused));
  }

  readonly access: AccessTokens['access'] = (...args) => this.#tokens.access(...args);

  async exchange(fields: Readonly<Record<string, string | undefined>>): Promise<Connected> {
    const asked = this.#wires.clock.now();
    // Never retried: using a code twice ends the connection that it created.
    const policy = { operation: 'oauth.exchange', retriesOfFailure: 0 };
    const answer = await this.#post('/oauth/token', { grant_type: 'authorization_code', ...fields }, policy);
    const body = connectionBodyOf(answer, policy.operation);
    const { merchant_id: merchantId, scope } = body;
    await this.#alone(merchantId, async () => {
      await this.#store.set(merchantId, tokensOf(body, asked));
      this.#over.delete(merchantId);
      this.#unsaved.delete(merchantId);
      this.#tokens.forget(merchantId);
    });
    return { merchantId, scope };
  }

  /** Ends a connection from the app's side. Access tokens already issued stay valid for up to 900 seconds. */
  revoke(merchantId: number): Promise<void> {
    return this.#alone(merchantId, async () => {
      const tokens = this.#unsaved.get(merchantId)?.tokens ?? (await this.#store.get(merchantId));
      if (!tokens) return;
      const policy = { operation: 'oauth.revoke', retriesOfFailure: 4 };
      await this.#post('/oauth/revoke', { token: tokens.refreshToken }, policy);
      await this.#store.delete(merchantId);
      this.#unsaved.delete(merchantId);
      this.#tokens.forget(merchantId);
    });
  }

  #renew(merchantId: number, refused: string | undefined): Promise<ConnectionTokens> {
    return this.#alone(merchantId, async () => {
      const stored = await this.#stored(merchantId);
      const over = this.#over.get(merchantId);
      if (!stored) throw over?.error ?? notConnected(merchantId);
      if (stored.refreshToken === over?.refreshToken) throw over.error;
      // Another process may have renewed the token.
      if (this.#tokens.isFresh(stored) && stored.accessToken !== refused) return stored;
      return this.#refresh(merchantId, stored.refreshToken);
    });
  }

  async #refresh(merchantId: number, refreshToken: string): Promise<ConnectionTokens> {
    const asked = this.#wires.clock.now();
    try {
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const answer = await this.#post('/oauth/token', fields, { ...REFRESH, merchantId });
      const tokens = tokensOf(connectionBodyOf(answer, REFRESH.operation), asked);
      this.#unsaved.set(merchantId, { replaces: refreshToken, tokens });
    } catch (error) {
      if (!(error instanceof MerchantDisconnected)) throw error;
      const stored = await this.#store.get(merchantId);
      // A concurrent refresh or a new connection has replaced the rejected token.
      if (stored && stored.refreshToken !== refreshToken)
        return this.#tokens.isFresh(stored) ? stored : this.#refresh(merchantId, stored.refreshToken);
      return this.#end(merchantId, refreshToken, error);
    }
    return (await this.#stored(merchantId)) as ConnectionTokens;
  }

  /** Tokens from the store, after retrying a save that failed. Tokens are used only once stored. */
  async #stored(merchantId: number): Promise<ConnectionTokens | undefined> {
    const stored = await this.#store.get(merchantId);
    const unsaved = this.#unsaved.get(merchantId);
    if (!unsaved || stored?.refreshToken !== unsaved.replaces) return stored;
    await this.#store.set(merchantId, unsaved.tokens);
    this.#unsaved.delete(merchantId);
    return unsaved.tokens;
  }

  async #end(merchantId: number, refreshToken: string, error: MerchantDisconnected): Promise<never> {
    this.#over.set(merchantId, { refreshToken, error });
    this.#tokens.forget(merchantId);
    // Not awaited: the hook may make calls for this merchant, which would wait for this one.
    notify(this.#wires.hooks.onDisconnected, error);
    await this.#store.delete(merchantId);
    throw error;
  }

  #post(path: string, fields: object, policy: Parameters<typeof postAsClient>[4]): Promise<Answer> {
    return postAsClient(this.#wires, this.#client, path, { ...fields }, policy);
  }

  #alone<T>(merchantId: number, work: () => Promise<T>): Promise<T> {
    const name = `tillgate:${this.#client.clientId}:${merchantId}`;
    return this.#local(name, () => this.#lock(name, work));
  }
}

const notConnected = (merchantId: number) =>
  new MerchantDisconnected(merchantId, 'client.not_connected', `Merchant ${merchantId} is not connected.`);

function tokensOf(body: ConnectionBody, asked: number): ConnectionTokens {
  return {
    ...accessTokenOf(body, asked),
    refreshToken: body.refresh_token,
    refreshExpiresAt: asked + body.refresh_token_expires_in * 1000,
    scope: body.scope,
  };
}
