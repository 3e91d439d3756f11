import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isEmpty } from '../back-office/demo/is-empty.ts';
import { type Config, readConfig } from '../config.ts';
import { dump, readArchive, verify, writeArchive } from '../database/backup.ts';
import type { Databases } from '../database/database.ts';
import { migrate, requireControlPlane } from '../database/migrate.ts';
import { Regions } from '../database/regions.ts';
import { load } from '../database/restore.ts';
import { openSecrets } from '../database/secrets.ts';
import { exportMerchant } from '../operations/export-merchant.ts';
import { BACKUP_PATH, exportPath } from '../operations/remote/protocol.ts';
import { StartError } from '../process/start-error.ts';
import { systemClock } from '../process/time.ts';
import { VERSION } from '../version.ts';
import { requestArchive } from './admin-client.ts';
import { atWorkplace } from './connect.ts';

/** Writes a backup of all databases into a new file, through the server if one is running. Returns the message. */
export async function backupCommand(env: NodeJS.ProcessEnv, file: string): Promise<string> {
  const config = readConfig(env);
  await writeAt(config, resolve(file), {
    path: BACKUP_PATH,
    async *lines(databases) {
      await requireControlPlane(databases);
      yield* dump(databases, VERSION);
    },
  });
  return `The backup is in ${file}. Keep the key apart from it: ${keyOf(config)}.`;
}

/** Writes all data of a merchant into a new file. Returns the message. */
export async function exportCommand(env: NodeJS.ProcessEnv, companyId: number, file: string): Promise<string> {
  const config = readConfig(env);
  await writeAt(config, resolve(file), {
    path: exportPath(companyId),
    async *lines(databases) {
      await requireControlPlane(databases);
      const control = { pool: databases.control, clock: systemClock };
      yield* exportMerchant({ control, regions: new Regions(databases, systemClock) }, companyId);
    },
  });
  return `The records of merchant ${companyId} are in ${file}.`;
}

interface Archive {
  /** A path on the server's machine. */
  readonly path: string;
  lines(databases: Databases): AsyncIterable<string>;
}

/** Writes an archive. A failure leaves no file. */
const writeAt = (config: Config, file: string, { path, lines }: Archive): Promise<void> =>
  atWorkplace(config, { existing: true }, async (place) => {
    if ('databases' in place) return writeArchive(lines(place.databases), file);
    if ('folder' in place.server) return requestArchive(place.server, path, file);
    throw new StartError('No archive goes through TILLGATE_ADMIN_URL; run this where the server or its database is.');
  });

/** Restores a backup into empty databases. Returns the message. */
export async function restoreCommand(env: NodeJS.ProcessEnv, file: string): Promise<string> {
  if (!existsSync(file)) throw new StartError(`No such file: ${file}.`);
  const config = readConfig(env);
  requireKey(config);
  await verify(readArchive(file));
  return atWorkplace(config, {}, async (place) => {
    if ('server' in place) throw new StartError('A server has this data folder; stop it first.');
    const { databases } = place;
    await migrate(databases);
    if (!(await isEmpty(databases))) throw new StartError('The database is not empty; a backup needs an empty one.');
    const rows = await load(readArchive(file), databases);
    // Throws if the secrets are encrypted with another key.
    await openSecrets(config.keys, databases);
    return `Restored ${rows} rows.`;
  });
}

const keyOf = ({ databaseUrl, dataDir, keys }: Config): string =>
  databaseUrl === undefined && keys.length === 0 ? `the file ${dataDir}/key` : 'the value of TILLGATE_KEY';

/** Requires the backup's key: a new data folder would get a new one, which cannot decrypt the backup. */
function requireKey(config: Config): void {
  const { databaseUrl, dataDir, keys } = config;
  if (databaseUrl !== undefined || keys.length > 0 || existsSync(`${dataDir}/key`)) return;
  throw new StartError(`Copy the key of the former data folder to ${dataDir}/key first, or set TILLGATE_KEY to it.`);
}
