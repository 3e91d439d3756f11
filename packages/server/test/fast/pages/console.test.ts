import { describe, expect, test } from 'vitest';
import { createApp } from '../../../src/control/apps.ts';
import { createApiKey } from '../../../src/control/keys.ts';
import { addDeveloper } from '../../../src/control/organizations.ts';
import { problemsOn } from '../../../src/pages/kit/fields.ts';
import { newPerson } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { sharedService, startService } from '../../support/service.ts';
import { developerOf } from '../../support/staff.ts';
import { type Answer, says, textOf, Visitor } from '../../support/web-visitor.ts';

const HOUR = 60 * 60 * 1000;

const service = await sharedService();
const mine = await service.newPartner();
let visitor = await developerOf(service, mine.organizationId);

/** Sends a form of a page, and opens the page that it leads to. */
const send = (path: string, fields: Record<string, string> = {}, action = path) =>
  visitor.complete(path, fields, action);

/** The same; returns the text of that page. */
const said = async (...form: Parameters<typeof send>): Promise<string> => (await send(...form)).text;

const secretsIn = ({ html }: Answer): string[] =>
  [...html.matchAll(/<code data-copy>([^<]*)<\/code>/g)].flatMap(
    ([, text = '']) => text.match(/^svc_(?:sk|ak)_\w+/g) ?? [],
  );

