import type { Parameters } from './parameters.ts';
import { CallbackError, ConsentError } from './refusals.ts';

/** A SHA-256 digest in base64url without padding. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Rejects every method except S256. A challenge without a method is `plain` (RFC 7636 §4.3). Returns the challenge. */
export function checkPkce(parameters: Parameters): string | null {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if ((method ?? (challenge && 'plain') ?? 'S256') !== 'S256') throw new ConsentError('oauth.pkce_method_unsupported');
  if (method && !challenge)
    throw new CallbackError('invalid_request', 'code_challenge_method requires code_challenge.');
  if (challenge && !CHALLENGE.test(challenge)) {
    throw new CallbackError('invalid_request', 'code_challenge must be a SHA-256 digest in base64url, 43 characters.');
  }
  return challenge ?? null;
}
