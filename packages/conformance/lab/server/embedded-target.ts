import { readConfig } from '@tillgate/server/config.ts';
import type { Databases } from '@tillgate/server/database/database.ts';
import { openMemory } from '@tillgate/server/database/embedded.ts';
import { migrate } from '@tillgate/server/database/migrate.ts';
import { startServer } from '@tillgate/server/server.ts';
import { type Attempt, type Outgoing, Sender } from '@tillgate/server/webhooks/sender.ts';
import { type Logger, pino } from 'pino';
import type { Limits, OpenTarget } from '../../src/target/target.ts';
import type { HostProxy } from './proxy.ts';
import { arrangeScene, type Scene } from './scene.ts';

/** A limit that no run reaches. Apps in the role `limited` and the mint keep the documented one. */
export const RAISED_LIMIT = 1_000_000;

export const RAISED: Limits = { requestsPerMinute: RAISED_LIMIT, mintsPerMinute: 30 };

/** The key that encrypts secrets in the laboratory's databases. */
export const LAB_KEY = Buffer.alloc(32, 'lab key').toString('base64');

const SETTINGS = {
  TILLGATE_API_PORT: '0',
  TILLGATE_WEB_PORT: '0',
  TILLGATE_OPS_PORT: '0',
  TILLGATE_TEST_CLOCK: '1',
  TILLGATE_KEY: LAB_KEY,
};

/** A public host whose ports are those of this machine, so that endpoints of production can be there too. */
const RECEIVER = 'receiver.example';

class LaboratorySender extends Sender {
  override send(request: Outgoing, stop?: AbortSignal): Promise<Attempt> {
    return super.send({ ...request, url: request.url.replace(`https://${RECEIVER}:`, 'http://127.0.0.1:') }, stop);
  }
}

/** Proxies in front of the hosts, whose URLs are then the public ones. */
export type Proxies = Readonly<Record<'api' | 'web', HostProxy>>;

interface ServeOptions {
  readonly limits?: Limits | undefined;
  readonly guardReads?: boolean | undefined;
  readonly log?: Logger | undefined;
  readonly proxies?: Proxies | undefined;
}

const SILENT = pino({ level: 'silent' });

/** Starts this repository's server with a test clock on an empty database, by default an embedded one. */
export async function startEmbedded({
  limits = RAISED,
  spares = 0,
  open = openMemory,
  guardReads = false,
  log = SILENT,
} = {}): Promise<OpenTarget> {
  const databases = await open();
  await migrate(databases);
  const scene = await arrangeScene(databases, Date.now, { spares });
  return serveScene(databases, scene, { limits, guardReads, log });
}

/** Starts this repository's server with a test clock on databases with an arranged scene. The server closes them. */
export async function serveScene(
  databases: Databases,
  scene: Scene,
  { limits = RAISED, guardReads = false, log = SILENT, proxies }: ServeOptions = {},
): Promise<OpenTarget> {
  const settings = {
    ...SETTINGS,
    TILLGATE_RATE_LIMIT: String(limits.requestsPerMinute),
    TILLGATE_MINT_LIMIT: String(limits.mintsPerMinute),
    ...(proxies && { TILLGATE_API_URL: proxies.api.origin, TILLGATE_WEB_URL: proxies.web.origin }),
  };
  const { apiUrl, webUrl, opsUrl, ports, stop } = await startServer(readConfig(settings), databases, {
    log,
    guardReads,
    openSender: async (clock) => new LaboratorySender(clock),
  });
  proxies?.api.leadTo(ports.api);
  proxies?.web.leadTo(ports.web);
  const target = {
    name: 'embedded server',
    baseUrl: apiUrl,
    authUrl: webUrl,
    clockUrl: `${opsUrl}/clock`,
    limits,
    receiver: { url: `https://${RECEIVER}` },
    ...scene,
  };
  return { target, stop };
}
