import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.ts';
import { FolderInUse } from './database/data-folder.ts';
import {
  type DatabaseSet,
  type Databases,
  openControlPlane,
  openPostgres,
  openRegion,
  type Patience,
} from './database/database.ts';
import type { Origin } from './database/embedded.ts';
import { hasListener } from './process/socket-path.ts';
import { StartError } from './process/start-error.ts';

/** Longest wait, in milliseconds, for a command or a stopping server to release the data folder. */
const PATIENCE = 10_000;
const PAUSE = 100;

export interface Opening {
  /** Waits if the control plane's database is still starting. */
  readonly patience?: Patience | undefined;
  /** Initial content of a new embedded database. */
  readonly origin?: Origin;
}

export async function openForRole(config: Config, opening: Opening = {}): Promise<DatabaseSet> {
  const { role, region, databaseUrl = '', cellUrls } = config;
  const { patience } = opening;
  if (role === 'gateway') return openControlPlane(databaseUrl, { ...(patience && { patience }) });
  if (role === 'region' && region) return openRegion(region, cellUrls, databaseUrl);
  return openDatabases(config, opening);
}

export async function openDatabases(
  { role, databaseUrl, cellUrls, dataDir }: Config,
  { patience, origin }: Opening = {},
): Promise<Databases> {
  if (role === 'region' && !databaseUrl)
    throw new StartError('A region has no control plane: run commands where DATABASE_URL is set.');
  if (databaseUrl) return openPostgres(databaseUrl, cellUrls, { ...(patience && { patience }) });
  const { openFolder } = await import('./database/embedded.ts');
  for (const end = performance.now() + PATIENCE; ; await delay(PAUSE)) {
    try {
      return await openFolder(dataDir, origin);
    } catch (error) {
      const isOver = performance.now() > end || !(error instanceof FolderInUse);
      if (isOver || (await hasListener(dataDir))) throw error;
    }
  }
}

/** Waits, within the configured time, for a database that is starting, and prints its name. */
export const patienceOf = ({ startTimeout }: Config): Patience => ({
  seconds: startTimeout,
  onWait: (line) => process.stderr.write(`${line}\n`),
});
