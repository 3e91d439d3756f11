import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createAdminApp } from './admin/admin-app.ts';
import { createApp } from './app.ts';
import { type Clock, systemClock, TestClock } from './clock.ts';
import type { Config } from './config.ts';
import { ControlPlane } from './control/operations.ts';
import { readDemoAccess } from './demo/demo-access.ts';
import type { Control } from './directory/control.ts';
import { dependenciesOf } from './hosts.ts';
import { Load } from './http/load.ts';
import { refuseInEnvelope } from './http/refuse-in-envelope.ts';
import { type Counters, MemoryCounters } from './limits/counters.ts';
import { AT_ONCE, type Listeners, openListeners, stopListeners } from './listeners/listeners.ts';
import { Mailer } from './mail/mailer.ts';
import { createLog } from './ops/log.ts';
import { measureBuild, measureCounters, measureDatabases, measureLoad, measureRequestLog } from './ops/measure.ts';
import { Metrics } from './ops/metrics.ts';
import { createOpsApp } from './ops/ops-app.ts';
import type { Readiness } from './ops/readiness.ts';
import type { Tracing } from './ops/tracing.ts';
import { Availability } from './storage/availability.ts';
import { type Databases, poolsOf } from './storage/database.ts';
import { otherInstances } from './storage/instances.ts';
import type { DatabasePool } from './storage/pool.ts';
import { Regions } from './storage/regions.ts';
import { RequestLog } from './storage/request-log/request-log.ts';
import { openSecrets } from './storage/sealed-secrets.ts';
import { sweepExpired } from './storage/sweep.ts';
import { VERSION } from './version.ts';
import { WEB_LIMITS, type WebLimits } from './web/dependencies.ts';
import { createWebApp } from './web/web-app.ts';

/** A server that listens. URLs are the public ones; `apiUrl` ends in /v1. */
export interface RunningServer {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly opsUrl: string;
  /** Ports that the process itself listens on, behind the public URLs. */
  readonly ports: { readonly api: number; readonly web: number };
  /** Is not ready while it drains; then finishes current requests, rejects new ones, and closes the database. */
  stop(): Promise<void>;
}

/** Parts that tests may replace. */
export interface ServerOptions {
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Reads run under row-level security too: the tripwire for a statement that forgets its company. */
  readonly guardReads?: boolean;
  readonly webLimits?: Partial<WebLimits>;
  /** Availability of the databases; without it all count as migrated. */
  readonly availability?: Availability;
  /** Counters of a worker; without them the server counts by itself, or in Redis. */
  readonly counters?: Counters;
  /** False where requests are not logged, as to measure what that costs. */
  readonly logsRequests?: boolean;
  /** False in a worker, whose operations are seen through the process that started it. */
  readonly withOps?: boolean;
}

/** Serves open and migrated databases, which it then owns. */
export async function startServer(
  config: Config,
  databases: Databases,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const { log = createLog(systemClock), guardReads = false } = options;
  const { availability = new Availability(databases), logsRequests = true, withOps = true } = options;
  const testClock = config.testClock ? new TestClock() : undefined;
  const clock = testClock?.now ?? options.clock ?? systemClock;
  const tracing = await startTracing(config, databases);
  const connected = options.counters ?? (await connectCounters(config, clock, log));
  const counters = tracing?.counters(connected) ?? connected;
  const { rateLimit: limit, trustedProxies } = config;
  const refuse = refuseInEnvelope({ clock, counters, limit, log, trustedProxies });
  const { folder } = databases;
  const listeners = await orElse(openListeners(config, refuse, { withOps, folder }), () => counters.close());
  const readiness = { accepting: false };
  const requestLog = new RequestLog(databases, {
    isServed: (region) => availability.isServed(region),
    onFailure: (err) => log.warn({ err }, 'requests could not be logged'),
  });
  const load = new Load(config.maxRequests);
  const mailer = config.mail && new Mailer(config.mail, (err) => log.warn({ err }, 'a mail could not be sent'));
  const parts = {
    config,
    mailer,
    databases,
    availability,
    clock,
    testClock,
    counters,
    log,
    guardReads,
    logsRequests,
    requestLog,
    webLimits: { ...WEB_LIMITS, ...options.webLimits },
    readiness,
    load,
    tracing,
  };
  await orElse(attach(parts, listeners), () => closeAll(listeners, AT_ONCE, parts));
  for (const pool of poolsOf(databases)) logLost(pool, log);
  const stopSweeping = sweepRegularly(databases, clock, log);
  readiness.accepting = true;
  if (!counters.sharing) void warnOfOthers(databases, log);

  return {
    ...urlsOf(config, listeners),
    ports: { api: listeners.api.port, web: listeners.web.port },
    async stop() {
      readiness.accepting = false;
      await sleep(config.drain * 1000);
      stopSweeping();
      availability.close();
      await closeAll(listeners, config.stopTimeout * 1000, parts);
      await mailer?.close();
      await tracing?.close();
      await closeInTime(databases);
    },
  };
}

/** Parts that the handlers of all listeners are made of. */
interface Parts extends Required<Omit<ServerOptions, 'withOps'>> {
  readonly webLimits: WebLimits;
  readonly config: Config;
  readonly databases: Databases;
  readonly mailer: Mailer | undefined;
  readonly testClock: TestClock | undefined;
  readonly counters: Counters;
  readonly readiness: Readiness;
  readonly requestLog: RequestLog;
  readonly load: Load;
  readonly tracing: Tracing | undefined;
}

