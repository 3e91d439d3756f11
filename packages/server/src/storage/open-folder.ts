import { brokenDatabase, claimDataFolder, databaseFolder, hasDatabase } from './data-folder.ts';
import type { Databases } from './database.ts';
import { DiskSpace } from './disk-space.ts';
import { embeddedDatabases } from './embedded.ts';
import { startEngine } from './engine.ts';
import { copyInto, kept, madeOf } from './kept.ts';
import { migrate } from './migrate.ts';

/** Finds the folder whose copy a new data folder starts as; undefined to start with nothing. */
export type Origin = () => Promise<string | undefined>;

/**
 * Opens the embedded database in a folder, which one process at a time may use. A new one starts as a copy of a migrated,
 * empty database, or of what `origin` finds.
 */
export async function openFolder(folder: string, origin: Origin = emptyDatabase): Promise<Databases> {
  const release = claimDataFolder(folder);
  try {
    const source = hasDatabase(folder) ? undefined : await origin();
    if (source) copyInto(folder, source);
    return await open(folder, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function open(folder: string, release: () => void): Promise<Databases> {
  const lite = await startEngine({ dataDir: databaseFolder(folder) }).catch((error) => {
    throw brokenDatabase(folder, error);
  });
  return embeddedDatabases(lite, { folder, disk: new DiskSpace(folder), release });
}

/** A migrated, empty database, made once: it takes PostgreSQL and the migrations of all regions longer than all else at start. */
export const emptyDatabase: Origin = () =>
  kept('empty', madeOf('storage'), async (draft) => {
    const databases = await open(draft, () => {});
    try {
      await migrate(databases);
    } finally {
      await databases.close();
    }
  });
