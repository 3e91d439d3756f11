import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '../../../src/control/actor.ts';
import { addOperator } from '../../../src/control/organizations.ts';
import { findUser } from '../../../src/control/users.ts';
import { newPerson } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { startService } from '../../support/service.ts';
import { textOf, Visitor } from '../../support/web-visitor.ts';

const DAY = 24 * 60 * 60 * 1000;

const service = await startService({ logsRequests: true });
afterAll(() => service.stop());
const operations = controlPlaneOf(service).as(OPERATOR, { source: 'test' });

const open = (path: string) => fetch(service.webUrl + path);

describe('A statement about the traffic of an app', () => {
  test('needs a hundred requests without a finding, and is signed by the service for 90 days', async () => {
    const caller = await service.connect();
    const { appId } = caller.partner;
    const path = `/statements/${appId}`;
    await expect(operations.call('app.attest', { appId })).rejects.toThrow(/has sent \d+ requests; a statement needs/);
    expect([(await open(path)).status, (await open(`${path}/badge.svg`)).status]).toEqual([404, 200]);
    for (let index = 0; index < 100; index += 1) await caller.get(`/brands?limit=${index + 1}`);
    await service.flushRequests();
    expect(await operations.call('app.attest', { appId })).toMatchObject({ page: service.webUrl + path });
    expect(await (await open(path)).text()).toContain('found no broken rule in 101 requests of this app');
    expect(await (await open(`${path}/badge.svg`)).text()).toContain('traffic checked 2026-03-02');
    const jwt = await (await open(`${path}/statement.jwt`)).text();
    const jwks = (await (await fetch(`${service.apiUrl}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    const keys = createLocalJWKSet(jwks);
    const { payload, protectedHeader } = await jwtVerify(jwt, keys, {
      issuer: service.apiUrl,
      audience: 'tillgate-traffic+jwt',
      typ: 'tillgate-traffic+jwt',
      currentDate: new Date(service.clock()),
    });
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
    expect(payload).toMatchObject({ sub: String(appId), app: { id: appId }, requests: 101, days: 30, broken: [] });
    expect((payload.exp as number) - (payload.iat as number)).toBe((90 * DAY) / 1000);
    expect(payload.rules).toContain('polled-list');
    // Its trial has not been made.
    expect(payload.rules).not.toContain('state-not-checked');
    const asToken = await fetch(`${service.apiUrl}/brands`, { headers: { Authorization: `Bearer ${jwt}` } });
    expect(asToken.status).toBe(401);
    service.advance(91 * DAY);
    expect((await open(path)).status).toBe(404);
    expect(await (await open(`${path}/badge.svg`)).text()).toContain('no valid check');
  });

  test('is refused after a finding, which a submission shows to the operator', async () => {
    const caller = await service.connect();
    const { appId } = caller.partner;
    await caller.get('/reports/daily-sales?companyId=1&from=2026-03-01&to=2026-03-02');
    await service.flushRequests();
    await expect(operations.call('app.attest', { appId })).rejects.toThrow('broke rules: other-merchants-token');
    await operations.call('app.submit', { appId });
    expect((await operations.call('app.show', { appId })).submittedCheck).toMatchObject({
      requests: 2,
      broken: [{ name: 'other-merchants-token', times: 1 }],
    });
    const login = await newPerson(service, []);
    await service.control(async (tx) => addOperator(tx, (await findUser(tx, login.email))?.id ?? 0));
    const operator = await Visitor.signedIn(service, login);
    const { html } = await operator.open(`/operator/apps/${appId}`);
    expect(textOf(html)).toMatch(/Traffic 2 requests from .*once A token is used for its own merchant only\./s);
  });
});
