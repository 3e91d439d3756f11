import type { Config } from './config.ts';
import { type Databases, openPostgres } from './storage/database.ts';
import type { Origin } from './storage/open-folder.ts';
import type { Patience } from './storage/reach.ts';

/** Opens what the settings name; with patience for a control plane's database that is starting. */
export async function openDatabases(
  { databaseUrl, regionUrls, dataDir }: Config,
  { patience, origin }: { patience?: Patience | undefined; origin?: Origin } = {},
): Promise<Databases> {
  if (databaseUrl) return openPostgres(databaseUrl, regionUrls, { ...(patience && { patience }) });
  const { openFolder } = await import('./storage/open-folder.ts');
  return openFolder(dataDir, origin);
}
