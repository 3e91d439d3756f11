import { beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../src/credentials/products.ts';
import { archiveApp } from '../../../src/directory/apps/apps.ts';
import { revokeCredential } from '../../../src/directory/apps/credentials.ts';
import { APP_REDIRECT_URIS } from '../../../src/directory/apps/redirect-uri.ts';
import type { Merchant } from '../../../src/directory/merchants/merchants.ts';
import { addMember } from '../../../src/directory/people/users.ts';
import { ENGLISH } from '../../../src/web/languages/english.ts';
import { authorizeUrl, newOwner, newPerson, newScene } from '../../support/consent.ts';
import { CALLBACK } from '../../support/oauth.ts';
import { sharedService } from '../../support/service.ts';
import { type Answer, formOf, type Login, textOf, Visitor } from '../../support/web-visitor.ts';

const service = await sharedService();
const { app, merchant, owner } = await newScene(service);
const visitor = await Visitor.signedIn(service, owner);

const sql = async (text: string, values: unknown[] = []) => (await service.databases.control.query(text, values)).rows;
const fieldsOf = (url: URL) => Object.fromEntries(url.searchParams);
const codeOf = ({ status, headers }: Answer) => [status, headers.get('x-tillgate-error')];
const codes = async () => (await sql('select count(*)::int as n from control.authorization_codes'))[0].n;
const FORM = '/oauth/consent/';

describe('The consent screen', () => {
  test('names the app, its organization, the company, the environment, the user and the redirect host', async () => {
    const text = textOf((await visitor.open(authorizeUrl(app))).html);
    expect(text).toContain('Connect FULL app?');
    expect(text).toContain('An app by Northwind Apps Sandbox');
    expect(text).toContain('FULL app would like to work with Harbour Coffee.');
    expect(text).toContain('This is a test connection.');
    expect(text).toContain(`Signed in as Olivia Owner ${owner.email}`);
    expect(text).toContain('Afterwards you will return to app.example.');
  });

  test('marks a live app as such', async () => {
    const live = await newScene(service, { env: 'PRODUCTION' });
    const text = textOf((await (await Visitor.signedIn(service, live.owner)).open(authorizeUrl(live.app))).html);
    expect(text).toContain('An app by Northwind Apps Live');
    expect(text).not.toContain('test connection');
  });

  test.each(['FULL', 'ONLINE_ORDER'] as const)('lists in words exactly what %s can do', async (product) => {
    const scene = await newScene(service);
    await sql('update control.apps set product = $2 where id = $1', [scene.app.appId, product]);
    const text = textOf((await (await Visitor.signedIn(service, scene.owner)).open(authorizeUrl(scene.app))).html);
    for (const [resource, sentences] of Object.entries<{ read: string; write?: string }>(ENGLISH.permissions)) {
      const writes = SCOPES[product].includes(`${resource}.write`);
      const reads = !writes && SCOPES[product].includes(`${resource}.read`);
      if (writes) expect(text).toContain(sentences.write);
      if (reads) expect(text).toContain(sentences.read);
      if (!reads && !writes) expect(text).not.toContain(sentences.read);
    }
  });

  test.each([
    ['http://localhost:4000/callback', 'http://localhost:4000'],
    ['http://127.0.0.1:4000/callback?a=b', 'http://127.0.0.1:4000'],
    ['https://app_1.example:8443/cb', 'https://app_1.example:8443'],
    ['https://a;script-src/cb', undefined],
  ])('for %s allows %s', async (uri, source) => {
    await service.control((tx) => APP_REDIRECT_URIS.add(tx, app.appId, uri));
    const page = await visitor.open(authorizeUrl(app, { redirect_uri: uri }));
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy.slice(policy.indexOf('form-action'))).toBe(`form-action 'self'${source ? ` ${source}` : ''}`);
    await service.control((tx) => APP_REDIRECT_URIS.remove(tx, app.appId, uri));
  });

  test('escapes hostile names', async () => {
    const scene = await newScene(service);
    const evil = '<script>alert(1)</script>"\'&amp;\u202e';
    await sql('update control.apps set name = $2 where id = $1', [scene.app.appId, evil]);
    await sql('update control.organizations set name = $2 where id = $1', [scene.app.organizationId, evil]);
    await sql('update control.merchants set name = $2 where company_id = $1', [scene.merchant.companyId, evil]);
    for (const [login, path] of [
      [scene.owner, authorizeUrl(scene.app)],
      [await newPerson(service, [[scene.merchant, 'employee']]), authorizeUrl(scene.app)],
      [scene.owner, '/connections'],
      [scene.owner, '/access-requests'],
    ] as const) {
      const { html, status } = await (await Visitor.signedIn(service, login)).open(path);
      expect(status).toBe(200);
      expect(html).not.toContain('<script');
      expect(html).toContain('<bdi>&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;amp;\u202e</bdi>');
    }
  });

  test.each(['x', '%00', 'A'.repeat(43), "';drop table"])('does not exist for the request %s', async (id) => {
    expect((await visitor.open(`/oauth/consent/${encodeURIComponent(id)}`)).status).toBe(410);
  });
});

