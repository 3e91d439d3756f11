import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../../src/command-line/program.ts';
import { readConfig } from '../../../src/config.ts';
import { openPostgres } from '../../../src/database/database.ts';
import { StartError } from '../../../src/process/start-error.ts';
import { freshPostgresUrl, PATIENT, templateName } from '../../support/databases.ts';
import { HttpConnection } from '../../support/http-connection.ts';
import { INHERITED } from '../../support/inherited.ts';
import { Mailbox } from '../../support/mailbox.ts';
import { TEST_KEY } from '../../support/secrets.ts';
import { startService } from '../../support/service.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const LIMIT = 60;

test('TILLGATE_WORKERS is rejected for the embedded database, where auto is one', () => {
  expect(() => readConfig({ TILLGATE_WORKERS: '2' })).toThrow(StartError);
  expect(readConfig({ TILLGATE_WORKERS: 'auto' }).workers).toBe(1);
});

describe('Two workers', { timeout: 240_000 }, () => {
  let database: { url: string; drop: () => Promise<void> };
  let server: ChildProcess;
  let exit: Promise<unknown[]>;
  let said = '';
  let mailbox: Mailbox;
  let mail: Record<string, string>;
  let credentials: object;
  let apiUrl: string;
  let opsUrl: string;

  beforeAll(async () => {
    database = await freshPostgresUrl(templateName(process.env.TEST_DATABASE_URL as string));
    const service = await startService({ databases: await openPostgres(database.url, {}, { limits: PATIENT }) });
    const { partner, merchant } = await service.connect();
    credentials = { client_id: partner.clientId, client_secret: partner.clientSecret, merchant_id: merchant.companyId };
    await service.stop();
    const ports = { TILLGATE_API_PORT: '0', TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
    const settings = { TILLGATE_WORKERS: '2', TILLGATE_RATE_LIMIT: String(LIMIT), TILLGATE_KEY: TEST_KEY };
    mailbox = await Mailbox.open();
    mail = { SMTP_URL: mailbox.url, TILLGATE_MAIL_FROM: 'help@till.example' };
    const env = { ...INHERITED, DATABASE_URL: database.url, ...ports, ...settings, ...mail };
    server = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    exit = once(server, 'exit');
    server.stdout?.on('data', (chunk) => {
      said += chunk;
    });
    await untilSaid(/Operations \S+\n/);
    apiUrl = /API +(\S+)/.exec(said)?.[1] ?? '';
    opsUrl = /Operations +(\S+)\/healthz/.exec(said)?.[1] ?? '';
  }, 120_000);
  afterAll(async () => {
    if (server?.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL');
      await exit;
    }
    mailbox?.close();
    await database?.drop();
  });

  const untilSaid = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(said)) await once(server.stdout as NonNullable<typeof server.stdout>, 'data');
  };

  /** Sends each request over a new connection, so that both workers get some. */
  const statusOf = (token: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${apiUrl}/brands`,
        { agent: false, headers: { Authorization: `Bearer ${token}` } },
        (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        },
      );
      sent.once('error', reject).end();
    });

  async function mint(): Promise<string> {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(credentials) };
    const answer = await fetch(`${apiUrl}/token`, init);
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  const workers = () => new Set([...said.matchAll(/"pid":(\d+)[^\n]*"msg":"request"/g)].map(([, pid]) => Number(pid)));

  test('let through exactly the limit of an app, and add their metrics up', async () => {
    const token = await mint();
    // Repeats if a window ended in between.
    const sendAll = () => Promise.all(Array.from({ length: 2 * LIMIT }, () => statusOf(token)));
    const windowOf = () => Math.floor(Date.now() / 60_000);
    let statuses: (number | undefined)[] = [];
    let sent = 0;
    for (let begun = -1; begun !== windowOf(); ) {
      while (Date.now() % 60_000 < 500 || begun === windowOf())
        await new Promise((resolve) => setTimeout(resolve, 200));
      begun = windowOf();
      statuses = await sendAll();
      sent += statuses.length;
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(LIMIT);
    const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
    const counts = [...metrics.matchAll(/^tillgate_requests_total\{host="api",operation="listBrands".*\} (\d+)$/gm)];
    expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(sent);
    expect(metrics).toMatch(/^tillgate_control_up 1$/m);
    expect(metrics).toMatch(/^tillgate_build_info\{.*\} 1$/m);
    expect(workers().size).toBe(2);
  });

  test('tell people what a command changed about their login, as the command does that works on the database', async () => {
    const direct = { DATABASE_URL: database.url, TILLGATE_KEY: TEST_KEY, ...mail };
    const tillgate = async (env: NodeJS.ProcessEnv, ...args: string[]) => {
      let output = '';
      const program = createProgram(env, (text) => {
        output += text;
      });
      await program.parseAsync(['--json', ...args], { from: 'user' });
      return JSON.parse(output);
    };
    const { adminToken } = await tillgate(direct, 'admin-token', 'create', 'Laptop');
    const { userId } = await tillgate(direct, 'operator', 'add', '--email', 'opal@till.example', '--name', 'Opal');
    await tillgate(direct, 'user', 'update', String(userId), '--email', 'opal@shop.example');
    expect(mailbox.mails.map(({ to }) => to)).toEqual([['opal@till.example']]);
    const through = { TILLGATE_ADMIN_URL: opsUrl, TILLGATE_ADMIN_TOKEN: adminToken };
    await tillgate(through, 'user', 'update', String(userId), '--email', 'opal@home.example');
    expect(await mailbox.after(1)).toMatchObject({
      to: ['opal@shop.example'],
      text: expect.stringContaining('that you sign in with was changed'),
    });
  });

  test('are replaced when they are killed, while the others serve', async () => {
    const [victim = 0] = workers();
    process.kill(victim, 'SIGKILL');
    await untilSaid(/a worker ended and is replaced/);
    expect((await fetch(`${opsUrl}/readyz`)).status).toBe(200);
    expect((await fetch(`${apiUrl}/openapi.json`)).status).toBe(200);
    const before = workers();
    while (workers().size === before.size) await statusOf('none');
  });

  test('finish their requests at SIGTERM, and end with 0', async () => {
    const half = await HttpConnection.to(apiUrl);
    half.send(
      'POST /v1/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"client_id"',
    );
    const probe = await HttpConnection.to(apiUrl);
    server.kill('SIGTERM');
    expect(await probe.answer()).toBeUndefined();
    expect((await fetch(`${opsUrl}/readyz`)).status).toBe(503);
    half.send(`:"x"${' '.repeat(83)}}`);
    expect((await half.answer())?.status).toBe(400);
    expect(await exit).toEqual([0, null]);
  });
});
