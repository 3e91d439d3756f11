import { crc32 } from 'node:zlib';

export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const CHECKSUM_LENGTH = 6;

/** Digits converted at a time: as many as fit a safe integer, because large numbers are slow. */
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

/** Parses base 62; undefined for other text. */
export function fromBase62(text: string): bigint | undefined {
  let value = 0n;
  for (let at = 0; at < text.length; at += GROUP) {
    const group = text.slice(at, at + GROUP);
    const digits = groupValue(group);
    if (digits < 0) return undefined;
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

/** Value of a group of digits; -1 if it contains anything else. */
function groupValue(group: string): number {
  let value = 0;
  for (const digit of group) {
    const at = ALPHABET.indexOf(digit);
    if (at < 0) return -1;
    value = value * 62 + at;
  }
  return value;
}

const checksum = (text: string): string => digitsOf(crc32(text), CHECKSUM_LENGTH);

/** Appends a checksum, which lets a mistyped credential be rejected without a query. */
export const withChecksum = (text: string): string => text + checksum(text);

/** The text without its checksum; undefined if that is wrong. */
export function checked(text: string): string | undefined {
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text === withChecksum(body) ? body : undefined;
}
