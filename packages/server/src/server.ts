import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import { type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { type Clock, systemClock, TestClock } from './clock.ts';
import type { Config } from './config.ts';
import { StartError } from './errors.ts';
import { loadContract } from './http/contract.ts';
import { MemoryCounters } from './limits/counters.ts';
import { RedisCounters } from './limits/redis-counters.ts';
import { RefreshTokens } from './oauth/refresh-token.ts';
import { SigningKeys } from './oauth/signing-keys.ts';
import { Metrics } from './ops/metrics.ts';
import { createOpsApp } from './ops/ops-app.ts';
import { tenantHandlers } from './resources/index.ts';
import { CursorCodec } from './storage/cursor.ts';
import { type Databases, openFolder, openPostgres } from './storage/database.ts';
import { Lists } from './storage/listing.ts';
import { Regions } from './storage/regions.ts';
import { serverKey } from './storage/server-keys.ts';
import { sweepExpired } from './storage/sweep.ts';
import { WEB_LIMITS, type WebLimits } from './web/dependencies.ts';
import { createWebApp } from './web/web-app.ts';

/** A server that listens. URLs are the public ones; `apiUrl` ends in /v1. */
export interface RunningServer {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly opsUrl: string;
  /** Where it listens itself, behind whatever the public URLs lead to. */
  readonly ports: { readonly api: number; readonly web: number };
  /** Finishes what is in flight, refuses the rest, closes the database. */
  stop(): Promise<void>;
}

export const openDatabases = (config: Config): Promise<Databases> =>
  config.databaseUrl ? openPostgres(config.databaseUrl, config.regionUrls) : openFolder(config.dataDir);

/** What tests may put in the place of the real thing. */
export interface ServerOptions {
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Reads run under row-level security too: the tripwire for a statement that forgets its company. */
  readonly guardReads?: boolean;
  readonly webLimits?: WebLimits;
}

/** How often what has expired is deleted, in milliseconds. */
const SWEEP_INTERVAL = 10 * 60 * 1000;

/** Serves an open and migrated database, which it then owns. */
export async function startServer(
  config: Config,
  databases: Databases,
  { clock: given = systemClock, log = pino(), guardReads = false, webLimits = WEB_LIMITS }: ServerOptions = {},
): Promise<RunningServer> {
  const testClock = config.testClock ? new TestClock() : undefined;
  const clock = testClock?.now ?? given;
  const onRedisFailure = (error: unknown) => log.warn({ err: error }, 'redis is away; counting in this process');
  const counters = config.redisUrl
    ? await RedisCounters.connect(config.redisUrl, clock, onRedisFailure)
    : new MemoryCounters(clock);
  const metrics = new Metrics();
  const regions = new Regions(databases, clock, { guardReads });

  const ops = await listen(
    createOpsApp({ databases, metrics, testClock }),
    config.opsPort,
    'TILLGATE_OPS_PORT',
    config.opsHost,
  );
  const api = await listen(undefined, config.apiPort, 'TILLGATE_API_PORT');
  const apiOrigin = config.apiUrl ?? `http://localhost:${portOf(api)}`;
  const apiUrl = `${apiOrigin}/v1`;
  const web = await listen(undefined, config.webPort, 'TILLGATE_WEB_PORT');
  const webUrl = config.webUrl ?? `http://localhost:${portOf(web)}`;
  const app = createApp({
    apiUrl,
    webUrl,
    clock,
    contract: await loadContract(apiUrl, webUrl),
    counters,
    databases,
    handlers: tenantHandlers(new Lists(new CursorCodec(await serverKey(databases.control, 'cursor')))),
    keys: await SigningKeys.open(databases.control, clock),
    limits: { app: config.rateLimit, mint: config.mintLimit },
    log,
    metrics,
    refreshTokens: new RefreshTokens(await serverKey(databases.control, 'refresh')),
    regions,
    trustedProxies: config.trustedProxies,
  });
  api.on('request', app.callback());
  const webApp = createWebApp({
    apiUrl,
    webUrl,
    clock,
    control: { pool: databases.control, clock },
    counters,
    formKey: await serverKey(databases.control, 'web-forms'),
    limits: webLimits,
    log,
    metrics,
    regions,
    trustedProxies: config.trustedProxies,
  });
  web.on('request', webApp.callback());
  const sweeper = setInterval(
    () => void sweepExpired(databases, clock).catch((err) => log.warn({ err }, 'sweep failed')),
    SWEEP_INTERVAL,
  );
  sweeper.unref();

  return {
    apiUrl,
    webUrl,
    opsUrl: `http://${config.opsHost}:${portOf(ops)}`,
    ports: { api: portOf(api), web: portOf(web) },
    async stop() {
      clearInterval(sweeper);
      await Promise.all([api, web, ops].map(close));
      await counters.close();
      await databases.close();
    },
  };
}

/** A request has to arrive within this, in milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/** Longer than a balancer in front keeps a connection (60 s is usual), so that it never sends into one just closed. */
const KEEP_ALIVE = 65_000;

function listen(app: Koa | undefined, port: number, setting: string, host?: string): Promise<Server> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT, keepAliveTimeout: KEEP_ALIVE }, app?.callback());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new StartError(`Port ${port} is in use; set ${setting} to another.`) : error);
    });
    server.listen({ port, ...(host && { host }) }, () => resolve(server));
  });
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
