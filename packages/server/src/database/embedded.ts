import { rmSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { StartError } from '../process/start-error.ts';
import { builtFolder, cachedFolder, copyInto, fingerprintOf } from './cached-folders.ts';
import { brokenDatabase, claimDataFolder, DiskSpace, databaseFolder, hasDatabase } from './data-folder.ts';
import { type Databases, SHARED } from './database.ts';
import { Lineage, type Sighting } from './lineage.ts';
import { migrate } from './migrate.ts';
import { DatabasePool } from './pool.ts';

/** PGlite's data folder in its own file system. */
const DATA = '/pglite/data';

const [FOLDER, FILE] = [0o40700, 0o100600];

const BLOCK = 512;

/** Folder or file of Emscripten's file system in memory. */
interface MemoryNode {
  readonly node_ops: { mknod(parent: MemoryNode, name: string, mode: number, device: number): MemoryNode };
  contents: Uint8Array;
  usedBytes: number;
}

/**
 * In-memory file system that starts with the files of a tar archive. PGlite's `loadDataDir` looks
 * up each path several times, which takes longer than starting PostgreSQL.
 */
class MemoryImage extends MemoryFS {
  readonly #tar: Buffer;

  constructor(tar: Buffer) {
    super();
    this.#tar = tar;
  }

  override async initialSyncFs(): Promise<void> {
    const files = this.pg?.Module.FS;
    files?.mkdirTree(DATA);
    const folders = new Map([['', files?.lookupPath(DATA, {}).node as unknown as MemoryNode]]);
    const make = (path: string, mode: number): MemoryNode => {
      const [, parent = '', name = ''] = /^(?:(.*)\/)?([^/]+)$/.exec(path) ?? [];
      const folder = folderAt(parent);
      return folder.node_ops.mknod(folder, name, mode, 0);
    };
    const folderAt = (path: string): MemoryNode => {
      const folder = folders.get(path) ?? make(path, FOLDER);
      folders.set(path, folder);
      return folder;
    };
    for (const { path, isFolder, data } of entriesOf(this.#tar)) {
      if (isFolder) folderAt(path);
      else Object.assign(make(path, FILE), { contents: new Uint8Array(data), usedBytes: data.length });
    }
  }
}

/** Entries of a tar archive (POSIX ustar), with absolute paths. */
function* entriesOf(tar: Buffer) {
  for (let at = 0; tar[at]; ) {
    const text = (from: number, length: number): string =>
      tar.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8);
    const path = [text(345, 155), text(0, 100)].join('/').replace(/^\/+|\/+$/g, '');
    const from = at + BLOCK;
    yield { path, isFolder: text(156, 1) === '5', data: tar.subarray(from, from + size) };
    at = from + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/**
 * Settings for a database of megabytes. PostgreSQL's default of 128 MiB for pages would stay in
 * memory, and old log segments are not worth keeping.
 */
const SETTINGS = ['shared_buffers=16MB', 'wal_recycle=off', 'wal_init_zero=off'].flatMap((setting) => ['-c', setting]);

/** Starts PostgreSQL in this process, on a folder or, if there is none, in memory. */
const startEngine = (options: PGliteOptions = {}): Promise<PGlite> =>
  PGlite.create({
    extensions: { pg_trgm, btree_gin },
    startParams: [...PGlite.defaultStartParams, ...SETTINGS],
    // Log segment size of a new database in MiB. A folder starts with three segments.
    initDbStartParams: ['--wal-segsize=1'],
    ...options,
  });

/** Longest wait for the single connection, in milliseconds. */
const TURN = 10_000;

/** Names a file that is written in place, so only a copy differs. Some file systems keep only one of the two names. */
async function seeFolder(folder: string): Promise<Sighting> {
  const { ino, birthtimeMs } = await stat(join(databaseFolder(folder), 'global/pg_control'));
  return { names: [`file-${ino}`, `born-${birthtimeMs}`], origin: folder, written: 0 };
}

interface EmbeddedOptions {
  readonly disk?: DiskSpace | undefined;
  readonly isCopy?: boolean;
  readonly release?: () => void;
}

/** PostgreSQL in this process, with one connection. The returned databases own and close it. */
function embeddedDatabases(
  lite: PGlite,
  { folder, disk, isCopy = false, release = () => {} }: EmbeddedOptions & { readonly folder?: string },
): Databases {
  // A database in memory is never restored.
  const lineage = new Lineage(async () => (folder ? seeFolder(folder) : undefined), { isCopy });
  // Each client has a separate channel, so that results meant for an abandoned client never reach the next one.
  class EmbeddedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, ...createPgConfig(lite) });
    }
  }
  // An idle client stays open, since no other can take its place.
  const one = { max: 1, connectionTimeoutMillis: TURN, idleTimeoutMillis: 0, Client: EmbeddedClient };
  const pool = new DatabasePool('TILLGATE_DATA_DIR', { ...SHARED, ...one }, lineage, () => disk?.require());
  // All clients share one session, which still has the previous client's transaction and prepared statements.
  pool.on('connect', (client) => void client.query('rollback; deallocate all').catch(() => {}));
  return {
    kind: 'embedded',
    control: pool,
    regions: { UK: pool, US: pool, IN: pool, AE: pool },
    furtherCells: [],
    folder,
    disk,
    async close() {
      await pool.end();
      await lite.close();
      release();
    },
  };
}

