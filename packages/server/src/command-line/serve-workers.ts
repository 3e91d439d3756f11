import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Availability } from '../database/availability.ts';
import { type DatabaseSet, hasAll } from '../database/database.ts';
import { openOps, stopOps } from '../listeners.ts';
import { createOpsApp } from '../operations-listener.ts';
import { type Channel, MemoryCounters, PrimaryCounters } from '../process/counters.ts';
import { metricsOfWorkers } from '../process/metrics.ts';
import { systemClock } from '../process/time.ts';
import { openRuntime } from '../runtime.ts';
import { type RunningServer, startServer } from '../server.ts';
import { announcing, controlPlaneOn } from './connect.ts';
import { type Ready, Workers } from './workers.ts';

/**
 * Serves with several processes. This one starts and replaces them, accepts their connections,
 * counts for their rate limits unless Redis does, and serves the operations listener.
 */
export async function serveWithWorkers(
  config: Config,
  databases: DatabaseSet,
  { availability, log }: { readonly availability: Availability; readonly log: Logger },
): Promise<RunningServer> {
  const workers = new Workers(new MemoryCounters(systemClock), log);
  // Only a process that has opened every database serves commands.
  const mails = hasAll(databases)
    ? await announcing(
        openRuntime(config, databases, { failureOf: availability.failureOf.bind(availability) }),
        (err) => log.warn({ err }, 'a mail could not be sent'),
      )
    : undefined;
  const ops = await openOps(config);
  const operated = {
    availability,
    counters: {},
    metrics: metricsOfWorkers(),
    readiness: {
      get accepting() {
        return workers.areServing;
      },
    },
    controlPlane: mails && controlPlaneOn(mails.runtime),
    log,
  };
  ops.serve(createOpsApp(operated).callback());
  const started = await workers.start(config.workers).catch(async (error) => {
    await stopOps(ops);
    throw error;
  });
  const { apiUrl, webUrl, ports } = started;
  return {
    apiUrl,
    webUrl,
    ports,
    opsUrl: `http://${config.opsHost}:${ops.port}`,
    async stop() {
      await workers.stop();
      availability.close();
      await stopOps(ops);
      await mails?.close();
      await databases.close();
    },
  };
}

/** Serves as one of several processes. Exits when the process that started it exits. */
export async function serveAsWorker(
  config: Config,
  databases: DatabaseSet,
  { availability, log }: { readonly availability: Availability; readonly log: Logger },
): Promise<RunningServer> {
  /** The process that started this one. */
  const primary: Channel = {
    send: (message) => process.send?.(message),
    on: (event, listener) => process.on(event, (message) => listener(message as Parameters<typeof listener>[0])),
  };
  const counters = config.redisUrl ? undefined : new PrimaryCounters(primary);
  const options = { availability, log, withOps: false, ...(counters && { counters }) };
  const server = await startServer(config, databases, options);
  const orphaned = () => process.exit(1);
  process.once('disconnect', orphaned);
  const { apiUrl, webUrl, ports } = server;
  primary.send({ type: 'tillgate:ready', apiUrl, webUrl, ports } satisfies Ready);
  return {
    ...server,
    async stop() {
      await server.stop();
      process.off('disconnect', orphaned);
      process.disconnect?.();
    },
  };
}
