import { createHash } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { StartError } from '../start-error.ts';

interface NamedKey {
  readonly kid: string;
  readonly bytes: Uint8Array;
}

/**
 * Encrypts the secrets that the database keeps: A256GCM under a key that it never sees (RFC 7516, `dir`). The first key
 * seals; all of them open, so that a key can be replaced.
 */
export class Sealing {
  readonly #current: NamedKey;
  readonly #keys: ReadonlyMap<string, NamedKey>;

  /** Keys of 32 bytes each. */
  constructor(first: Uint8Array, ...others: readonly Uint8Array[]) {
    this.#current = named(first);
    this.#keys = new Map([...others.map(named), this.#current].map((key) => [key.kid, key]));
  }

  /** The sealed text opens only under the same name. */
  seal(name: string, secret: Uint8Array): Promise<string> {
    const { kid, bytes } = this.#current;
    return new CompactEncrypt(secret).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid, sub: name }).encrypt(bytes);
  }

  /** Throws a StartError if none of the keys sealed it. */
  async open(name: string, sealed: string): Promise<Buffer> {
    const { kid, sub } = decodeProtectedHeader(sealed);
    const key = this.#keys.get(String(kid));
    if (!key) {
      throw new StartError(
        `The ${name} is encrypted with the key ${kid}, which is neither in TILLGATE_KEY nor in the data folder; restore that key.`,
      );
    }
    if (sub !== name) throw new Error(`The ${name} holds the ${sub}.`);
    const { plaintext } = await compactDecrypt(sealed, key.bytes, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return Buffer.from(plaintext);
  }

  /** Tells whether a sealed text is under the key that seals now. */
  isCurrent(sealed: string): boolean {
    return decodeProtectedHeader(sealed).kid === this.#current.kid;
  }
}

/** The name tells keys apart and nothing about them. */
const named = (bytes: Uint8Array): NamedKey => ({
  kid: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
  bytes,
});
