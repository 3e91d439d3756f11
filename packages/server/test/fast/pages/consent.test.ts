import { describe, expect, test } from 'vitest';
import { revokeKey } from '../../../src/control/keys.ts';
import { addMember } from '../../../src/control/members.ts';
import { SCOPES } from '../../../src/control/products.ts';
import { DEFAULT_LANGUAGE } from '../../../src/pages/languages/languages.ts';
import { contentPolicy } from '../../../src/pages/secure-pages.ts';
import { authorizeUrl, newOwner, newPerson, newScene } from '../../support/consent.ts';
import { OAuthClient } from '../../support/oauth.ts';
import { sharedService, startService } from '../../support/service.ts';
import { type Answer, formOf, says, Visitor } from '../../support/web-visitor.ts';

const service = await sharedService();
const { app, merchant, owner } = await newScene(service);
/** The owner of another company that could connect the app. */
const other = await newOwner(service, await service.newMerchant(app.organizationId));
const visitor = await Visitor.signedIn(service, owner);

const FORM = '/oauth/consent/';
const VISIT = 'tillgate-visit';

const sql = async (text: string, values: unknown[] = []) => (await service.databases.control.query(text, values)).rows;
const codes = async () => (await sql('select count(*)::int as n from control.authorization_codes'))[0].n;
const outcome = ({ status, headers }: Answer) => [status, headers.get('x-tillgate-error')];
const errorIn = ({ location }: Answer) => new URL(location ?? '').searchParams.get('error');

/** A scene with its owner in front of the consent screen. */
async function opened(options: Parameters<typeof newScene>[1] = {}) {
  const scene = await newScene(service, options);
  const person = await Visitor.signedIn(service, scene.owner);
  const page = await person.open(authorizeUrl(scene.app));
  const approve = (fields = {}) => person.submit(page, FORM, { decision: 'approve', ...fields });
  return { ...scene, person, page, approve };
}

/** Starts an authorization request. Returns the path of its page. */
const started = async (by: Visitor, overrides = {}): Promise<string> =>
  (await by.send('GET', authorizeUrl(app, overrides))).location ?? '';

describe('GET /oauth/authorize', () => {
  test.each(['DRAFT', 'SUBMITTED', 'REJECTED'])(
    'is oauth.app_not_published for a live app that is %s',
    async (state) => {
      const live = await newScene(service, { env: 'PRODUCTION' });
      await sql('update control.apps set review_state = $2 where id = $1', [live.app.appId, state]);
      expect(outcome(await visitor.open(authorizeUrl(live.app)))).toEqual([400, 'oauth.app_not_published']);
    },
  );

  test('is oauth.redirect_uri_mismatch for the redirect URI of another app, also before sign-in', async () => {
    const foreign = await newScene(service, { redirectUri: 'https://other.example/callback' });
    const answer = await new Visitor(service).open(authorizeUrl(foreign.app));
    expect([...outcome(answer), answer.location]).toEqual([400, 'oauth.redirect_uri_mismatch', null]);
    expect(answer.text).toContain('oauth.redirect_uri_mismatch');
  });

  test('redirects back with an error after sign-in only, and once', async () => {
    const person = new Visitor(service);
    const page = await person.open(authorizeUrl(app, { response_type: 'token' }));
    expect([page.status, page.path.split('?')[0]]).toEqual([200, '/sign-in']);
    const { location: path } = await person.submit(page, '/sign-in', { ...owner });
    expect(errorIn(await person.send('GET', path ?? ''))).toBe('unsupported_response_type');
    expect((await person.send('GET', path ?? '')).status).toBe(410);
  });

  test('ignores unknown parameters, also repeated or not UTF-8 ones, and an empty challenge', async () => {
    const empty = { code_challenge: '', code_challenge_method: '' };
    for (const url of [
      authorizeUrl(app, { prompt: 'none', ...empty }),
      `${authorizeUrl(app)}&x=1&x=2&y=%ff&%ff=z&&=`,
    ]) {
      const { status, path } = await visitor.open(url);
      expect([status, path.replace(/\/[^/]*$/, '')]).toEqual([200, '/oauth/consent']);
    }
  });

  test('limits a source address to so many requests per minute', async () => {
    const limited = await startService({ webLimits: { authorize: 3 } });
    const url = authorizeUrl((await newScene(limited)).app);
    const send = () => new Visitor(limited).send('GET', url);
    for (let i = 0; i < 3; i += 1) expect((await send()).status).toBe(303);
    const refused = await send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    limited.advance(30_000);
    expect((await send()).status).toBe(303);
    await limited.stop();
  });
});

