import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTillgate, sandbox } from '../src/index.ts';
import { type Service, startService } from './support/service.ts';

const PACKAGE = join(import.meta.dirname, '..');
const EXAMPLE = join(PACKAGE, 'examples/partner');

describe('The example partner', () => {
  let ahead = 0;
  let service: Service;
  let folder: string;
  let origin: string;
  let partner: ChildProcess;
  let merchantPath: string;

  beforeAll(async () => {
    service = await startService({ clock: () => Date.now() + ahead });
    folder = await mkdtemp(join(tmpdir(), 'tillgate-partner-'));
    const { full, apiUrl, webUrl, merchant } = service;
    origin = `http://localhost:${await freePort()}`;
    merchantPath = `${origin}/merchants/${merchant.companyId}`;
    const redirectUri = `${origin}/callback`;
    const replace = 'update control.redirect_uris set uri = $1 where uri = $2';
    await service.databases.control.query(replace, [redirectUri, full.redirectUris[0]]);
    const demo = { apiUrl, webUrl, apps: [{ ...full, redirectUris: [redirectUri] }] };
    await writeFile(join(folder, 'demo.json'), JSON.stringify(demo));
    partner = await start();
  });
  afterAll(async () => {
    await stop();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts the example like `pnpm example`. */
  async function start(): Promise<ChildProcess> {
    const args = ['--conditions=@tillgate/source', '--disable-warning=ExperimentalWarning', join(EXAMPLE, 'main.ts')];
    const env = { PATH: process.env.PATH, PARTNER_DATA: folder };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(child.stdout), 'line');
    expect(line).toBe(`Open ${origin}`);
    return child;
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    partner?.kill(signal);
    if (partner) await once(partner, 'exit');
  }

  /** Decides on the consent screen and returns the page that the browser is redirected to. */
  async function connect(decision: 'approve' | 'refuse' = 'approve', keepsCookie = true): Promise<Response> {
    const sent = await fetch(`${origin}/connect`, { redirect: 'manual' });
    const cookie = sent.headers.get('set-cookie')?.split(';')[0] ?? '';
    const back = await service.consent(sent.headers.get('location') ?? '', service.merchant.companyId, decision);
    return fetch(back, keepsCookie ? { headers: { cookie } } : {});
  }

  const page = async (url: string): Promise<string> => (await fetch(url)).text();

  const submit = (path: string, from = origin): Promise<Response> =>
    fetch(origin + path, { method: 'POST', headers: { Origin: from } });

  const newestOrder = (html: string): number => Number(/PO-(\d+)/.exec(html)?.[1]);

  const formOf = (html: string, action: RegExp): string => action.exec(html)?.[0].replaceAll('&amp;', '&') ?? '';

  test('connects a merchant, copies the catalogue, and shows the sales as a chart and as a table', async () => {
    expect(await (await connect('refuse')).text()).toContain('The owner declined.');
    expect((await connect('approve', false)).status).toBe(400);
    const connected = await connect();
    expect(connected.url).toBe(`${merchantPath}?done=connected`);
    const html = await connected.text();
    expect(html).toMatch(/The merchant is connected\.[\s\S]*1\d\d items in use[\s\S]*PAS-002/);
    expect(html).toMatch(/<svg role="img" aria-label="Net sales by day\. £[\d,.]+ net from \d{4}-/);
    expect(html.match(/<rect /g)).toHaveLength(30);
    expect(html).toMatch(/<td>\d{4}-\d\d-\d\d<\/td><td>[^<]+<\/td><td class="number">£[\d,.]+<\/td>/);
  });

  test('orders what is low once, however often the form is sent, and receives it', async () => {
    const before = await page(merchantPath);
    const form = formOf(before, /\/merchants\/\d+\/orders\?key=[\w-]+/);
    expect((await submit(form, 'https://elsewhere.example')).status).toBe(403);
    const [one, other] = await Promise.all([submit(form), submit(form)]);
    expect([one.url, other.url]).toContain(`${merchantPath}?done=ordered`);
    const html = await page(merchantPath);
    expect(newestOrder(html)).toBe(newestOrder(before) + 1);
    const receipts = html.match(/Receive PO-\d+/g) ?? [];
    const received = formOf(html, /\/merchants\/\d+\/orders\/\d+\/receive\?version=\d+/);
    expect((await submit(received)).url).toBe(`${merchantPath}?done=received`);
    expect((await page(merchantPath)).match(/Receive PO-\d+/g)).toEqual(receipts.slice(1));
    expect(await (await submit(received)).text()).toMatch(/That did not work[\s\S]*Quote [\w-]{36} to support\./);
  });

  test('sets low-stock levels to what a week sold, once', async () => {
    const { items, reports } = createTillgate({ baseUrl: service.apiUrl, credentials: sandbox(service.full) }).merchant(
      service.merchant.companyId,
    );
    const form = `/merchants/${service.merchant.companyId}/low-stock`;
    expect((await submit(form)).url).toBe(`${merchantPath}?done=levels-set`);
    const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
    const { data } = await reports.salesByItem({ from: day(7), to: day(1), limit: 100 });
    const [sold] = data.filter(({ variantId }) => variantId === null);
    const [item] = (await items.list({ itemCode: sold?.itemCode as string })).data;
    expect(Number(item?.lowStockLevel)).toBe(Number(sold?.quantity));
    expect((await submit(form)).url).toBe(`${merchantPath}?done=levels-right`);
  });

  test('keeps its copy up to date, even after it was killed', async () => {
    const { clientId, clientSecret } = service.full;
    const app = createTillgate({ baseUrl: service.apiUrl, credentials: sandbox({ clientId, clientSecret }) });
    const items = app.merchant(service.merchant.companyId).items;
    await stop('SIGKILL');
    const { id } = await items.create({ name: 'Aardvark & biscuits' });
    partner = await start();
    expect(await page(merchantPath)).toContain('Aardvark &amp; biscuits');
    await items.update(id, { name: 'Aardvark & crumbs' });
    await expect.poll(() => page(merchantPath), { timeout: 5_000 }).toContain('Aardvark &amp; crumbs');
  });

  test('detects that the merchant has disconnected, and connects again', async () => {
    await service.databases.control.query(
      'update control.token_families set revoked_at = now(), revoked_because = $1',
      ['disconnected'],
    );
    ahead = 16 * 60_000;
    expect(await page(merchantPath)).toContain('The merchant has to connect again');
    expect(await page(origin)).toContain('Disconnected (oauth.grant_revoked)');
    await connect();
    const html = await page(merchantPath);
    expect(html).toContain('Aardvark &amp; crumbs');
    await submit(formOf(html, /\/merchants\/\d+\/disconnect/));
    expect(await page(origin)).toMatch(/Disconnected[\s\S]*Connect again/);
    expect((await fetch(merchantPath)).status).toBe(404);
  });
});

/** Files whose HTML pages explain nothing about the API. */
const NOT_EXPLAINED = ['pages.ts'];

test('the guide explains every line of the example partner, as it is', async () => {
  const guide = await readFile(join(PACKAGE, '../../docs/guides/example-app.md'), 'utf8');
  const quoted = new Map<string, string[]>();
  for (const [, file = '', text = ''] of guide.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)\n```/g))
    quoted.set(file, [...(quoted.get(file) ?? []), text]);
  const files = (await readdir(EXAMPLE)).filter((name) => name.endsWith('.ts') && !NOT_EXPLAINED.includes(name));
  expect([...quoted.keys()].sort()).toEqual(files.sort());
  for (const file of files) {
    const text = await readFile(join(EXAMPLE, file), 'utf8');
    const parts = quoted.get(file) ?? [];
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
    const rest = parts.reduce((left, part) => left.replace(part, ''), text);
    expect(rest.replaceAll(/^(?:import [\s\S]*?;|\/\/ .*)$/gm, '').trim(), file).toBe('');
  }
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
