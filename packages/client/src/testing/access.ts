import { challengeOf } from '../auth/authorization.ts';
import { Rejection } from '../generated/specification/answer.ts';
import type { Operation } from '../generated/specification/contract.ts';
import { queryOf, type Request } from '../generated/specification/request.ts';

/** In seconds. */
const TOKEN_LIFETIME = 900;
const CONNECTION_LIFETIME = 8_640_000;

interface Connection {
  readonly merchantId: number;
  /** The latest refresh token; undefined once the connection has ended. */
  current: string | undefined;
  /** The one before, as long as nothing of the response that replaced it was used: it returns the latest again. */
  repeatable?: string | undefined;
}

interface AccessToken {
  readonly merchantId: number;
  readonly expiresAt: number;
  readonly connection?: Connection | undefined;
}

interface Consent {
  readonly merchantId: number;
  readonly redirectUri: string;
  readonly challenge: string;
}

/** Error of a token endpoint, with `error` as in RFC 6749 §5.2 and the service's code. */
export class TokenRefusal extends Error {
  readonly error: string;
  readonly code: string;
  constructor(error: string, code: string, message: string) {
    super(message);
    this.error = error;
    this.code = code;
  }
}

type Fields = Readonly<Record<string, unknown>>;

export class Access {
  readonly #now: () => number;
  readonly #baseUrl: string;
  readonly #tokens = new Map<string, AccessToken>();
  readonly #connections = new Map<string, Connection>();
  readonly #consents = new Map<string, Consent>();
  readonly #closed = new Set<number>();
  #issued = 0;

  constructor(now: () => number, baseUrl: string) {
    this.#now = now;
    this.#baseUrl = baseUrl;
  }