describe('The consent screen', () => {
  test.each([
    ['SANDBOX', 'An app by Northwind Apps Sandbox', true],
    ['PRODUCTION', 'An app by Northwind Apps Live', false],
  ] as const)(
    'in %s names the app, its organization, the company, the environment, the user and the redirect host',
    async (env, by, isTest) => {
      const scene = await opened({ env });
      expect(scene.page.text).toContain(by);
      expect(scene.page.text).toContain('Connect FULL app?');
      expect(scene.page.text).toContain('FULL app would like to work with Harbour Coffee.');
      expect(scene.page.text.includes('This is a test connection.')).toBe(isTest);
      expect(scene.page.text).toContain(`Signed in as Olivia Owner ${scene.owner.email}`);
      expect(scene.page.text).toContain('Afterwards you will return to app.example.');
    },
  );

  test.each(['FULL', 'ONLINE_ORDER'] as const)('lists in words exactly what %s can do', async (product) => {
    const scene = await newScene(service);
    await sql('update control.apps set product = $2 where id = $1', [scene.app.appId, product]);
    const { text } = await (await Visitor.signedIn(service, scene.owner)).open(authorizeUrl(scene.app));
    for (const [resource, sentences] of Object.entries<{ read: string; write?: string }>(
      DEFAULT_LANGUAGE.say.permissions,
    )) {
      const writes = SCOPES[product].includes(`${resource}.write`);
      const reads = !writes && SCOPES[product].includes(`${resource}.read`);
      if (writes) expect(text).toContain(sentences.write);
      if (reads) expect(text).toContain(sentences.read);
      if (!reads && !writes) expect(text).not.toContain(sentences.read);
    }
  });

  test.each([
    ['http://localhost:4000/callback', ' http://localhost:4000'],
    ['http://127.0.0.1:4000/callback?a=b', ' http://127.0.0.1:4000'],
    ['https://app_1.example:8443/cb', ' https://app_1.example:8443'],
    ['https://a;script-src/cb', ''],
  ])('that returns to %s lets its form lead to itself and to%s', (returnsTo, source) => {
    expect(contentPolicy({ returnsTo })).toMatch(new RegExp(`; form-action 'self'${source}$`));
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
      expect(html).not.toContain('<script>');
      expect(html).toContain('<bdi>&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;amp;\u202e</bdi>');
    }
  });
});

describe('A pending request', () => {
  const isGone = async (by: Visitor, path: string) => (await by.open(path)).status === 410;

  test('does not exist by a made-up id, nor in another browser of the same owner', async () => {
    const path = await started(visitor);
    expect(path).toMatch(/^\/oauth\/consent\/[\w-]{43}$/);
    expect(await isGone(await Visitor.signedIn(service, owner), path)).toBe(true);
    for (const id of ['x', '%00', 'A'.repeat(43), "';drop table"])
      expect(await isGone(visitor, FORM + encodeURIComponent(id)), id).toBe(true);
  });

  test('of a signed-out user shows nothing to another browser, and does not exist there after sign-in', async () => {
    const path = await started(new Visitor(service));
    const stranger = new Visitor(service);
    expect((await stranger.open(path)).text).not.toContain('FULL app');
    expect((await stranger.signIn(other, path)).path).toBe('/connections');
    expect(await isGone(stranger, path)).toBe(true);
  });

  test('does not exist with the cookie from before the sign-in', async () => {
    const person = new Visitor(service);
    const path = await started(person);
    const stranger = await Visitor.signedIn(service, other);
    stranger.cookies.set(VISIT, person.cookies.get(VISIT) as string);
    await person.signIn(owner, path);
    expect([await isGone(stranger, path), await isGone(person, path)]).toEqual([true, false]);
  });

  test('does not exist for another user who signs in in the same browser', async () => {
    const person = await Visitor.signedIn(service, owner);
    const path = await started(person);
    await person.fill('/sign-out');
    await person.signIn(other, path);
    expect(await isGone(person, path)).toBe(true);
  });

  test('with an error is not redirected to its app by another browser', async () => {
    const path = await started(visitor, { response_type: 'token' });
    expect(await isGone(await Visitor.signedIn(service, other), path)).toBe(true);
    expect(errorIn(await visitor.send('GET', path))).toBe('unsupported_response_type');
  });

  test('is bound to a cookie that is stored as a digest', async () => {
    const person = new Visitor(service);
    await started(person);
    const rows = await sql('select r::text from control.authorization_requests r');
    expect(JSON.stringify(rows)).not.toContain(person.cookies.get(VISIT) ?? rows);
  });
});

