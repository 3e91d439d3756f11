import { crc32 } from 'node:zlib';

/** Forged credentials with a valid checksum; the algorithm is public. */

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const CHECKSUM_LENGTH = 6;

/** Appends the text's CRC32 in base 62, as valid credentials have. */
export const withChecksum = (text: string): string =>
  text +
  Array.from({ length: CHECKSUM_LENGTH }, (_, i) => DIGITS[Math.floor(crc32(text) / 62 ** i) % 62])
    .reverse()
    .join('');

/** Replaces the character at one place. */
export const changedAt = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
