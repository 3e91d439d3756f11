import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isEmpty } from '../back-office/demo/demo-access.ts';
import type { Demo, DemoOptions, SeededMerchant } from '../back-office/demo/seed.ts';
import { type Config, readConfig } from '../config.ts';
import { cachedFolder, fingerprintOf } from '../database/cached-folders.ts';
import { makeDataFolder } from '../database/data-folder.ts';
import type { Databases, Patience } from '../database/database.ts';
import type { Origin } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { StartError } from '../process/start-error.ts';
import { type Clock, isDay, systemClock, toTimestamp } from '../process/time.ts';
import { openDatabases } from '../runtime.ts';
import { refreshStatistics } from '../sweep.ts';
import { AdminClient } from './admin-client.ts';
import { serverOrDatabases } from './connect.ts';

/** Merchants of a copied database, stored until their people are added. */
const MERCHANTS_FILE = 'demo-merchants.json';

/** Database with the demo's merchants as of the clock's day. Built once a day, as it takes about ten seconds. */
export const demoDatabase =
  (clock: Clock, onProgress: (done: number, total: number) => void): Origin =>
  () =>
    cachedFolder('demo', `${toTimestamp(clock()).slice(0, 10)}-${fingerprintOf('')}`, async (draft) => {
      const { openNewFolder } = await import('../database/embedded.ts');
      const databases = await openNewFolder(draft);
      try {
        const { seedMerchants } = await import('../back-office/demo/seed.ts');
        const merchants = await seedMerchants({ databases, clock, onProgress });
        await refreshStatistics(databases.control);
        await writeFile(join(draft, MERCHANTS_FILE), JSON.stringify(merchants));
      } finally {
        await databases.close();
      }
    });

/** Merchants of the demo: read from a copied database, or written now. */
export async function demoMerchants(folder: string, options: DemoOptions): Promise<readonly SeededMerchant[]> {
  const file = join(folder, MERCHANTS_FILE);
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8'));
  const { seedMerchants } = await import('../back-office/demo/seed.ts');
  return seedMerchants(options);
}

/** Fills an empty database with the demo as of a day (`2026-07-01`), or as of today. */
export async function seedCommand(env: NodeJS.ProcessEnv, day?: string): Promise<void> {
  const config = readConfig(env);
  let clock: Clock = systemClock;
  if (day !== undefined) {
    const start = Date.parse(`${day}T00:00:00Z`);
    if (!isDay(day) || start > systemClock())
      throw new StartError('--day must be a date such as 2026-07-01 that is not in the future.');
    clock = () => start;
  }
  const databases = await serverOrDatabases(config, { origin: demoDatabase(clock, showProgress) });
  if (databases instanceof AdminClient)
    throw new StartError('A server runs on this database, so it is not empty; the demo needs an empty one.');
  try {
    await migrate(databases);
    if (!(await seedIfEmpty(databases, config, clock)))
      throw new StartError('The database is not empty; the demo needs an empty one.');
  } finally {
    await databases.close();
  }
}

/** Opens the databases. A new embedded one has the demo's merchants; `seedIfEmpty` adds the rest. */
export const openForDemo = (config: Config, clock: Clock, patience?: Patience): Promise<Databases> =>
  openDatabases(config, { patience, origin: demoDatabase(clock, showProgress) });

/** Seeds empty databases, and writes the credentials to the data folder's demo.json. Returns false if there is data. */
export async function seedIfEmpty(databases: Databases, config: Config, clock: Clock): Promise<boolean> {
  if (!(await isEmpty(databases))) return false;
  const { seedOrganization } = await import('../back-office/demo/seed.ts');
  makeDataFolder(config.dataDir);
  const merchants = await demoMerchants(config.dataDir, { databases, clock, onProgress: showProgress });
  const { apiPort, opsHost, opsPort, webPort, webUrl = `http://localhost:${webPort}` } = config;
  const apiOrigin = config.apiUrl ?? `http://localhost:${apiPort}`;
  await seedOrganization({ databases, clock, referenceUrl: `${apiOrigin}/docs` }, merchants, async (demo) => {
    const urls = { apiUrl: `${apiOrigin}/v1`, webUrl, opsUrl: `http://${opsHost}:${opsPort}` };
    const [[app], [merchant]] = [demo.apps, demo.merchants];
    const request = { client_id: app?.clientId, client_secret: app?.clientSecret, merchant_id: merchant?.companyId };
    await writeSecret(demoFileOf(config), { ...urls, ...demo });
    await writeSecret(tokenRequestFileOf(config), request);
  });
  // The merchants' people have been added.
  await rm(join(config.dataDir, MERCHANTS_FILE), { force: true });
  return true;
}

/** Adds only the people missing from an earlier version's demo, to the database and to the data folder's demo.json. */
export async function completeDemo(databases: Databases, config: Config, clock: Clock): Promise<void> {
  const demo = await readDemoFile(config);
  const [app] = demo?.apps ?? [];
  if (!demo || !app) return;
  const { addMissingPeople } = await import('../back-office/demo/people.ts');
  await addMissingPeople({ databases, clock }, app.clientId, async (added) => {
    await writeSecret(demoFileOf(config), { ...demo, ...added });
    const logins = Object.entries(added).map(([role, { email }]) => `${email} (${role})`);
    process.stdout.write(`The demo is from an earlier version. Added to demo.json: ${logins.join(', ')}.\n`);
  });
}

/** Reads the demo.json of the data folder, which may be of an earlier version; undefined if it cannot be read. */
export async function readDemoFile(config: Config): Promise<Partial<DemoFile> | undefined> {
  try {
    const demo: unknown = JSON.parse(await readFile(demoFileOf(config), 'utf8'));
    return demo instanceof Object ? demo : undefined;
  } catch {
    return undefined;
  }
}

export interface DemoFile extends Demo {
  /** {base_url}, ending in /v1. */
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly opsUrl: string;
}

export const demoFileOf = (config: Config): string => `${config.dataDir}/demo.json`;

/** Body of a first token request, for `curl -d @file`. */
export const tokenRequestFileOf = (config: Config): string => `${config.dataDir}/token-request.json`;

/** Writes a file atomically, readable only by its owner. */
async function writeSecret(file: string, content: object): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

function showProgress(done: number, total: number): void {
  const end = done === total ? '\n' : '\r';
  if (end === '\n' || process.stdout.isTTY) process.stdout.write(`Seeding the demo: ${done} of ${total} records${end}`);
}
