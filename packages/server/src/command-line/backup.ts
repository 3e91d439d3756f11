import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isEmpty } from '../back-office/demo/demo-access.ts';
import { readConfig } from '../config.ts';
import { readArchive, verify } from '../database/backup.ts';
import { migrate } from '../database/migrate.ts';
import { load } from '../database/restore.ts';
import { openSecrets } from '../database/secrets.ts';
import { StartError } from '../process/start-error.ts';
import { AdminClient } from './admin-client.ts';
import { inWords, serverOrDatabases, withServer } from './connect.ts';

/** Writes a backup of all databases into a new file. Returns the message. */
export async function backupCommand(env: NodeJS.ProcessEnv, file: string): Promise<string> {
  const config = readConfig(env);
  await withServer(config, { access: 'read' }, (server) => server.writeArchive(resolve(file)));
  const { databaseUrl, dataDir, keys } = config;
  const isFile = databaseUrl === undefined && keys.length === 0;
  const key = isFile ? `the file ${dataDir}/key` : 'the value of TILLGATE_KEY';
  return `The backup is in ${file}. Keep the key apart from it: ${key}.`;
}

/** Writes all data of a merchant into a new file. Returns the message. */
export async function exportCommand(env: NodeJS.ProcessEnv, companyId: number, file: string): Promise<string> {
  await withServer(readConfig(env), { access: 'read' }, (server) => server.writeArchive(resolve(file), companyId));
  return `The records of merchant ${companyId} are in ${file}.`;
}

/** Restores a backup into empty databases. Returns the message. */
export async function restoreCommand(env: NodeJS.ProcessEnv, file: string): Promise<string> {
  if (!existsSync(file)) throw new StartError(`No such file: ${file}.`);
  const config = readConfig(env);
  const { databaseUrl, dataDir, keys } = config;
  // A new data folder would get a new key, which cannot decrypt the backup.
  if (databaseUrl === undefined && keys.length === 0 && !existsSync(`${dataDir}/key`))
    throw new StartError(`Copy the key of the former data folder to ${dataDir}/key first, or set TILLGATE_KEY to it.`);
  await verify(readArchive(file));
  const databases = await serverOrDatabases(config);
  if (databases instanceof AdminClient) throw new StartError('A server has this data folder; stop it first.');
  try {
    await migrate(databases);
    if (!(await isEmpty(databases))) throw new StartError('The database is not empty; a backup needs an empty one.');
    const rows = await load(readArchive(file), databases);
    // Throws if the secrets are encrypted with another key.
    await openSecrets(keys, databases);
    return `Restored ${rows} rows.`;
  } catch (error) {
    throw inWords(databases, error);
  } finally {
    await databases.close();
  }
}
