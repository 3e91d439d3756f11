import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  apiKey,
  type CallOptions,
  createTillgate,
  memoryTokenStore,
  oauth,
  quantity,
  type Resources,
  sandbox,
} from '../../../../client/src/index.ts';
import { manualClock } from '../../../../client/test/support/scene.ts';
import { REDIRECT_URI, recorder, type Service, sharedService } from '../../../../client/test/support/service.ts';
import { appIdOf, findingsIn, operationsOn } from '../../../../client/test/support/traffic.ts';
import { SCENARIO_NAMES, type Scenario, type ScenarioName } from '../../../src/back-office/scenarios/scenarios.ts';
import { Visitor } from '../../support/web-visitor.ts';

const MINUTE = 60_000;
/** The time within which a state of an app begins. */
const SOON = 31_000;

const clock = manualClock();
let service: Service;
let companyId: number;
let tillgate: Resources;

beforeAll(async () => {
  service = await sharedService(clock.now);
  companyId = service.merchant.companyId;
  const { clientId, clientSecret } = service.full;
  tillgate = createTillgate({
    baseUrl: service.apiUrl,
    credentials: sandbox({ clientId, clientSecret }),
    clock,
  }).merchant(companyId);
});
beforeEach(() => {
  clock.slept.length = 0;
});

/** Runs a scenario as the command line does, and returns what it prints. */
async function run(scenario: ScenarioName, appId?: number) {
  const outcome = await operationsOn(service).call('scenario.run', { scenario, companyId, ...(appId && { appId }) });
  const id = (name: string): number => outcome.facts[name] as number;
  return { ...outcome, id };
}

/** The merchant's oldest store. */
async function storeId(): Promise<number> {
  const [store] = (await tillgate.stores.list()).data;
  return store?.id as number;
}

