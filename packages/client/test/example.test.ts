import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from './support/service.ts';

const PACKAGE = join(import.meta.dirname, '..');

let service: Service;
let folder: string;
let redirectUri: string;

beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'tillgate-partner-'));
  const { full, apiUrl, webUrl } = service;
  redirectUri = `http://localhost:${await freePort()}/callback`;
  await service.databases.control.query('update control.redirect_uris set uri = $1 where uri = $2', [
    redirectUri,
    full.redirectUris[0],
  ]);
  const demo = { apiUrl, webUrl, apps: [{ ...full, redirectUris: [redirectUri] }] };
  await writeFile(join(folder, 'demo.json'), JSON.stringify(demo));
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Runs the example, as `pnpm example` does. */
function example(): { lines: AsyncIterator<string>; exit: Promise<number | null> } {
  const env = { PATH: process.env.PATH, PARTNER_DATA: folder };
  const args = ['--conditions=@tillgate/source', 'examples/partner/main.ts'];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: PACKAGE,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (!child.stdout) throw new Error('The example has an output.');
  return { lines: createInterface(child.stdout)[Symbol.asyncIterator](), exit };
}

async function rest(lines: AsyncIterator<string>): Promise<string[]> {
  const all: string[] = [];
  for (let next = await lines.next(); !next.done; next = await lines.next()) all.push(next.value);
  return all;
}

test('the example connects a merchant, copies the catalogue, and orders and receives what is low', async () => {
  const { lines, exit } = example();
  const opened = (await lines.next()).value.replace('Open ', '');
  const sent = await fetch(opened, { redirect: 'manual' });
  const cookie = sent.headers.get('set-cookie')?.split(';')[0] ?? '';
  const callback = await service.consent(sent.headers.get('location') ?? '');
  expect((await fetch(callback)).status).toBe(400);
  const back = await fetch(callback, { headers: { cookie } });
  const { companyId } = service.merchant;
  expect(await back.text()).toBe(`Merchant ${companyId} is connected. You may close this page.\n`);

  expect(await rest(lines)).toEqual([
    `Merchant ${companyId} is connected.`,
    expect.stringMatching(/^1\d\d items are in /),
    expect.stringMatching(/^Ordered and received \S+: \d+ lines\.$/),
  ]);
  expect(await exit).toBe(0);
  const catalogue = (await readFile(join(folder, `catalogue-${companyId}.ndjson`), 'utf8')).trim().split('\n');
  expect(catalogue.map((line) => JSON.parse(line).itemCode)).toContain('PAS-002');
});

test('the example remembers the connection in its database', async () => {
  const { lines, exit } = example();
  const { companyId } = service.merchant;
  expect(await rest(lines)).toEqual([
    `Merchant ${companyId} is connected.`,
    expect.stringMatching(/ items are in /),
    expect.stringMatching(/^(Nothing is low\.|Ordered and received \S+: \d+ lines\.)$/),
  ]);
  expect(await exit).toBe(0);
});