/** Finds the folder to copy a new data folder from; undefined to start empty. */
export type Origin = () => Promise<string | undefined>;

/**
 * Opens the embedded database in a folder, which only one process at a time can use. A new one
 * starts as a copy of a migrated, empty database, or of the folder found by `origin`.
 */
export async function openFolder(
  folder: string,
  origin: Origin = emptyDatabase,
  disk = new DiskSpace(folder),
): Promise<Databases> {
  const release = claimDataFolder(folder);
  const isNew = !hasDatabase(folder);
  try {
    if (isNew) disk.require();
    const source = isNew ? await origin() : undefined;
    const isCopy = source !== undefined && copyInto(folder, source);
    const databases = await open(folder, { disk, release, isCopy });
    // The first connection records the copy's identity.
    if (isCopy) await databases.control.query('select 1');
    return databases;
  } catch (error) {
    // The next start would mistake the remains for a damaged database.
    if (isNew) rmSync(databaseFolder(folder), { recursive: true, force: true });
    release();
    throw error;
  }
}

async function open(folder: string, options: EmbeddedOptions = {}): Promise<Databases> {
  const { disk = new DiskSpace(folder) } = options;
  const lite = await startEngine({ dataDir: databaseFolder(folder) }).catch((error) => {
    disk.require();
    if (error instanceof RangeError) throw new StartError('There is too little memory for the embedded database.');
    throw brokenDatabase(folder, error);
  });
  return embeddedDatabases(lite, { ...options, folder, disk });
}

/** A migrated, empty database, built once, because creating and migrating it takes longer than the rest of a start. */
const emptyDatabase: Origin = () =>
  cachedFolder('empty', fingerprintOf('database'), async (draft) => {
    const databases = await open(draft);
    try {
      await migrateNew(databases);
    } finally {
      await databases.close();
    }
  });

/** Opens a new folder with a migrated, empty database: a copy of one that was built before, or else built in place. */
export async function openNewFolder(folder: string): Promise<Databases> {
  const source = builtFolder('empty', fingerprintOf('database'));
  const databases = await openFolder(folder, async () => source);
  if (!source) await migrateNew(databases);
  return databases;
}

/** Also drops the databases that new ones are copied from. They are a third of the files and are not needed. */
async function migrateNew(databases: Databases): Promise<void> {
  const { control } = databases;
  await migrate(databases);
  await control.query(`update pg_database set datistemplate = false where datname in ('template0', 'template1')`);
  for (const name of ['template0', 'template1']) await control.query(`drop database ${name}`);
  await control.query('checkpoint');
}

/** Opens a migrated, empty database in memory, which is lost when the process ends. */
export async function openMemory(disk?: DiskSpace): Promise<Databases> {
  const tar = await emptyImage();
  if (tar) return embeddedDatabases(await startEngine({ fs: new MemoryImage(tar) }), { disk });
  const databases = embeddedDatabases(await startEngine(), { disk });
  await migrate(databases);
  return databases;
}

let image: Promise<Buffer | undefined> | undefined;

/** A migrated, empty database as a tar archive, built once; undefined if nothing can be written. */
export const emptyImage = (): Promise<Buffer | undefined> => {
  image ??= makeImage();
  return image;
};

async function makeImage(): Promise<Buffer | undefined> {
  const source = await emptyDatabase();
  if (!source) return undefined;
  const name = 'database.tar';
  const folder = await cachedFolder('image', fingerprintOf('database'), async (draft) => {
    copyInto(draft, source);
    const lite = await startEngine({ dataDir: databaseFolder(draft) });
    const files = await lite.dumpDataDir('none');
    await lite.close();
    await writeFile(join(draft, name), files.stream());
    await rm(databaseFolder(draft), { recursive: true });
  });
  return folder ? readFile(join(folder, name)) : undefined;
}
