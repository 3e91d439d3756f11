import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillSandbox } from '@tillgate/server/back-office/demo/history.ts';
import { type DemoFile, demoFileOf, openForDemo, seedIfEmpty } from '@tillgate/server/command-line/seed.ts';
import { readConfig } from '@tillgate/server/config.ts';
import { createOrganization } from '@tillgate/server/control/organizations.ts';
import type { Databases } from '@tillgate/server/database/database.ts';
import { Regions } from '@tillgate/server/database/regions.ts';
import { BACK_OFFICE } from '@tillgate/server/database/statement.ts';
import { newApp, newMerchant, newPerson } from '@tillgate/server/test-support/arrange.ts';
import { startService as startServer, type Service as TestServer } from '@tillgate/server/test-support/service.ts';
import { type Login, Visitor } from '@tillgate/server/test-support/web-visitor.ts';
import type { Fetch } from '../../src/exchange.ts';
import { createTillgate, type Resources, sandbox } from '../../src/index.ts';

export const REDIRECT_URI = 'http://localhost:4000/callback';

interface App {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey?: string | null;
}

interface Merchant {
  readonly companyId: number;
  readonly storeIds: readonly number[];
  /** True for a sandbox merchant of the apps' organization. */
  readonly demo: boolean;
  readonly owner: Login;
}

/** A server, and a partner with an app of each product and two sandbox merchants. */
export interface Service {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly databases: Databases;
  readonly clock: () => number;
  readonly full: App;
  readonly ordering: App;
  readonly adsr: App;
  /** Sandbox merchants first. */
  readonly merchants: readonly Merchant[];
  readonly merchant: Merchant;
  readonly other: Merchant;
  /** Decides as the merchant's owner. Returns the URL that the browser is redirected to. */
  consent(authorizationUrl: string, companyId?: number, decision?: 'approve' | 'refuse'): Promise<URL>;
  /** Cookies of the first merchant's owner, who is signed in since the first decision. A browser sends them to every port of the host. */
  cookies(): string;
  stop(): Promise<void>;
}

interface Options {
  readonly clock?: () => number;
  readonly settings?: Record<string, string>;
}

/** The real server with the demo's merchants, in this process. */
export async function startService({ clock = Date.now, settings = {} }: Options = {}): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-client-'));
  const config = readConfig({ TILLGATE_DATA_DIR: folder });
  const databases = await openForDemo(config, clock);
  await seedIfEmpty(databases, config, clock);
  const demo: DemoFile = JSON.parse(readFileSync(demoFileOf(config), 'utf8'));
  const server = await startServer({ settings, databases, clock, logsRequests: true, delivers: true });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  };
  return serviceOf({ ...server, stop }, demo.apps, demo.merchants);
}

let shared: Promise<TestServer> | undefined;
let now: () => number;

/** The server that the files of a worker share. Each file has a clock, apps and merchants of its own. */
export async function sharedService(clock: () => number): Promise<Service> {
  now = clock;
  shared ??= startServer({ clock: () => now(), logsRequests: true, delivers: true });
  const server = await shared;
  const { apps, merchants } = await server.control(async (tx) => {
    const organizationId = await createOrganization(tx, 'Northwind Apps');
    const app = (product: 'FULL' | 'ONLINE_ORDER' | 'ADSR') =>
      newApp(tx, { organizationId, product, redirectUris: [REDIRECT_URI] });
    const merchant = async (of: number | null) => {
      const created = await newMerchant(tx, of);
      const person = { email: `owner-${created.companyId}@merchant.example` };
      return { ...created, owner: await newPerson(tx, person, [[created, 'owner']]) };
    };
    return {
      apps: [await app('FULL'), await app('ONLINE_ORDER'), await app('ADSR')],
      merchants: [await merchant(organizationId), await merchant(organizationId), await merchant(null)],
    };
  });
  const regions = new Regions(server.databases, clock);
  const filled: Merchant[] = [];
  for (const merchant of merchants)
    filled.push({ ...merchant, storeIds: await fillSandbox(regions, merchant, BACK_OFFICE.correlationId) });
  return serviceOf(server, apps, filled);
}

function serviceOf(
  { apiUrl, webUrl, databases, clock, stop }: Pick<Service, 'apiUrl' | 'webUrl' | 'databases' | 'clock' | 'stop'>,
  [full, ordering, adsr]: readonly App[],
  merchants: readonly Merchant[],
): Service {
  const [merchant, other] = merchants;
  if (!full || !ordering || !adsr || !merchant || !other) throw new Error('A service has three apps and merchants.');
  const owners = new Map(
    merchants.map(({ companyId, owner }) => [companyId, { owner, browser: new Visitor({ webUrl }) }]),
  );
  const ownerOf = (companyId: number) => {
    const one = owners.get(companyId);
    if (!one) throw new Error(`There is no merchant ${companyId}.`);
    return one;
  };
  return {
    ...{ apiUrl, webUrl, databases, clock, stop },
    ...{ full, ordering, adsr, merchants, merchant, other },
    async consent(authorizationUrl, companyId = merchant.companyId, decision = 'approve') {
      const { browser, owner } = ownerOf(companyId);
      return browser.decide(authorizationUrl, decision, owner);
    },
    cookies: () =>
      [...ownerOf(merchant.companyId).browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
}

/** The API for the first merchant, as the FULL app calls it. */
export const shopOf = ({ apiUrl, full, merchant }: Service): Resources =>
  createTillgate({ baseUrl: apiUrl, credentials: sandbox(full) }).merchant(merchant.companyId);

export interface Sent {
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown> | undefined;
}

/** Responds to a request; undefined passes it on to the network. */
export type Handle = (sent: Sent, index: number) => Response | Promise<Response | undefined> | undefined;

/** A fetch that records requests. */
export function recorder(handle: Handle = () => undefined) {
  const sent: Sent[] = [];
  const recordingFetch: Fetch = async (url, init) => {
    const { pathname, search, searchParams: query } = new URL(url);
    const headers = init.headers as Record<string, string>;
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body));
    const one = { url, path: pathname + search, query, method: init.method ?? 'GET', headers, body };
    sent.push(one);
    return (await handle(one, sent.length - 1)) ?? fetch(url, init);
  };
  return { sent, fetch: recordingFetch, to: (path: string) => sent.filter((one) => one.path.startsWith(path)) };
}
