import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoFile, demoFileOf, openForDemo, seedIfEmpty } from '@tillgate/server/commands/seed.ts';
import { readConfig } from '@tillgate/server/config.ts';
import { startServer } from '@tillgate/server/server.ts';
import { pino } from 'pino';
import type { Fetch } from '../../src/exchange.ts';
import { OwnersBrowser } from './owner.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

interface Options {
  readonly clock?: () => number;
  readonly settings?: Record<string, string>;
}

/** The real server with the demo's merchants, in this process. */
export async function startService({ clock = Date.now, settings = {} }: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-client-'));
  const ports = { TILLGATE_API_PORT: '0', TILLGATE_WEB_PORT: '0', TILLGATE_OPS_PORT: '0' };
  const plenty = { TILLGATE_RATE_LIMIT: '1000000', TILLGATE_MINT_LIMIT: '1000000' };
  const config = readConfig({ ...ports, ...plenty, TILLGATE_DATA_DIR: folder, ...settings });
  const databases = await openForDemo(config, clock);
  await seedIfEmpty(databases, config, clock);
  const demo: DemoFile = JSON.parse(readFileSync(demoFileOf(config), 'utf8'));
  const server = await startServer(config, databases, { clock, log: pino({ level: 'silent' }) });
  const [full, ordering, adsr] = demo.apps;
  const [merchant, other] = demo.merchants;
  if (!full || !ordering || !adsr || !merchant || !other) throw new Error('The demo has three apps and merchants.');

  const browsers = new Map(
    demo.merchants.map(({ companyId, owner }) => [companyId, new OwnersBrowser(server.webUrl, owner)]),
  );

  /** Consents as the merchant's owner. Returns the URL that the browser is redirected to. */
  async function consent(
    authorizationUrl: string,
    companyId = merchant?.companyId as number,
    decision: 'approve' | 'refuse' = 'approve',
  ): Promise<URL> {
    const browser = browsers.get(companyId);
    if (!browser) throw new Error(`The demo has no merchant ${companyId}.`);
    return browser.decide(authorizationUrl, decision);
  }

  async function stop(): Promise<void> {
    await server.stop();
    rmSync(folder, { recursive: true });
  }

  return { ...server, stop, databases, clock, demo, full, ordering, adsr, merchant, other, consent };
}

export interface Sent {
  readonly url: string;
  readonly path: string;
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
    const { pathname, search } = new URL(url);
    const headers = init.headers as Record<string, string>;
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body));
    const one = { url, path: pathname + search, method: init.method ?? 'GET', headers, body };
    sent.push(one);
    return (await handle(one, sent.length - 1)) ?? fetch(url, init);
  };
  return { sent, fetch: recordingFetch, to: (path: string) => sent.filter((one) => one.path.startsWith(path)) };
}
