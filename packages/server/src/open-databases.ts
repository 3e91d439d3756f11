import type { Config } from './config.ts';
import { StartError } from './start-error.ts';
import {
  type DatabaseSet,
  type Databases,
  openControlPlane,
  openPostgres,
  openRegion,
  type Patience,
} from './storage/database.ts';
import type { Origin } from './storage/embedded.ts';

export interface Opening {
  /** For a control plane's database that is starting. */
  readonly patience?: Patience | undefined;
  /** What a new embedded database starts as. */
  readonly origin?: Origin;
}

/** Opens the databases that a process needs for its role. */
export async function openForRole(config: Config, opening: Opening = {}): Promise<DatabaseSet> {
  const { role, region, databaseUrl = '', cellUrls } = config;
  const { patience } = opening;
  if (role === 'gateway') return openControlPlane(databaseUrl, { ...(patience && { patience }) });
  if (role === 'region' && region) return openRegion(region, cellUrls, databaseUrl);
  return openDatabases(config, opening);
}

/** Opens what the settings name. */
export async function openDatabases(
  { role, databaseUrl, cellUrls, dataDir }: Config,
  { patience, origin }: Opening = {},
): Promise<Databases> {
  if (role === 'region' && !databaseUrl)
    throw new StartError('A region has no control plane: run commands where DATABASE_URL is set.');
  if (databaseUrl) return openPostgres(databaseUrl, cellUrls, { ...(patience && { patience }) });
  const { openFolder } = await import('./storage/embedded.ts');
  return openFolder(dataDir, origin);
}
