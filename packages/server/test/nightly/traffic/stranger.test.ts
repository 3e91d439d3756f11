import { fork } from 'node:child_process';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { installPackedClient } from '../../../../client/test/support/packed-client.ts';
import { START } from '../../../../client/test/support/scene.ts';
import { REDIRECT_URI, type Service, startService } from '../../../../client/test/support/service.ts';
import { operationsOn } from '../../../../client/test/support/traffic.ts';
import { TRAFFIC_RULES, type TrafficRuleName } from '../../../src/request-log/client-rules.ts';
import { textOf, Visitor } from '../../support/web-visitor.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LOGIN = { email: 'ada@stranger.example', password: 'a quiet till at noon' };
const RULES = Object.keys(TRAFFIC_RULES) as TrafficRuleName[];

let now = START;
let service: Service;
let developer: Visitor;
let owner: { email: string; password: string };
let project: string;
let app: { path: string; clientId: string; clientSecret: string };
let merchants: { merchantId: number; otherId: number; farId: number };

/** From here on, the developer has the packed client and the pages, and nothing else. */
beforeAll(async () => {
  service = await startService({ clock: () => now });
  ({ project } = await installPackedClient());
  await copyFile(join(import.meta.dirname, 'stock-keeping.mjs'), join(project, 'stock-keeping.mjs'));
  developer = new Visitor(service);
  const person = { organization: 'Stranger', name: 'Ada', email: LOGIN.email };
  await send('/sign-up', '/sign-up', { ...person, 'new-password': LOGIN.password, repeat: LOGIN.password });
  await send('/sign-in', '/sign-in', LOGIN);
  const created = await send('/console/apps/new', '/console/apps/new', { name: 'Shelves', product: 'FULL' });
  const [, path = ''] = /href="(\/console\/apps\/\d+)\/submit"/.exec(created) ?? [];
  const [clientId = '', clientSecret = ''] = created.match(/svc_(?:app|sk)_sb_\w+/g) ?? [];
  app = { path, clientId, clientSecret };
  await send(`${path}/settings`, `${path}/settings/redirect-uris`, { uri: REDIRECT_URI });
  merchants = {
    merchantId: await newMerchant('Corner', 'UK'),
    otherId: await newMerchant('Other', 'UK'),
    farId: await newMerchant('Broadway', 'US'),
  };
  const shop = `/console/merchants/${merchants.merchantId}`;
  const withLogin = await send(shop, `${shop}/people`, { role: 'owner' });
  const [email = '', password = ''] = [...withLogin.matchAll(/<code data-copy>([^<]+)</g)].map(([, text]) => text);
  owner = { email, password: textOf(password) };
});
afterAll(async () => {
  await service?.stop();
  if (project) await rm(project, { recursive: true, force: true });
});

/** Submits the form of `action` on the page at `path`. Returns the page that follows. */
async function send(path: string, action: string, fields: Record<string, string> = {}): Promise<string> {
  const answer = await developer.submit(await developer.open(path), action, fields);
  if (answer.status >= 400) throw new Error(`${action} answered ${answer.status}:\n${answer.html}`);
  return (answer.location ? await developer.open(answer.location) : answer).html;
}

async function newMerchant(name: string, region: string): Promise<number> {
  const html = await send('/console/merchants/new', '/console/merchants/new', { name, region });
  return Number(/with company id (\d+)/.exec(html)?.[1]);
}

const runScenario = (scenario: string) => async () => {
  const path = `/console/merchants/${merchants.merchantId}/scenarios`;
  await send(path, path, { scenario });
};

/** What the developer does in the console before a part of the integration runs. */
const PREPARED: { readonly [Name in TrafficRuleName]?: () => Promise<unknown> } = {
  'retry-in-window': runScenario('one-call-left'),
  'retry-without-backoff': runScenario('region-away'),
  'write-without-key': runScenario('late-answer'),
  'base-url-ignored': () => send(`${app.path}/ready`, `${app.path}/ready/alias`),
  'state-not-checked': async () => {
    const html = await send(`${app.path}/ready`, `${app.path}/ready/forge`);
    return { forged: textOf(/href="(http:\/\/localhost:4000\/callback[^"]+)"/.exec(html)?.[1] as string) };
  },
};