describe('A decision', () => {
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

  test('is final, whichever it is, and is to approve or to refuse', async () => {
    for (const [first, second] of [
      ['approve', 'refuse'],
      ['refuse', 'approve'],
    ] as const) {
      const page = await visitor.open(authorizeUrl(app));
      for (const decision of ['', 'yes', 'APPROVE'])
        expect((await visitor.submit(page, FORM, { decision })).status, decision).toBe(403);
      expect((await visitor.submit(page, FORM, { decision: first })).status).toBe(303);
      expect((await visitor.submit(page, FORM, { decision: second })).status).toBe(410);
    }
  });

  test('leads to the sign-in and back to the request when the session has expired in between', async () => {
    const { person, page, approve } = await opened();
    person.cookies.clear();
    const answer = await approve();
    expect([answer.status, answer.location]).toEqual([303, `/sign-in?request=${page.path.split('/').at(-1)}`]);
  });

  const change = (statement: string, of: 'app' | 'merchant') => (scene: Awaited<ReturnType<typeof newScene>>) =>
    sql(statement, [of === 'app' ? scene.app.appId : scene.merchant.companyId]);

  test.each<[string, [number, string | null], ReturnType<typeof change>, ('SANDBOX' | 'PRODUCTION')?]>([
    [
      'its credential is revoked',
      [400, 'oauth.client_not_found'],
      ({ app: { clientId } }) => service.control(async (tx) => [await revokeKey(tx, 'client', clientId)]),
    ],
    [
      'its credential expires',
      [400, 'oauth.client_not_found'],
      change(`update control.client_credentials set expires_at = '2026-03-02T08:00Z' where app_id = $1`, 'app'),
    ],
    [
      'the live app loses its approval',
      [400, 'oauth.app_not_published'],
      change(`update control.apps set review_state = 'REJECTED' where id = $1`, 'app'),
      'PRODUCTION',
    ],
    [
      'the merchant is closed',
      [400, 'oauth.company_not_eligible'],
      change('update control.merchants set active = false where company_id = $1', 'merchant'),
    ],
    [
      'the merchant goes live',
      [400, 'oauth.company_not_eligible'],
      change('update control.merchants set demo = false, organization_id = null where company_id = $1', 'merchant'),
    ],
    [
      'the person leaves',
      [400, 'oauth.company_not_eligible'],
      change('delete from control.memberships where company_id = $1', 'merchant'),
    ],
    [
      'the owner becomes an employee',
      [403, null],
      change(`update control.memberships set role = 'employee' where company_id = $1`, 'merchant'),
    ],
  ])('is rejected if meanwhile %s: %j', async (_, expected, happens, env = 'SANDBOX') => {
    const scene = await opened({ env });
    await happens(scene);
    const before = await codes();
    expect(outcome(await scene.approve())).toEqual(expected);
    expect(await codes()).toBe(before);
  });
});

