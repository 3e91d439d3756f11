import { openAsBlob } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFolder } from './data-folder.ts';
import type { Databases } from './database.ts';
import type { DiskSpace } from './disk-space.ts';
import { embeddedDatabases } from './embedded.ts';
import { startEngine } from './engine.ts';
import { copyInto, kept, madeOf } from './kept.ts';
import { migrate } from './migrate.ts';
import { emptyDatabase } from './open-folder.ts';

/** A migrated, empty database in memory, lost when the process ends. */
export async function openMemory(disk?: DiskSpace): Promise<Databases> {
  const image = await emptyImage();
  if (image) return embeddedDatabases(await startEngine({ loadDataDir: image }), { disk });
  const databases = embeddedDatabases(await startEngine(), { disk });
  await migrate(databases);
  return databases;
}

/** The files of a migrated, empty database as a tar archive, made once; undefined where nothing can be kept. */
export async function emptyImage(): Promise<Blob | undefined> {
  const source = await emptyDatabase();
  if (!source) return undefined;
  const folder = await kept('image', madeOf('storage'), (draft) => archive(source, draft));
  return folder ? openAsBlob(imageIn(folder)) : undefined;
}

const imageIn = (folder: string): string => join(folder, 'database.tar');

async function archive(source: string, draft: string): Promise<void> {
  copyInto(draft, source);
  const lite = await startEngine({ dataDir: databaseFolder(draft) });
  const image = await lite.dumpDataDir('none');
  await lite.close();
  await writeFile(imageIn(draft), image.stream());
  await rm(databaseFolder(draft), { recursive: true });
}
