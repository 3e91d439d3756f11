import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from './products.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const CHECKSUM_LENGTH = 6;

/** Digits converted at a time: as many as fit in a safe integer, because bigint arithmetic is slow. */
const GROUP = 8;
const GROUP_VALUES = BigInt(62 ** GROUP);

export function toBase62(value: bigint, length: number): string {
  let rest = value;
  let digits = '';
  for (let left = length; left > 0; left -= GROUP) {
    digits = digitsOf(Number(rest % GROUP_VALUES), Math.min(left, GROUP)) + digits;
    rest /= GROUP_VALUES;
  }
  return digits;
}

export function fromBase62(text: string): bigint | undefined {
  let value = 0n;
  for (let at = 0; at < text.length; at += GROUP) {
    const group = text.slice(at, at + GROUP);
    let digits = 0;
    for (const digit of group) {
      const place = ALPHABET.indexOf(digit);
      if (place < 0) return undefined;
      digits = digits * 62 + place;
    }
    value = value * BigInt(62 ** group.length) + BigInt(digits);
  }
  return value;
}

function digitsOf(value: number, length: number): string {
  let rest = value;
  let digits = '';
  for (let i = 0; i < length; i += 1) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Appends a checksum, which lets a mistyped credential be rejected without a query. */
export const withChecksum = (text: string): string => text + digitsOf(crc32(text), CHECKSUM_LENGTH);

/** The text without its checksum; undefined if the checksum is wrong. */
export function checked(text: string): string | undefined {
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text === withChecksum(body) ? body : undefined;
}

/** 30 characters of base 62 carry 178 bits. */
const RANDOM_LENGTH = 30;

/** Prefix of each kind of credential, as in the service document. */
export const PREFIXES = {
  clientId: { SANDBOX: 'svc_app_sb_', PRODUCTION: 'svc_app_pk_' },
  clientSecret: { SANDBOX: 'svc_sk_sb_', PRODUCTION: 'svc_sk_pk_' },
  apiKey: { SANDBOX: 'svc_ak_sb_', PRODUCTION: 'svc_ak_pk_' },
  refreshToken: { SANDBOX: 'svc_rt_sb_', PRODUCTION: 'svc_rt_pk_' },
} as const;

/** Kinds with random text. Refresh tokens are computed instead. */
type CredentialKind = Exclude<keyof typeof PREFIXES, 'refreshToken'>;

export const newCredential = (kind: CredentialKind, env: Environment): string => newSecret(PREFIXES[kind][env]);

function newSecret(prefix: string): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return withChecksum(prefix + random);
}

/** True if the text is shaped like a credential, so that mistyped ones are rejected without a query. */
export const isWellFormed = (kind: CredentialKind, text: string): boolean =>
  Object.values(PREFIXES[kind]).some((prefix) => hasForm(prefix, text));

function hasForm(prefix: string, text: string): boolean {
  const body = checked(text);
  return body?.startsWith(prefix) === true && body.length === prefix.length + RANDOM_LENGTH;
}

/** Prefix of tokens with which a command line on another machine calls the server. */
const ADMIN_TOKEN = 'svc_adm_';

export const newAdminToken = (): string => newSecret(ADMIN_TOKEN);

export const isAdminToken = (text: string): boolean => hasForm(ADMIN_TOKEN, text);

/** Code of a link sent to a person, such as a password link: 256 random bits. */
export const newLinkCode = (): string => randomBytes(32).toString('base64url');

export const isLinkCode = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** The end of a secret, by which people recognize it in a list. */
export const hintOf = (secret: string): string => secret.slice(-4);

/** Stored digest of a secret. Secrets are long and random, so even a fast digest cannot be reversed. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const NO_SECRET = hashSecret('');

/** Always takes the same steps, so that timing does not distinguish an unknown client from a wrong secret. */
export function matchesSecret(secret: string, digests: readonly Buffer[]): boolean {
  const given = hashSecret(secret);
  let matches = false;
  for (const digest of digests.length > 0 ? digests : [NO_SECRET]) {
    matches = timingSafeEqual(given, digest) || matches;
  }
  return matches && digests.length > 0;
}
