import { createHash } from 'node:crypto';
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseFolder } from './data-folder.ts';

/** Folders that are expensive to make, each named by a digest of its sources. They can be removed at any time. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/tillgate', import.meta.url));

const KEPT = 2;

/** Age, in milliseconds, at which an unfinished folder counts as left by a killed process. */
const ABANDONED = 60 * 60 * 1000;

/**
 * Returns the folder of that kind and name, which is made if it does not exist; undefined where nothing can be written,
 * such as in a read-only installation.
 */
export async function cachedFolder(
  kind: string,
  name: string,
  make: (draft: string) => Promise<void>,
): Promise<string | undefined> {
  const folder = join(CACHE, `${kind}-${name}`);
  if (existsSync(folder)) return folder;
  const draft = join(CACHE, `.${kind}-${name}-${process.pid}`);
  if (!canWrite(() => mkdirSync(draft, { recursive: true }))) return undefined;
  try {
    await make(draft);
    // Another process may have made the same folder first.
    canWrite(() => renameSync(draft, folder));
    prune(kind);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return existsSync(folder) ? folder : undefined;
}

/**
 * Copies a cached folder into a data folder, the database last and in one step. Returns false, and leaves nothing, if
 * it fails.
 */
export function copyInto(folder: string, source: string): boolean {
  const [target, partial] = [databaseFolder(folder), `${databaseFolder(folder)}.partial`];
  const copied = canWrite(() => {
    rmSync(partial, { recursive: true, force: true });
    for (const name of readdirSync(source)) {
      const to = name === 'database' ? partial : join(folder, name);
      cpSync(join(source, name), to, { recursive: true, mode: constants.COPYFILE_FICLONE });
    }
    renameSync(partial, target);
  });
  if (!copied) rmSync(partial, { recursive: true, force: true });
  return copied;
}

/** Removes all but the newest folders of a kind, and folders left by killed processes. */
function prune(kind: string): void {
  const age = (name: string) => Date.now() - (statSync(join(CACHE, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const names = readdirSync(CACHE);
  const old = names.filter((name) => name.startsWith(`${kind}-`)).sort((a, b) => age(a) - age(b));
  const abandoned = names.filter((name) => name.startsWith('.') && age(name) > ABANDONED);
  for (const name of [...old.slice(KEPT), ...abandoned]) rmSync(join(CACHE, name), { recursive: true, force: true });
}

function canWrite(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

const SOURCES = fileURLToPath(new URL('../', import.meta.url));

/** A digest of the embedded PostgreSQL and of the program's sources in a folder such as `storage`. */
export function fingerprintOf(folder: string): string {
  const hash = createHash('sha256');
  hash.update(readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm')));
  const files = readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.(ts|js|sql|ndjson)$/.test(name)).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(SOURCES, folder, file)));
  }
  return hash.digest('hex').slice(0, 32);
}
