import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { StartError } from '../start-error.ts';
import type { Databases } from './database.ts';

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

/** Bytes of a key: AES-256. */
const KEY_BYTES = 32;

/** Reads a key from base64 or base64url; undefined if it is not one. */
export function readKey(text: string): Buffer | undefined {
  const key = /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
  return key?.length === KEY_BYTES ? key : undefined;
}

/**
 * The keys that seal the secrets of these databases: those of the settings; then that of the data folder, which is made
 * if there is no other. PostgreSQL has to be given one.
 */
export function openSealing(keys: readonly Buffer[], { kind, folder }: Pick<Databases, 'kind' | 'folder'>): Sealing {
  const inFolder = folder && folderKey(folder, keys.length === 0);
  const [first, ...others] = inFolder ? [...keys, inFolder] : keys;
  if (first) return new Sealing(first, ...others);
  // A database in memory takes its secrets, and whatever they protect, with it.
  if (kind === 'embedded') return new Sealing(randomBytes(KEY_BYTES));
  throw new StartError(
    'With DATABASE_URL, set TILLGATE_KEY to the key that encrypts secrets in the database: 32 random bytes in base64, as `openssl rand -base64 32` prints.',
  );
}

/** The key beside an embedded database, which its owner alone can read. */
function folderKey(folder: string, make: boolean): Buffer | undefined {
  const file = `${folder}/key`;
  if (!existsSync(file)) {
    if (!make) return undefined;
    writeFileSync(`${file}.new`, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  const key = readKey(readFileSync(file, 'utf8').trim());
  if (!key) throw new StartError(`The file ${file} is not a key; restore it from a backup.`);
  return key;
}
