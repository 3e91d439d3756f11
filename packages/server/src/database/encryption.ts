import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { StartError } from '../process/start-error.ts';
import type { Databases } from './database.ts';

interface NamedKey {
  readonly kid: string;
  readonly bytes: Uint8Array;
}

/**
 * Encrypts the secrets in the database with A256GCM, under a key the database never sees (RFC 7516,
 * `dir`). The first key encrypts and all of them decrypt, so that a key can be replaced.
 */
export class Sealing {
  readonly #current: NamedKey;
  readonly #keys: ReadonlyMap<string, NamedKey>;

  constructor(first: Uint8Array, ...others: readonly Uint8Array[]) {
    this.#current = named(first);
    this.#keys = new Map([...others.map(named), this.#current].map((key) => [key.kid, key]));
  }

  /** The ciphertext can only be decrypted under the same name. */
  seal(name: string, secret: Uint8Array): Promise<string> {
    const { kid, bytes } = this.#current;
    return new CompactEncrypt(secret).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid, sub: name }).encrypt(bytes);
  }

  /** Throws a StartError if none of the keys encrypted it. */
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

  isCurrent(sealed: string): boolean {
    return decodeProtectedHeader(sealed).kid === this.#current.kid;
  }
}

/** Identifies a key without revealing anything about it. */
const named = (bytes: Uint8Array): NamedKey => ({
  kid: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
  bytes,
});

/** AES-256. */
const KEY_BYTES = 32;

/** Reads a key from base64 or base64url; undefined for other text. */
export function readKey(text: string): Buffer | undefined {
  const key = /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
  return key?.length === KEY_BYTES ? key : undefined;
}

/**
 * Opens the encryption of secrets with the keys from the settings, then the key in the data folder,
 * which is created if there is no other. PostgreSQL requires a key in the settings.
 */
export function openSealing(keys: readonly Buffer[], { kind, folder }: Pick<Databases, 'kind' | 'folder'>): Sealing {
  const inFolder = folder && folderKey(folder, keys.length === 0);
  const [first, ...others] = inFolder ? [...keys, inFolder] : keys;
  if (first) return new Sealing(first, ...others);
  // A database in memory is lost together with its secrets and everything they protect.
  if (kind === 'embedded') return new Sealing(randomBytes(KEY_BYTES));
  throw new StartError(
    'With DATABASE_URL, set TILLGATE_KEY to the key that encrypts secrets in the database: 32 random bytes in base64, as `openssl rand -base64 32` prints.',
  );
}

/** Key in the data folder of an embedded database, readable only by its owner. */
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
