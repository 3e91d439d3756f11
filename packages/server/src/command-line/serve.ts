import cluster from 'node:cluster';
import { type Config, readConfig } from '../config.ts';
import { Availability } from '../database/availability.ts';
import { type DatabaseSet, hasAll } from '../database/database.ts';
import { openForRole } from '../open-databases.ts';
import { systemClock } from '../process/clock.ts';
import { openLog } from '../process/log.ts';
import { type RunningServer, startServer } from '../server.ts';
import { introduce } from './introduce.ts';
import { patienceOf } from './patience.ts';
import { completeDemo, openForDemo, seedIfEmpty } from './seed.ts';
import { stopSignal } from './stop-signal.ts';

/** Serves until SIGINT or SIGTERM. Seeds an empty embedded database with the demo first. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const patience = patienceOf(config);
  const databases = config.role
    ? await openForRole(config, { patience })
    : await openForDemo(config, systemClock, patience);
  const server = await start(config, databases).catch(async (error) => {
    await databases.close();
    throw error;
  });
  const stopped = stopSignal();
  if (cluster.isPrimary) await introduce(config, server);
  await stopped;
  await server.stop();
}

async function start(config: Config, databases: DatabaseSet): Promise<RunningServer> {
  const log = await openLog(systemClock);
  const availability = await Availability.prepare(databases, {
    onFailure: (cell, err) => log.warn({ err, cell }, 'the cell is not available yet'),
    onServed: (cell) => log.info({ cell }, 'the cell is available'),
  });
  if (databases.kind === 'embedded' && hasAll(databases)) {
    const isSeeded = await seedIfEmpty(databases, config, systemClock);
    if (!isSeeded) await completeDemo(databases, config, systemClock);
  }
  if (config.workers === 1) return startServer(config, databases, { log, availability });
  const { serveAsWorker, serveWithWorkers } = await import('./serve-workers.ts');
  return (cluster.isWorker ? serveAsWorker : serveWithWorkers)(config, databases, { log, availability });
}