const mint = (clientId: string, clientSecret: string, companyId: number): Promise<number> =>
  fetch(`${service.apiUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, merchant_id: String(companyId) }),
  }).then(({ status }) => status);

/** Creates an app. Returns the page that shows its secrets, with its client id. */
async function newApp(name: string, product = 'FULL') {
  const page = await send('/console/apps/new', { name, product });
  return { path: page.path, page, clientId: /svc_app_sb_\w+/.exec(page.html)?.[0] ?? '' };
}

/** Page of a sandbox merchant with demo data. */
const { path: shop } = await send('/console/merchants/new', { name: 'Corner', region: 'UK' });

describe('A developer', () => {
  test('registers an app, whose secret is shown once, with an API key if it is for reports', async () => {
    const { path, page } = await newApp('Till & Co <Sync>');
    expect(page.text).toContain('Till & Co <Sync> is ready for the sandbox.');
    const kinds = (answer: Answer) => secretsIn(answer).map((secret) => secret.slice(0, 9));
    expect(kinds(page)).toEqual(['svc_sk_sb']);
    expect((await visitor.open(path)).html).not.toContain('svc_sk_sb_');
    expect(visitor.cookies.has('tillgate-flash')).toBe(false);
    expect(kinds((await newApp('Reports', 'ADSR')).page)).toEqual(['svc_sk_sb', 'svc_ak_sb']);
  });

  test('reads what is wrong next to the field, and finds what was typed', async () => {
    const page = await send('/console/apps/new', { name: '\u202eevil', product: 'ADSR' });
    expect(page).toMatchObject(says(400, 'must not contain control characters or bidirectional overrides.'));
    expect(page.html).toMatch(/<title>Error: New app · .*autofocus.*<li><a href="#name">The name of an app must not/s);
    for (const shown of ['<p class="wrong" id="name-problem">', 'value="\u202eevil"', '<option value="ADSR" selected>'])
      expect(page.html).toContain(shown);
  });

  test('registers redirect URIs by their rules, up to five', async () => {
    const { path } = await newApp('Redirects');
    const uris = `${path}/settings/redirect-uris`;
    const add = (uri: string) => send(`${path}/settings`, { uri }, uris);
    const refused = await add('http://app.example/callback#here');
    expect(refused).toMatchObject(says(400, 'The redirect URI must not have a fragment.'));
    for (let i = 1; i <= 4; i += 1) await add(`https://app.example/${i}`);
    expect((await add('https://app.example/5?a=<b>')).status).toBe(400);
    expect((await add('https://app.example/5')).html).not.toContain('Add a redirect URI');
    const question = `${uris}/remove?${new URLSearchParams({ uri: 'https://app.example/1' })}`;
    expect((await visitor.open(`${path}/settings`)).html).toContain(`href="${question}"`);
    expect((await visitor.open(question)).text).toContain('https://app.example/1');
    expect((await visitor.open(`${uris}/remove?uri=https://app.example/9`)).status).toBe(404);
    const fewer = await send(question, {}, `${uris}/remove`);
    expect(fewer.html).not.toContain('<code>https://app.example/1</code>');
    expect(fewer.html).toContain('Add a redirect URI');
  });

  test('rotates a secret: the old one works for another 24 hours', async () => {
    const { companyId } = await service.newMerchant(mine.organizationId);
    const path = `/console/apps/${mine.appId}`;
    const rotate = `${path}/credentials/${mine.clientId}/rotate`;
    expect((await visitor.open(`${path}/credentials`)).html).not.toContain(`action="${rotate}"`);
    expect((await visitor.open(rotate)).text).toContain('The present one stops working after 24 hours');
    const page = await send(rotate);
    const [secret = ''] = secretsIn(page);
    expect(page.text).toContain('The previous secret works for another 24 h 0 min');
    expect(await mint(mine.clientId, mine.clientSecret, companyId)).toBe(200);
    expect(await mint(mine.clientId, secret, companyId)).toBe(200);
    service.advance(24 * HOUR);
    visitor = await developerOf(service, mine.organizationId);
    expect(await mint(mine.clientId, mine.clientSecret, companyId)).toBe(401);
    expect((await visitor.open(`${path}/credentials`)).html).not.toContain('The previous secret');
  });

  test('limits a credential to addresses, and revokes it after a question', async () => {
    const { path, clientId } = await newApp('Guarded');
    const credential = `${path}/credentials/${clientId}`;
    const refused = await send(`${credential}/edit`, { allowedIps: '192.0.2.1\nnowhere' }, credential);
    expect(refused.text).toContain('nowhere is neither an IP address nor a CIDR range.');
    expect(refused.html).toContain('192.0.2.1\nnowhere</textarea>');
    expect(await said(`${credential}/edit`, { allowedIps: '192.0.2.1\r\n192.0.2.0/24' }, credential)).toContain(
      'works from 192.0.2.1, 192.0.2.0/24',
    );
    expect(await said(`${credential}/revoke`, {}, credential)).toContain('Revoked or expired (1)');
    expect((await visitor.open(`${credential}/revoke`)).status).toBe(404);
  });

  test.each([
    ['a client id', /\/credentials\/svc_app_sb_\w+/],
    ['an API key', /\/keys\/\d+/],
  ])('changes %s, which keeps the name, the day and the addresses that were saved last', async (kind, at) => {
    const { path } = await newApp(`With ${kind}`, 'ADSR');
    const [credential = ''] = at.exec((await visitor.open(`${path}/credentials`)).html) ?? [];
    const edit = `${path}${credential}/edit`;
    const day = (later: number) => new Date(service.clock() + later * 24 * HOUR).toISOString().slice(0, 10);
    const shown = async () => {
      const { html } = await visitor.open(edit);
      const [, name, expiresAt] = /name="name"\s+value="([^"]*)".*name="expiresAt"\s+value="([^"]*)"/s.exec(html) ?? [];
      return { name, expiresAt, allowedIps: /<textarea[^>]*>\n([^<]*)/.exec(html)?.[1] };
    };
    const right = [
      { name: 'x'.repeat(255), expiresAt: '2099-12-31', allowedIps: '203.0.113.7\n2001:db8::/32' },
      { name: '', expiresAt: '', allowedIps: '' },
      { name: 'é', expiresAt: day(1), allowedIps: '127.0.0.0/8' },
    ];
    for (const fields of right) {
      expect((await send(edit, fields)).status).toBe(200);
      expect(await shown()).toEqual(fields);
    }
    for (const [field, values] of Object.entries({
      name: ['x'.repeat(256), 'a\u0007b', 'a\u202eb', 'a\u2066b', 'a\u2028b'],
      expiresAt: [day(0), day(-1), '2099-02-30', '2099-13-01', '2099', 'tomorrow'],
      allowedIps: ['shop.example', '203.0.113.256', '203.0.113.0/33', '127.0.0.1\n/24'],
    }))
      for (const value of values)
        expect([value, (await send(edit, { ...right[0], [field]: value })).status]).toEqual([value, 400]);
    expect(await shown()).toEqual(right.at(-1));
  });

  test('names a credential, sees who made it and when it was last used, and lets it expire', async () => {
    const { companyId } = await service.newMerchant(mine.organizationId);
    const { path } = await newApp('Named');
    const made = await send(
      `${path}/credentials`,
      { name: 'Shop <server>', env: 'SANDBOX' },
      `${path}/credentials/new`,
    );
    const [secret = ''] = secretsIn(made);
    const row = /<strong><bdi>Shop &lt;server&gt;<\/bdi><\/strong>.*?<\/li>/s;
    const [shown = ''] = row.exec(made.html) ?? [];
    expect(textOf(shown)).toMatch(/Made .* by .* never used · works from any address/);
    const [clientId = ''] = /svc_app_sb_\w+/.exec(shown) ?? [];
    expect(await mint(clientId, secret, companyId)).toBe(200);
    const day = new Date(service.clock() + 48 * HOUR).toISOString().slice(0, 10);
    const edit = `${path}/credentials/${clientId}/edit`;
    expect(await said(edit, { expiresAt: '2020-01-01' })).toContain('must expire in the future');
    const saved = row.exec((await send(edit, { name: 'Shop <server>', expiresAt: day })).html)?.[0] ?? '';
    expect(textOf(saved)).toMatch(/last used .* · Expires /);
    service.advance(48 * HOUR);
    expect(await mint(clientId, secret, companyId)).toBe(401);
    visitor = await developerOf(service, mine.organizationId);
    const after = await visitor.open(`${path}/credentials`);
    expect(after.text).toMatch(/Revoked or expired \(1\).*Expired/);
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

  test('describes an app, and archives it', async () => {
    const { path } = await newApp('Described');
    const profile = { name: 'Described', description: 'Two\r\nlines', website: 'http://a.example', privacyPolicy: '' };
    expect(await said(`${path}/settings`, profile)).toContain('The address of a page must begin with https://');
    await send(`${path}/settings`, { ...profile, website: 'https://a.example' });
    expect((await visitor.open(`${path}/settings`)).html).toContain('value="https://a.example/"');
    expect(await said(`${path}/archive`)).toContain('Its credentials no longer work');
  });

  test('is asked before a submission, with links to the fields that are missing, and can withdraw it', async () => {
    const { path } = await newApp('Submitted');
    const question = await visitor.open(`${path}/submit`);
    expect(question.text).toMatch(
      /Submit Submitted for review\?.*4 checks of the review failed: ?Missing It has no desc/,
    );
    for (const field of ['description', 'website', 'uri', 'consent']) {
      expect(question.html).toContain(`href="${path}/settings#${field}"`);
      expect((await visitor.open(`${path}/settings`)).html).toContain(`id="${field}"`);
    }
    const submitted = await send(`${path}/submit`);
    expect(submitted.text).toMatch(/Submitted app \d+ for review\..*Later Describe the app.*Done Submit it for review/);
    expect((await visitor.open(`${path}/submit`)).status).toBe(404);
    expect((await send(path, {}, `${path}/withdraw`)).text).toMatch(/Withdrawn\. The app is a draft again\..* Draft /);
    expect((await send(`${path}/submit`)).text).toContain('In review');
  });

  test('creates a sandbox merchant with stores and a login, and reads its records through the API', async () => {
    const page = await send('/console/merchants/new', { name: 'Trial', region: 'IN' });
    expect(page.text).toMatch(/Trial is ready, with company id \d+\..*India.*INR.*Main Street/);
    expect(page.html).toContain(`/console/apps/${mine.appId}/settings#consent`);
    const companyId = /\/console\/merchants\/(\d+)/.exec(page.path)?.[1] ?? '';
    expect(await said(page.path, { role: 'owner' }, `${page.path}/people`)).toContain(
      'Copy this now. It is not shown again.',
    );
    const first = await visitor.open(`/console/apps/${mine.appId}/first-call`);
    expect([first.path.replace(/\d+/, 'ID'), first.text]).toEqual([
      `/console/merchants/ID/records?app=${mine.appId}&path=%2Fitems`,
      expect.stringMatching(/200 OK in \d+ ms/),
    ]);
    const stores = await visitor.open(`/console/merchants/${companyId}/records?app=${mine.appId}&path=/stores`);
    expect(stores.text).toMatch(/200 OK in \d+ ms.*"code": "MAIN"/);
    expect(stores.html).not.toContain('eyJ');
  });

  test('checks the traffic of an app, and lets a developer try its callback and its base URL', async () => {
    const path = `/console/apps/${mine.appId}/ready`;
    expect((await visitor.open(path)).text).toMatch(/One refresh at a time for each merchant\./);
    const uri = 'https://app.example/callback';
    const settings = `/console/apps/${mine.appId}/settings`;
    await send(settings, { uri }, `${settings}/redirect-uris`);
    const forged = await send(path, { uri }, `${path}/forge`);
    expect(forged.html).toMatch(
      /href="https:\/\/app\.example\/callback\?code=forged_[\w-]{32}&amp;state=[\w-]{32}&amp;/,
    );
    expect(await said(path, {}, `${path}/alias`)).toMatch(
      /new sandbox tokens name the API by its alias.*Last tried.*Last tried/s,
    );
  });

  test('sells at the till of a sandbox merchant, takes a payment later, refunds and voids', async () => {
    const path = `${shop}/till`;
    const page = await visitor.open(path);
    const codes = [...page.html.matchAll(/<button class="tile" name="add" value="(\d+)"/g)].map(
      ([, code = '']) => code,
    );
    const [first = '', second = ''] = codes;
    const withBasket = (query: string) => `${path}?${query}`;
    const added = await visitor.open(withBasket(`line=${first}&quantity=1&add=${first}`));
    expect(added.html).toMatch(/name="quantity" value="2"/);
    const selling = await send(withBasket(`line=${first}&quantity=2`), { action: 'sell' }, path);
    expect(selling.text).toMatch(/Sold (T\d+) for [\d.]+ GBP\..*Press an item to add it\..* \1 Sale /s);
    expect(selling.text).toMatch(/What T\d+ changed ?Changes.*Daily sales of [\d-]{10}.*Stock of /s);
    const [, changes = ''] = /href="([^"]*path=%2Fchanges&amp;after=[^"]*)"/.exec(selling.html) ?? [];
    expect((await visitor.open(changes.replaceAll('&amp;', '&'))).text).toMatch(/200 OK.*Changes.*position.*stock/s);
    const opened = await send(withBasket(`add=${second}`), { action: 'open', channel: 'dineIn' }, path);
    expect(opened.text).toMatch(/Order (T\d+) of [\d.]+ GBP is open\..* \1 Open order /s);
    expect((await visitor.open(withBasket(`line=${first}&quantity=x`))).text).toContain('is not an item to sell');
    const wrong = await send(withBasket(`add=${first}`), { action: 'sell', tendered: '0.01' }, path);
    expect(wrong).toMatchObject(says(400, 'is less than the'));
    expect(wrong.html).toContain(`name="line" value="${first}"`);
    const own = (text: string) =>
      new RegExp(`value="(till-\\d+)" />\\s*<button[^>]*>${text}`).exec(opened.html)?.[1] ?? '';
    const [order, sale] = [own('Take payment'), own('Refund')];
    expect(await said(path, { receipt: order, payment: 'cash' }, `${path}/pay`)).toMatch(
      /Took [\d.]+ GBP\. The order is closed\./,
    );
    expect(await said(path, { receipt: sale }, `${path}/refund`)).toMatch(/Refunded [\d.]+ GBP\./);
    const refused = await send(path, { receipt: sale }, `${path}/void`);
    expect(refused).toMatchObject(says(400, 'void the refunds first'));
    expect(await said(path, { receipt: order }, `${path}/void`)).toContain('The receipt is voided.');
    const day = { soldDay: '2026-02-25', seed: '5' };
    expect(await said(path, day, `${path}/day`)).toMatch(/Sold \d+ receipts on 2026-02-25/);
  });

  test('sees who changed what of the organization, without what apps do by themselves', async () => {
    const { path } = await newApp('Watched');
    const page = (await visitor.open('/console/organization/activity')).text;
    expect(page).toMatch(/App: createdWatchedOlivia Ownername: Watched, product: FULL/);
    const appId = Number(path.split('/').at(-1));
    await service.control(async (tx) => {
      const subject = { organizationId: mine.organizationId, appId };
      await tx.audit('refresh.rotated', subject);
      await tx.audit('refresh.reused', subject);
    });
    const later = (await visitor.open('/console/organization/activity')).text;
    expect(later).toMatch(/Refresh: reusedWatched–/);
    expect(later).not.toContain('Refresh: rotated');
  });

  test("sees a sandbox merchant's records as an app does, follows them, and changes and creates some", async () => {
    const path = `${shop}/records`;
    const { appId } = await service.newApp(mine.organizationId, 'FULL', 'SANDBOX', 'Reader');
    const see = async (target: string, query: Record<string, string> = {}) =>
      visitor.open(`${path}?${new URLSearchParams({ app: String(appId), path: target, ...query })}`);
    expect((await visitor.open(path)).text).toMatch(/200 OK.*Items/s);
    expect((await see('/stores')).text).toMatch(/200 OK in \d+ ms.*Europe\/London/s);
    const items = await see('/items', { limit: '2', sort: 'name' });
    expect(items.html).toContain(`items.list({ limit: 2, sort: &#39;name&#39; })`);
    expect(items.text).toMatch(/Next page/);
    const [, link = ''] = /href="([^"]*path=%2Fitems%2F\d+)"/.exec(items.html) ?? [];
    const item = await visitor.open(link.replaceAll('&amp;', '&'));
    expect(item.text).toMatch(/200 OK/);
    const save = (changed: Record<string, string>) => send(item.path, changed, `${path}/save`);
    expect((await save({ 'set-lowStockLevel': '7' })).text).toMatch(/Saved lowStockLevel\..*lowStockLevel7/s);
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
    expect((await save({})).text).toContain('Nothing has changed.');
    const list = (await see('/categories')).path;
    const create = (fields: Record<string, string>) => send(list, fields, `${path}/create`);
    const created = await create({ 'set-name': 'Brunch', 'set-sortOrder': '3', 'set-parentId': '' });
    expect(created.text).toMatch(/Created \d+\..*Brunch.*sortOrder3/s);
    expect(problemsOn((await create({ 'set-name': 'Lunch', 'set-parentId': 'none' })).html)).toEqual([
      { id: 'set-parentId', text: 'parentId: must be an integer or null' },
    ]);
    expect((await see('/reports/daily-sales')).text).toMatch(/200 OK/);
    expect((await see('/elsewhere')).text).toMatch(/cannot read this/);
  });

  test('brings a sandbox merchant into a state on demand, and reads what is there and what to do', async () => {
    const path = `${shop}/scenarios`;
    const run = (scenario: string) => send(path, { scenario, app: String(mine.appId) });
    expect((await run('half-received-order')).text).toMatch(
      /is received in part: 12 of 12, 2 of 6, and none of 8\..*purchaseOrderId\d+.*A good integration: Receive the outstanding/s,
    );
    expect((await run('employee-at-consent')).text).toMatch(/emailemployee-\w+@sandbox\.examplepassword\S/);
    expect((await run('one-call-left')).text).toMatch(/can send one request a minute for 5 minutes/);
    expect((await visitor.open(path)).text).toMatch(/Under way.* can send one request a minute, for \d min more/s);
    expect((await send(path, { kind: 'limit' }, `${path}/end`)).text).not.toContain(
      'can send one request a minute, for',
    );
    expect(await run('disconnected')).toMatchObject(says(400, 'is not connected to merchant'));
    expect((await run('unknown')).status).toBe(400);
  });

  test('fills sandbox merchants with data a limited number of times a minute', async () => {
    const limited = await startService({ webLimits: { sandboxes: 0 } });
    const person = await developerOf(limited, (await limited.newPartner()).organizationId);
    const fields = { name: 'Trial', region: 'UK' };
    expect((await person.fill('/console/merchants/new', fields)).status).toBe(429);
    await limited.stop();
  });

  test('sees the response of a call that is rejected', async () => {
    const { path, clientId } = await newApp('Shut');
    const credential = `${path}/credentials/${clientId}`;
    await send(`${credential}/edit`, { allowedIps: '192.0.2.1' }, credential);
    expect((await visitor.open(`${path}/first-call`)).text).toMatch(/403 Forbidden.*partner\.ip_denied/);
  });

  test('asks a live merchant for reports, and withdraws the request', async () => {
    const adsr = await service.newApp(mine.organizationId, 'ADSR', 'PRODUCTION');
    const merchant = await service.newMerchant(null, 'UK', false);
    const storeId = await service.newStore(merchant);
    const path = `/console/apps/${adsr.appId}/access-requests`;
    const fields = { companyId: String(merchant.companyId), storeIds: `${storeId}` };
    expect(await said(path, { ...fields, storeIds: 'all' })).toContain('Store ids must be a positive integer.');
    const asked = await send(path, fields);
    expect(asked.text).toContain('expires in 30 days');
    expect(asked.text).toContain(`Company ${merchant.companyId}`);
    expect(asked.html).not.toContain(merchant.name);
    expect(await said(path, {}, `${path}/withdraw`)).toContain('Withdrawn');
  });

  test('without a sandbox merchant is led from a first call to where one is created', async () => {
    const { organizationId, appId } = await service.newPartner();
    const person = await developerOf(service, organizationId);
    expect((await person.open(`/console/apps/${appId}/first-call`)).path).toBe('/console/merchants/new');
  });

  test('of two organizations chooses one, and stays in it', async () => {
    const [one, two] = [await service.newPartner(), await service.newPartner()];
    const login = await newPerson(service);
    await service.control(async (tx) => {
      for (const { organizationId } of [one, two]) await addDeveloper(tx, login.id, organizationId);
      await createApp(tx, { organizationId: two.organizationId, name: 'Of the second', product: 'FULL' });
    });
    const person = await Visitor.signedIn(service, login);
    const page = await person.open(`/console?organization=${two.organizationId}`);
    expect(page.text).toContain('Of the second');
    expect(page.html).toContain(`href="/console/merchants?organization=${two.organizationId}"`);
    expect((await person.open('/console')).html).not.toContain('Of the second');
  });

  test('who is no admin sees the people and no button to remove them', async () => {
    const person = await developerOf(service, mine.organizationId, 'developer');
    const page = await person.open('/console/organization');
    expect(page.text).toContain('Only admins can change the organization and its people.');
    expect(page.html).not.toMatch(/\/people\/\d+\/remove/);
  });

  test('who is the only admin stays one', async () => {
    const admin = await developerOf(service, (await service.newPartner()).organizationId);
    const { html } = await admin.open('/console/organization');
    const [remove = ''] = /\/console\/organization\/people\/\d+\/remove/.exec(html) ?? [];
    expect((await admin.open(remove)).text).toContain('Only a new invitation can undo this.');
    expect((await admin.fill(remove)).text).toContain('make another person an admin first');
    expect((await visitor.open(remove)).status).toBe(404);
  });
});