describe('An owner who approves', () => {
  test('leaves an audit entry', async () => {
    await visitor.approve(authorizeUrl(app));
    await visitor.refuse(authorizeUrl(app));
    const rows = await sql(
      `select event, app_id, company_id, user_id is not null as known, source is not null as located from control.audit_log
       where event like 'consent.%' order by id desc limit 2`,
    );
    const common = { app_id: app.appId, known: true, located: true };
    expect(rows).toEqual([
      { ...common, event: 'consent.refused', company_id: null },
      { ...common, event: 'consent.approved', company_id: merchant.companyId },
    ]);
  });

  test('cannot refuse afterwards, nor approve after refusing', async () => {
    for (const [first, second] of [
      ['approve', 'refuse'],
      ['refuse', 'approve'],
    ] as const) {
      const page = await visitor.open(authorizeUrl(app));
      expect((await visitor.submit(page, FORM, { decision: first })).status).toBe(303);
      expect((await visitor.submit(page, FORM, { decision: second })).status).toBe(410);
    }
  });
});

const expire = (clientId: string) =>
  sql('update control.client_credentials set expires_at = $2 where client_id = $1', [
    clientId,
    new Date(service.clock()),
  ]);

describe('While the screen is open', () => {
  const changes: [string, string, (scene: Awaited<ReturnType<typeof newScene>>) => Promise<unknown>][] = [
    ['the app is archived', 'oauth.client_not_found', ({ app: a }) => service.control((tx) => archiveApp(tx, a.appId))],
    [
      'its credential is revoked',
      'oauth.client_not_found',
      ({ app: a }) => service.control((tx) => revokeCredential(tx, a.clientId)),
    ],
    ['its credential expires', 'oauth.client_not_found', ({ app: a }) => expire(a.clientId)],
    [
      'its redirect URI is removed',
      'oauth.redirect_uri_mismatch',
      ({ app: a }) => service.control((tx) => APP_REDIRECT_URIS.remove(tx, a.appId, CALLBACK)),
    ],
    [
      'the merchant is closed',
      'oauth.company_not_eligible',
      ({ merchant: m }) => sql('update control.merchants set active = false where company_id = $1', [m.companyId]),
    ],
    [
      'the merchant goes live',
      'oauth.company_not_eligible',
      ({ merchant: m }) =>
        sql('update control.merchants set demo = false, organization_id = null where company_id = $1', [m.companyId]),
    ],
    [
      'the person leaves',
      'oauth.company_not_eligible',
      ({ merchant: m }) => sql('delete from control.memberships where company_id = $1', [m.companyId]),
    ],
  ];

  test.each(changes)('%s: %s', async (_, code, change) => {
    const scene = await newScene(service);
    const person = await Visitor.signedIn(service, scene.owner);
    const page = await person.open(authorizeUrl(scene.app));
    await change(scene);
    const before = await codes();
    expect(codeOf(await person.submit(page, FORM, { decision: 'approve' }))).toEqual([400, code]);
    expect(await codes()).toBe(before);
  });

  test('the live app loses its approval: oauth.app_not_published', async () => {
    const scene = await newScene(service, { env: 'PRODUCTION' });
    const person = await Visitor.signedIn(service, scene.owner);
    const page = await person.open(authorizeUrl(scene.app));
    await sql(`update control.apps set review_state = 'REJECTED' where id = $1`, [scene.app.appId]);
    const answer = await person.submit(page, FORM, { decision: 'approve' });
    expect(codeOf(answer)).toEqual([400, 'oauth.app_not_published']);
  });

  test('the owner becomes an employee: nothing is approved', async () => {
    const scene = await newScene(service);
    const person = await Visitor.signedIn(service, scene.owner);
    const page = await person.open(authorizeUrl(scene.app));
    await sql(`update control.memberships set role = 'employee' where company_id = $1`, [scene.merchant.companyId]);
    expect((await person.submit(page, FORM, { decision: 'approve' })).status).toBe(403);
  });
});

describe('An employee', () => {
  let employee: Visitor;
  beforeAll(async () => {
    employee = await Visitor.signedIn(service, await newPerson(service, [[merchant, 'employee']]));
  });

  test('can return to the app', async () => {
    expect(fieldsOf(await employee.refuse(authorizeUrl(app)))).toMatchObject({ error: 'access_denied', state: 'xyz' });
  });

  test('can have an owner sign in instead, who returns to the same request', async () => {
    const page = await employee.open(authorizeUrl(app));
    const out = await employee.submit(page, '/sign-out');
    expect(out.location).toBe(`/sign-in?request=${page.path.split('/').at(-1)}`);
    const back = await employee.signIn(owner, out.location as string);
    expect(back.path).toBe(page.path);
    expect((await employee.submit(back, FORM, { decision: 'approve' })).status).toBe(303);
  });
});

