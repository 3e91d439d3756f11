import { afterAll, describe, expect, test, vi } from 'vitest';
import { OPERATOR } from '../../src/directory/actor.ts';
import type { OutputOf } from '../../src/directory/operations.ts';
import { statement } from '../../src/storage/statement.ts';
import type { TrafficRuleName } from '../../src/traffic/rules.ts';
import { TRAFFIC_RULES } from '../../src/traffic/rules.ts';
import { type Caller, json } from '../support/api-caller.ts';
import { controlPlaneOf } from '../support/control-plane.ts';
import { OAuthClient } from '../support/oauth.ts';
import { arrangePurchasing, newOrder } from '../support/purchasing.ts';
import { startService } from '../support/service.ts';

/** The day has begun in UTC but not in New York. */
const NIGHT = Date.parse('2026-03-03T02:15:30.000Z');
const SECOND = 1000;

const service = await startService({ logsRequests: true, now: NIGHT });
afterAll(() => service.stop());
const operator = controlPlaneOf(service).as(OPERATOR, { source: 'test' });

const checkOf = ({ partner: { appId } }: Pick<Caller, 'partner'>) => operator.call('app.check', { appId });

const brokenOf = ({ rules }: OutputOf<'app.check'>): TrafficRuleName[] =>
  rules.filter(({ times }) => times > 0).map(({ name }) => name);

/** The check once it has counted this many requests. Findings are written right after the requests. */
const checked = (caller: Caller, expected: readonly TrafficRuleName[]) =>
  vi.waitFor(
    async () => {
      const check = await checkOf(caller);
      expect(brokenOf(check).sort()).toEqual([...expected].sort());
      return check;
    },
    { timeout: 30_000, interval: 200 },
  );

const inTurn = async (times: number, work: (index: number) => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < times; index += 1) await work(index);
};

async function rehearse(caller: Caller, kind: 'alias' | 'away' | 'late' | 'limit', minutes: number): Promise<void> {
  await operator.call('app.rehearse', { appId: caller.partner.appId, kind, minutes });
  service.advance(31 * SECOND);
}

/** Sends a write and closes the connection before the response, as a client with too short a timeout does. */
const leave = (caller: Caller, path: string, body: object): Promise<unknown> =>
  caller.send('POST', path, { ...json(body), signal: AbortSignal.timeout(1_000) }).catch(() => {});

const STORE_IN_NEW_YORK = statement(
  'stores.insert_in_new_york',
  `insert into region.stores (company_id, id, status, name, code, timezone, currency, entry_date, updated_at)
   values ($1, $2, 1, 'Broadway', 'B', 'America/New_York', 'USD', $3, $3)`,
);

