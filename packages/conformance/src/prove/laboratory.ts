import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AppDependencies,
  CursorCodec,
  createApp,
  type Databases,
  Lists,
  loadContract,
  MemoryCounters,
  Metrics,
  migrate,
  openMemory,
  openPostgres,
  RefreshTokens,
  Regions,
  readConfig,
  SigningKeys,
  serverKey,
  startServer,
  TestClock,
  tenantHandlers,
} from '@tillgate/server';
import { pino } from 'pino';
import { RAISED_LIMIT } from '../embedded/embedded-target.ts';
import { arrangeScene, type Scene } from '../embedded/scene.ts';
import type { Target } from '../target/target.ts';
import type { ServerFault } from './fault.ts';
import { FaultyProxy } from './proxy.ts';

/** One database on which a sound server and any number of faulty ones run. */
export interface Laboratory {
  /** The sound server, behind a proxy that faults are put into. */
  readonly target: Target;
  readonly proxy: FaultyProxy;
  /** Starts a server with a fault in it, and makes its people and merchants anew: what it writes stays with them. */
  startFaulty: (fault: ServerFault) => Promise<Faulty>;
  close: () => Promise<void>;
}

export interface Faulty {
  readonly target: Target;
  /** Whether the fault ever came into play. */
  applied: () => number;
  close: () => Promise<void>;
}

const PORTS = { TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
const LIMITS = { TILLGATE_RATE_LIMIT: String(RAISED_LIMIT), TILLGATE_MINT_LIMIT: String(RAISED_LIMIT) };
const WEB_LIMITS = { signInSource: RAISED_LIMIT, signInAccount: RAISED_LIMIT, authorize: RAISED_LIMIT };

/** On the embedded database, or on an empty PostgreSQL one, where statements really run at the same time. */
export async function openLaboratory(databaseUrl?: string): Promise<Laboratory> {
  const databases = databaseUrl ? await openPostgres(databaseUrl, {}) : await openMemory();
  await migrate(databases);
  const clock = new TestClock();
  const scene = await arrangeScene(databases, clock.now);
  const proxy = await FaultyProxy.open();
  const port = await freePort();
  proxy.leadTo(port);
  const config = readConfig({ ...PORTS, ...LIMITS, TILLGATE_API_PORT: String(port), TILLGATE_API_URL: proxy.origin });
  const log = pino({ level: 'silent' });
  const sound = await startServer(config, databases, { log, clock: clock.now, webLimits: WEB_LIMITS });
  const clockServer = await serveClock(clock);
  const target = targetOf(scene, sound, clockServer);
  return {
    target,
    proxy,
    startFaulty: (fault) => startFaulty(fault, databases, clock, target),
    async close() {
      await proxy.close();
      await new Promise((resolve) => clockServer.close(resolve).closeAllConnections());
      await sound.stop();
    },
  };
}

/** A port that nobody listens on at the moment. */
async function freePort(): Promise<number> {
  const server = await listening(createServer());
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const targetOf = (scene: Scene, sound: { apiUrl: string; webUrl: string }, clockServer: Server): Target => ({
  name: 'sound server',
  baseUrl: sound.apiUrl,
  authUrl: sound.webUrl,
  clockUrl: `${urlOf(clockServer)}/clock`,
  limits: { requestsPerMinute: RAISED_LIMIT, mintsPerMinute: RAISED_LIMIT },
  ...scene,
});

async function startFaulty(
  fault: ServerFault,
  databases: Databases,
  clock: TestClock,
  target: Target,
): Promise<Faulty> {
  const server = await listening(createServer());
  const scene = await arrangeScene(databases, clock.now);
  let applied = 0;
  const deps = await dependencies(databases, clock, `${urlOf(server)}/v1`, target.authUrl ?? '');
  const patched = fault.patch(deps, () => {
    applied += 1;
  });
  server.on('request', createApp(patched).callback());
  return {
    target: { ...target, ...scene, name: fault.id, baseUrl: `${urlOf(server)}/v1` },
    applied: () => applied,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

/** What `startServer` makes an app of. */
async function dependencies(
  databases: Databases,
  clock: TestClock,
  apiUrl: string,
  webUrl: string,
): Promise<AppDependencies> {
  const lists = new Lists(new CursorCodec(await serverKey(databases.control, 'cursor')));
  return {
    apiUrl,
    webUrl,
    clock: clock.now,
    contract: await loadContract(apiUrl, webUrl),
    counters: new MemoryCounters(clock.now),
    databases,
    handlers: tenantHandlers(lists),
    keys: await SigningKeys.open(databases.control, clock.now),
    limits: { app: RAISED_LIMIT, mint: RAISED_LIMIT },
    log: pino({ level: 'silent' }),
    metrics: new Metrics(),
    refreshTokens: new RefreshTokens(await serverKey(databases.control, 'refresh')),
    regions: new Regions(databases, clock.now),
    trustedProxies: 0,
  };
}

function serveClock(clock: TestClock): Promise<Server> {
  return listening(
    createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      if (request.method === 'POST') clock.advance((JSON.parse(text) as { advance: number }).advance);
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ now: new Date(clock.now()).toISOString() }));
    }),
  );
}

const listening = (server: Server): Promise<Server> =>
  new Promise((resolve) => server.listen(0, () => resolve(server)));

const urlOf = (server: Server): string => `http://localhost:${(server.address() as AddressInfo).port}`;
