import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/directory/apps/api-keys.ts';
import { createApp } from '../../../src/directory/apps/apps.ts';
import { addDeveloper } from '../../../src/directory/people/staff.ts';
import { findUser } from '../../../src/directory/people/users.ts';
import { consoleRoutes } from '../../../src/web/console/console-routes.ts';
import type { WebDependencies } from '../../../src/web/kit/dependencies.ts';
import { problemsOn } from '../../../src/web/kit/form/fields.ts';
import { newPerson } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { developerOf } from '../../support/developer.ts';
import { type Partner, type Service, startService } from '../../support/service.ts';
import { type Answer, formOf, textOf, Visitor } from '../../support/web-visitor.ts';

const HOUR = 60 * 60 * 1000;

let service: Service;
let mine: Partner;
let visitor: Visitor;

beforeAll(async () => {
  service = await startService();
  mine = await service.newPartner();
  visitor = await developerOf(service, mine.organizationId);
});
afterAll(() => service?.stop());

/** Sends a form and follows the redirect to the next page. */
async function send(path: string, action: string, fields: Record<string, string> = {}, by = visitor): Promise<Answer> {
  const answer = await by.submit(await by.open(path), action, fields);
  return answer.status === 303 ? by.open(answer.location ?? '') : answer;
}

const secretsIn = ({ html }: Answer): string[] =>
  [...html.matchAll(/<code data-copy>([^<]*)<\/code>/g)]
    .map(([, text = '']) => text)
    .filter((text) => /svc_(sk|ak)_/.test(text));

