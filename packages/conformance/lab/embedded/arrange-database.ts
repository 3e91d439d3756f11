import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { readConfig } from '@tillgate/server/config.ts';
import { openDatabases } from '@tillgate/server/open-databases.ts';
import { StartError } from '@tillgate/server/start-error.ts';
import { migrate } from '@tillgate/server/storage/migrate.ts';
import { CannotRun } from '../../src/engine/outcome.ts';
import type { Merchant } from '../../src/target/target.ts';
import { arrangeScene } from './scene.ts';

export interface ArrangeOptions {
  /** The configuration that is written; it must not be there yet. */
  readonly out: string;
  readonly spares: number;
}

/** Puts the suite's organizations, apps and merchants into the database that a server's settings name, and writes the configuration of a run. */
export async function arrangeDatabase(env: NodeJS.ProcessEnv, { out, spares }: ArrangeOptions): Promise<void> {
  if (existsSync(out)) throw new CannotRun(`${out} is there already.`);
  const { config, databases } = await openConfigured(env);
  try {
    await migrate(databases);
    const { apps, merchants } = await arrangeScene(databases, Date.now, { spares });
    const urls = {
      baseUrl: `${config.apiUrl ?? `http://localhost:${config.apiPort}`}/v1`,
      authUrl: config.webUrl ?? `http://localhost:${config.webPort}`,
    };
    // For its owner's eyes alone.
    writeFileSync(
      out,
      `${JSON.stringify({ ...urls, apps, merchants: merchants.map((one) => beside(out, one)) }, null, 2)}\n`,
      { mode: 0o600, flag: 'wx' },
    );
  } finally {
    await databases.close();
  }
}

/** Opens the databases of the settings; what keeps a server from starting keeps a run from being arranged. */
async function openConfigured(env: NodeJS.ProcessEnv) {
  try {
    const config = readConfig(env);
    return { config, databases: await openDatabases(config) };
  } catch (error) {
    throw error instanceof StartError ? new CannotRun(error.message) : error;
  }
}

/** The merchant with a copy of its file beside the configuration, so that both can be taken elsewhere. */
function beside(out: string, merchant: Merchant): Merchant {
  if (!merchant.backOffice) return merchant;
  const file = `${parse(out).name}-${merchant.role}.ndjson`;
  copyFileSync(merchant.backOffice.file, join(dirname(out), file));
  return { ...merchant, backOffice: { ...merchant.backOffice, file } };
}
