import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { ALPHABET, checked, withChecksum } from './base62.ts';
import type { Environment } from './products.ts';

/** 30 characters of base 62 carry 178 bits. */
const RANDOM_LENGTH = 30;

/** Prefixes of the kinds of credential, by the service document. */
export const PREFIXES = {
  clientId: { SANDBOX: 'svc_app_sb_', PRODUCTION: 'svc_app_pk_' },
  clientSecret: { SANDBOX: 'svc_sk_sb_', PRODUCTION: 'svc_sk_pk_' },
  apiKey: { SANDBOX: 'svc_ak_sb_', PRODUCTION: 'svc_ak_pk_' },
  refreshToken: { SANDBOX: 'svc_rt_sb_', PRODUCTION: 'svc_rt_pk_' },
} as const;

/** Random kinds; a refresh token is computed. */
type CredentialKind = Exclude<keyof typeof PREFIXES, 'refreshToken'>;

export const newCredential = (kind: CredentialKind, env: Environment): string => newSecret(PREFIXES[kind][env]);

function newSecret(prefix: string): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return withChecksum(prefix + random);
}

/** Tells whether the text has the form of a credential, so that a mistyped one is rejected without a query. */
export const isWellFormed = (kind: CredentialKind, text: string): boolean =>
  Object.values(PREFIXES[kind]).some((prefix) => hasForm(prefix, text));

function hasForm(prefix: string, text: string): boolean {
  const body = checked(text);
  return body?.startsWith(prefix) === true && body.length === prefix.length + RANDOM_LENGTH;
}

/** Prefix of the tokens by which a command line on another machine reaches the server. */
const ADMIN_TOKEN = 'svc_adm_';

export const newAdminToken = (): string => newSecret(ADMIN_TOKEN);

export const isAdminToken = (text: string): boolean => hasForm(ADMIN_TOKEN, text);

/** Code of a link for a person, such as a password link: 256 random bits. */
export const newLinkCode = (): string => randomBytes(32).toString('base64url');

export const isLinkCode = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** The end of a secret, which tells it from others in a list. */
export const hintOf = (secret: string): string => secret.slice(-4);

/** The stored digest of a secret. Secrets are long and random, so a fast digest cannot be reversed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const NO_SECRET = hashSecret('');

/**
 * True if a secret has one of the digests. Takes the same steps for any number of digests, so that timing does not
 * distinguish an unknown client from a wrong secret.
 */
export function matchesSecret(secret: string, digests: readonly Buffer[]): boolean {
  const given = hashSecret(secret);
  let matches = false;
  for (const digest of digests.length > 0 ? digests : [NO_SECRET]) {
    matches = timingSafeEqual(given, digest) || matches;
  }
  return matches && digests.length > 0;
}
