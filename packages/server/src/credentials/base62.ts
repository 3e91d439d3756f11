import { crc32 } from 'node:zlib';

export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const CHECKSUM_LENGTH = 6;

/** A number in base 62, of a fixed length. */
export function toBase62(value: bigint, length: number): string {
  let rest = value;
  let digits = '';
  for (let i = 0; i < length; i += 1) {
    digits = ALPHABET[Number(rest % 62n)] + digits;
    rest /= 62n;
  }
  return digits;
}

/** The number, or undefined for text that is not base 62. */
export function fromBase62(text: string): bigint | undefined {
  let value = 0n;
  for (const digit of text) {
    const at = ALPHABET.indexOf(digit);
    if (at < 0) return undefined;
    value = value * 62n + BigInt(at);
  }
  return value;
}

const checksum = (text: string): string => toBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);

/** Appends a checksum to the text, by which a mistyped credential is rejected without a query. */
export const withChecksum = (text: string): string => text + checksum(text);

/** The text before its checksum, or undefined when that does not fit. */
export function checked(text: string): string | undefined {
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text === withChecksum(body) ? body : undefined;
}
