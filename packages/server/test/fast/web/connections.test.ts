import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { archiveApp } from '../../../src/directory/apps/apps.ts';
import type { Merchant } from '../../../src/directory/merchants/merchants.ts';
import { instantText } from '../../../src/web/kit/page/instants.ts';
import { DEFAULT_LANGUAGE } from '../../../src/web/languages/languages.ts';
import { send } from '../../support/api-caller.ts';
import { authorizeUrl, newOwner, newPerson, newScene } from '../../support/consent.ts';
import { CALLBACK } from '../../support/oauth.ts';
import { type Partner, startService } from '../../support/service.ts';
import { formOf, type Login, textOf, Visitor } from '../../support/web-visitor.ts';

const DAY = 24 * 60 * 60 * 1000;

let app: Partner;
let merchant: Merchant;
let owner: Login;
let visitor: Visitor;

const service = await startService({ logsRequests: true });
afterAll(() => service.stop());
beforeEach(async () => {
  ({ app, merchant, owner } = await newScene(service));
  visitor = await Visitor.signedIn(service, owner);
});

const sql = async (text: string, values: unknown[] = []) => (await service.databases.control.query(text, values)).rows;

function token(fields: Record<string, string>) {
  const body = new URLSearchParams({ ...fields, client_id: app.clientId, client_secret: app.clientSecret });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return send(service.apiUrl, 'POST', '/oauth/token', { body, headers });
}

const refresh = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken });

/** Connects the app and exchanges its code. */
async function connect(companyId?: number) {
  const code = (await visitor.approve(authorizeUrl(app), companyId)).searchParams.get('code') as string;
  return (await token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })).body;
}

const disconnectPath = () => `/connections/${app.appId}/disconnect?company=${merchant.companyId}`;