  /**
   * Merchant of a request. Throws a Rejection if the merchant is closed, or the credential is
   * missing, invalid or expired.
   */
  merchantOf(request: Request, operation: Operation): number {
    const merchantId = this.#named(request, operation);
    if (!this.#closed.has(merchantId)) return merchantId;
    throw new Rejection('partner.company_denied', 'tenancy.closed');
  }

  #named({ headers, url }: Request, { acceptsKey }: Operation): number {
    if (headers['x-api-key'] !== undefined) {
      if (acceptsKey) return Number(queryOf(url).get('companyId'));
      throw new Rejection('partner.scope_denied', 'keys.scope');
    }
    const [, token] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    if (token === undefined) throw new Rejection('partner.token_missing', 'auth.token_required');
    const known = this.#tokens.get(token);
    if (!known) throw new Rejection('partner.token_invalid', 'auth.token_invalid');
    if (known.expiresAt <= this.#now()) throw new Rejection('partner.token_expired', 'auth.token_expired');
    if (known.connection) known.connection.repeatable = undefined;
    return known.merchantId;
  }

  expireTokens(): void {
    for (const [token, known] of this.#tokens) this.#tokens.set(token, { ...known, expiresAt: 0 });
  }

  /** Ends the connections of a merchant. Access tokens already issued stay valid. */
  disconnect(merchantId: number): void {
    for (const connection of this.#connections.values())
      if (connection.merchantId === merchantId) connection.current = undefined;
  }

  /** Closes or reopens a merchant. */
  setClosed(merchantId: number, closed: boolean): void {
    if (closed) this.#closed.add(merchantId);
    else this.#closed.delete(merchantId);
  }

  /** `POST /token`. */
  mint({ merchant_id }: Fields): object {
    return this.#accessToken(Number(merchant_id ?? 1));
  }

  /** `POST /oauth/token`. */
  async token(fields: Fields): Promise<object> {
    if (fields.grant_type === 'client_credentials') return this.mint(fields);
    if (fields.grant_type === 'refresh_token') return this.#refresh(String(fields.refresh_token));
    if (fields.grant_type !== 'authorization_code')
      throw new TokenRefusal('unsupported_grant_type', 'oauth.unsupported_grant_type', 'The grant type is unknown.');
    const consent = this.#consents.get(String(fields.code));
    if (!consent) throw invalidGrant('oauth.code_invalid', 'The code is invalid or has been used.');
    if (consent.redirectUri !== fields.redirect_uri)
      throw invalidGrant('oauth.redirect_uri_mismatch', 'The redirect URI is not the one that was sent.');
    if (consent.challenge !== (await challengeOf(String(fields.code_verifier ?? ''))))
      throw invalidGrant('oauth.pkce_failed', 'The code verifier does not match the challenge.');
    this.#requireOpen(consent.merchantId);
    this.#consents.delete(String(fields.code));
    return this.#connected({ merchantId: consent.merchantId, current: undefined });
  }

  /** `POST /oauth/revoke`. */
  revoke({ token }: Fields): object {
    const connection = this.#connections.get(String(token));
    if (connection) connection.current = undefined;
    return { ok: true };
  }

  /** URL to which the consent screen returns a merchant's browser. */
  consent(authorizationUrl: string, merchantId: number, approved: boolean): string {
    const { searchParams } = new URL(authorizationUrl);
    const redirectUri = searchParams.get('redirect_uri') ?? '';
    const url = new URL(redirectUri);
    url.searchParams.set('state', searchParams.get('state') ?? '');
    url.searchParams.set('iss', this.#baseUrl);
    if (!approved) {
      url.searchParams.set('error', 'access_denied');
      return url.href;
    }
    const code = this.#name('code');
    this.#consents.set(code, { merchantId, redirectUri, challenge: searchParams.get('code_challenge') ?? '' });
    url.searchParams.set('code', code);
    url.searchParams.set('merchant_id', String(merchantId));
    return url.href;
  }

  #refresh(refreshToken: string): object {
    const connection = this.#connections.get(refreshToken);
    if (!connection) throw invalidGrant('oauth.refresh_invalid', 'The refresh token is invalid.');
    if (connection.current === undefined) throw invalidGrant('oauth.grant_revoked', 'The connection has been revoked.');
    const isRepeated = connection.repeatable === refreshToken;
    if (connection.current !== refreshToken && !isRepeated) {
      connection.current = undefined;
      throw invalidGrant('oauth.refresh_reused', 'The refresh token has been used before: the connection is revoked.');
    }
    this.#requireOpen(connection.merchantId);
    if (isRepeated) return this.#answer(connection, connection.current);
    connection.repeatable = refreshToken;
    return this.#connected(connection);
  }

  /** Throws without consuming the code or token. */
  #requireOpen(merchantId: number): void {
    if (!this.#closed.has(merchantId)) return;
    throw new TokenRefusal('temporarily_unavailable', 'oauth.merchant_closed', 'The merchant is closed at present.');
  }

  #connected(connection: Connection): object {
    const refreshToken = this.#name('svc_rt_sb_test');
    connection.current = refreshToken;
    this.#connections.set(refreshToken, connection);
    return this.#answer(connection, refreshToken);
  }

  #answer(connection: Connection, refreshToken: string): object {
    const { merchantId } = connection;
    const body = {
      refresh_token: refreshToken,
      refresh_token_expires_in: CONNECTION_LIFETIME,
      merchant_id: merchantId,
    };
    return { ...this.#accessToken(merchantId, connection), ...body };
  }

  #accessToken(merchantId: number, connection?: Connection): object {
    const token = `${this.#name('test')}.access.token`;
    this.#tokens.set(token, { merchantId, connection, expiresAt: this.#now() + TOKEN_LIFETIME * 1000 });
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME,
      scope: SCOPE,
      api_base_url: `${this.#baseUrl}/`,
    };
  }

  #name(prefix: string): string {
    this.#issued += 1;
    return `${prefix}${this.#issued}`;
  }
}

const SCOPE = 'brands.read brands.write categories.read categories.write items.read items.write stores.read';

const invalidGrant = (code: string, message: string) => new TokenRefusal('invalid_grant', code, message);