const mint = (clientId: string, clientSecret: string, companyId: number): Promise<Response> =>
  fetch(`${service.apiUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, merchant_id: String(companyId) }),
  });

const newApp = async (name: string, product = 'FULL'): Promise<{ path: string; page: Answer }> => {
  const page = await send('/console/apps/new', '/console/apps/new', { name, product });
  return { path: page.path, page };
};

describe('A developer', () => {
  test('registers an app, whose secret is shown once', async () => {
    const { path, page } = await newApp('Till & Co <Sync>');
    expect(textOf(page.html)).toContain('Till & Co <Sync> is ready for the sandbox.');
    expect(secretsIn(page)).toHaveLength(1);
    const again = await visitor.open(path);
    expect(again.html).not.toContain('svc_sk_sb_');
    expect(visitor.cookies.has('tillgate-flash')).toBe(false);
  });

  test('gets an API key with an ADSR app', async () => {
    const { page } = await newApp('Reports', 'ADSR');
    expect(secretsIn(page).map((secret) => secret.slice(0, 9))).toEqual(['svc_sk_sb', 'svc_ak_sb']);
  });

  test('reads what is wrong next to the field, and finds what was typed', async () => {
    const page = await send('/console/apps/new', '/console/apps/new', { name: '\u202eevil', product: 'ADSR' });
    expect(page.status).toBe(400);
    expect(page.html).toContain('<p class="wrong" id="name-problem">');
    expect(page.html).toMatch(/<title>Error: New app · .*autofocus.*<li><a href="#name">The name of an app must not/s);
    expect(textOf(page.html)).toContain('must not contain control characters or bidirectional overrides.');
    expect(page.html).toContain('value="\u202eevil"');
    expect(page.html).toMatch(/<option value="ADSR" selected>/);
  });

  test('registers redirect URIs by their rules, up to five', async () => {
    const { path } = await newApp('Redirects');
    const add = async (uri: string) => {
      const { hidden } = formOf((await visitor.open(path)).html, `${path}/redirect-uris`);
      const answer = await visitor.post(`${path}/redirect-uris`, { ...hidden, uri });
      return answer.status === 303 ? visitor.open(path) : answer;
    };
    const refused = await add('http://app.example/callback#here');
    expect(refused.status).toBe(400);
    expect(textOf(refused.html)).toContain('The redirect URI must not have a fragment.');
    for (let i = 1; i <= 4; i += 1) await add(`https://app.example/${i}`);
    expect((await add('https://app.example/5?a=<b>')).status).toBe(400);
    const fifth = await add('https://app.example/5');
    expect(fifth.html).not.toContain('Add a redirect URI');
    const question = `${path}/redirect-uris/remove?${new URLSearchParams({ uri: 'https://app.example/1' })}`;
    expect((await visitor.open(path)).html).toContain(`href="${question}"`);
    expect(textOf((await visitor.open(question)).html)).toContain('https://app.example/1');
    expect((await visitor.open(`${path}/redirect-uris/remove?uri=https://app.example/9`)).status).toBe(404);
    const fewer = await send(question, `${path}/redirect-uris/remove`);
    expect(fewer.html).not.toContain('<code>https://app.example/1</code>');
    expect(fewer.html).toContain('Add a redirect URI');
  });

  test('rotates a secret: the old one works for another 24 hours', async () => {
    const { companyId } = await service.newMerchant(mine.organizationId);
    const path = `/console/apps/${mine.appId}`;
    const rotate = `${path}/credentials/${mine.clientId}/rotate`;
    expect((await visitor.open(`${path}/credentials`)).html).not.toContain(`action="${rotate}"`);
    expect(textOf((await visitor.open(rotate)).html)).toContain('The present one stops working after 24 hours');
    const page = await send(rotate, rotate);
    const [secret = ''] = secretsIn(page);
    expect(textOf(page.html)).toContain('The previous secret works for another 24 h 0 min');
    expect((await mint(mine.clientId, mine.clientSecret, companyId)).status).toBe(200);
    expect((await mint(mine.clientId, secret, companyId)).status).toBe(200);
    service.advance(24 * HOUR);
    visitor = await developerOf(service, mine.organizationId);
    expect((await mint(mine.clientId, mine.clientSecret, companyId)).status).toBe(401);
    expect((await visitor.open(`${path}/credentials`)).html).not.toContain('The previous secret');
  });

  test('limits a credential to addresses, and revokes it after a question', async () => {
    const { path, page } = await newApp('Guarded');
    const clientId = /svc_app_sb_\w+/.exec(page.html)?.[0] ?? '';
    const credential = `${path}/credentials/${clientId}`;
    const refused = await send(`${credential}/edit`, credential, { allowedIps: '192.0.2.1\nnowhere' });
    expect(textOf(refused.html)).toContain('nowhere is neither an IP address nor a CIDR range.');
    expect(refused.html).toContain('192.0.2.1\nnowhere</textarea>');
    const limited = await send(`${credential}/edit`, credential, { allowedIps: '192.0.2.1\r\n192.0.2.0/24' });
    expect(textOf(limited.html)).toContain('works from 192.0.2.1, 192.0.2.0/24');
    const revoked = await send(`${credential}/revoke`, credential);
    expect(textOf(revoked.html)).toContain('Revoked or expired (1)');
    expect((await visitor.open(`${credential}/revoke`)).status).toBe(404);
  });

  test('names a credential, sees who made it and when it was last used, and lets it expire', async () => {
    const { companyId } = await service.newMerchant(mine.organizationId);
    const { path } = await newApp('Named');
    const made = await send(`${path}/credentials`, `${path}/credentials/new`, {
      name: 'Shop <server>',
      env: 'SANDBOX',
    });
    const [secret = ''] = secretsIn(made);
    const row = /<strong><bdi>Shop &lt;server&gt;<\/bdi><\/strong>.*?<\/li>/s;
    const [shown = ''] = row.exec(made.html) ?? [];
    expect(textOf(shown)).toMatch(/Made .* by .* never used · works from any address/);
    const [clientId = ''] = /svc_app_sb_\w+/.exec(shown) ?? [];
    expect((await mint(clientId, secret, companyId)).status).toBe(200);
    const day = new Date(service.clock() + 48 * HOUR).toISOString().slice(0, 10);
    const edit = `${path}/credentials/${clientId}/edit`;
    expect(textOf((await send(edit, edit, { expiresAt: '2020-01-01' })).html)).toContain('must expire in the future');
    const saved = row.exec((await send(edit, edit, { name: 'Shop <server>', expiresAt: day })).html)?.[0] ?? '';
    expect(textOf(saved)).toMatch(/last used .* · Expires /);
    service.advance(48 * HOUR);
    expect((await mint(clientId, secret, companyId)).status).toBe(401);
    visitor = await developerOf(service, mine.organizationId);
    const after = await visitor.open(`${path}/credentials`);
    expect(textOf(after.html)).toMatch(/Revoked or expired \(1\).*Expired/);
  });

  test('finds apps, merchants, error codes, operations and guides of the organization alone', async () => {
    const { path } = await newApp('Lighthouse');
    const merchant = await service.newMerchant(mine.organizationId);
    const other = await service.newPartner();
    const find = async (query: string) =>
      (await visitor.open(`/console/search?${new URLSearchParams({ q: query })}`)).html;
    expect(await find('lightHOUSE')).toContain(`<a href="${path}">`);
    expect(await find(String(merchant.companyId))).toContain(`href="/console/merchants/${merchant.companyId}"`);
    expect(await find(String(other.appId))).not.toContain(`/console/apps/${other.appId}`);
    expect(await find('rate_limited')).toMatch(/Error codes.*errors#partnerrate_limited/s);
    expect(await find('listitems')).toMatch(/Operations.*GET\/items/s);
    expect(await find('grace refresh')).toMatch(/Guides.*guides\/scenarios/s);
    expect(textOf(await find('<b>nowhere'))).toContain('Nothing found for <b>nowhere.');
  });

  test('describes an app, and submits it for review', async () => {
    const { path } = await newApp('Described');
    const profile = { name: 'Described', description: 'Two\r\nlines', website: 'http://a.example', privacyPolicy: '' };
    const refused = await send(`${path}/settings`, `${path}/settings`, profile);
    expect(textOf(refused.html)).toContain('The address of a page must begin with https://');
    await send(`${path}/settings`, `${path}/settings`, { ...profile, website: 'https://a.example' });
    expect((await visitor.open(`${path}/settings`)).html).toContain('value="https://a.example/"');
    const submitted = await send(path, `${path}/submit`);
    expect(textOf(submitted.html)).toContain('The app is submitted for review.');
    const archived = await send(`${path}/archive`, `${path}/archive`);
    expect(textOf(archived.html)).toContain('Its credentials no longer work');
  });

  test('creates a sandbox merchant with stores and a login, and calls the API by the button', async () => {
    const page = await send('/console/merchants/new', '/console/merchants/new', { name: 'Trial', region: 'IN' });
    expect(textOf(page.html)).toMatch(/Trial is ready, with company id \d+\..*India.*INR.*Main Street/);
    expect(page.html).toContain(`/console/apps/${mine.appId}/settings#consent`);
    const companyId = /\/console\/merchants\/(\d+)/.exec(page.path)?.[1] ?? '';
    const withLogin = await send(page.path, `${page.path}/people`, { role: 'owner' });
    expect(textOf(withLogin.html)).toContain('Copy this now. It is not shown again.');
    const path = `/console/apps/${mine.appId}/first-call`;
    const answer = await visitor.submit(await visitor.open(path), path, { company: companyId, call: 'stores' });
    expect(textOf(answer.html)).toMatch(/200 OK in \d+ ms.*x-correlation-id.*"code": "MAIN"/);
    const token = /TOKEN=&#39;([^&]+)&#39;/.exec(answer.html)?.[1];
    const stores = await fetch(`${service.apiUrl}/stores`, { headers: { Authorization: `Bearer ${token}` } });
    expect(stores.status).toBe(200);
    expect((await visitor.open(path)).html).not.toContain('eyJ');
  });

  test('checks the traffic of an app, and lets a developer try its callback and its base URL', async () => {
    const path = `/console/apps/${mine.appId}/ready`;
    expect(textOf((await visitor.open(path)).html)).toMatch(/One refresh at a time for each merchant\./);
    const uri = 'https://app.example/callback';
    await send(`/console/apps/${mine.appId}`, `/console/apps/${mine.appId}/redirect-uris`, { uri });
    const forged = await send(path, `${path}/forge`, { uri });
    expect(forged.html).toMatch(
      /href="https:\/\/app\.example\/callback\?code=forged_[\w-]{32}&amp;state=[\w-]{32}&amp;/,
    );
    const started = await send(path, `${path}/alias`, {});
    expect(textOf(started.html)).toMatch(/new sandbox tokens name the API by its alias.*Last tried.*Last tried/s);
  });

  test('sells at the till of a sandbox merchant, takes a payment later, refunds and voids', async () => {
    const made = await send('/console/merchants/new', '/console/merchants/new', { name: 'Till', region: 'UK' });
    const path = `${made.path}/till`;
    const page = await visitor.open(path);
    const [first = '', second = ''] = [...page.html.matchAll(/name="(quantity:\d+)"/g)].map(([, name = '']) => name);
    const sold = await send(path, path, { [first]: '2', action: 'sell' });
    expect(textOf(sold.html)).toMatch(/Sold (T\d+) for [\d.]+ GBP\..* \1 Sale /s);
    const opened = await send(path, path, { [second]: '1', action: 'open', channel: 'dineIn' });
    expect(textOf(opened.html)).toMatch(/Order (T\d+) of [\d.]+ GBP is open\..* \1 Open order /s);
    const wrong = await send(path, path, { [first]: 'x', action: 'sell' });
    expect([wrong.status, textOf(wrong.html)]).toEqual([400, expect.stringContaining('"x" is not a quantity')]);
    expect(wrong.html).toContain(`name="${first}" value="x"`);
    const own = (text: string) =>
      new RegExp(`value="(till-\\d+)" />\\s*<button[^>]*>${text}`).exec(opened.html)?.[1] ?? '';
    const [order, sale] = [own('Take payment'), own('Refund')];
    const paid = await send(path, `${path}/pay`, { receipt: order, payment: 'cash' });
    expect(textOf(paid.html)).toMatch(/Took [\d.]+ GBP\. The order is closed\./);
    expect(textOf((await send(path, `${path}/refund`, { receipt: sale })).html)).toMatch(/Refunded [\d.]+ GBP\./);
    const refused = await send(path, `${path}/void`, { receipt: sale });
    expect([refused.status, textOf(refused.html)]).toEqual([400, expect.stringContaining('void the refunds first')]);
    expect(textOf((await send(path, `${path}/void`, { receipt: order })).html)).toContain('The receipt is voided.');
    const day = { soldDay: '2026-02-25', seed: '5' };
    expect(textOf((await send(path, `${path}/day`, day)).html)).toMatch(/Sold \d+ receipts on 2026-02-25/);
  });

  test('sees who changed what of the organization, without what apps do by themselves', async () => {
    const { path } = await newApp('Watched');
    const page = textOf((await visitor.open('/console/organization/activity')).html);
    expect(page).toMatch(/App: createdWatchedOlivia Ownername: Watched, product: FULL/);
    const appId = Number(path.split('/').at(-1));
    await service.control(async (tx) => {
      const subject = { organizationId: mine.organizationId, appId };
      await tx.audit('refresh.rotated', subject);
      await tx.audit('refresh.reused', subject);
    });
    const later = textOf((await visitor.open('/console/organization/activity')).html);
    expect(later).toMatch(/Refresh: reusedWatched–/);
    expect(later).not.toContain('Refresh: rotated');
  });

  test("sees a sandbox merchant's records as an app does, follows them, and changes and creates some", async () => {
    const made = await send('/console/merchants/new', '/console/merchants/new', { name: 'Records', region: 'UK' });
    const path = `${made.path}/records`;
    const { appId } = await service.newApp(mine.organizationId, 'FULL', 'SANDBOX', 'Reader');
    const see = async (target: string, query: Record<string, string> = {}) =>
      visitor.open(`${path}?${new URLSearchParams({ app: String(appId), path: target, ...query })}`);
    expect(textOf((await see('/stores')).html)).toMatch(/200 OK in \d+ ms.*Europe\/London/s);
    const items = await see('/items', { limit: '2', sort: 'name' });
    expect(items.html).toContain(`items.list({ limit: 2, sort: &#39;name&#39; })`);
    expect(textOf(items.html)).toMatch(/Next page/);
    const [, link = ''] = /href="([^"]*path=%2Fitems%2F\d+)"/.exec(items.html) ?? [];
    const item = await visitor.open(link.replaceAll('&amp;', '&'));
    expect(textOf(item.html)).toMatch(/200 OK/);
    const save = (changed: Record<string, string>) => send(item.path, `${path}/save`, changed);
    expect(textOf((await save({ 'set-lowStockLevel': '7' })).html)).toMatch(/Saved lowStockLevel\..*lowStockLevel7/s);
    const refused = await save({ 'set-price': '-1', 'set-variants': '[' });
    expect([refused.status, problemsOn(refused.html)]).toEqual([
      400,
      [{ id: 'set-variants', text: 'variants: must be JSON' }],
    ]);
    const negative = await save({ 'set-price': '-1', 'set-name': 'Kept' });
    expect(problemsOn(negative.html)).toEqual([
      { id: 'set-price', text: expect.stringMatching(/^price: must be a decimal string/) },
    ]);
    expect(negative.html).toContain('value="Kept"');
    const stale = await visitor.submit(item, `${path}/save`, { 'set-lowStockLevel': '8' });
    const again = await visitor.submit(stale, `${path}/save`, { 'set-lowStockLevel': '8' });
    for (const { status, html } of [stale, again])
      expect([status, problemsOn(html)]).toEqual([
        400,
        [{ id: 'form-problem', text: expect.stringMatching(/version/) }],
      ]);
    expect(textOf((await save({})).html)).toContain('Nothing has changed.');
    const list = (await see('/categories')).path;
    const create = (fields: Record<string, string>) => send(list, `${path}/create`, fields);
    const created = await create({ 'set-name': 'Brunch', 'set-sortOrder': '3', 'set-parentId': '' });
    expect(textOf(created.html)).toMatch(/Created \d+\..*Brunch.*sortOrder3/s);
    expect(problemsOn((await create({ 'set-name': 'Lunch', 'set-parentId': 'none' })).html)).toEqual([
      { id: 'set-parentId', text: 'parentId: must be an integer or null' },
    ]);
    expect(textOf((await see('/reports/daily-sales')).html)).toMatch(/200 OK/);
    expect(textOf((await see('/elsewhere')).html)).toMatch(/cannot read this/);
  });

  test('brings a sandbox merchant into a state on demand, and reads what is there and what to do', async () => {
    const made = await send('/console/merchants/new', '/console/merchants/new', { name: 'Scenes', region: 'UK' });
    const path = `${made.path}/scenarios`;
    const run = (scenario: string) => send(path, path, { scenario, app: String(mine.appId) });
    expect(textOf((await run('half-received-order')).html)).toMatch(
      /is received in part: 12 of 12, 2 of 6, and none of 8\..*purchaseOrderId\d+.*A good integration: Receive the outstanding/s,
    );
    expect(textOf((await run('employee-at-consent')).html)).toMatch(/emailemployee-\w+@sandbox\.examplepassword\S/);
    expect(textOf((await run('one-call-left')).html)).toMatch(/can send one request a minute for 5 minutes/);
    const refused = await run('disconnected');
    expect([refused.status, textOf(refused.html)]).toEqual([
      400,
      expect.stringMatching(/is not connected to merchant/),
    ]);
    expect((await run('unknown')).status).toBe(400);
  });

  test('fills sandbox merchants with data a limited number of times a minute', async () => {
    const limited = await startService({ webLimits: { sandboxes: 0 } as never });
    try {
      const { organizationId } = await limited.newPartner();
      const login = await newPerson(limited, []);
      await limited.control(async (tx) => addDeveloper(tx, (await findUser(tx, login.email))?.id ?? 0, organizationId));
      const person = await Visitor.signedIn(limited, login);
      const path = '/console/merchants/new';
      const answer = await person.submit(await person.open(path), path, { name: 'Trial', region: 'UK' });
      expect(answer.status).toBe(429);
    } finally {
      await limited.stop();
    }
  });

  test('sees the response of a call that is rejected', async () => {
    const { path } = await newApp('Shut');
    const clientId = /svc_app_sb_\w+/.exec((await visitor.open(`${path}/credentials`)).html)?.[0] ?? '';
    const credential = `${path}/credentials/${clientId}`;
    await send(`${credential}/edit`, credential, { allowedIps: '192.0.2.1' });
    const answer = await send(`${path}/first-call`, `${path}/first-call`);
    expect(textOf(answer.html)).toMatch(/403 Forbidden.*partner\.ip_denied/);
  });

  test('asks a live merchant for reports, and withdraws the request', async () => {
    const adsr = await service.newApp(mine.organizationId, 'ADSR', 'PRODUCTION');
    const merchant = await service.newMerchant(null, 'UK', false);
    const storeId = await service.newStore(merchant);
    const path = `/console/apps/${adsr.appId}/access-requests`;
    const fields = { companyId: String(merchant.companyId), storeIds: `${storeId}` };
    const refused = await send(path, path, { ...fields, storeIds: 'all' });
    expect(textOf(refused.html)).toContain('Store ids must be a positive integer.');
    const asked = await send(path, path, fields);
    expect(textOf(asked.html)).toContain('expires in 30 days');
    expect(textOf(asked.html)).toContain(`Company ${merchant.companyId}`);
    expect(asked.html).not.toContain(merchant.name);
    const withdrawn = await send(path, `${path}/withdraw`);
    expect(textOf(withdrawn.html)).toContain('Withdrawn');
  });

  test('without a company in it gets no data of others from a first call', async () => {
    const other = await service.newPartner();
    const { companyId } = await service.newMerchant(other.organizationId);
    const path = `/console/apps/${mine.appId}/first-call`;
    const answer = await visitor.submit(await visitor.open(path), path, { company: String(companyId), call: 'items' });
    expect(answer.html).not.toContain(`merchant(${companyId})`);
  });

  test('of two organizations chooses one, and stays in it', async () => {
    const [one, two] = [await service.newPartner(), await service.newPartner()];
    const login = await newPerson(service, []);
    await service.control(async (tx) => {
      const user = await findUser(tx, login.email);
      for (const { organizationId } of [one, two]) await addDeveloper(tx, user?.id ?? 0, organizationId);
      await createApp(tx, { organizationId: two.organizationId, name: 'Of the second', product: 'FULL' });
    });
    const person = await Visitor.signedIn(service, login);
    const page = await person.open(`/console?organization=${two.organizationId}`);
    expect(textOf(page.html)).toContain('Of the second');
    expect(page.html).toContain(`href="/console/merchants?organization=${two.organizationId}"`);
    expect((await person.open('/console')).html).not.toContain('Of the second');
  });

  test('who is no admin sees the people and changes none of them', async () => {
    const person = await developerOf(service, mine.organizationId, 'developer');
    const page = await person.open('/console/organization');
    expect(textOf(page.html)).toContain('Only admins can change the organization and its people.');
    expect(page.html).not.toMatch(/\/people\/\d+\/remove/);
    const token = /name="token" value="([^"]*)"/.exec(page.html)?.[1] ?? '';
    for (const path of ['/name', '/people/role', '/people/1/remove']) {
      expect((await person.post(`/console/organization${path}`, { token, userId: 1 })).status).toBe(404);
    }
  });

  test('who is the only admin stays one', async () => {
    const { organizationId } = await service.newPartner();
    const admin = await developerOf(service, organizationId);
    const [remove = ''] = /\/console\/organization\/people\/\d+\/remove/.exec(
      (await admin.open('/console/organization')).html,
    ) ?? [''];
    expect(textOf((await admin.open(remove)).html)).toContain('Only a new invitation can undo this.');
    expect(textOf((await send(remove, remove, {}, admin)).html)).toContain('make another person an admin first');
    const stranger = await developerOf(service, (await service.newPartner()).organizationId);
    expect((await stranger.open(remove)).status).toBe(404);
  });
});

