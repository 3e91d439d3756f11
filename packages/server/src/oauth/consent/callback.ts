import type { PendingRequest } from './pending-requests.ts';
import type { CallbackRefusal } from './refusals.ts';

type Answer = CallbackRefusal | { readonly code: string; readonly merchant_id: number };

/**
 * Adds the response to the redirect URI, which stays unchanged including its query (RFC 6749 §3.1.2); `state` is the
 * app's, and `iss` names the issuer (RFC 9207).
 */
export function callbackUrl({ redirectUri, state }: PendingRequest, answer: Answer, issuer: string): string {
  const fields = Object.entries({ ...answer, state, iss: issuer });
  const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${redirectUri}${separator(redirectUri)}${query}`;
}

function separator(uri: string): string {
  if (!uri.includes('?')) return '?';
  return /[?&]$/.test(uri) ? '' : '&';
}
