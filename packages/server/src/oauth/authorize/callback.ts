import type { PendingRequest } from './pending-requests.ts';
import type { CallbackRefusal } from './refusals.ts';

type Answer = CallbackRefusal | { readonly code: string; readonly merchant_id: number };

/**
 * The redirect URI with the answer. What the app registered stays as it is, its query too (RFC 6749 §3.1.2); `state` is
 * what the app sent, and `iss` says whose answer it is (RFC 9207).
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
