import { describe, expect, test } from 'vitest';
import { approveAccess } from '../../../src/control/access-requests.ts';
import { OPERATOR } from '../../../src/control/actor.ts';
import { createApiKey } from '../../../src/control/keys.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { type Answer, Caller, send } from '../../support/api-caller.ts';
import { authorizeUrl, newScene } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { auditOf, credentials, newOAuthClient, OAuthClient, outcome } from '../../support/oauth.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';
import { Visitor } from '../../support/web-visitor.ts';

const service = await sharedService();
const operations = controlPlaneOf(service).as(OPERATOR, { source: '192.0.2.7' });

const DENIED = [403, 'partner.company_denied'];
const CLOSED = [400, 'temporarily_unavailable', 'oauth.merchant_closed'];
const REVOKED = [400, 'invalid_grant', 'oauth.grant_revoked'];
const DAY = 24 * 60 * 60_000;

/** Milliseconds after which every process has noticed a change in the directory. */
const KNOWN = 30_001;

const closeAtOnce = ({ companyId }: Merchant) => operations.call('merchant.deactivate', { companyId });
const openAtOnce = ({ companyId }: Merchant) => operations.call('merchant.activate', { companyId });

/** Closes a merchant, and waits until every process knows. */
async function close(merchant: Merchant): Promise<void> {
  await closeAtOnce(merchant);
  service.advance(KNOWN);
}
async function open(merchant: Merchant): Promise<void> {
  await openAtOnce(merchant);
  service.advance(KNOWN);
}

