import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Config, readConfig } from '../config.ts';
import { isEmpty } from '../demo/is-empty.ts';
import { StartError } from '../start-error.ts';
import { dump } from '../storage/backup/dump.ts';
import { load } from '../storage/backup/load.ts';
import { requireDatabase } from '../storage/data-folder.ts';
import type { Databases } from '../storage/database.ts';
import { migrate, requireControlPlane } from '../storage/migrate.ts';
import { openSecrets } from '../storage/sealed-secrets.ts';
import { VERSION } from '../version.ts';
import { findWorkplace } from './connect.ts';

/** Writes a backup of all databases into a new file; a failed one leaves no file. Returns what to say. */
export async function backupCommand(env: NodeJS.ProcessEnv, file: string): Promise<string> {
  if (existsSync(file)) throw new StartError(`${file} exists already; name a new file.`);
  const config = readConfig(env);
  if (config.databaseUrl === undefined) requireDatabase(config.dataDir);
  const partial = `${file}.partial`;
  return onDatabases(config, async (databases) => {
    await requireControlPlane(databases);
    try {
      const target = createWriteStream(partial, { mode: 0o600, flush: true });
      await pipeline(Readable.from(linesOf(databases)), createGzip(), target);
      await rename(partial, file);
    } finally {
      await rm(partial, { force: true });
    }
    return `The backup is in ${file}. Keep the key apart from it: ${keyOf(config)}.`;
  });
}

async function* linesOf(databases: Databases): AsyncGenerator<string> {
  for await (const line of dump(databases, VERSION)) yield `${line}\n`;
}

/** Restores a backup into empty databases. Returns what to say. */
export async function restoreCommand(env: NodeJS.ProcessEnv, file: string): Promise<string> {
  if (!existsSync(file)) throw new StartError(`No such file: ${file}.`);
  const config = readConfig(env);
  requireKey(config);
  return onDatabases(config, async (databases) => {
    await migrate(databases);
    if (!(await isEmpty(databases))) throw new StartError('The database is not empty; a backup needs an empty one.');
    const rows = await load(readLines(file), databases);
    // Throws if the key is another than the one that the secrets are under.
    await openSecrets(config.keys, databases);
    return `Restored ${rows} rows.`;
  });
}

async function* readLines(file: string): AsyncGenerator<string> {
  const unzip = createGunzip();
  // A failure destroys the stream that is read below, which throws it.
  pipeline(createReadStream(file), unzip).catch(() => {});
  try {
    yield* createInterface({ input: unzip, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new StartError(`The backup cannot be restored: its gzip data is damaged or incomplete.`, { cause: error });
  }
}

const keyOf = ({ databaseUrl, dataDir, keys }: Config): string =>
  databaseUrl === undefined && keys.length === 0 ? `the file ${dataDir}/key` : 'the value of TILLGATE_KEY';

/** Without the former key a data folder would get a new one, under which nothing of the backup opens. */
function requireKey(config: Config): void {
  const { databaseUrl, dataDir, keys } = config;
  if (databaseUrl !== undefined || keys.length > 0 || existsSync(`${dataDir}/key`)) return;
  throw new StartError(`Copy the key of the former data folder to ${dataDir}/key first, or set TILLGATE_KEY to it.`);
}

async function onDatabases<T>(config: Config, work: (databases: Databases) => Promise<T>): Promise<T> {
  const place = await findWorkplace(config);
  try {
    if ('databases' in place) return await work(place.databases);
    throw new StartError('A server has this data folder; stop it first.');
  } finally {
    await place.close();
  }
}
