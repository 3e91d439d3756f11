import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PRODUCTS } from '@tillgate/server/control/products.ts';
import { snippetsOf } from '@tillgate/server/pages/console/records/api-calls.ts';
import { clientCall, listsOf, operationsOf } from '@tillgate/server/pages/console/records/api-operations.ts';
import { newWebhookSecret } from '@tillgate/server/webhooks/signature.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api, Resources } from '../../src/index.ts';
import {
  newProject,
  PACKAGE,
  partnerEnv,
  printedBy,
  readGuides,
  serveOwner,
  sourceArgs,
} from '../support/guide-code.ts';
import { type Service, shopOf, startService } from '../support/service.ts';
import { findingsIn } from '../support/traffic.ts';

/** Expected output of each snippet. They run in this order in one process. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  'first-call.ts': /^\d+ items match, such as .* at [\d.]+\.$/m,
  'mirror.ts': /^\d{2,} items copied\.$/m,
  'changes.ts': /^All changes up to \d{4}-\S+Z are in the copy\.$/m,
  'in-step.ts': /^\d{2,} items in step\.$/m,
  'hooks.ts': /^merchant 7, 3: items 9, version 2\n204 204 400\nRead the lists of merchant 7: expired\n204\ntrue$/m,
  'stream.ts': /^(\d{2,}) of \1 items read\.\n\d+ changes since\.$/m,
  'known.ts': /^3 by id, 0 by external id\.$/m,
  'idempotent.ts': /^Created once\.$/m,
  'versions.ts': /^Changed at the second attempt\.$/m,
  'catalogue.ts': /^150 items are up to date\.$/m,
  'dry-run.ts': /^Would move -1$/m,
  'receive.ts': /^\S+ .*receive.*\n1 7\n2 12$/m,
  'count.ts': /^Counted 8, and still 8$/m,
  'ledger.ts': /^\d{4}-\S+Z -?[\d.]+$/m,
  'why.ts': /^On hand at \d{4}-\S+Z: -?[\d.]+\n\d{4}-\S+Z -[\d.]+ sale \d+ $/m,
  'noted.ts': /^Noted (-?[\d.]+), now (?!\1:)-?[\d.]+: [1-9]\d* arrived later\.$/m,
  'shrinkage.ts': /^(?:damage|theft|expiry|waste|correction|opening|other|none): \d+$/m,
  'modifiers.ts': /^Whole 0\.00, Soya 0\.40$/m,
  'sales.ts': /^\d{4}-\d\d-\d\d .* [\d.]+ GBP\n[\s\S]*1 currency in all\.$/m,
  'corrections.ts': /^First reading: book these figures\.\nSecond reading: nothing was corrected\.$/m,
  'decimals.ts': /^Exact\.$/m,
  'budget.ts': /^\d+ of \d+ left\.$/m,
  'double.ts': /^Survived a 503 and a lost response\.$/m,
  'errors.ts': /^404 partner\.not_found quote the correlation id$/m,
  'insights.ts': /^\d+ rows, .*$/m,
  'journey.ts':
    /^Merchant \d+ is connected\.\nPlease start again\.\n\d+\nMerchant \d+ has to connect again: client\.not_connected\nundefined\nPlease start again\.\n\nMerchant \d+ is connected\.$/m,
};

/** Snippets imported by others. */
const IMPORTED = 'shop copy hook hook-standard connect disconnected server deprecations equal'.split(' ');

/** Plays the owner's browser, which is signed in to Tillgate on the same host, and a partner's handlers around the snippets of the authorization guide. */
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
const consent = await fetch(process.env.CONSENT_URL + '?' + again);
const back = new URL(await consent.text());
const tillgate = consent.headers.get('x-cookies');
const open = async (cookie) =>
  (await fetch(here + back.pathname + back.search, { headers: { cookie } })).text();
console.log(await open(tillgate));
console.log(await open(tillgate + '; ' + sent.headers.get('set-cookie').split(';')[0]));
server.close();
`;

/** Sends requests to the receiver of the guide on webhooks: a page twice, one that is forged, and a resync. */
const HOOKS = `
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { server } from './hook.ts';
import { contentOf } from './hook-standard.ts';

