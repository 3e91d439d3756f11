import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Merchant } from '../../src/directory/merchants.ts';
import { authorizeUrl, newOwner, newScene } from '../support/consent.ts';
import { type Partner, type Service, startService } from '../support/service.ts';
import { type Login, textOf, Visitor } from '../support/visitor.ts';

let service: Service;
let app: Partner;
let merchant: Merchant;
let owner: Login;
/** Another owner, of another company that the app may be let into. */
let stranger: Login;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  ({ app, merchant, owner } = await newScene(service));
  stranger = await newOwner(service, await service.newMerchant(app.organizationId));
});
afterAll(() => service?.stop());

const FORM = '/oauth/consent/';
const VISIT = 'tillgate-visit';

async function signedIn(login: Login): Promise<Visitor> {
  const visitor = new Visitor(service);
  await visitor.signIn(login);
  return visitor;
}

/** Opens a request; gives the path of its screen. */
async function openedBy(visitor: Visitor, state = 'xyz'): Promise<string> {
  const { location } = await visitor.send('GET', authorizeUrl(app, { state }));
  expect(location).toMatch(/^\/oauth\/consent\/[\w-]{43}$/);
  return location as string;
}

const codes = async (): Promise<number> =>
  (await service.databases.control.query('select count(*)::int as n from control.authorization_codes')).rows[0].n;

describe('A pending consent request', () => {
  test('does not exist for another owner who knows its id, and waits for the one who opened it', async () => {
    const visitor = await signedIn(owner);
    const path = await openedBy(visitor);
    const other = await signedIn(stranger);
    const ownPage = await other.open(authorizeUrl(app));
    const before = await codes();
    expect((await other.open(path)).status).toBe(410);
    for (const decision of ['approve', 'refuse']) {
      const answer = await other.submit({ ...ownPage, html: ownPage.html.replace(ownPage.path, path) }, FORM, {
        decision,
      });
      expect([answer.status, answer.location]).toEqual([410, null]);
    }
    expect(await codes()).toBe(before);
    const approved = await visitor.submit(await visitor.open(path), FORM, { decision: 'approve' });
    expect(new URL(approved.location as string).searchParams.get('merchant_id')).toBe(String(merchant.companyId));
  });

  test('does not exist in another browser of the same owner', async () => {
    const path = await openedBy(await signedIn(owner));
    expect((await (await signedIn(owner)).open(path)).status).toBe(410);
  });

  test('of a signed-out user is answered after sign-in', async () => {
    const visitor = new Visitor(service);
    const path = await openedBy(visitor);
    const page = await visitor.signIn(owner, path);
    expect(page.path).toBe(path);
    expect((await visitor.submit(page, FORM, { decision: 'approve' })).status).toBe(303);
  });

  test('of a signed-out user shows nothing to another browser, and does not exist there after sign-in', async () => {
    const path = await openedBy(new Visitor(service));
    const other = new Visitor(service);
    expect(textOf((await other.open(path)).html)).not.toContain('FULL app');
    expect((await other.signIn(stranger, path)).path).toBe('/connections');
    expect((await other.open(path)).status).toBe(410);
  });

  test('does not exist with the cookie from before the sign-in', async () => {
    const visitor = new Visitor(service);
    const path = await openedBy(visitor);
    const other = await signedIn(stranger);
    other.cookies.set(VISIT, visitor.cookies.get(VISIT) as string);
    await visitor.signIn(owner, path);
    expect((await other.open(path)).status).toBe(410);
    expect((await visitor.open(path)).status).toBe(200);
  });

  test('does not exist for another user who signs in in the same browser', async () => {
    const visitor = await signedIn(owner);
    const path = await openedBy(visitor);
    await visitor.submit(await visitor.open('/sign-out'), '/sign-out');
    await visitor.signIn(stranger, path);
    expect((await visitor.open(path)).status).toBe(410);
  });

  test('with an error is not redirected to its app by another browser', async () => {
    const visitor = await signedIn(owner);
    const { location } = await visitor.send('GET', authorizeUrl(app, { response_type: 'token' }));
    expect((await (await signedIn(stranger)).open(location as string)).status).toBe(410);
    const led = await visitor.send('GET', location as string);
    expect(new URL(led.location as string).searchParams.get('error')).toBe('unsupported_response_type');
  });
});

test('Several consent requests of one browser are answered separately, opened before or after sign-in', async () => {
  const visitor = new Visitor(service);
  const paths = [await openedBy(visitor, 'first'), await openedBy(visitor, 'second')];
  await visitor.signIn(owner);
  paths.push(await openedBy(visitor, 'third'));
  const states: (string | null)[] = [];
  for (const path of paths.reverse()) {
    const { location } = await visitor.submit(await visitor.open(path), FORM, { decision: 'approve' });
    states.push(new URL(location as string).searchParams.get('state'));
  }
  expect(states).toEqual(['third', 'second', 'first']);
});

test('The cookie that a request is bound to is host-only, HttpOnly, and stored as a digest', async () => {
  const visitor = new Visitor(service);
  const { headers } = await visitor.send('GET', authorizeUrl(app));
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^tillgate-visit=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const { rows } = await service.databases.control.query('select r::text from control.authorization_requests r');
  expect(JSON.stringify(rows)).not.toContain(visitor.cookies.get(VISIT));
});
