import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Databases, openPostgres } from '@tillgate/server/database/database.ts';
import { openFolder } from '@tillgate/server/database/embedded.ts';
import { migrate, schemasOf } from '@tillgate/server/database/migrate.ts';
import { PATIENT } from '@tillgate/server/test-support/databases.ts';
import { CannotRun } from '../../src/exit.ts';
import { arrangeScene, type Scene } from '../server/scene.ts';

/** An arranged database, of which each trial gets a copy: a data folder, or a PostgreSQL database. */
export interface SceneSource {
  readonly place: string;
  readonly isPostgres: boolean;
  readonly scene: Scene;
}

/** Arranges a scene in a new data folder, or in an empty PostgreSQL database. */
export async function arrangeSource(folder: string, databaseUrl: string | undefined): Promise<SceneSource> {
  const place = databaseUrl ?? join(folder, 'scene');
  if (!databaseUrl) mkdirSync(place, { recursive: true });
  const databases = databaseUrl ? await openPostgres(databaseUrl, {}, { limits: PATIENT }) : await openFolder(place);
  try {
    if (databaseUrl && (await hasTables(databases))) throw new CannotRun('--database-url must name an empty database.');
    await migrate(databases);
    const scene = await arrangeScene(databases, Date.now);
    // A copy is then not taken for a restore.
    for (const { name } of schemasOf(databases)) await databases.control.query(`delete from ${name}.lineage`);
    return { place, isPostgres: databaseUrl !== undefined, scene };
  } finally {
    await databases.close();
  }
}

async function hasTables({ control }: Databases): Promise<boolean> {
  const { rows } = await control.query(`select from information_schema.schemata where schema_name = 'control'`);
  return rows.length > 0;
}

/** Opens a copy of the scene's database under this name, in the place of an earlier one. */
export const openCopy = (source: SceneSource, name: string): Promise<Databases> =>
  source.isPostgres ? openPostgresCopy(source.place, name) : openFolderCopy(source.place, name);

const folderOf = (place: string, name: string): string => `${place}-${name}`;

async function openFolderCopy(place: string, name: string): Promise<Databases> {
  const folder = folderOf(place, name);
  rmSync(folder, { recursive: true, force: true });
  return openFolder(folder, async () => place);
}

const databaseOf = (place: string): string => new URL(place).pathname.slice(1);

const dropping = (place: string, name: string): string =>
  `drop database if exists "${databaseOf(place)}_${name}" with (force)`;

async function openPostgresCopy(place: string, name: string): Promise<Databases> {
  const copy = new URL(place);
  copy.pathname += `_${name}`;
  const creating = `create database "${databaseOf(copy.href)}" template "${databaseOf(place)}"`;
  await asAdmin(place, [dropping(place, name), creating]);
  return openPostgres(copy.href, {}, { limits: PATIENT });
}

/** Drops copies in PostgreSQL. Those of a data folder are removed with the folder that they are in. */
export async function dropCopies({ place, isPostgres }: SceneSource, names: readonly string[]): Promise<void> {
  if (!isPostgres) return;
  await asAdmin(
    place,
    names.map((name) => dropping(place, name)),
  );
}

/** Runs statements in the server's maintenance database. */
async function asAdmin(url: string, statements: readonly string[]): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const { control, close } = await openPostgres(maintenance.href, {}, { limits: PATIENT });
  try {
    for (const statement of statements) await control.query(statement);
  } finally {
    await close();
  }
}
