import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CellName } from '@tillgate/server/database/cells.ts';
import { openPostgres } from '@tillgate/server/database/database.ts';
import { isMigrated, migrate } from '@tillgate/server/database/migrate.ts';
import { REGIONS } from '@tillgate/server/process/region.ts';
import { freePort } from '@tillgate/server/test-support/free-port.ts';
import { MAIN, Program } from '@tillgate/server/test-support/program.ts';
import { CannotRun } from '../../src/exit.ts';
import { closed, listening, urlOf } from '../../src/http/listening.ts';
import type { OpenTarget } from '../../src/target/target.ts';
import { LAB_KEY, RAISED } from './embedded-target.ts';
import { arrangeScene, type Scene } from './scene.ts';

/**
 * Starts a gateway, a process for each region, and a web host, on an empty PostgreSQL database whose name ends in
 * `_test`. With two databases, the UK has two cells.
 */
export async function startRoles(databaseUrl: string | undefined, cellUrl?: string): Promise<OpenTarget> {
  if (!databaseUrl) throw new CannotRun('Roles need PostgreSQL: name an empty database with --database-url.');
  const cells: Partial<Record<CellName, string>> = cellUrl ? { UK_2: cellUrl } : {};
  const cellSettings: Record<string, string> = cellUrl ? { DATABASE_URL_UK_2: cellUrl } : {};
  const scene = await arrange(databaseUrl, cells);
  const [api, web] = [`http://localhost:${await freePort()}`, `http://localhost:${await freePort()}`];
  const shared = {
    TILLGATE_API_URL: api,
    TILLGATE_WEB_URL: web,
    TILLGATE_KEY: LAB_KEY,
    TILLGATE_GATEWAY_KEY: randomBytes(32).toString('base64'),
    TILLGATE_RATE_LIMIT: String(RAISED.requestsPerMinute),
    TILLGATE_MINT_LIMIT: String(RAISED.mintsPerMinute),
    TILLGATE_OPS_PORT: '0',
    TILLGATE_TEST_CLOCK: '1',
    TILLGATE_WEBHOOK_LOOPBACK: '1',
  };
  const started: Program[] = [];
  const opsUrls: string[] = [];
  const start = async (role: string, settings: Record<string, string>) => {
    const program = new Program([MAIN, 'serve'], { env: { ...shared, ...settings, TILLGATE_ROLE: role } });
    started.push(program);
    const [, opsUrl = ''] = await program.until(/Operations +(\S+)\/healthz/).catch((error: Error) => {
      throw new CannotRun(`The process ${role} did not start: ${error.message}`);
    });
    opsUrls.push(opsUrl);
  };
  const stop = () => Promise.all(started.map((program) => program.end('SIGTERM')));
  try {
    const addresses: Record<string, string> = {};
    for (const region of REGIONS) {
      const port = String(await freePort());
      addresses[`TILLGATE_REGION_URL_${region}`] = `http://127.0.0.1:${port}`;
      const own = { TILLGATE_REGION: region, TILLGATE_REGION_PORT: port };
      const databases = { [`DATABASE_URL_${region}`]: databaseUrl, ...(region === 'UK' && cellSettings) };
      await start('region', { ...own, ...databases });
    }
    await start('gateway', { ...addresses, DATABASE_URL: databaseUrl, TILLGATE_API_PORT: new URL(api).port });
    await start('web', { DATABASE_URL: databaseUrl, ...cellSettings, TILLGATE_WEB_PORT: new URL(web).port });
  } catch (error) {
    await stop();
    throw error;
  }
  const clock = await shareClock(opsUrls);
  const name = `gateway, four regions${cellUrl ? ' of five cells' : ''} and web host`;
  return {
    target: {
      name,
      baseUrl: `${api}/v1`,
      authUrl: web,
      clockUrl: `${urlOf(clock)}/clock`,
      limits: RAISED,
      receiver: { url: 'http://localhost' },
      ...scene,
    },
    stop: async () => {
      await closed(clock);
      await stop();
    },
  };
}

async function arrange(databaseUrl: string, cells: Partial<Record<CellName, string>>): Promise<Scene> {
  const databases = await openPostgres(databaseUrl, cells);
  try {
    if (await isMigrated(databases).catch(() => false))
      throw new CannotRun('The database is not empty: name an empty one with --database-url.');
    await migrate(databases);
    return await arrangeScene(databases, Date.now);
  } finally {
    await databases.close();
  }
}

/** One test clock that advances the clocks of all processes. Returns the last response. */
const shareClock = (opsUrls: readonly string[]): Promise<Server> =>
  listening(async (request, response) => {
    const body = await text(request);
    const init =
      request.method === 'POST' ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body } : {};
    const answers = await Promise.all(opsUrls.map((url) => fetch(`${url}/clock`, init)));
    const [last] = answers.slice(-1);
    response.writeHead(last?.status ?? 500, { 'Content-Type': 'application/json' }).end(await last?.text());
  });
