import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../process/start-error.ts';
import { StorageFull } from './failures.ts';

/**
 * Disk space reserved for the log of the embedded database. If it ran out of space during a write, it might stop
 * permanently, so writes are rejected earlier.
 */
export const RESERVE = 48 * 1024 * 1024;

export class DiskSpace {
  readonly #folder: string;
  readonly #freeBytes: () => number;

  constructor(folder: string, freeBytes?: () => number) {
    this.#folder = folder;
    this.#freeBytes =
      freeBytes ??
      (() => {
        const { bavail, bsize } = statfsSync(folder);
        return bavail * bsize;
      });
  }

  get free(): number {
    return this.#freeBytes();
  }

  get isFull(): boolean {
    return this.free < RESERVE;
  }

  require(): void {
    if (this.isFull)
      throw new StorageFull(`The disk of the data folder ${this.#folder} is full; free ${RESERVE >> 20} MiB of it.`);
  }
}

export const databaseFolder = (folder: string): string => `${folder}/database`;

export const hasDatabase = (folder: string): boolean => existsSync(`${databaseFolder(folder)}/PG_VERSION`);

/** Throws a StartError unless the data folder contains a database that this user can read. Changes nothing. */
export function requireDatabase(folder: string): void {
  if (hasDatabase(folder)) return;
  if (existsSync(folder)) orRefuse(folder, () => accessSync(folder, constants.R_OK | constants.X_OK));
  throw new StartError(`No database in ${folder}; run \`tillgate migrate\` first.`);
}

/** Creates a data folder if needed. Throws a StartError unless this user can write to it. */
export function makeDataFolder(folder: string): void {
  orRefuse(folder, () => {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  });
}

/** Creates a folder and its parents. Node's recursive mkdir does not return where the system refuses with ENOENT. */
function makeFolder(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Creates a data folder if needed and locks it for this process. Returns a function that releases it. */
export function claimDataFolder(folder: string): () => void {
  makeDataFolder(folder);
  const release = orRefuse(folder, () => lockFolder(folder));
  try {
    const database = databaseFolder(folder);
    if (!existsSync(database)) return release;
    // Creating a new database would overwrite the remains of one that has lost its version file.
    const hasRemains = !hasDatabase(folder) && orRefuse(database, () => readdirSync(database)).length > 0;
    if (hasRemains) throw brokenDatabase(folder);
    orRefuse(database, () => accessSync(database, constants.R_OK | constants.W_OK | constants.X_OK));
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

export const brokenDatabase = (folder: string, cause?: unknown): StartError =>
  new StartError(
    `The database in ${databaseFolder(folder)} is damaged; restore that folder from a backup, or remove it to start with an empty database.`,
    { cause },
  );

const OTHER_FOLDER = 'set TILLGATE_DATA_DIR to another folder';

const NOT_WRITABLE = `cannot be written to; give this user write access to it or ${OTHER_FOLDER}`;

const PROBLEMS: Readonly<Record<string, string>> = {
  EEXIST: `is a file; remove it or ${OTHER_FOLDER}`,
  ENOENT: `cannot be created there; ${OTHER_FOLDER}`,
  ENOTDIR: `is a file or lies below one; ${OTHER_FOLDER}`,
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: `is on a read-only file system; ${OTHER_FOLDER}`,
  ENOSPC: `is on a full disk; free some space or ${OTHER_FOLDER}`,
};

/** Turns file system errors on a folder into a StartError that says how to fix them. */
function orRefuse<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof StartError || code === undefined) throw error;
    throw new StartError(
      `The data folder ${folder} ${PROBLEMS[code] ?? `cannot be used (${message}); ${OTHER_FOLDER}`}.`,
    );
  }
}

export class FolderInUse extends StartError {}

/**
 * Locks a data folder for this process, since two processes would corrupt an embedded database.
 * Takes over the lock of a process that has ended. Returns a function that releases it.
 */
function lockFolder(folder: string): () => void {
  const file = `${folder}/lock`;
  while (!claim(file)) {
    const holder = holderOf(file);
    if (holder !== undefined) {
      throw new FolderInUse(
        `The data folder ${folder} is in use by process ${holder}; stop it or set TILLGATE_DATA_DIR.`,
      );
    }
    rmSync(file, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/** Creates the lock file atomically, with the process id of its holder. */
function claim(file: string): boolean {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine);
  }
}

/** The running process that holds the lock, other than this one. */
function holderOf(file: string): number | undefined {
  let pid = 0;
  try {
    pid = Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return pid > 0 && pid !== process.pid && isAlive(pid) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process runs, but as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