describe('GET /connections', () => {
  test('shows that nothing is connected, also before a code is exchanged', async () => {
    await visitor.approve(authorizeUrl(app));
    expect(textOf((await visitor.open('/connections')).html)).toContain('No app is connected');
  });

  test('shows the app, its organization, environment, start, last use and permissions', async () => {
    const { refresh_token } = await connect();
    service.advance(2 * DAY);
    expect((await refresh(refresh_token)).status).toBe(200);
    visitor = await Visitor.signedIn(service, owner);
    const text = textOf((await visitor.open('/connections')).html);
    expect(text).toContain('FULL app');
    expect(text).toContain('by Northwind Apps Sandbox');
    const instant = (at: number) => instantText(DEFAULT_LANGUAGE, at);
    expect(text).toContain(`Connected since${instant(service.clock() - 2 * DAY)}`);
    expect(text).toContain(`Last used${instant(service.clock())}`);
    expect(text).toContain('your items and prices');
    expect(text).not.toContain('No app is connected');
  });

  test('shows owners what the app did lately, by area, and employees nothing of it', async () => {
    await connect();
    const title = 'What it did in the last 30 days';
    expect(textOf((await visitor.open('/connections')).html)).toContain(`${title}It has not used its access`);
    const caller = await service.connectTo(app, merchant);
    await caller.get('/brands');
    await caller.post('/brands', { name: 'Own' });
    await caller.post('/brands', {});
    const counts = () => visitor.open('/connections').then(({ html }) => /"row">Brands<\/th>(.*)/.exec(html)?.[1]);
    await expect.poll(counts, { timeout: 30_000 }).toBe('<td class="number">1</td>'.repeat(3));
    const employee = await Visitor.signedIn(service, await newPerson(service, [[merchant, 'employee']]));
    expect((await employee.open('/connections')).html).not.toContain(title);
  });

  test('does not show a connection that the app ended, that expired, or whose app is archived', async () => {
    const first = await connect();
    const shown = async () =>
      textOf((await (await Visitor.signedIn(service, owner)).open('/connections')).html).includes('FULL app');
    const body = new URLSearchParams({
      token: first.refresh_token,
      client_id: app.clientId,
      client_secret: app.clientSecret,
    });
    await send(service.apiUrl, 'POST', '/oauth/revoke', {
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(await shown()).toBe(false);
    visitor = await Visitor.signedIn(service, owner);
    await connect();
    expect(await shown()).toBe(true);
    service.advance(100 * DAY);
    expect(await shown()).toBe(false);
    visitor = await Visitor.signedIn(service, owner);
    await connect();
    await service.control((tx) => archiveApp(tx, app.appId));
    expect(await shown()).toBe(false);
  });

  test('shows each company to the owner of several', async () => {
    const other = await service.newMerchant(app.organizationId, 'AE');
    await sql(`update control.merchants set name = 'Desert Rose' where company_id = $1`, [other.companyId]);
    visitor = await Visitor.signedIn(service, await newOwner(service, merchant, other));
    await connect(other.companyId);
    const page = await visitor.open(`/connections?company=${other.companyId}`);
    expect(page.html).toContain(`<option value="${other.companyId}" selected>Desert Rose</option>`);
    expect(textOf(page.html)).toContain('These apps can work with the data of Desert Rose.');
    expect(textOf((await visitor.open(`/connections?company=${merchant.companyId}`)).html)).toContain(
      'No app is connected',
    );
    expect(page.html).toContain(`href="/access-requests?company=${other.companyId}"`);
  });

  test.each(['1', 'x', '', '0', '99999999999999999999', '1 or 1=1', '\0'])(
    'does not exist for the company %j',
    async (id) => {
      expect((await visitor.open(`/connections?company=${encodeURIComponent(id)}`)).status).toBe(404);
    },
  );

  test('explains itself to a user without a company', async () => {
    const person = await Visitor.signedIn(service, await newPerson(service, []));
    const page = await person.open('/connections');
    expect([page.status, textOf(page.html)]).toEqual([403, expect.stringContaining('No company yet')]);
  });
});

describe('An owner who disconnects an app', () => {
  test('is asked for confirmation first', async () => {
    await connect();
    const page = await visitor.open(disconnectPath());
    expect(textOf(page.html)).toContain(
      'From now on FULL app cannot renew its access to the data of Harbour Coffee. Access that it already has ends within 15 minutes.',
    );
    expect(
      await sql('select 1 from control.token_families where revoked_at is null and app_id = $1', [app.appId]),
    ).toHaveLength(1);
  });

  test('leaves one audit entry', async () => {
    await connect();
    const page = await visitor.open(disconnectPath());
    const answers = await Promise.all([1, 2, 3].map(() => visitor.submit(page, '/connections/')));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
    const rows = await sql(
      `select company_id, user_id is not null as known from control.audit_log where event = 'connection.ended' and app_id = $1`,
      [app.appId],
    );
    expect(rows).toEqual([{ company_id: merchant.companyId, known: true }]);
  });

  test("needs the session’s token and the host's own origin", async () => {
    const { refresh_token } = await connect();
    expect((await visitor.post(disconnectPath(), {})).status).toBe(403);
    const page = await visitor.open(disconnectPath());
    const [, secret = ''] = /name="token" value="([^"]+)"/.exec(page.html) ?? [];
    expect((await visitor.post(disconnectPath(), { token: secret }, { Origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test.each(['0', '1', 'x', '99999999999999999999', '-1', '1e3'])('finds no app %s', async (id) => {
    expect((await visitor.open(`/connections/${id}/disconnect`)).status).toBe(404);
  });

  test('does not see the name of an app that was never connected', async () => {
    const { app: stranger } = await newScene(service);
    expect((await visitor.open(`/connections?ended=${stranger.appId}`)).html).not.toContain('is disconnected');
  });
});

describe('A user of several companies', () => {
  let second: Merchant;

  beforeEach(async () => {
    second = await service.newMerchant(app.organizationId);
  });

  test('who owns one and is an employee of the other has each role in its own company only', async () => {
    await connect();
    visitor = await Visitor.signedIn(service, await newOwner(service, second));
    await connect();
    visitor = await Visitor.signedIn(
      service,
      await newPerson(service, [
        [merchant, 'employee'],
        [second, 'owner'],
      ]),
    );
    expect((await connect()).merchant_id).toBe(second.companyId);
    const [employed, owned] = await Promise.all(
      [merchant, second].map(({ companyId }) => visitor.open(`/connections?company=${companyId}`)),
    );
    expect(employed?.html).not.toContain('/disconnect');
    expect(textOf(employed?.html ?? '')).toContain('Only the owner can disconnect apps.');
    expect((await visitor.open(disconnectPath())).status).toBe(403);
    const action = `/connections/${app.appId}/disconnect?company=${second.companyId}`;
    expect(owned?.html).toContain(action);
    const { hidden } = formOf((await visitor.open(action)).html, '/connections/');
    expect((await visitor.post(disconnectPath(), hidden)).status).toBe(403);
    expect((await visitor.post(action, hidden)).status).toBe(303);
  });

  test('returns through the start page to the company last viewed', async () => {
    visitor = await Visitor.signedIn(service, await newOwner(service, merchant, second));
    const page = await visitor.open(`/access-requests?company=${second.companyId}`);
    expect(page.html).toContain(`class="brand" href="/?company=${second.companyId}"`);
    expect((await visitor.open(`/?company=${second.companyId}`)).path).toBe(`/connections?company=${second.companyId}`);
    expect((await visitor.open('/?company=//evil.example')).path).toBe('/connections');
  });
});
