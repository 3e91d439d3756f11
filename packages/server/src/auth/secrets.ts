import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from './products.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 30 characters of base62 carry 178 bits. */
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

/** The kinds of credential, by the prefix that the service document gives them. */
const PREFIXES = {
  clientId: { SANDBOX: 'svc_app_sb_', PRODUCTION: 'svc_app_pk_' },
  clientSecret: { SANDBOX: 'svc_sk_sb_', PRODUCTION: 'svc_sk_pk_' },
} as const;

export type CredentialKind = keyof typeof PREFIXES;

const checksum = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};

/** A new credential: prefix, random part, checksum. `pick` gives a whole number below its argument. */
export function newCredential(
  kind: CredentialKind,
  env: Environment,
  pick: (below: number) => number = randomInt,
): string {
  const prefix = PREFIXES[kind][env];
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[pick(ALPHABET.length)]).join('');
  return prefix + random + checksum(prefix + random);
}

/** Whether the text can be such a credential at all: a mistyped one is refused before any query. */
export function isWellFormed(kind: CredentialKind, text: string): boolean {
  const prefix = Object.values(PREFIXES[kind]).find((candidate) => text.startsWith(candidate));
  if (!prefix || text.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH) return false;
  return text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)));
}

/** What is stored of a secret. The secrets are random and long, so a fast digest cannot be searched back. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const NO_SECRET = hashSecret('');

/**
 * Whether a secret is one of those whose digests are given. Takes the same steps whether or not there are any, so that
 * time does not tell an unknown client from a wrong secret.
 */
export function matchesSecret(secret: string, digests: readonly Buffer[]): boolean {
  const given = hashSecret(secret);
  let matches = false;
  for (const digest of digests.length > 0 ? digests : [NO_SECRET]) {
    matches = timingSafeEqual(given, digest) || matches;
  }
  return matches && digests.length > 0;
}