/** The app, connected by the merchant's owner. */
async function connected() {
  const tokens = memoryTokenStore();
  const recorded = recorder();
  const { clientId, clientSecret } = service.full;
  const credentials = oauth({ clientId, clientSecret, authUrl: service.webUrl, redirectUri: REDIRECT_URI, tokens });
  const app = createTillgate({ baseUrl: service.apiUrl, credentials, clock, fetch: recorded.fetch });
  const { url, pending } = await app.authorizationUrl();
  await app.handleCallback(await service.consent(url), pending);
  const appId = await appIdOf(service, service.full);
  /** Calls once the access token has expired, so that the app refreshes it. */
  const callLater = () => {
    clock.time += 16 * MINUTE;
    return app.merchant(companyId).stores.list();
  };
  return { app, appId, tokens, callLater, to: recorded.to };
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A webhook endpoint that accepts everything. */
async function openEndpoint(): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

/** What a client sees in each state. The key is the scenario. */
const SEEN: { readonly [Name in ScenarioName]: () => Promise<unknown> } = {
  async 'half-received-order'() {
    const { facts, id } = await run('half-received-order');
    const purchaseOrderId = id('purchaseOrderId');
    const order = await tillgate.purchaseOrders.get(purchaseOrderId);
    expect(order.purchStatus).toBe(1);
    expect(order.lines.map(({ outstanding }) => outstanding)).toEqual(['0', facts.partOutstanding, '8']);
    const outstanding = order.lines.filter((line) => line.outstanding !== '0');
    const lines = outstanding.map((line) => ({ lineId: line.id, quantity: line.outstanding }));
    expect(await tillgate.purchaseOrders.receive(purchaseOrderId, { lines })).toMatchObject({ purchStatus: 2 });
  },

  async 'over-received-transfer'() {
    const { facts, id } = await run('over-received-transfer');
    const lineId = id('lineId');
    const outstanding = String(facts.outstanding);
    const receive = (received: string) =>
      tillgate.stockTransfers.receive(id('stockTransferId'), { lines: [{ lineId, quantity: quantity(received) }] });
    await expect(receive('5')).rejects.toMatchObject({
      code: 'partner.over_receipt',
      details: [expect.objectContaining({ lineId, outstanding })],
    });
    expect(await receive(outstanding)).toMatchObject({ transferStatus: 2 });
  },

  async 'thousand-line-order'() {
    const { id } = await run('thousand-line-order');
    expect((await tillgate.purchaseOrders.get(id('purchaseOrderId'))).lines).toHaveLength(1000);
  },

  async 'sold-out-item'() {
    const { id } = await run('sold-out-item');
    const at = { storeId: String(id('storeId')) };
    expect(await tillgate.items.get(id('itemId'), at)).toMatchObject({ atStore: { onHand: '0' } });
  },

  async 'changed-meanwhile'() {
    const itemId = (await run('changed-meanwhile')).id('itemId');
    const at = { storeId: String(await storeId()) };
    const { version: ifVersion } = await tillgate.items.get(itemId, at);
    await run('changed-meanwhile');
    const write = (options: CallOptions & { ifVersion: number }) =>
      tillgate.items.update(itemId, { lowStockLevel: quantity('3') }, options);
    await expect(write({ ifVersion })).rejects.toMatchObject({ code: 'partner.version_mismatch' });
    const now = await tillgate.items.get(itemId, at);
    expect(await write({ ifVersion: now.version })).toMatchObject({ description: now.description, lowStockLevel: '3' });
  },

  async 'clock-change'() {
    const { facts, id } = await run('clock-change');
    const day = String(facts.day);
    const asked = { from: day, to: day, storeId: [id('storeId')] };
    const { data } = await tillgate.reports.dailySales(asked);
    expect(data).toMatchObject([{ orders: facts.receipts }]);
    expect([23, 25]).toContain(facts.receipts);
    const again = await run('clock-change');
    expect(again.facts).toEqual(facts);
    expect((await tillgate.reports.dailySales(asked)).data).toEqual(data);
  },

  async 'old-cursor'() {
    const { nextCursor: after } = await tillgate.changes.list();
    await run('old-cursor');
    const reasons: string[] = [];
    const resynchronize = async (reason: string) => {
      reasons.push(reason);
      const first = await tillgate.items.iterate().pages().next();
      return first.value?.changesAfter;
    };
    for await (const change of tillgate.changes.follow({ after, wait: 0, resynchronize }))
      expect(change).toBeUndefined();
    expect(reasons).toEqual(['expired']);
  },

  async 'refresh-in-grace'() {
    const { app, appId, tokens } = await connected();
    const before = await tokens.get(companyId);
    clock.time += 16 * MINUTE;
    await run('refresh-in-grace', appId);
    expect((await app.merchant(companyId).stores.list()).data.length).toBeGreaterThan(0);
    expect((await tokens.get(companyId))?.refreshToken).not.toBe(before?.refreshToken);
  },

  async 'refresh-reused'() {
    const { appId, tokens, callLater, to } = await connected();
    await run('refresh-reused', appId);
    await expect(callLater()).rejects.toMatchObject({ name: 'MerchantDisconnected', code: 'oauth.refresh_reused' });
    expect(await tokens.get(companyId)).toBeUndefined();
    expect(to('/v1/oauth/token')).toHaveLength(2);
  },

  async 'expired-grant'() {
    const { appId, callLater } = await connected();
    await run('expired-grant', appId);
    await expect(callLater()).rejects.toMatchObject({ name: 'MerchantDisconnected', code: 'oauth.refresh_expired' });
  },

  async disconnected() {
    const { app, appId, callLater } = await connected();
    await run('disconnected', appId);
    expect((await app.merchant(companyId).stores.list()).data.length).toBeGreaterThan(0);
    await expect(callLater()).rejects.toMatchObject({ name: 'MerchantDisconnected', code: 'oauth.grant_revoked' });
  },

  async 'employee-at-consent'() {
    const { facts, password = '' } = await run('employee-at-consent');
    const { app } = await connected();
    const { url, pending } = await app.authorizationUrl();
    const callback = await new Visitor(service).decide(url, 'refuse', { email: String(facts.email), password });
    await expect(app.handleCallback(callback, pending)).rejects.toMatchObject({ code: 'callback.access_denied' });
  },

  async 'request-expiring'() {
    const { facts, id } = await run('request-expiring');
    const { appId } = await operationsOn(service).call('access-request.show', {
      accessRequestId: id('accessRequestId'),
    });
    const stateOf = async (accessRequestId: number) =>
      (await operationsOn(service).call('access-request.show', { accessRequestId })).state;
    expect(facts.expiresAt).toBe(new Date(clock.time + 5 * MINUTE).toISOString());
    await expect(run('request-expiring')).rejects.toThrow(/is still pending/);
    clock.time += 6 * MINUTE;
    expect([appId, await stateOf(id('accessRequestId'))]).toEqual([facts.appId, 'EXPIRED']);
    const request = { appId, companyId, storeIds: [id('storeId')] };
    const { accessRequestId } = await operationsOn(service).call('access-request.create', request);
    expect(await stateOf(accessRequestId)).toBe('PENDING');
    const key = createTillgate({ baseUrl: service.apiUrl, credentials: apiKey(service.adsr.apiKey ?? ''), clock });
    expect((await key.merchant(companyId).stores.list()).data.length).toBeGreaterThan(0);
  },

  async 'fewer-stores'() {
    const key = createTillgate({ baseUrl: service.apiUrl, credentials: apiKey(service.adsr.apiKey ?? ''), clock });
    const stores = async (of = companyId) => (await key.merchant(of).stores.list()).data.map((store) => store.id);
    const all = await stores();
    const operations = operationsOn(service);
    const { data: earlier } = await operations.call('access-request.list', { companyId, state: 'PENDING' });
    for (const { accessRequestId } of earlier) await operations.call('access-request.withdraw', { accessRequestId });
    const { facts, id, appId } = await run('fewer-stores');
    expect(await stores()).toEqual([facts.approvedStoreId]);
    await expect(key.merchant(companyId).stores.get(id('otherStoreId'))).rejects.toMatchObject({ status: 404 });
    await operations.call('access-request.revoke', { accessRequestId: id('accessRequestId') });
    await expect(stores()).rejects.toMatchObject({ code: 'partner.company_denied' });
    await operations.call('app.rehearse', { appId: appId as number, kind: 'approval', minutes: 0 });
    expect(await stores()).toEqual(all);
  },

  async 'failing-endpoint'() {
    const appId = await appIdOf(service, service.full);
    await expect(run('failing-endpoint', appId)).rejects.toThrow(/has no enabled webhook endpoint in the sandbox/);
    const { url, received } = await openEndpoint();
    await operationsOn(service).call('webhook.add', { appId, env: 'SANDBOX', url, resources: ['brands'] });
    await run('failing-endpoint', appId);
    const { id } = await tillgate.brands.create({ name: 'Repeated' });
    // The pause before the repetition begins after the endpoint answered, at a time that only the server knows.
    const waitLonger = () => {
      if (received.length > 0) clock.time += 5_000;
      expect(received).toHaveLength(2);
    };
    await vi.waitFor(waitLonger, { timeout: 30_000, interval: 250 });
    const [one, two] = received.map(({ body }) => JSON.parse(body));
    expect(one).toMatchObject({ type: 'changes', data: [{ resource: 'brands', id }] });
    expect(two).toEqual(one);
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
  },

  async 'one-call-left'() {
    const appId = await appIdOf(service, service.full);
    await run('one-call-left', appId);
    clock.time += SOON;
    await tillgate.stores.list({ maxWait: 0 });
    await expect(tillgate.stores.list({ maxWait: 0 })).rejects.toMatchObject({ code: 'partner.rate_limited' });
    await tillgate.stores.list();
    expect(clock.slept.length).toBeGreaterThan(0);
    clock.time += 6 * MINUTE;
    for (const limit of [1, 2, 3]) await tillgate.items.list({ limit, maxWait: 0 });
  },

  async 'region-away'() {
    const appId = await appIdOf(service, service.full);
    await run('region-away', appId);
    clock.time += SOON;
    await expect(tillgate.stores.list({ retries: 0 })).rejects.toMatchObject({ code: 'partner.region_unavailable' });
    clock.time += 6 * MINUTE;
    expect((await tillgate.stores.list({ retries: 0 })).data.length).toBeGreaterThan(0);
  },

  async 'late-answer'() {
    const appId = await appIdOf(service, service.full);
    await run('late-answer', appId);
    clock.time += SOON;
    const write = (options: CallOptions) =>
      tillgate.brands.create({ name: 'Unhurried' }, { retries: 0, idempotencyKey: 'late', ...options });
    await expect(write({ timeout: 1000 })).rejects.toMatchObject({ code: 'client.timeout' });
    clock.time += 6 * MINUTE;
    const brand = await write({});
    expect((await tillgate.brands.list({ search: 'Unhurried' })).data).toMatchObject([{ id: brand.id }]);
  },
};

describe('A client meets the state of the scenario', () => {
  test.each(Object.entries(SEEN))('%s', async (_, observe) => {
    await observe();
  });
});

describe('A scenario', () => {
  test('says what it is and what a good integration does', async () => {
    const { data } = await operationsOn(service).call('scenario.list', {});
    expect(data.map(({ name }: Scenario) => name)).toEqual(SCENARIO_NAMES);
    for (const { name, state, advice } of data)
      expect([name, state.length > 20, advice.length > 20]).toEqual([name, true, true]);
  });

  test('that concerns an app asks which, if there are several', async () => {
    await expect(run('region-away')).rejects.toThrow(
      /^Several apps are of the merchant's organization\. Name one: \d+, /,
    );
    await expect(run('disconnected', 1)).rejects.toThrow(`The app 1 is not connected to merchant ${companyId}.`);
  });

  test('is for sandbox merchants only', async () => {
    const live = service.merchants.find(({ demo }) => !demo)?.companyId as number;
    const input = { scenario: 'old-cursor', companyId: live } as const;
    await expect(operationsOn(service).call('scenario.run', input)).rejects.toThrow(
      `The merchant ${live} is not a sandbox merchant.`,
    );
  });
});

test('All requests together break no rule of the traffic check', async () => {
  expect(await findingsIn(service, service.full)).toEqual([]);
});
