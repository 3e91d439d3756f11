import { CallbackError } from '../errors.ts';

/** Values of an authorization request to store in the browser's session until the browser returns. */
export interface Pending {
  readonly state: string;
  readonly codeVerifier: string;
}

export interface AuthorizationRequest {
  readonly url: string;
  readonly pending: Pending;
}

interface Request {
  readonly authUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

export async function authorizationRequest({ authUrl, clientId, redirectUri }: Request): Promise<AuthorizationRequest> {
  const [state, codeVerifier] = [randomText(), randomText()];
  const url = new URL(`${authUrl.replace(/\/$/, '')}/oauth/authorize`);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: await challengeOf(codeVerifier),
    code_challenge_method: 'S256',
  }).toString();
  return { url: url.href, pending: { state, codeVerifier } };
}

/**
 * Returns the code in a callback URL. Checks, in this order, the state and the path; the issuer, if
 * present (RFC 9207); an error; then the code.
 */
export function codeOfCallback(url: string | URL, pending: Pending, issuer: string): string {
  const { searchParams } = new URL(url, 'http://callback.invalid');
  if (!pending.state || searchParams.get('state') !== pending.state) {
    throw new CallbackError(
      'callback.state_mismatch',
      'The state does not match the one that was sent: the callback came from another browser.',
    );
  }
  const iss = searchParams.get('iss');
  if (iss !== null && iss !== issuer) {
    throw new CallbackError('callback.issuer_mismatch', `The response does not come from ${issuer}.`);
  }
  const error = searchParams.get('error');
  const description = searchParams.get('error_description');
  if (error === 'access_denied')
    throw new CallbackError('callback.access_denied', description ?? 'The merchant declined the request.');
  if (error !== null) {
    const message = `The authorization failed: ${error}${description ? `: ${description}` : '.'}`;
    throw new CallbackError('callback.refused', message);
  }
  const code = searchParams.get('code');
  if (!code) throw new CallbackError('callback.code_missing', 'The callback has neither a code nor an error.');
  return code;
}

/** S256 challenge of a code verifier (RFC 7636 §4.2). */
export async function challengeOf(codeVerifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  return base64url(new Uint8Array(digest));
}

/** 256 random bits in 43 characters: the minimum length of a code verifier (RFC 7636 §4.1). */
const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