describe('An invitation to an organization', () => {
  const invite = async (email: string, role = 'developer'): Promise<string> => {
    const page = await send('/console/organization', { email, role }, '/console/organization/invitations');
    return /\/console\/invitations\/[\w-]+/.exec(page.html)?.[0] ?? '';
  };

  test('makes a new person a developer, once', async () => {
    const link = await invite('new@acme.example');
    const person = new Visitor(service);
    const password = { 'new-password': 'a quiet till at noon', repeat: 'a quiet till at noon' };
    const refused = await person.fill(link, { name: ' ', ...password });
    expect(refused.html).toContain('id="name-problem"');
    const answer = await person.fill(link, { name: 'Nia', ...password });
    expect((await person.open(answer.location ?? '')).text).toContain('Northwind Apps');
    expect((await person.open('/account')).text).toContain('Nia');
    expect((await new Visitor(service).open(link)).status).toBe(410);
    expect((await visitor.open('/console/organization')).html).toContain('new@acme.example');
  });

  test('is for the invited address alone', async () => {
    const login = await newPerson(service);
    const link = await invite(login.email, 'admin');
    const other = await Visitor.signedIn(service, await newPerson(service));
    const otherPage = await other.open(link);
    expect((await other.post(link, { token: 'x' })).status).toBe(409);
    expect((await other.submit(otherPage, '/sign-out')).location).toMatch(/^\/sign-in\?developer-invitation=/);
    const person = new Visitor(service);
    const [, signIn = ''] = /href="(\/sign-in\?[^"]+)"/.exec((await person.open(link)).html) ?? [];
    expect((await person.signIn(login, signIn)).path).toBe(link);
    expect((await person.post(link, {})).status).toBe(403);
    await person.fill(link);
    expect((await person.open('/console/organization')).html).toContain('/people/role');
  });

  test('can be withdrawn, and expires after seven days', async () => {
    const withdrawn = await invite('gone@acme.example');
    await send('/console/organization', {}, '/console/organization/invitations/withdraw');
    const expired = await invite('late@acme.example');
    service.advance(7 * 24 * HOUR);
    for (const link of [withdrawn, expired]) expect((await new Visitor(service).open(link)).status).toBe(410);
    visitor = await developerOf(service, mine.organizationId);
  });
});

test('A console page names in its header the environment of what it is about', async () => {
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