describe('An employee', () => {
  const employee = async () => Visitor.signedIn(service, await newPerson(service, [[merchant, 'employee']]));

  test('can return to the app', async () => {
    const { searchParams } = await (await employee()).refuse(authorizeUrl(app));
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['access_denied', 'xyz']);
  });

  test('can have an owner sign in instead, who returns to the same request', async () => {
    const person = await employee();
    const page = await person.open(authorizeUrl(app));
    const { location } = await person.submit(page, '/sign-out');
    expect(location).toBe(`/sign-in?request=${page.path.split('/').at(-1)}`);
    const back = await person.signIn(owner, location ?? '');
    expect(back.path).toBe(page.path);
    expect((await person.submit(back, FORM, { decision: 'approve' })).status).toBe(303);
  });

  test.each([
    [
      'a production app and a sandbox company',
      'PRODUCTION',
      (organizationId: number) => service.newMerchant(organizationId),
    ],
    ['a sandbox app and a live company', 'SANDBOX', () => service.newMerchant(null, 'UK', false)],
    ['a sandbox app and another organization’s company', 'SANDBOX', () => service.newMerchant(app.organizationId)],
  ] as const)('is told like an owner that the company is not eligible: %s', async (_, env, newMerchant) => {
    const scene = await newScene(service, { env });
    const person = await newPerson(service, [[await newMerchant(scene.app.organizationId), 'employee']]);
    const answer = await (await Visitor.signedIn(service, person)).open(authorizeUrl(scene.app));
    expect(outcome(answer)).toEqual([400, 'oauth.company_not_eligible']);
    expect(answer.html).toContain('action="/sign-out"');
  });
});

test('A user without a company is told that none is eligible, until they have one', async () => {
  const login = await newPerson(service);
  const person = await Visitor.signedIn(service, login);
  const answer = await person.open(authorizeUrl(app));
  expect(outcome(answer)).toEqual([400, 'oauth.company_not_eligible']);
  await service.control((tx) => addMember(tx, login.id, merchant.companyId, 'owner'));
  expect((await person.open(answer.path)).status).toBe(200);
});

test('An owner sees which of their companies are already connected to the app', async () => {
  const scene = await newScene(service);
  await new OAuthClient(service, scene.app).connect(scene.merchant);
  const person = await Visitor.signedIn(service, scene.owner);
  const ask = async () => (await person.open(authorizeUrl(scene.app))).text;
  expect(await ask()).toContain('FULL app is already connected to Harbour Coffee.');
  const second = await service.newMerchant(scene.app.organizationId, 'UK');
  await service.control((tx) => addMember(tx, scene.owner.id, second.companyId, 'owner'));
  expect((await ask()).match(/Already connected/g)).toHaveLength(1);
});

describe('The owner of several companies', async () => {
  const second = await service.newMerchant(app.organizationId, 'IN');
  const live = await service.newMerchant(null, 'UK', false);
  const { merchant: foreign } = await newScene(service);
  const several = await newOwner(service, merchant, second, live, foreign);

  test('has to choose among the companies that the app can work with', async () => {
    const person = await Visitor.signedIn(service, several);
    const page = await person.open(authorizeUrl(app));
    const offered = [...page.html.matchAll(/type="radio" name="company" value="(\d+)"( required)?/g)];
    expect(offered.map(([, id]) => Number(id))).toEqual([merchant.companyId, second.companyId]);
    expect(page.html).not.toContain(' checked');
    const answer = await person.submit(page, FORM, { decision: 'approve' });
    expect(answer).toMatchObject(says(400, 'Choose a company first.'));
    const { location } = await person.submit(answer, FORM, { decision: 'approve', company: second.companyId });
    expect(new URL(location ?? '').searchParams.get('merchant_id')).toBe(String(second.companyId));
  });

  test('cannot choose any other', async () => {
    const person = await Visitor.signedIn(service, several);
    const { companyId: unowned } = await service.newMerchant(app.organizationId);
    for (const company of [live.companyId, foreign.companyId, unowned, 1, 'x', `0${merchant.companyId}`]) {
      const page = await person.open(authorizeUrl(app));
      const answer = await person.submit(page, FORM, { decision: 'approve', company });
      expect([company, ...outcome(answer)]).toEqual([company, 400, 'oauth.company_not_eligible']);
    }
  });

  test('is only asked about their own companies', async () => {
    const roles = [[merchant, 'owner'] as const, [second, 'employee'] as const];
    const mixed = await Visitor.signedIn(service, await newPerson(service, roles));
    const page = await mixed.open(authorizeUrl(app));
    expect(formOf(page.html, FORM).hidden.company).toBe(String(merchant.companyId));
    const answer = await mixed.submit(page, FORM, { decision: 'approve', company: second.companyId });
    expect(answer.status).toBe(403);
  });
});