/** Gives each listener its handler; operations first, so that they see the rest get ready. */
async function attach(parts: Parts, listeners: Listeners): Promise<void> {
  const { config, databases, availability, clock, guardReads, requestLog } = parts;
  const metrics = measured(parts);
  const isServed = availability.isServed.bind(availability);
  const regions = new Regions(databases, clock, { guardReads, isServed });
  const control = { pool: databases.control, clock };
  const opening = openSecrets(config.keys, databases);
  const { apiUrl, webUrl } = urlsOf(config, listeners);
  const controlPlane = new ControlPlane({ control, databases, regions, webUrl, secrets: () => opening });
  attachOperations({ ...parts, control, controlPlane, regions, metrics }, listeners);
  const { api, web } = await dependenciesOf({
    ...parts,
    ...{ apiUrl, webUrl, control, controlPlane, metrics, regions },
    apiPort: () => listeners.api.port,
    brand: config.brand,
    demo: databases.kind === 'embedded' ? () => readDemoAccess(config.dataDir) : undefined,
    limits: { app: config.rateLimit, mint: config.mintLimit },
    recorder: parts.logsRequests ? requestLog : { record() {} },
    secrets: await opening,
    trustedProxies: config.trustedProxies,
  });
  listeners.api.serve(createApp(api).callback());
  listeners.web.serve(createWebApp(web).callback());
}

interface OperationsParts extends Parts {
  readonly control: Control;
  readonly regions: Regions;
  readonly metrics: Metrics;
  readonly controlPlane: ControlPlane;
}

/** Gives the listeners of operators and their commands their handlers. */
function attachOperations(parts: OperationsParts, { ops, admin }: Listeners): void {
  const { databases, control, controlPlane, regions, log } = parts;
  ops?.serve(createOpsApp({ ...parts, metrics: parts.metrics.registry }).callback());
  admin?.serve(createAdminApp({ controlPlane, control, regions, log }).callback());
  if (databases.folder !== undefined && !admin) {
    log.warn('the data folder has no socket here; commands reach this server by TILLGATE_ADMIN_URL only');
  }
}

/** OpenTelemetry is loaded only for those who have a collector. */
async function startTracing({ tracing: config }: Config, databases: Databases): Promise<Tracing | undefined> {
  if (!config) return undefined;
  const { Tracing } = await import('./ops/tracing.ts');
  const tracing = new Tracing(config);
  for (const pool of poolsOf(databases)) tracing.pool(pool);
  return tracing;
}

async function connectCounters({ redisUrl }: Config, clock: Clock, log: Logger): Promise<Counters> {
  if (!redisUrl) return new MemoryCounters(clock);
  const { RedisCounters } = await import('./limits/redis-counters.ts');
  return RedisCounters.connect(redisUrl, clock, {
    onAway: (err) => log.warn({ err }, 'redis is unavailable; counting in this process'),
    onBack: () => log.info('redis is available again; counting in it'),
  });
}

function measured({ config, databases, availability, counters, load, requestLog }: Parts): Metrics {
  const metrics = new Metrics();
  measureLoad(metrics.registry, load);
  measureDatabases(metrics.registry, databases, availability);
  measureCounters(metrics.registry, counters);
  measureRequestLog(metrics.registry, requestLog);
  measureBuild(metrics.registry, { version: VERSION, commit: config.commit });
  return metrics;
}

/** Instances that count each by itself allow an app a multiple of its limit. */
async function warnOfOthers({ kind, control }: Databases, log: Logger): Promise<void> {
  if (kind === 'embedded') return;
  const others = await otherInstances(control).catch(() => []);
  if (others.length > 0) {
    log.warn(
      { others },
      'other processes use this database; set REDIS_URL if they serve too, or each counts rate limits by itself',
    );
  }
}

const logLost = (pool: DatabasePool, log: Logger): void =>
  pool.whenLost((err) => log.warn({ err, database: pool.setting }, 'a database connection was lost'));

function urlsOf(config: Config, { api, web, ops }: Listeners) {
  return {
    apiUrl: `${config.apiUrl ?? `http://localhost:${api.port}`}/v1`,
    webUrl: config.webUrl ?? `http://localhost:${web.port}`,
    opsUrl: `http://${config.opsHost}:${ops?.port ?? config.opsPort}`,
  };
}

/** Interval at which expired rows are deleted, in milliseconds. */
const SWEEP_INTERVAL = 10 * 60 * 1000;

function sweepRegularly(databases: Databases, clock: Clock, log: Logger): () => void {
  const sweep = () => void sweepExpired(databases, clock).catch((err) => log.warn({ err }, 'sweep failed'));
  const sweeper = setInterval(sweep, SWEEP_INTERVAL).unref();
  return () => clearInterval(sweeper);
}

async function closeAll(
  listeners: Listeners,
  within: number,
  { counters, requestLog }: Pick<Parts, 'counters' | 'requestLog'>,
): Promise<void> {
  await stopListeners(listeners, within);
  await requestLog.close();
  await counters.close();
}

/** Time that a database may take to close, in milliseconds: one that does not answer must not hold up a stop. */
const CLOSE_TIMEOUT = 5000;

function closeInTime(databases: Databases): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, CLOSE_TIMEOUT);
    void databases
      .close()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** The outcome of `work`; what was opened before is closed if it fails. */
async function orElse<T>(work: Promise<T>, close: () => Promise<void>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await close();
    throw error;
  }
}