describe('An invitation to an organization', () => {
  const invite = async (email: string, role = 'developer'): Promise<string> => {
    const page = await send('/console/organization', '/console/organization/invitations', { email, role });
    return /\/console\/invitations\/[\w-]+/.exec(page.html)?.[0] ?? '';
  };

  test('makes a new person a developer, once', async () => {
    const link = await invite('new@acme.example');
    const person = new Visitor(service);
    const password = { 'new-password': 'a quiet till at noon', repeat: 'a quiet till at noon' };
    const refused = await person.submit(await person.open(link), link, { name: ' ', ...password });
    expect(refused.html).toContain('id="name-problem"');
    const answer = await person.submit(await person.open(link), link, { name: 'Nia', ...password });
    expect(textOf((await person.open(answer.location ?? '')).html)).toContain('Northwind Apps');
    expect(textOf((await person.open('/account')).html)).toContain('Nia');
    expect((await new Visitor(service).open(link)).status).toBe(410);
    expect((await visitor.open('/console/organization')).html).toContain('new@acme.example');
  });

  test('is for the invited address alone', async () => {
    const login = await newPerson(service, []);
    const link = await invite(login.email, 'admin');
    const other = await Visitor.signedIn(service, await newPerson(service, []));
    const otherPage = await other.open(link);
    expect((await other.post(link, { token: 'x' })).status).toBe(409);
    expect((await other.submit(otherPage, '/sign-out')).location).toMatch(/^\/sign-in\?developer-invitation=/);
    const person = new Visitor(service);
    const [, signIn = ''] = /href="(\/sign-in\?[^"]+)"/.exec((await person.open(link)).html) ?? [];
    expect((await person.signIn(login, signIn)).path).toBe(link);
    expect((await person.post(link, {})).status).toBe(403);
    await person.submit(await person.open(link), link);
    expect((await person.open('/console/organization')).html).toContain('/people/role');
  });

  test('can be withdrawn, and expires after seven days', async () => {
    const withdrawn = await invite('gone@acme.example');
    await send('/console/organization', '/console/organization/invitations/withdraw');
    const expired = await invite('late@acme.example');
    service.advance(7 * 24 * HOUR);
    for (const link of [withdrawn, expired]) expect((await new Visitor(service).open(link)).status).toBe(410);
    visitor = await developerOf(service, mine.organizationId);
  });
});