/** How each rule is broken. */
const MISTAKES: { readonly [Name in TrafficRuleName]: (caller: Caller) => Promise<unknown> } = {
  async 'refreshes-in-parallel'(caller) {
    const client = new OAuthClient(service, caller.partner);
    const { refreshToken } = await client.connect(caller.merchant);
    await Promise.all(Array.from({ length: 10 }, () => client.refresh(refreshToken)));
  },
  async 'refresh-token-reused'(caller) {
    const client = new OAuthClient(service, caller.partner);
    const { refreshToken } = await client.connect(caller.merchant);
    await client.refresh(refreshToken);
    service.advance(31 * SECOND);
    await client.refresh(refreshToken);
  },
  'token-for-each-call': (caller) =>
    inTurn(22, async () => {
      await caller.renewToken();
      await caller.get('/brands');
    }),
  async 'retry-in-window'(caller) {
    await rehearse(caller, 'limit', 1);
    await inTurn(5, () => caller.get('/brands'));
  },
  async 'retry-without-backoff'(caller) {
    await rehearse(caller, 'away', 1);
    await inTurn(9, () => caller.get('/brands'));
  },
  async 'write-without-key'(caller) {
    await rehearse(caller, 'late', 1);
    await leave(caller, '/brands', { name: 'Twice' });
    service.advance(61 * SECOND);
    await caller.post('/brands', { name: 'Twice' });
  },
  async 'page-walk'(caller) {
    await inTurn(6, (index) => caller.create('/brands', { name: `Brand ${index}` }));
    const page = (number: number) => caller.get(`/brands?limit=2&sort=name&page=${number}`);
    await inTurn(2, (index) => page(index + 1));
    await caller.create('/brands', { name: 'A brand that comes in between' });
    await inTurn(3, (index) => page(index + 3));
  },
  'polled-list': (caller) =>
    inTurn(12, async (index) => {
      const { headers } = await caller.get('/brands?limit=100');
      await caller.get('/brands?limit=100', { 'If-None-Match': headers.get('etag') ?? '' });
      if (index < 11) service.advance(30 * SECOND);
    }),
  async 'unconditional-poll'(caller) {
    const { id } = await caller.create('/brands', { name: 'Polled' });
    await inTurn(12, async () => {
      await caller.get(`/brands/${id}`);
      service.advance(30 * SECOND);
    });
  },
  async 'unused-lines'(caller) {
    const scene = await arrangePurchasing(service, caller);
    await inTurn(10, () => newOrder(scene));
    const { body } = await caller.get('/purchase-orders?limit=10');
    await inTurn(10, (index) => caller.get(`/purchase-orders/${body.data[index].id}`));
  },
  async 'state-not-checked'(caller) {
    const { appId } = caller.partner;
    const uri = 'https://app.example/callback?tenant=7';
    await operator.call('redirect-uri.add', { appId, uri });
    const { url } = await operator.call('app.forge-callback', { appId });
    const { searchParams } = new URL(url);
    expect(searchParams.get('tenant')).toBe('7');
    const client = new OAuthClient(service, caller.partner);
    expect((await client.exchange(searchParams.get('code') ?? '')).body.code).toBe('oauth.code_invalid');
  },
  async 'base-url-ignored'(caller) {
    await rehearse(caller, 'alias', 20);
    await caller.renewToken();
    expect((await caller.get('/brands')).status).toBe(200);
  },
  async 'other-merchants-token'(caller) {
    const other = await service.newMerchant(caller.partner.organizationId);
    expect(
      (await caller.get(`/reports/daily-sales?companyId=${other.companyId}&from=2026-03-01&to=2026-03-02`)).status,
    ).toBe(403);
  },
  async 'wrong-time-zone'(caller) {
    const merchant = await service.newMerchant(caller.partner.organizationId, 'US');
    await service.arrange(merchant, async (tx) => {
      const id = await tx.newId();
      await tx.query(STORE_IN_NEW_YORK, [id, tx.timestamp]);
    });
    const there = await service.connectTo(caller.partner, merchant);
    await inTurn(3, () => there.get('/reports/daily-sales?from=2026-03-01&to=2026-03-03'));
  },
};

describe('Ready?', () => {
  test('does not hold against an app that a scenario has used its refresh token', { timeout: 120_000 }, async () => {
    const caller = await service.connect();
    const client = new OAuthClient(service, caller.partner);
    const { companyId } = caller.merchant;
    const first = await client.connect(caller.merchant);
    await operator.call('scenario.run', { scenario: 'refresh-reused', companyId });
    expect((await client.refresh(first.refreshToken)).body).toMatchObject({ code: 'oauth.refresh_reused' });
    const second = await client.connect(caller.merchant);
    await client.refresh(second.refreshToken);
    service.advance(31 * SECOND);
    await client.refresh(second.refreshToken);
    const { rules } = await checked(caller, ['refresh-token-reused']);
    expect(rules[0]).toMatchObject({ name: 'refresh-token-reused', times: 1 });
  });

  for (const [name, mistake] of Object.entries(MISTAKES) as [TrafficRuleName, (typeof MISTAKES)[TrafficRuleName]][]) {
    test(`tells an app that breaks the rule ${name}, and of no other rule`, { timeout: 120_000 }, async () => {
      const caller = await service.connect();
      await mistake(caller);
      const check = await checked(caller, [name]);
      expect(check).toMatchObject({ passed: false, days: 7 });
      const [found] = check.rules;
      expect(found).toMatchObject({ name, fix: TRAFFIC_RULES[name].fix });
      expect(found?.requests.length).toBeGreaterThan(0);
      expect(JSON.stringify(found?.requests)).not.toMatch(/forged_|svc_|Twice/);
    });
  }
});