describe('The owner of several companies', () => {
  let several: Login;
  let second: Merchant;
  let live: Merchant;
  let foreign: Merchant;

  beforeAll(async () => {
    second = await service.newMerchant(app.organizationId, 'IN');
    live = await service.newMerchant(null, 'UK', false);
    foreign = (await newScene(service)).merchant;
    several = await newOwner(service, merchant, second, live, foreign);
  });

  test('chooses among the companies that the app can work with', async () => {
    const person = await Visitor.signedIn(service, several);
    const page = await person.open(authorizeUrl(app));
    const offered = [...page.html.matchAll(/type="radio" name="company" value="(\d+)"( required)?/g)];
    expect(offered.map(([, id]) => Number(id))).toEqual([merchant.companyId, second.companyId]);
    expect(page.html).not.toContain(' checked');
    const callback = await person.approve(authorizeUrl(app), second.companyId);
    expect(callback.searchParams.get('merchant_id')).toBe(String(second.companyId));
  });

  test('must choose', async () => {
    const person = await Visitor.signedIn(service, several);
    const page = await person.open(authorizeUrl(app));
    const answer = await person.submit(page, FORM, { decision: 'approve' });
    expect([answer.status, textOf(answer.html)]).toEqual([400, expect.stringContaining('Choose a company first.')]);
    const again = await person.submit(answer, FORM, { decision: 'approve', company: merchant.companyId });
    expect(again.status).toBe(303);
  });

  test.each([
    ['a live company', () => live.companyId],
    ['another organization’s sandbox company', () => foreign.companyId],
    ['somebody else’s company', async () => (await service.newMerchant(app.organizationId)).companyId],
    ['an unknown company', () => 1],
    ['what is no number', () => 'x'],
    ['a number in other words', () => `0${merchant.companyId}`],
  ])('cannot choose %s', async (_, company) => {
    const person = await Visitor.signedIn(service, several);
    const page = await person.open(authorizeUrl(app));
    const answer = await person.submit(page, FORM, { decision: 'approve', company: await company() });
    expect(codeOf(answer)).toEqual([400, 'oauth.company_not_eligible']);
  });

  test('is only asked about their own companies', async () => {
    const mixed = await Visitor.signedIn(
      service,
      await newPerson(service, [
        [merchant, 'owner'],
        [second, 'employee'],
      ]),
    );
    const page = await mixed.open(authorizeUrl(app));
    expect(formOf(page.html, FORM).hidden.company).toBe(String(merchant.companyId));
    const answer = await mixed.submit(page, FORM, { decision: 'approve', company: second.companyId });
    expect(answer.status).toBe(403);
  });
});

describe('oauth.company_not_eligible is shown', () => {
  test.each([
    ['a production app and a sandbox company', 'PRODUCTION', (m: { sandbox: Merchant }) => m.sandbox],
    ['a sandbox app and a live company', 'SANDBOX', (m: { live: Merchant }) => m.live],
    ['a sandbox app and another organization’s company', 'SANDBOX', (m: { foreign: Merchant }) => m.foreign],
  ] as const)('for %s', async (_, env, choose) => {
    const scene = await newScene(service, { env });
    const merchants = {
      sandbox: await service.newMerchant(scene.app.organizationId),
      live: await service.newMerchant(null, 'UK', false),
      foreign: await service.newMerchant(app.organizationId),
    };
    const chosen = choose(merchants);
    for (const role of ['owner', 'employee'] as const) {
      const person = await Visitor.signedIn(service, await newPerson(service, [[chosen, role]]));
      const answer = await person.open(authorizeUrl(scene.app));
      expect(codeOf(answer)).toEqual([400, 'oauth.company_not_eligible']);
      expect(answer.html).toContain('action="/sign-out"');
    }
  });

  test('for a user without a company, until they have one', async () => {
    const login = await newPerson(service, []);
    const person = await Visitor.signedIn(service, login);
    const answer = await person.open(authorizeUrl(app));
    expect(codeOf(answer)).toEqual([400, 'oauth.company_not_eligible']);
    const [user] = await sql('select id from control.users where email = $1', [login.email]);
    await service.control((tx) => addMember(tx, user.id, merchant.companyId, 'owner'));
    expect((await person.open(answer.path)).status).toBe(200);
  });
});

describe('A decision is rejected', () => {
  const attempt = async (fields: Record<string, string>, headers: Record<string, string> = {}, page?: Answer) => {
    const open = page ?? (await visitor.open(authorizeUrl(app)));
    const { action, hidden } = formOf(open.html, FORM);
    const before = await codes();
    const answer = await visitor.post(action, { ...hidden, decision: 'approve', ...fields }, headers);
    expect(await codes()).toBe(before + (answer.status === 303 ? 1 : 0));
    return answer.status;
  };

  test('if it is neither to approve nor to refuse', async () => {
    for (const decision of ['', 'yes', 'APPROVE']) expect(await attempt({ decision })).toBe(403);
  });

  test('with a sign-in page when the session has expired in between', async () => {
    const person = await Visitor.signedIn(service, owner);
    const page = await person.open(authorizeUrl(app));
    person.cookies.clear();
    const answer = await person.submit(page, FORM, { decision: 'approve' });
    expect([answer.status, answer.location]).toEqual([303, `/sign-in?request=${page.path.split('/').at(-1)}`]);
  });
});
