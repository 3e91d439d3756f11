import type { Credentials } from '../credentials.ts';
import { refuseInBrowser } from '../settings.ts';
import { type AuthorizationRequest, authorizationRequest, codeOfCallback, type Pending } from './authorization.ts';
import { type Connected, Connections } from './connections.ts';
import type { Lock, TokenStore } from './token-store.ts';

export interface OAuthOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Host of the consent screen. */
  readonly authUrl: string;
  /** A redirect URI exactly as registered with the app. */
  readonly redirectUri: string;
  readonly tokens: TokenStore;
  /** Lock for several processes that share a store. */
  readonly lock?: Lock;
}

/** Methods of an app that merchants connect through the consent screen. */
export interface Authorization {
  /** Creates the URL to send a merchant's browser to, and the values to store in their session until they return. */
  authorizationUrl(): Promise<AuthorizationRequest>;
  /**
   * Completes a connection from the URL that the browser returned to and the pending values. Throws a CallbackError if
   * the URL does not belong to that request or has no code. Pending values can be used once, so delete them first.
   */
  handleCallback(url: string | URL, pending: Pending): Promise<Connected>;
  /** Exchanges a code and stores the connection's tokens. Called by `handleCallback`. */
  exchange(code: string, codeVerifier?: string): Promise<Connected>;
  /** Ends a connection. Access tokens already issued stay valid for up to 900 seconds. */
  revoke(merchantId: number): Promise<void>;
}

/** An app that merchants connect through the consent screen (OAuth 2.0 authorization code with PKCE). */
export function oauth(options: OAuthOptions): Credentials<Authorization> {
  refuseInBrowser('client secret');
  const { clientId, clientSecret, authUrl, redirectUri, tokens, lock } = options;
  return {
    open(wires) {
      const connections = new Connections(wires, { clientId, clientSecret }, tokens, lock);
      const exchange = (code: string, codeVerifier?: string) =>
        connections.exchange({ code, redirect_uri: redirectUri, code_verifier: codeVerifier });
      return {
        access: connections.access,
        extra: {
          authorizationUrl: () => authorizationRequest({ authUrl, clientId, redirectUri }),
          handleCallback: async (url, pending) =>
            exchange(codeOfCallback(url, pending, wires.baseUrl), pending.codeVerifier),
          exchange,
          revoke: (merchantId) => connections.revoke(merchantId),
        },
      };
    },
  };
}
