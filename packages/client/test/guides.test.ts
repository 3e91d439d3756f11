import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PRODUCTS } from '@tillgate/server/credentials/products.ts';
import { sampleCalls } from '@tillgate/server/web/console/first-call/sample-calls.ts';
import { snippetsOf } from '@tillgate/server/web/console/first-call/snippets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from './support/service.ts';

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, '..');
const GUIDES = join(PACKAGE, '../../docs/guides');

/** What each snippet prints, a line for each of its lines that matter; all are run in this order, in one process. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  'first-call.ts': /^\d+ items match, such as .* at [\d.]+\.$/m,
  'mirror.ts': /^\d{2,} items copied\.$/m,
  'changes.ts': /^\d+ items changed in the last minute\.$/m,
  'idempotent.ts': /^Created once\.$/m,
  'versions.ts': /^Changed at the second attempt\.$/m,
  'dry-run.ts': /^Would move -1$/m,
  'receive.ts': /^\S+ .*receive.*\n1 7\n2 12$/m,
  'ledger.ts': /^\d{4}-\S+Z -?[\d.]+$/m,
  'modifiers.ts': /^Whole 0\.00, Soya 0\.40$/m,
  'sales.ts': /^\d{4}-\d\d-\d\d .* [\d.]+ GBP\n[\s\S]*1 currency in all\.$/m,
  'decimals.ts': /^Exact\.$/m,
  'budget.ts': /^\d+ of \d+ left\.$/m,
  'double.ts': /^Survived a 503 and a lost answer\.$/m,
  'errors.ts': /^404 partner\.not_found quote the correlation id$/m,
  'insights.ts': /^\d+ rows, .*$/m,
  'journey.ts':
    /^Merchant \d+ is connected\.\nPlease start again\.\n\d+\nMerchant \d+ has to connect again: client\.not_connected\nundefined\nPlease start again\.\n\nMerchant \d+ is connected\.$/m,
};

/** Parts of others. */
const IMPORTED = ['shop.ts', 'connect.ts', 'disconnected.ts', 'server.ts', 'deprecations.ts'];

/** Plays the owner's browser, and a partner's handlers, around the snippets of the authorization guide. */
const JOURNEY = `
import { app, callback, connect } from './connect.ts';
import { countItems } from './disconnected.ts';

const merchantId = Number(process.env.MERCHANT_ID);
const session = {};
const url = await connect(session);
const cameBackTo = await (await fetch(process.env.CONSENT_URL + '?' + new URLSearchParams({ url }))).text();
console.log(await callback(session, cameBackTo));
console.log(await callback(session, cameBackTo));
console.log(await countItems(merchantId));
await app.revoke(merchantId).then(() => countItems(merchantId)).then(console.log);

const { server } = await import('./server.ts');
if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
const here = 'http://localhost:' + server.address().port;
const sent = await fetch(here + '/connect', { redirect: 'manual' });
const again = new URLSearchParams({ url: sent.headers.get('location') });
const back = new URL(await (await fetch(process.env.CONSENT_URL + '?' + again)).text());
const cookie = sent.headers.get('set-cookie').split(';')[0];
console.log(await (await fetch(here + back.pathname + back.search)).text());
console.log(await (await fetch(here + back.pathname + back.search, { headers: { cookie } })).text());
server.close();
`;

let service: Service;
let owner: Server;
let folder: string;
let snippets: Map<string, string>;

beforeAll(async () => {
  snippets = await readSnippets();
  folder = await mkdtemp(join(tmpdir(), 'tillgate-guides-'));
  await mkdir(join(folder, 'node_modules/@tillgate'), { recursive: true });
  await symlink(PACKAGE, join(folder, 'node_modules/@tillgate/client'));
  await symlink(join(PACKAGE, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  for (const [name, text] of snippets) await writeFile(join(folder, name), text);
  service = await startService();
  owner = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://owner').searchParams.get('url') ?? '';
    response.end((await service.consent(url)).href);
  }).listen(0);
});
afterAll(async () => {
  owner?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The code of all guides, by the file that its first line names. That of the example app is its own. */
async function readSnippets(): Promise<Map<string, string>> {
  const files = (await readdir(GUIDES)).filter((name) => name.endsWith('.md') && name !== 'example-app.md');
  const texts = await Promise.all(files.map((name) => readFile(join(GUIDES, name), 'utf8')));
  const blocks = texts.flatMap((text) => [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block));
  return new Map(blocks.map((block) => [/^\/\/ (\S+\.ts)\n/.exec(block)?.[1] ?? 'nameless', block]));
}

test('every snippet has a name of its own, and is run or imported', () => {
  expect([...snippets.keys(), 'journey.ts'].sort()).toEqual([...Object.keys(PRINTS), ...IMPORTED].sort());
});

/** The code of the console's pages for a first call. */
const firstCalls = (): Map<string, string> =>
  new Map(
    PRODUCTS.flatMap((product) =>
      sampleCalls(product, Date.UTC(2026, 2, 1)).map((call) => {
        const data = {
          apiUrl: 'http://localhost:3000/v1',
          clientId: 'svc_app_sb_x',
          companyId: 700001,
          token: undefined,
        };
        const snippet = snippetsOf({ ...data, product, call }).find(({ title }) => title === '@tillgate/client');
        return [`console-${product}-${call.id}.ts`, snippet?.text ?? ''] as const;
      }),
    ),
  );

test('the snippets, and those of the console, compile', async () => {
  const ofConsole = firstCalls();
  expect(ofConsole.size).toBeGreaterThanOrEqual(PRODUCTS.length);
  for (const [name, text] of ofConsole) await writeFile(join(folder, name), text);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'es2023', module: 'nodenext', lib: ['es2023', 'dom'], types: ['node'] },
    ...{ allowImportingTsExtensions: true, skipLibCheck: true, customConditions: ['@tillgate/source'] },
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: [...snippets.keys(), ...ofConsole.keys()] }),
  );
  const tsc = join(PACKAGE, 'node_modules/typescript/bin/tsc');
  const checked = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
  expect(checked.stdout).toBe('');
});

test('the snippets do what the guides say', async () => {
  await writeFile(join(folder, 'journey.ts'), JOURNEY);
  const names = Object.keys(PRINTS);
  const all = names.map((name) => `console.log('== ${name}');\nawait import('./${name}');`);
  await writeFile(join(folder, 'all.ts'), all.join('\n'));
  const { full, merchant, apiUrl, webUrl } = service;
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    API_URL: apiUrl,
    AUTH_URL: webUrl,
    CLIENT_ID: full.clientId,
    CLIENT_SECRET: full.clientSecret,
    API_KEY: service.adsr.apiKey ?? '',
    MERCHANT_ID: String(merchant.companyId),
    CONSENT_URL: `http://127.0.0.1:${(owner.address() as AddressInfo).port}`,
  };
  const { stdout } = await run(process.execPath, ['--conditions=@tillgate/source', join(folder, 'all.ts')], { env });
  const printed = new Map(
    stdout.split(/^== /m).map((part) => [part.split('\n')[0], part.slice(part.indexOf('\n') + 1)]),
  );
  for (const name of names) expect(printed.get(name), name).toMatch(PRINTS[name] ?? /$^/);
});
