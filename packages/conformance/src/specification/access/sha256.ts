/** SHA-256 (FIPS 180-4), because the digests of the platforms are asynchronous. */

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((d) => d < n && n % d === 0),
);

/** The first 32 bits of a root's fraction. */
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32) | 0;

const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  for (const [at, byte] of [...bytes, 0x80].entries()) padded.setUint8(at, byte);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  let hash = INITIAL;
  for (let block = 0; block < padded.byteLength; block += 64) hash = afterBlock(hash, padded, block);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of hash.entries()) digest.setUint32(at * 4, word);
  return new Uint8Array(digest.buffer);
}

function afterBlock(hash: readonly number[], padded: DataView, block: number): number[] {
  const words = Array.from({ length: 16 }, (_, at) => padded.getInt32(block + at * 4));
  const word = (at: number): number => words[at] ?? 0;
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [word(at - 15), word(at - 2)];
    const mixed = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const other = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words.push((word(at - 16) + mixed + word(at - 7) + other) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (const [at, round] of ROUNDS.entries()) {
    const high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + round + word(at)) | 0;
    const low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((one, at) => (one + (hash[at] ?? 0)) | 0);
}

/** The S256 challenge of a PKCE verifier (RFC 7636 §4.2). */
export const challengeOf = (verifier: string): string =>
  btoa(String.fromCharCode(...sha256(verifier)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
