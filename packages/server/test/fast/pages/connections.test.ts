import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { archiveApp } from '../../../src/control/apps.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { instantText } from '../../../src/pages/kit/instants.ts';
import { DEFAULT_LANGUAGE } from '../../../src/pages/languages/languages.ts';
import { authorizeUrl, newOwner, newPerson, newScene } from '../../support/consent.ts';
import { OAuthClient } from '../../support/oauth.ts';
import { type Partner, startService } from '../../support/service.ts';
import { type Login, says, Visitor } from '../../support/web-visitor.ts';

const DAY = 24 * 60 * 60 * 1000;

let app: Partner;
let merchant: Merchant;
let owner: Login;
let visitor: Visitor;
let client: OAuthClient;

const service = await startService({ logsRequests: true });
afterAll(() => service.stop());
beforeEach(async () => {
  ({ app, merchant, owner } = await newScene(service));
  visitor = await Visitor.signedIn(service, owner);
  client = new OAuthClient(service, app);
});

const disconnectPath = () => `/connections/${app.appId}/disconnect?company=${merchant.companyId}`;

describe('GET /connections', () => {
  test('shows that nothing is connected, also before a code is exchanged', async () => {
    await visitor.approve(authorizeUrl(app));
    expect((await visitor.open('/connections')).text).toContain('No app is connected');
  });

  test('shows the app, its organization, environment, start, last use and permissions', async () => {
    const { refreshToken } = await client.connect(merchant);
    service.advance(2 * DAY);
    expect((await client.refresh(refreshToken)).status).toBe(200);
    const { text } = await (await Visitor.signedIn(service, owner)).open('/connections');
    const instant = (at: number) => instantText(DEFAULT_LANGUAGE, at);
    for (const shown of [
      'FULL app',
      'by Northwind Apps Sandbox',
      `Connected since${instant(service.clock() - 2 * DAY)}`,
      `Last used${instant(service.clock())}`,
      'your items and prices',
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain('No app is connected');
  });

  test('shows owners what the app did lately, by area, and employees nothing of it', async () => {
    await client.connect(merchant);
    const title = 'What it did in the last 30 days';
    expect((await visitor.open('/connections')).text).toContain(`${title}It has not used its access`);
    const caller = await service.connectTo(app, merchant);
    await caller.get('/brands');
    await caller.post('/brands', { name: 'Own' });
    await caller.post('/brands', {});
    const counts = () => visitor.open('/connections').then(({ html }) => /"row">Brands<\/th>(.*)/.exec(html)?.[1]);
    await expect.poll(counts).toBe('<td class="number">1</td>'.repeat(3));
    const employee = await Visitor.signedIn(service, await newPerson(service, [[merchant, 'employee']]));
    const { text } = await employee.open('/connections');
    expect(text).toContain('Only the owner can disconnect apps.');
    expect(text).not.toContain(title);
  });

  test('does not show a connection that the app ended, that expired, or whose app is archived', async () => {
    const shown = async () =>
      (await (await Visitor.signedIn(service, owner)).open('/connections')).text.includes('FULL app');
    for (const end of [
      (token: string) => client.revoke({ token }),
      async () => service.advance(100 * DAY),
      () => service.control((tx) => archiveApp(tx, app.appId)),
    ]) {
      const { refreshToken } = await client.connect(merchant);
      expect(await shown()).toBe(true);
      await end(refreshToken);
      expect(await shown()).toBe(false);
    }
  });

  test('shows each company to the owner of several, and returns to the one viewed last', async () => {
    const second = await service.newMerchant(app.organizationId, 'AE');
    const rename = `update control.merchants set name = 'Desert Rose' where company_id = $1`;
    await service.databases.control.query(rename, [second.companyId]);
    visitor = await Visitor.signedIn(service, await newOwner(service, merchant, second));
    await client.connect(second);
    const { html, text } = await visitor.open(`/connections?company=${second.companyId}`);
    expect(html).toContain(`<option value="${second.companyId}" selected>Desert Rose</option>`);
    expect(text).toContain('These apps can work with the data of Desert Rose.');
    expect((await visitor.open(`/connections?company=${merchant.companyId}`)).text).toContain('No app is connected');
    expect(html).toContain(`href="/access-requests?company=${second.companyId}"`);
    expect(html).toContain(`class="brand" href="/?company=${second.companyId}"`);
    expect((await visitor.open(`/?company=${second.companyId}`)).path).toBe(`/connections?company=${second.companyId}`);
    expect((await visitor.open('/?company=//evil.example')).path).toBe('/connections');
  });

  test('does not exist for an unknown company, and explains itself to a user without one', async () => {
    for (const id of ['1', 'x', '', '0', '99999999999999999999', '1 or 1=1', '\0'])
      expect((await visitor.open(`/connections?company=${encodeURIComponent(id)}`)).status, id).toBe(404);
    const person = await Visitor.signedIn(service, await newPerson(service));
    expect(await person.open('/connections')).toMatchObject(says(403, 'No company yet'));
  });

  test('does not show the name of an app that was never connected', async () => {
    const { app: stranger } = await newScene(service);
    expect((await visitor.open(`/connections?ended=${stranger.appId}`)).text).not.toContain('is disconnected');
  });
});

test('A disconnect is confirmed, and leaves one audit entry however often it is sent', async () => {
  await client.connect(merchant);
  const page = await visitor.open(disconnectPath());
  expect(page.text).toContain(
    'From now on FULL app cannot renew its access to the data of Harbour Coffee. Access that it already has ends within 15 minutes.',
  );
  const answers = await Promise.all([1, 2, 3].map(() => visitor.submit(page, '/connections/')));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 303]);
  const { rows } = await service.databases.control.query(
    `select company_id, user_id is not null as known from control.audit_log where event = 'connection.ended' and app_id = $1`,
    [app.appId],
  );
  expect(rows).toEqual([{ company_id: merchant.companyId, known: true }]);
});

test('An owner ends connections of their own company only', async () => {
  const second = await service.newMerchant(app.organizationId);
  await Promise.all([client.connect(merchant), client.connect(second)]);
  const roles = [[merchant, 'employee'] as const, [second, 'owner'] as const];
  const person = await Visitor.signedIn(service, await newPerson(service, roles));
  expect((await person.open(`/connections?company=${merchant.companyId}`)).html).not.toContain('/disconnect');
  const action = `/connections/${app.appId}/disconnect?company=${second.companyId}`;
  const fields = { token: await person.token() };
  expect((await person.open(`/connections?company=${second.companyId}`)).html).toContain(action);
  expect((await person.post(disconnectPath(), fields)).status).toBe(403);
  expect((await person.post(action, fields)).status).toBe(303);
});
