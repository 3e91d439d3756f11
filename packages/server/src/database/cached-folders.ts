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
import { StorageFull } from './failures.ts';

/** Folders that are expensive to build, named by a digest of their sources. They can be deleted at any time. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/tillgate', import.meta.url));

const KEPT = 2;

/** Milliseconds after which an unfinished folder counts as left by a killed process. */
const ABANDONED = 60 * 60 * 1000;

export function builtFolder(kind: string, name: string): string | undefined {
  const folder = join(CACHE, `${kind}-${name}`);
  return existsSync(folder) ? folder : undefined;
}

/**
 * Returns the folder of this kind and name, building it if needed; undefined if nothing can be written, as in a
 * read-only installation or on a full disk.
 */
export async function cachedFolder(
  kind: string,
  name: string,
  make: (draft: string) => Promise<void>,
): Promise<string | undefined> {
  const built = builtFolder(kind, name);
  if (built) return built;
  const folder = join(CACHE, `${kind}-${name}`);
  const draft = join(CACHE, `.${kind}-${name}-${process.pid}`);
  if (!canWrite(() => mkdirSync(draft, { recursive: true }))) return undefined;
  try {
    await make(draft);
    // Another process may have built the folder first.
    canWrite(() => renameSync(draft, folder));
    prune(kind);
  } catch (error) {
    if (!(error instanceof StorageFull)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return builtFolder(kind, name);
}

/**
 * Copies a cached folder into a data folder, with the database last and in one step. If that fails,
 * removes the copy and returns false.
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

/** Removes all but the newest folders of a kind, and those left by killed processes. */
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

/** Digest of the embedded PostgreSQL and of the program's sources in a folder such as `database`. */
export function fingerprintOf(folder: string): string {
  const hash = createHash('sha256');
  hash.update(readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm')));
  const files = readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.(ts|js|sql|ndjson)$/.test(name)).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(SOURCES, folder, file)));
  }
  return hash.digest('hex').slice(0, 32);
}