if (!server.listening) await once(server, 'listening');
const signer = new Webhook(process.env.WEBHOOK_SECRETS.split(' ')[0]);
const headersOf = (body) => {
  const at = new Date();
  const signature = signer.sign('msg_1', at, body);
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(at / 1000)), 'webhook-signature': signature };
};
const post = async (body, headers = headersOf(body)) =>
  (await fetch('http://localhost:' + server.address().port, { method: 'POST', body, headers })).status;
const page = (position) =>
  JSON.stringify({ type: 'changes', merchantId: 7, data: [{ position, resource: 'items', id: 9, version: 2 }] });
const [first, earlier] = [await post(page(3)), await post(page(2))];
console.log(first, earlier, await post(page(4), headersOf(page(3))));
console.log(await post(JSON.stringify({ type: 'resync', merchantId: 7, reason: 'expired', nextCursor: 'a.b' })));
console.log(contentOf(headersOf(page(3)), page(3)).merchantId === 7);
server.close();
`;

/** Rows of a page of items. */
const PAGE = 70;

/** Makes the pages of the lists that are copied short, and kills the process at one of them. */
const SHORT_PAGES = `
const { fetch } = globalThis;
let pages = 0;
globalThis.fetch = (input, init) => {
  const url = new URL(input);
  const isFeed = url.pathname === '/v1/changes';
  if (isFeed || (url.pathname === '/v1/items' && url.searchParams.get('limit') === '100')) {
    pages += 1;
    url.searchParams.set('limit', isFeed ? '2' : '${PAGE}');
    if (pages === Number(process.env.KILL_AT)) process.kill(process.pid, 'SIGKILL');
  }
  return fetch(url, init);
};
`;

let service: Service;
let owner: { readonly url: string; readonly server: Server };
let folder: string;
let snippets: Map<string, string>;

beforeAll(async () => {
  snippets = await readGuides();
  folder = await newProject(
    new Map([...snippets, ['journey.ts', JOURNEY], ['hooks.ts', HOOKS], ['short-pages.js', SHORT_PAGES]]),
  );
  service = await startService();
  owner = await serveOwner(service);
});
afterAll(async () => {
  owner?.server.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('every snippet is run or imported', () => {
  expect([...snippets.keys(), 'journey.ts', 'hooks.ts'].sort()).toEqual(
    [...Object.keys(PRINTS), ...IMPORTED.map((name) => `${name}.ts`)].sort(),
  );
});

/** Snippets of the console's data browser, of every list that an app can read. */
async function snippetsOfConsole(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const product of PRODUCTS)
    for (const operation of listsOf(await operationsOf(product))) {
      const { id, path, queryParameters } = operation;
      // The data browser calls an operation only with the parameters that it requires; those are days.
      const required = [...queryParameters.values()].filter((parameter) => parameter.required);
      const query = new URLSearchParams(required.map(({ name }) => [name, '2026-02-01']));
      const call = clientCall(operation, path, query);
      const of = { apiUrl: 'http://localhost:3000/v1', clientId: 'svc_app_sb_x', companyId: 700001 };
      const snippet = snippetsOf({ ...of, product, path, call }).find(({ title }) => title === '@tillgate/client');
      found.set(`console-${product}-${id}.ts`, snippet?.text ?? '');
    }
  return found;
}

test('the snippets, and those of the console, compile', async () => {
  const ofConsole = await snippetsOfConsole();
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
  const checked = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error) => error);
  expect(checked.stdout).toBe('');
});

test('the snippets print what the guides promise', async () => {
  const names = Object.keys(PRINTS);
  const all = names.map((name) => `console.log('== ${name}');\nawait import('./${name}');`);
  await writeFile(join(folder, 'all.ts'), all.join('\n'));
  const stdout = await printedBy(join(folder, 'all.ts'), {
    ...partnerEnv(service),
    ...{ PORT: '0', WAIT: '0', COPY: join(folder, 'copy.json'), MIRROR: join(folder, 'in-step.json') },
    WEBHOOK_SECRETS: `${newWebhookSecret()} ${newWebhookSecret()}`,
    CONSENT_URL: owner.url,
  });
  const printed = new Map(
    stdout.split(/^== /m).map((part) => [part.split('\n')[0], part.slice(part.indexOf('\n') + 1)]),
  );
  for (const name of names) expect(printed.get(name), name).toMatch(PRINTS[name] ?? /$^/);
});

describe("The copy of a merchant's items", () => {
  let items: Resources['items'];
  let total: number;

  beforeAll(async () => {
    ({ items } = shopOf(service));
    total = (await items.list({ limit: 1 })).pagination.total;
  });

  const byId = (all: readonly Api.Item[]) =>
    Object.fromEntries(all.map(({ id, name, price, version }) => [id, { id, name, price, version }]));

  /** Items that every program of the guide has to end up with. */
  const present = async () => byId(await items.iterate().toArray({ max: 1000 }));

  const copied = async (file: string) => byId(Object.values(JSON.parse(await readFile(file, 'utf8')).items));

  /** Runs one of the guide's programs on short pages and kills it at its `killAt`-th page. True if it ended before that. */
  async function sync(program: string, file: string, killAt?: number): Promise<boolean> {
    const env = { ...partnerEnv(service), COPY: file, MIRROR: file, WAIT: '0', KILL_AT: String(killAt) };
    const args = ['--import', join(folder, 'short-pages.js'), ...sourceArgs(join(folder, program))];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = await once(child, 'exit');
    if (code !== null) expect(code).toBe(0);
    return code === 0;
  }

  test('is complete even if the first reading was stopped at any page', async () => {
    const now = await present();
    const pages = Math.ceil(total / PAGE);
    expect(pages).toBeGreaterThan(2);
    const oneByOne = join(folder, 'one-by-one.json');
    for (let page = 1; page <= pages; page += 1) {
      const file = join(folder, `stopped-at-${page}.json`);
      expect(await sync('mirror.ts', file, page)).toBe(false);
      expect(await sync('mirror.ts', file)).toBe(true);
      expect(await copied(file)).toEqual(now);
      // Killed at its second page every time, the program still adds one page per run.
      await sync('mirror.ts', oneByOne, 2);
    }
    expect(await copied(oneByOne)).toEqual(now);
  });

  test('is in step with the feed, whichever request the program was stopped at, and from the latest place', async () => {
    const ids = Object.keys(await present()).map(Number);
    const rename = (page: number) => items.update(ids[page] as number, { name: `Renamed ${page}` });
    const pages = Math.ceil(total / PAGE);
    const file = join(folder, 'in-step-while-stopped.json');
    for (let page = 1; page <= pages + 1; page += 1) {
      expect(await sync('in-step.ts', file, page)).toBe(false);
      // A full reading that was stopped begins again.
      expect(existsSync(file)).toBe(page > pages);
      await rename(page);
    }
    for (let page = 1; page <= 3; page += 1) {
      for (const change of [1, 2, 3, 4, 5]) await rename(10 * page + change);
      expect(await sync('in-step.ts', file, page)).toBe(false);
      await rename(10 * page);
      expect(await sync('in-step.ts', file)).toBe(true);
      expect(await copied(file)).toEqual(await present());
    }
  });

  test('has every change, including concurrent ones, even if the reading of changes was stopped at any page', async () => {
    const change = (values: string) =>
      service.databases.regions.UK.query(`update region_uk.items i set ${values} where i.company_id = $1`, [
        service.merchant.companyId,
      ]);
    const base = join(folder, 'base.json');
    await change(`updated_at = now() - interval '1 day'`);
    await sync('mirror.ts', base);
    const ids = Object.keys(await copied(base)).map(Number);
    // Changes over several hours, more than the overlap apart; thirty at a time share one instant.
    await change(`version = version + 1, name = name || ' (new)', updated_at = date_trunc('minute', now())
      - interval '5 minutes' * (1 + (select count(*) from region_uk.items o where o.company_id = $1 and o.id < i.id) / 30)`);
    const pages = Math.ceil(total / PAGE);
    for (let page = 1; page <= pages; page += 1) {
      const file = join(folder, `changes-stopped-at-${page}.json`);
      await copyFile(base, file);
      expect(await sync('changes.ts', file, page)).toBe(false);
      await items.update(ids[(page * 37) % ids.length] as number, { name: `Renamed ${page}` });
      expect(await sync('changes.ts', file)).toBe(true);
      expect(await copied(file)).toEqual(await present());
    }
  });
});

test('All requests together break no rule of the traffic check', async () => {
  expect(await findingsIn(service, service.full)).toEqual([]);
});
