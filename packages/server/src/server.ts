import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { Availability } from './database/availability.ts';
import { cellOf } from './database/cells.ts';
import { type DatabaseSet, poolsOf } from './database/database.ts';
import { Unavailable } from './database/failures.ts';
import { otherInstances } from './database/known-migrations.ts';
import { AT_ONCE, type Listeners, openListeners, stopListeners } from './listeners.ts';
import { measure } from './measure.ts';
import { WEB_LIMITS, type WebLimits } from './pages/kit/dependencies.ts';
import { Load, Waiting } from './pipeline/load.ts';
import { refuseInEnvelope } from './pipeline/shape-errors.ts';
import { type Counters, MemoryCounters } from './process/counters.ts';
import { createLog } from './process/log.ts';
import type { Mailer } from './process/mailer.ts';
import { Metrics } from './process/metrics.ts';
import { REGIONS, type Region, requestKeys } from './process/region.ts';
import { type Clock, systemClock, TestClock } from './process/time.ts';
import { RequestLog, type RequestLogOptions } from './request-log/request-log.ts';
import { type Links, type Process, type Stop, serveAll, serveGateway, serveRegion, serveWeb } from './roles.ts';
import type { Role } from './settings.ts';
import { sweepExpired } from './sweep.ts';
import type { Tracing } from './tracing.ts';
import type { OpenSender } from './webhooks/requests.ts';

/** Public URLs of a server (`apiUrl` ends in /v1), and the ports on which the process listens. */
export interface Addresses {
  readonly apiUrl: string;
  readonly webUrl: string;
  /** 0 if the role has no such port. */
  readonly ports: { readonly api: number; readonly web: number; readonly region: number };
}

export interface RunningServer extends Addresses {
  readonly opsUrl: string;
  /** Reports that it is not ready, waits for the drain, finishes current requests and closes the databases. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Also runs reads under row-level security, which catches statements without the company. */
  readonly guardReads?: boolean;
  readonly webLimits?: Partial<WebLimits>;
  /** If absent, all databases count as migrated. */
  readonly availability?: Availability;
  /** Counters of a worker. If absent, the server counts in memory or in Redis. */
  readonly counters?: Counters;
  /** False to send no changes to webhook endpoints. */
  readonly delivers?: boolean;
  /** Opens the HTTP client of webhooks; by default one that connects to public addresses. */
  readonly openSender?: OpenSender;
  /** False to measure the cost of the request log. */
  readonly logsRequests?: boolean;
  /** False in a worker: its primary process has the operations listener. */
  readonly withOps?: boolean;
}

/** Interval at which expired rows are deleted, in milliseconds. */
const SWEEP_INTERVAL = 10 * 60 * 1000;

/** Serves the role with open, migrated databases, which it then owns. */
export async function startServer(
  config: Config,
  databases: DatabaseSet,
  options: ServerOptions = {},
): Promise<RunningServer & { flushRequests(): Promise<void> }> {
  const { log = createLog(systemClock), guardReads = false } = options;
  const { availability = new Availability(databases), delivers = true, logsRequests = true, withOps = true } = options;
  const testClock = config.testClock ? new TestClock() : undefined;
  const clock = testClock?.now ?? options.clock ?? systemClock;
  const tracing = await startTracing(config, databases);
  const connected = options.counters ?? (await connectCounters(config, clock, log));
  const counters = tracing?.counters(connected) ?? connected;
  const refuse = refuseInEnvelope({ clock, counters, defaultLimit: config.rateLimit }, log, config.trustedProxies);
  const links = await orElse(openLinks(config, log), () => counters.close());
  const opening = openListeners(config, refuse, { withOps, folder: databases.folder });
  const listeners = await orElse(opening, () => closeLinks({ counters, links }));
  const readiness = { accepting: false };
  const requestLog = new RequestLog(databases, {
    isServed: (cell) => availability.isServed(cell),
    onFailure: (err) => log.warn({ err }, 'requests could not be logged'),
    elsewhere: config.role === 'gateway' ? recordedBy(links) : undefined,
  });
  const load = new Load(config.maxRequests);
  const waits = new Waiting(config.maxWaiting);
  const mailer = await openMailer(config, log);
  const parts = {
    config,
    mailer,
    metrics: new Metrics(),
    databases,
    availability,
    clock,
    testClock,
    counters,
    delivers,
    links,
    log,
    openSender: options.openSender,
    guardReads,
    recorder: logsRequests ? requestLog : { record() {} },
    requestLog,
    webLimits: { ...WEB_LIMITS, ...options.webLimits },
    readiness,
    load,
    waits,
    tracing,
    apiUrl: `${config.apiUrl ?? `http://localhost:${listeners.api?.port}`}/v1`,
    webUrl: config.webUrl ?? `http://localhost:${listeners.web?.port}`,
  };
  measure(parts);
  const serving = SERVE[config.role ?? 'all'](parts, listeners);
  const stopWork = await orElse(serving, () => closeAll(listeners, AT_ONCE, parts));
  for (const pool of poolsOf(databases))
    pool.whenLost((err) => log.warn({ err, database: pool.setting }, 'a database connection was lost'));
  const sweep = () => void sweepExpired(databases, clock).catch((err) => log.warn({ err }, 'sweep failed'));
  const sweeper = setInterval(sweep, SWEEP_INTERVAL).unref();
  readiness.accepting = true;
  if (!counters.sharing) void warnOfOthers(databases, log);

  return {
    apiUrl: parts.apiUrl,
    webUrl: parts.webUrl,
    opsUrl: `http://${config.opsHost}:${listeners.ops?.port ?? config.opsPort}`,
    ports: { api: listeners.api?.port ?? 0, web: listeners.web?.port ?? 0, region: listeners.region?.port ?? 0 },
    /** Writes the requests so far to the request log, which otherwise happens about once a second. */
    flushRequests: () => requestLog.flushAll(),
    async stop() {
      readiness.accepting = false;
      await sleep(config.drain * 1000);
      clearInterval(sweeper);
      availability.close();
      await Promise.all([stopWork?.(), closeAll(listeners, config.stopTimeout * 1000, parts)]);
      await mailer?.close();
      await tracing?.close();
      await closeInTime(databases);
    },
  };
}

