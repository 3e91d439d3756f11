import type { Config } from './config.ts';
import { type Databases, openPostgres } from './storage/database.ts';
import type { Origin } from './storage/open-folder.ts';
import type { Patience } from './storage/reach.ts';

export interface Opening {
  /** For a control plane's database that is starting. */
  readonly patience?: Patience | undefined;
  /** What a new embedded database starts as. */
  readonly origin?: Origin;
}

/** Opens what the settings name. */
export async function openDatabases(
  { databaseUrl, regionUrls, dataDir }: Config,
  { patience, origin }: Opening = {},
): Promise<Databases> {
  if (databaseUrl) return openPostgres(databaseUrl, regionUrls, { ...(patience && { patience }) });
  const { openFolder } = await import('./storage/open-folder.ts');
  return openFolder(dataDir, origin);
}