describe('A console page', () => {
  const routes = consoleRoutes({} as WebDependencies);

  /** A route's path, filled in with the organization's records. */
  const pathOf = (path: string, { appId, clientId }: Partner, companyId: number): string =>
    path
      .replace(':appId', String(appId))
      .replace(':clientId', clientId)
      .replace(':companyId', String(companyId))
      .replace(':userId', '3001')
      .replace(':endpointId', '4001')
      .replace(':keyId', '8001');

  test('names in its header the environment of what it is about', async () => {
    const { companyId } = await service.newMerchant(mine.organizationId);
    const live = await service.newApp(mine.organizationId, 'FULL', 'PRODUCTION');
    const adsr = await service.newApp(mine.organizationId, 'ADSR');
    const { id } = await service.control((tx) => createApiKey(tx, adsr.appId, 'SANDBOX'));
    const { endpointId } = await controlPlaneOf(service)
      .as({ kind: 'developer', organizationId: mine.organizationId }, { source: 'test' })
      .call('webhook.add', { appId: mine.appId, env: 'SANDBOX', url: 'http://127.0.0.1:9/hook' });
    const [merchant, app] = [`/console/merchants/${companyId}`, `/console/apps/${mine.appId}`];
    const pages: Record<string, string | undefined> = {
      '/console/organization': undefined,
      [app]: undefined,
      [`${app}/credentials`]: undefined,
      [merchant]: 'Sandbox',
      [`${merchant}/reset`]: 'Sandbox',
      [`${app}/first-call`]: 'Sandbox',
      [`${app}/credentials/${mine.clientId}/edit`]: 'Sandbox',
      [`/console/apps/${adsr.appId}/keys/${id}/revoke`]: 'Sandbox',
      [`${app}/webhooks/${endpointId}`]: 'Sandbox',
      [`/console/apps/${live.appId}/credentials/${live.clientId}/rotate`]: 'Production',
    };
    const named = await Promise.all(
      Object.keys(pages).map(async (path) => {
        const { html } = await visitor.open(path);
        return [path, /<header .*?<span class="badge \w+">(\w+)<\/span>.*?<\/header>/s.exec(html)?.[1]];
      }),
    );
    expect(Object.fromEntries(named)).toEqual(pages);
  });

  test('exists only for the developers of its organization', async () => {
    const { companyId } = await service.newMerchant(mine.organizationId);
    const strangers = [
      await developerOf(service, (await service.newPartner()).organizationId),
      await Visitor.signedIn(
        service,
        await newPerson(service, [[await service.newMerchant(null, 'UK', false), 'owner']]),
      ),
      await Visitor.signedIn(service, await newPerson(service, [[await service.newMerchant(null), 'employee']])),
    ];
    const tokens = await Promise.all(strangers.map(tokenOf));
    const asked = `?organization=${mine.organizationId}`;
    for (const { path, get, post } of routes) {
      const address = `${pathOf(path, mine, companyId)}${/:(appId|companyId)/.test(path) ? '' : asked}`;
      for (const [i, stranger] of strangers.entries()) {
        if (get) expect((await stranger.send('GET', address)).status, `GET ${address}`).toBe(404);
        const fields = { token: tokens[i] ?? '' };
        if (post) expect((await stranger.post(address, fields)).status, `POST ${address}`).toBe(404);
      }
      const nobody = new Visitor(service);
      const answer = get ? await nobody.send('GET', address) : await nobody.post(address, {});
      expect(answer.location, address).toBe('/sign-in');
    }
  });

  test('takes no form without its session’s token', async () => {
    const { companyId } = await service.newMerchant(mine.organizationId);
    for (const { path, post } of routes) {
      const address = pathOf(path, mine, companyId);
      if (post) expect((await visitor.post(address, {})).status, address).toBe(403);
    }
  });

  const tokenOf = async (person: Visitor): Promise<string> =>
    /name="token" value="([^"]*)"/.exec((await person.open('/account')).html)?.[1] ?? '';
});
