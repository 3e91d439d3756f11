import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { ALPHABET, checked, withChecksum } from './base62.ts';
import type { Environment } from './products.ts';

/** 30 characters of base62 carry 178 bits. */
const RANDOM_LENGTH = 30;

/** The kinds of credential, by the prefix that the service document gives them. */
export const PREFIXES = {
  clientId: { SANDBOX: 'svc_app_sb_', PRODUCTION: 'svc_app_pk_' },
  clientSecret: { SANDBOX: 'svc_sk_sb_', PRODUCTION: 'svc_sk_pk_' },
  apiKey: { SANDBOX: 'svc_ak_sb_', PRODUCTION: 'svc_ak_pk_' },
  refreshToken: { SANDBOX: 'svc_rt_sb_', PRODUCTION: 'svc_rt_pk_' },
} as const;

/** Kinds that are random; a refresh token is computed. */
export type CredentialKind = Exclude<keyof typeof PREFIXES, 'refreshToken'>;

/** A new credential: prefix, random part, checksum. */
export const newCredential = (kind: CredentialKind, env: Environment): string => newSecret(PREFIXES[kind][env]);

function newSecret(prefix: string): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return withChecksum(prefix + random);
}

/** Tells whether the text has the form of such a credential: a mistyped one is rejected before any query. */
export const isWellFormed = (kind: CredentialKind, text: string): boolean =>
  Object.values(PREFIXES[kind]).some((prefix) => hasForm(prefix, text));

function hasForm(prefix: string, text: string): boolean {
  const body = checked(text);
  return body?.startsWith(prefix) === true && body.length === prefix.length + RANDOM_LENGTH;
}

/** Begins every token by which a command line on another machine reaches the server. */
const ADMIN_TOKEN = 'svc_adm_';

export const newAdminToken = (): string => newSecret(ADMIN_TOKEN);

export const isAdminToken = (text: string): boolean => hasForm(ADMIN_TOKEN, text);

/** Code of a link that a person is given, such as one to a new password: 256 random bits. */
export const newLinkCode = (): string => randomBytes(32).toString('base64url');

export const isLinkCode = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** The end of a secret, by which people tell it from others in a list. */
export const hintOf = (secret: string): string => secret.slice(-4);

/** Digest that is stored in place of a secret. Secrets are long and random, so a fast digest cannot be reversed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const NO_SECRET = hashSecret('');

/**
 * True if a secret has one of the given digests. Takes the same steps for any number of digests, so that time does not
 * tell an unknown client from a wrong secret.
 */
export function matchesSecret(secret: string, digests: readonly Buffer[]): boolean {
  const given = hashSecret(secret);
  let matches = false;
  for (const digest of digests.length > 0 ? digests : [NO_SECRET]) {
    matches = timingSafeEqual(given, digest) || matches;
  }
  return matches && digests.length > 0;
}
