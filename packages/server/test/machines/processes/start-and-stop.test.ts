import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { changeControl } from '../../../src/control/control.ts';
import { createOrganization } from '../../../src/control/organizations.ts';
import type { Databases } from '../../../src/database/database.ts';
import { openFolder } from '../../../src/database/embedded.ts';
import { systemClock } from '../../../src/process/time.ts';
import { freshDatabases } from '../../support/databases.ts';
import { freePort } from '../../support/free-port.ts';
import { HttpConnection } from '../../support/http-connection.ts';
import { ANY_PORTS, killPrograms, MAIN, Program } from '../../support/program.ts';
import { startService } from '../../support/service.ts';

let folder: string;
const connections: HttpConnection[] = [];

/** Creates an organization, so that the database is not filled with the demo. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillgate-stop-'));
  const databases = await openFolder(folder);
  const control = { pool: databases.control, clock: systemClock };
  await changeControl(control, { source: 'test' }, (tx) => createOrganization(tx, 'Northwind Apps'));
  await databases.close();
});
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.destroy();
  await killPrograms();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `tillgate serve` on the folder; resolves when it reports that it is up. */
async function serve(settings: Record<string, string> = {}) {
  const server = new Program([MAIN, 'serve'], { env: { TILLGATE_DATA_DIR: folder, ...ANY_PORTS, ...settings } });
  const [, apiUrl = '', opsUrl = ''] = await server.until(/API +(\S+)\n[\s\S]*Operations (\S+)\/healthz\n/);
  return { server, apiUrl, opsUrl };
}

async function wireTo(url: string): Promise<HttpConnection> {
  const connection = await HttpConnection.to(url);
  connections.push(connection);
  return connection;
}

const GET = 'GET /v1/brands HTTP/1.1\r\nHost: x\r\n\r\n';
const HALF_BODY =
  'POST /v1/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"client_id"';

/**
 * Sends one request at a time until the server closes the connection. Returns the Connection headers of the responses.
 */
async function sendUntilClosed(connection: HttpConnection): Promise<string[]> {
  const headers: string[] = [];
  for (;;) {
    connection.send(GET);
    const answer = await connection.answer();
    if (!answer) throw new Error('A request was left without an answer.');
    headers.push(answer.headers.get('connection') ?? '');
    if (headers.at(-1) === 'close') return headers;
  }
}

describe('SIGTERM', { timeout: 240_000 }, () => {
  test('ends the process with 0, even if clients keep sending, are half-way through a body, or idle', async () => {
    const { server, apiUrl } = await serve({ TILLGATE_STOP_TIMEOUT: '2' });
    const [busy, half, idle, unused] = await Promise.all([apiUrl, apiUrl, apiUrl, apiUrl].map(wireTo));
    if (!busy || !half || !idle || !unused) throw new Error('No connections.');
    idle.send(GET);
    expect((await idle.answer())?.status).toBe(401);
    half.send(HALF_BODY);
    const sending = sendUntilClosed(busy);
    setTimeout(() => server.child.kill('SIGTERM'), 200);
    const headers = await sending;
    expect(headers.slice(0, -1).every((header) => header === 'keep-alive')).toBe(true);
    expect(await server.exit).toEqual([0, null]);
    await Promise.all([busy, half, idle, unused].map(({ closed }) => closed));
    expect([busy.error, idle.error, unused.error]).toEqual([undefined, undefined, undefined]);
  });

  test('makes the server not ready while it finishes, and SIGINT after it ends the process at once', async () => {
    const { server, apiUrl, opsUrl } = await serve({ TILLGATE_STOP_TIMEOUT: '600' });
    const ready = () => fetch(`${opsUrl}/readyz`).then(({ status }) => status);
    expect(await ready()).toBe(200);
    const half = await wireTo(apiUrl);
    const probe = await wireTo(apiUrl);
    half.send(HALF_BODY);
    server.child.kill('SIGTERM');
    expect(await probe.answer()).toBeUndefined();
    expect(await ready()).toBe(503);
    server.child.kill('SIGINT');
    expect(await server.exit).toEqual([null, 'SIGINT']);
  });

  test('waits for a request whose body is still arriving, and answers it', async () => {
    const { server, apiUrl } = await serve({ TILLGATE_STOP_TIMEOUT: '600' });
    const [half, probe] = [await wireTo(apiUrl), await wireTo(apiUrl)];
    half.send(HALF_BODY);
    server.child.kill('SIGTERM');
    expect(await probe.answer()).toBeUndefined();
    half.send(`:"x"${' '.repeat(83)}}`);
    const answer = await half.answer();
    expect([answer?.status, answer?.headers.get('connection')]).toEqual([400, 'close']);
    expect(await server.exit).toEqual([0, null]);
  });
});

describe('A server', () => {
  test('that is still starting is not ready, and answers waiting requests once it is', async () => {
    const databases = await freshDatabases();
    const { control, open } = gated(databases.control);
    const [api, ops] = [await freePort(), await freePort()];
    const settings = { TILLGATE_API_PORT: String(api), TILLGATE_OPS_PORT: String(ops) };
    const starting = startService({ databases: { ...databases, control }, settings });
    const connection = await untilOpen(`http://localhost:${api}`);
    connection.send(GET);
    expect((await fetch(`http://127.0.0.1:${ops}/readyz`)).status).toBe(503);
    open();
    expect((await connection.answer())?.status).toBe(401);
    const service = await starting;
    expect((await fetch(`http://127.0.0.1:${ops}/readyz`)).status).toBe(200);
    await service.stop();
  });

  test('that fails to start closes the ports that it opened', async () => {
    const databases = await freshDatabases();
    const port = await freePort();
    const away = () => Promise.reject(new Error('away'));
    const control = { ...databases.control, query: away, connect: away };
    const failing = startService({
      databases: { ...databases, control: control as unknown as typeof databases.control },
      settings: { TILLGATE_API_PORT: String(port) },
    });
    await expect(failing).rejects.toThrow('away');
    const again = createServer();
    await new Promise<void>((resolve, reject) => again.once('error', reject).listen(port, resolve));
    again.close();
    await databases.close();
  });

  test('stops even if its database does not close', async () => {
    const databases = await freshDatabases();
    const service = await startService({ databases: { ...databases, close: () => new Promise(() => {}) } });
    await service.stop();
    await databases.close();
  });
});

/** A pool whose queries wait until it is opened. */
function gated(pool: Databases['control']): { control: Databases['control']; open: () => void } {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const control = new Proxy(pool, {
    get(_, name) {
      const member = Reflect.get(pool, name, pool);
      if (typeof member !== 'function') return member;
      return name === 'query' ? (...args: unknown[]) => gate.then(() => member.apply(pool, args)) : member.bind(pool);
    },
  });
  return { control, open: () => open() };
}

/** Retries until a server listens. */
async function untilOpen(url: string): Promise<HttpConnection> {
  for (;;) {
    const connection = await wireTo(url).catch(() => undefined);
    if (connection) return connection;
  }
}
