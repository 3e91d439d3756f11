import type { Config } from './config.ts';
import { type Databases, openFolder, openPostgres } from './storage/database.ts';
import type { Patience } from './storage/reach.ts';

/** Opens what the settings name; with patience for a control plane's database that is starting. */
export const openDatabases = ({ databaseUrl, regionUrls, dataDir }: Config, patience?: Patience): Promise<Databases> =>
  databaseUrl ? openPostgres(databaseUrl, regionUrls, { ...(patience && { patience }) }) : openFolder(dataDir);