describe('A closed merchant', () => {
  test('is rejected with access tokens issued before, reads, writes and replays alike, until it is reopened', async () => {
    const caller = await service.connect();
    const written = { 'Idempotency-Key': 'before' };
    expect((await caller.post('/brands', { name: 'Before' }, written)).status).toBe(201);
    await close(caller.merchant);
    const answers: Promise<Answer>[] = [
      caller.get('/brands'),
      caller.get('/brands/1'),
      caller.get('/reports/daily-sales?from=2026-03-01&to=2026-03-02'),
      caller.post('/brands', { name: 'After' }),
      caller.post('/brands?dryRun=true', { name: 'After' }),
      caller.post('/brands', { name: 'Before' }, written),
      caller.patch('/brands/1', { name: 'After' }),
    ];
    for (const answer of await Promise.all(answers)) expect(rejectionOf(answer)).toEqual(DENIED);
    await open(caller.merchant);
    const replayed = await caller.post('/brands', { name: 'Before' }, written);
    expect([replayed.status, replayed.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
    expect((await caller.get('/brands')).body.pagination.total).toBe(1);
  });

  test('is rejected by mints, client credentials and API keys at once', async () => {
    const partner = await service.newPartner();
    const { organizationId } = partner;
    const sandbox = await service.newMerchant(organizationId);
    const live = await service.newMerchant(null, 'US', false);
    const storeIds = [await service.newStore(live)];
    const reader = await service.newApp(organizationId, 'ADSR', 'PRODUCTION');
    const { apiKey } = await service.control((tx) => createApiKey(tx, reader.appId, 'PRODUCTION'));
    const { companyId } = live;
    const id = await service.requestAccess({ appId: reader.appId, companyId, storeIds });
    await service.control((tx) => approveAccess(tx, { companyId, id, storeIds }));
    const byKey = () =>
      send(service.apiUrl, 'GET', `/stores?companyId=${companyId}`, { headers: { 'X-API-Key': apiKey } });
    expect((await byKey()).status).toBe(200);
    for (const one of [sandbox, live]) await closeAtOnce(one);
    expect(rejectionOf(await byKey())).toEqual(DENIED);
    await expect(new Caller(service, sandbox, partner).renewToken()).rejects.toThrow('developer.grant_missing');
    const grant = { grant_type: 'client_credentials', merchant_id: sandbox.companyId };
    expect(outcome(await new OAuthClient(service, partner).token(grant))).toEqual([
      400,
      'unauthorized_client',
      'developer.grant_missing',
    ]);
    await openAtOnce(live);
    expect((await byKey()).status).toBe(200);
  });

  test('can neither be chosen nor approved on the consent screen, on a page that was open before too', async () => {
    const { app, merchant, owner } = await newScene(service);
    const visitor = await Visitor.signedIn(service, owner);
    const page = await visitor.open(authorizeUrl(app));
    expect(page.html).toContain(merchant.name);
    await closeAtOnce(merchant);
    for (const answer of [
      await visitor.submit(page, '/oauth/consent/', { decision: 'approve' }),
      await visitor.open(authorizeUrl(app)),
    ])
      expect([answer.status, answer.headers.get('X-Tillgate-Error')]).toEqual([400, 'oauth.company_not_eligible']);
  });
});

describe('A connection of a closed merchant', () => {
  test('is kept: a refresh is rejected for the time being, and succeeds with the same token when it is reopened', async () => {
    const { client, merchant } = await newOAuthClient(service);
    const { refreshToken, accessToken } = await client.connect(merchant);
    await close(merchant);
    for (let n = 0; n < 3; n += 1) expect(outcome(await client.refresh(refreshToken))).toEqual(CLOSED);
    await open(merchant);
    expect(outcome(await client.refresh(refreshToken))).toEqual([200]);
    const headers = { Authorization: `Bearer ${accessToken}` };
    expect((await send(service.apiUrl, 'GET', '/brands', { headers })).status).toBe(200);
  });

  test('says in the language of the request that the merchant is closed', async () => {
    const { client, merchant } = await newOAuthClient(service);
    const { refreshToken } = await client.connect(merchant);
    await close(merchant);
    const body = { ...credentials(client.partner), grant_type: 'refresh_token', refresh_token: refreshToken };
    const said = async (language: string) =>
      (await client.postJson('/oauth/token', body, { 'Accept-Language': language })).body.error_description;
    expect(await said('en')).toBe('The merchant is closed at present. Keep the tokens and try again later.');
    expect(await said('ar')).toMatch(/\p{Script=Arabic}/u);
    expect(await said('hi')).toMatch(/\p{Script=Devanagari}/u);
  });

  test('keeps a code that is exchanged meanwhile', async () => {
    const { client, merchant } = await newOAuthClient(service);
    const code = await client.code(merchant);
    await close(merchant);
    expect(outcome(await client.exchange(code))).toEqual(CLOSED);
    await open(merchant);
    expect(outcome(await client.exchange(code))).toEqual([200]);
  });

  test('still ends by revocation, expiry and reuse', async () => {
    const { client, merchant } = await newOAuthClient(service);
    const [revoked, reused, unused] = [
      await client.connect(merchant),
      await client.connect(merchant),
      await client.connect(merchant),
    ];
    const { refresh_token: second, access_token } = (await client.refresh(reused.refreshToken)).body;
    await send(service.apiUrl, 'GET', '/brands', { headers: { Authorization: `Bearer ${access_token}` } });
    await close(merchant);
    expect((await client.revoke({ token: revoked.refreshToken })).status).toBe(200);
    expect(outcome(await client.refresh(revoked.refreshToken))).toEqual(REVOKED);
    expect(outcome(await client.refresh(second))).toEqual(CLOSED);
    expect(outcome(await client.refresh(reused.refreshToken))).toEqual([400, 'invalid_grant', 'oauth.refresh_reused']);
    expect(outcome(await client.refresh(second))).toEqual(REVOKED);
    expect(await auditOf(service, client.partner.appId)).toContain('refresh.reused');
    service.advance(100 * DAY);
    expect(outcome(await client.refresh(unused.refreshToken))).toEqual([400, 'invalid_grant', 'oauth.refresh_expired']);
  });

  test('is not revoked by the previous token within its grace window', async () => {
    const { client, merchant } = await newOAuthClient(service);
    const { refreshToken } = await client.connect(merchant);
    service.advance(29_000);
    const { refresh_token: current } = (await client.refresh(refreshToken)).body;
    await closeAtOnce(merchant);
    service.advance(1_001);
    expect(outcome(await client.refresh(refreshToken))).toEqual(CLOSED);
    await open(merchant);
    expect(outcome(await client.refresh(current))).toEqual([200]);
  });
});