/** Runs a part of the integration. Returns the number of requests that it has sent. */
async function run(part: TrafficRuleName, careless: boolean): Promise<number> {
  // The tokens of the part before have expired.
  now += 16 * MINUTE;
  await staySignedIn();
  const prepared = await PREPARED[part]?.();
  const { apiUrl, webUrl } = service;
  const settings = { apiUrl, webUrl, ...app, redirectUri: REDIRECT_URI, ...merchants, part, careless, now };
  const forged = typeof prepared === 'object' ? prepared : {};
  const child = fork('stock-keeping.mjs', [JSON.stringify({ ...settings, ...forged })], { cwd: project, execArgv: [] });
  return new Promise((resolve, reject) => {
    child.on('message', ({ pass, consent, requests }: Asked) => {
      if (pass !== undefined) {
        now += pass;
        child.send(now);
      }
      if (consent !== undefined)
        new Visitor(service).decide(consent, 'approve', owner).then(({ href }) => child.send(href), reject);
      if (requests !== undefined) resolve(requests);
    });
    child.on('exit', (code) => reject(new Error(`${part} ended with ${code}.`)));
  });
}

interface Asked {
  readonly pass?: number;
  readonly consent?: string;
  readonly requests?: number;
}

const brokenOn = (html: string): TrafficRuleName[] =>
  RULES.filter((rule) => new RegExp(`<section class="card" id="${rule}"><h2>`).test(html));

const sectionOf = (html: string, rule: TrafficRuleName): string =>
  new RegExp(`id="${rule}">(.*?)</section>`, 's').exec(html)?.[1] ?? '';

async function readyPage(): Promise<string> {
  await staySignedIn();
  return (await developer.open(`${app.path}/ready`)).html;
}

/** Sessions end while time passes. */
async function staySignedIn(): Promise<void> {
  if ((await developer.open('/console')).html.includes('action="/sign-in"')) await developer.signIn(LOGIN);
}

const PATIENCE = { timeout: 60_000, interval: 300 };

describe('A developer whose app keeps stock', { timeout: 600_000 }, () => {
  test('sees each deliberate mistake in the traffic check, with its fix, and nothing else', async () => {
    const made: TrafficRuleName[] = [];
    for (const part of RULES) {
      await run(part, true);
      made.push(part);
      const html = await vi.waitFor(async () => {
        const page = await readyPage();
        expect(brokenOn(page)).toEqual(made.toSorted(inOrderOfRules));
        return page;
      }, PATIENCE);
      const section = sectionOf(html, part);
      expect(section, part).toMatch(/<strong>Fix:<\/strong>.*\/docs\/guides\/.*\/requests\/[\da-f-]{36}/s);
      expect(section).not.toMatch(/forged_|svc_|Shelf/);
    }
  });

  test('fixes them, shows that it keeps the rules, and submits with that outcome', async () => {
    // A submission carries the check of the last 30 days.
    now += 31 * DAY;
    let sent = 0;
    for (const part of RULES) sent += await run(part, false);
    const page = await vi.waitFor(async () => {
      const html = await readyPage();
      expect(html).toContain(`${sent} requests since`);
      return html;
    }, PATIENCE);
    const found = brokenOn(page).map((rule) => sectionOf(page, rule));
    expect(found).toEqual([]);
    await send(`${app.path}/submit`, `${app.path}/submit`);
    const appId = Number(app.path.split('/').at(-1));
    const { state, submittedCheck } = await operationsOn(service).call('app.show', { appId });
    expect(state).toBe('SUBMITTED');
    expect(submittedCheck).toMatchObject({ requests: sent, broken: [] });
    // The client never sends companyId, so nothing shows that it would send the right one.
    const shown = RULES.filter((rule) => rule !== 'other-merchants-token').toSorted();
    expect(submittedCheck?.kept?.map(({ name }) => name).toSorted()).toEqual(shown);
  });
});

const inOrderOfRules = (one: TrafficRuleName, other: TrafficRuleName): number =>
  RULES.indexOf(one) - RULES.indexOf(other);
