import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoOptions, SeededMerchant } from '../back-office/demo/seed.ts';
import { cachedFolder, fingerprintOf } from '../database/cached-folders.ts';
import type { Origin } from '../database/embedded.ts';
import { type Clock, toTimestamp } from '../process/clock.ts';
import { refreshStatistics } from '../sweep.ts';

/** Merchants of a copied database, stored until their people are added. */
const MERCHANTS_FILE = 'demo-merchants.json';

/**
 * Database with the demo's merchants as of the clock's day. Building it takes about ten seconds, so
 * it is built once a day.
 */
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

/** Called once the merchants' people have been added. */
export const forgetMerchants = (folder: string): Promise<void> => rm(join(folder, MERCHANTS_FILE), { force: true });
