import { pino } from 'pino';
import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import { openDatabases, startServer } from '../server.ts';
import type { Databases } from '../storage/database.ts';
import { migrate } from '../storage/migrate.ts';
import { introduce } from './introduce.ts';
import { seedIfEmpty } from './seed.ts';

/** Serves until SIGINT or SIGTERM. An empty embedded database is given the demo first. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const databases = await openDatabases(config);
  const server = await prepare(config, databases).catch(async (error) => {
    await databases.close();
    throw error;
  });
  await introduce(config, server);
  await stopSignal();
  await server.stop();
}

async function prepare(config: Config, databases: Databases) {
  await migrate(databases);
  if (databases.kind === 'embedded') await seedIfEmpty(databases, config, systemClock);
  return startServer(config, databases, { log: pino() });
}

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
