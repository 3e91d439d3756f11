import { existsSync, writeFileSync } from 'node:fs';
import { migrate, openDatabases, readConfig } from '@tillgate/server';
import { CannotRun } from '../run/outcome.ts';
import { arrangeScene } from './scene.ts';

export interface ArrangeOptions {
  /** The configuration that is written; it must not be there yet. */
  readonly out: string;
  readonly spares: number;
}

/** Puts the suite's organizations, apps and merchants into the database that a server's settings name, and writes the configuration of a run. */
export async function arrangeDatabase(env: NodeJS.ProcessEnv, { out, spares }: ArrangeOptions): Promise<void> {
  if (existsSync(out)) throw new CannotRun(`${out} is there already.`);
  const config = readConfig(env);
  const databases = await openDatabases(config);
  try {
    await migrate(databases);
    const scene = await arrangeScene(databases, Date.now, { spares });
    const urls = {
      baseUrl: `${config.apiUrl ?? `http://localhost:${config.apiPort}`}/v1`,
      authUrl: config.webUrl ?? `http://localhost:${config.webPort}`,
    };
    // For its owner's eyes alone.
    writeFileSync(out, `${JSON.stringify({ ...urls, ...scene }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } finally {
    await databases.close();
  }
}
