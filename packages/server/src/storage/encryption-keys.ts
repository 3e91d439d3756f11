import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { StartError } from '../start-error.ts';
import type { Databases } from './database.ts';
import { Sealing } from './sealing.ts';

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
