import type { Server } from 'node:http';
import { readConfig } from '@tillgate/server/config.ts';
import { openPostgres } from '@tillgate/server/database/database.ts';
import { openMemory } from '@tillgate/server/database/embedded.ts';
import { migrate } from '@tillgate/server/database/migrate.ts';
import { TestClock } from '@tillgate/server/process/time.ts';
import { startServer } from '@tillgate/server/server.ts';
import { pino } from 'pino';
import type { Target } from '../../src/target/target.ts';
import { LAB_KEY, RAISED_LIMIT } from '../embedded/embedded-target.ts';
import { openSender, RECEIVER } from '../embedded/public-host.ts';
import { arrangeScene, type Scene } from '../embedded/scene.ts';
import { hostOf } from './apply.ts';
import type { Fault } from './fault.ts';
import { type Faulty, startFaulty, WEB_LIMITS } from './faulty-server.ts';
import { closed, listening, urlOf } from './listening.ts';
import { FaultyProxy } from './proxy.ts';

/** One database with a correct server and any number of faulty ones. */
export interface Laboratory {
  /** The correct server, with a proxy for faults in front of each host. */
  readonly target: Target;
  readonly proxies: Readonly<Record<'api' | 'web', FaultyProxy>>;
  /** Creates new people and merchants on the correct server, which read no records of earlier trials. */
  arrange: () => Promise<Target>;
  /**
   * Starts a faulty server with new people and merchants, so that its writes do not affect other servers. One that sends
   * webhooks has a database of its own, where no other does.
   */
  startFaulty: (fault: Fault) => Promise<Faulty>;
  close: () => Promise<void>;
}

const LIMITS = { TILLGATE_RATE_LIMIT: String(RAISED_LIMIT), TILLGATE_MINT_LIMIT: String(RAISED_LIMIT) };

/**
 * Opens a laboratory on an embedded database, or on an empty PostgreSQL database, where statements run concurrently.
 */
export async function openLaboratory(databaseUrl?: string): Promise<Laboratory> {
  const databases = databaseUrl ? await openPostgres(databaseUrl, {}) : await openMemory();
  await migrate(databases);
  const clock = new TestClock();
  const scene = await arrangeScene(databases, clock.now);
  const proxies = { api: await FaultyProxy.open(), web: await FaultyProxy.open() };
  const config = readConfig({
    ...LIMITS,
    TILLGATE_KEY: LAB_KEY,
    TILLGATE_OPS_PORT: '0',
    TILLGATE_API_PORT: '0',
    TILLGATE_API_URL: proxies.api.origin,
    TILLGATE_WEB_PORT: '0',
    TILLGATE_WEB_URL: proxies.web.origin,
  });
  const log = pino({ level: 'silent' });
  const sound = await startServer(config, databases, { log, clock: clock.now, openSender, webLimits: WEB_LIMITS });
  proxies.api.leadTo(sound.ports.api);
  proxies.web.leadTo(sound.ports.web);
  const clockServer = await serveClock(clock);
  const target = targetOf(scene, sound, clockServer);
  return {
    target,
    proxies,
    arrange: async () => ({ ...target, ...(await arrangeScene(databases, clock.now)) }),
    async startFaulty(fault) {
      if (hostOf(fault) !== 'deliverer') return startFaulty(fault, databases, clock, target);
      const own = await openMemory();
      await migrate(own);
      const faulty = await startFaulty(fault, own, clock, target);
      return {
        ...faulty,
        async close() {
          await faulty.close();
          await own.close();
        },
      };
    },
    async close() {
      await Promise.all([proxies.api.close(), proxies.web.close()]);
      await closed(clockServer);
      await sound.stop();
    },
  };
}

const targetOf = (scene: Scene, sound: { apiUrl: string; webUrl: string }, clockServer: Server): Target => ({
  name: 'sound server',
  baseUrl: sound.apiUrl,
  authUrl: sound.webUrl,
  clockUrl: `${urlOf(clockServer)}/clock`,
  limits: { requestsPerMinute: RAISED_LIMIT, mintsPerMinute: RAISED_LIMIT },
  receiver: RECEIVER,
  ...scene,
});

function serveClock(clock: TestClock): Promise<Server> {
  return listening(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.method === 'POST') clock.advance((JSON.parse(text) as { advance: number }).advance);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ now: new Date(clock.now()).toISOString() }));
  });
}