const SERVE: Readonly<Record<Role | 'all', (process: Process, listeners: Listeners) => Promise<Stop | undefined>>> = {
  all: serveAll,
  gateway: serveGateway,
  region: serveRegion,
  web: serveWeb,
};

/** Loads OpenTelemetry only if a collector is configured. */
async function startTracing({ tracing: config }: Config, databases: DatabaseSet): Promise<Tracing | undefined> {
  if (!config) return undefined;
  const { Tracing } = await import('./tracing.ts');
  const tracing = new Tracing(config);
  for (const pool of poolsOf(databases)) tracing.pool(pool);
  return tracing;
}

async function openMailer({ mail }: Config, log: Logger): Promise<Mailer | undefined> {
  if (!mail) return undefined;
  const { Mailer } = await import('./process/mailer.ts');
  return new Mailer(mail, (err) => log.warn({ err }, 'a mail could not be sent'));
}

async function connectCounters({ redisUrl, role }: Config, clock: Clock, log: Logger): Promise<Counters> {
  if (!redisUrl || role === 'region') return new MemoryCounters(clock);
  const { RedisCounters } = await import('./process/redis-counters.ts');
  return RedisCounters.connect(redisUrl, clock, {
    onAway: (err) => log.warn({ err }, 'redis is unavailable; counting in this process'),
    onBack: () => log.info('redis is available again; counting in it'),
  });
}

async function openLinks({ role, regionAddresses, gatewaySecrets }: Config, log: Logger): Promise<Links> {
  if (role !== 'gateway') return new Map();
  const { RegionLink } = await import('./gateway/region-link.ts');
  const listener = {
    onAway: (address: string, err: Error) => log.warn({ err, address }, 'a region does not answer at this address'),
    onBack: (address: string) => log.info({ address }, 'a region answers again at this address'),
  };
  const links = new Map<Region, InstanceType<typeof RegionLink>>();
  for (const region of REGIONS) {
    const [urls, secrets] = [regionAddresses[region], gatewaySecrets[region]];
    if (!urls || !secrets) continue;
    const [key] = requestKeys(secrets, region);
    links.set(region, new RegionLink(region, urls, { key, listener }));
  }
  return links;
}

const recordedBy = (links: Links): NonNullable<RequestLogOptions['elsewhere']> => ({
  region: [...links.keys()][0] ?? REGIONS[0],
  async write(cell, requests) {
    const link = links.get(cellOf(cell)?.region ?? REGIONS[0]);
    if (!link) throw new Unavailable('unavailable');
    await link.record(requests);
  },
});

/** If several instances each count alone, an app gets several times its limit. */
async function warnOfOthers({ kind, control }: DatabaseSet, log: Logger): Promise<void> {
  if (kind === 'embedded' || !control) return;
  const others = await otherInstances(control).catch(() => []);
  if (others.length > 0) {
    log.warn(
      { others: others.map(({ name }) => name) },
      'other processes use this database; set REDIS_URL if they serve too, or each counts rate limits by itself',
    );
  }
}

async function closeAll(
  listeners: Listeners,
  within: number,
  { requestLog, waits, ...parts }: Pick<Process, 'counters' | 'links' | 'requestLog' | 'waits'>,
): Promise<void> {
  const stopped = stopListeners(listeners, within);
  // After the listeners have begun to stop, so that the responses announce it.
  waits.stop();
  await stopped;
  await requestLog.close();
  await closeLinks(parts);
}

async function closeLinks({ counters, links }: Pick<Process, 'counters' | 'links'>): Promise<void> {
  await Promise.all([...links.values()].map((link) => link.close()));
  await counters.close();
}

/** Longest wait for a database to close, in milliseconds: an unresponsive one must not delay the shutdown. */
const CLOSE_TIMEOUT = 5000;

function closeInTime(databases: DatabaseSet): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, CLOSE_TIMEOUT);
    void databases
      .close()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

async function orElse<T>(work: Promise<T>, close: () => Promise<void>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await close();
    throw error;
  }
}
