import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Databases, openPostgres } from '@tillgate/server/storage/database.ts';
import { openFolder } from '@tillgate/server/storage/embedded.ts';
import { migrate } from '@tillgate/server/storage/migrate.ts';
import { arrangeScene, type Scene } from '../../embedded/scene.ts';

/** An arranged database, of which each trial gets a copy: a data folder, or a PostgreSQL database. */
export interface SceneSource {
  readonly place: string;
  readonly isPostgres: boolean;
  readonly scene: Scene;
}

/** Generous, so that a busy machine does not cancel statements. */
const LIMITS = { connect: 15_000, silence: 15_000, probe: 15_000, statement: 30_000, lock: 20_000, answer: 35_000 };

/** Arranges a scene in a new data folder, or in an empty PostgreSQL database. */
export async function arrangeSource(folder: string, databaseUrl: string | undefined): Promise<SceneSource> {
  const place = databaseUrl ?? join(folder, 'scene');
  if (!databaseUrl) mkdirSync(place, { recursive: true });
  const databases = databaseUrl ? await openPostgres(databaseUrl, {}, { limits: LIMITS }) : await openFolder(place);
  try {
    await migrate(databases);
    return { place, isPostgres: databaseUrl !== undefined, scene: await arrangeScene(databases, Date.now) };
  } finally {
    await databases.close();
  }
}

/** Opens a copy of the scene's database. Closing it removes the copy. */
export const openCopy = ({ place, isPostgres }: SceneSource): Promise<Databases> =>
  isPostgres ? openPostgresCopy(place) : openFolderCopy(place);

async function openFolderCopy(source: string): Promise<Databases> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-trial-'));
  const databases = await openFolder(folder, async () => source);
  return closing(databases, async () => rmSync(folder, { recursive: true, force: true }));
}

async function openPostgresCopy(source: string): Promise<Databases> {
  const copy = new URL(source);
  const template = copy.pathname.slice(1);
  const name = `${template}_${process.pid}`;
  copy.pathname = `/${name}`;
  await asAdmin(source, [
    `drop database if exists "${name}" with (force)`,
    `create database "${name}" template "${template}"`,
  ]);
  const databases = await openPostgres(copy.href, {}, { limits: LIMITS });
  return closing(databases, () => asAdmin(source, [`drop database if exists "${name}" with (force)`]));
}

const closing = (databases: Databases, remove: () => Promise<void>): Databases => ({
  ...databases,
  async close() {
    await databases.close();
    await remove();
  },
});

/** Runs statements in the server's maintenance database. */
async function asAdmin(url: string, statements: readonly string[]): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const { control, close } = await openPostgres(maintenance.href, {}, { limits: LIMITS });
  try {
    for (const statement of statements) await control.query(statement);
  } finally {
    await close();
  }
}
