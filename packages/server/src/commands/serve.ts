import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import { openDatabases } from '../open-databases.ts';
import { createLog } from '../ops/log.ts';
import { startServer } from '../server.ts';
import { Availability } from '../storage/availability.ts';
import type { Databases } from '../storage/database.ts';
import { introduce } from './introduce.ts';
import { patienceOf } from './patience.ts';
import { seedIfEmpty } from './seed.ts';

/** Serves until SIGINT or SIGTERM. An empty embedded database is given the demo first. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const databases = await openDatabases(config, patienceOf(config));
  const server = await prepare(config, databases).catch(async (error) => {
    await databases.close();
    throw error;
  });
  const stopped = stopSignal();
  await introduce(config, server);
  await stopped;
  await server.stop();
}

async function prepare(config: Config, databases: Databases) {
  const log = createLog(systemClock);
  const availability = await Availability.prepare(databases, {
    onFailure: (region, err) => log.warn({ err, region }, 'the region is not available yet'),
    onServed: (region) => log.info({ region }, 'the region is available'),
  });
  if (databases.kind === 'embedded') await seedIfEmpty(databases, config, systemClock);
  return startServer(config, databases, { log, availability });
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The first signal asks for a stop. A second one finds no listener and ends the process at once, as it does by default. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      for (const signal of SIGNALS) process.off(signal, stop);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
