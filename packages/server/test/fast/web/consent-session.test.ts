import { beforeEach, describe, expect, test } from 'vitest';
import { authorizeUrl, newOwner, newScene } from '../../support/consent.ts';
import { type Partner, sharedService } from '../../support/service.ts';
import { type Login, textOf, Visitor } from '../../support/web-visitor.ts';

let app: Partner;
let owner: Login;
/** An owner of another company that could connect the app. */
let stranger: Login;

const service = await sharedService();
beforeEach(async () => {
  ({ app, owner } = await newScene(service));
  stranger = await newOwner(service, await service.newMerchant(app.organizationId));
});

const VISIT = 'tillgate-visit';

/** Opens a request. Returns the path of its page. */
async function openedBy(visitor: Visitor, state = 'xyz'): Promise<string> {
  const { location } = await visitor.send('GET', authorizeUrl(app, { state }));
  expect(location).toMatch(/^\/oauth\/consent\/[\w-]{43}$/);
  return location as string;
}

describe('A pending consent request', () => {
  test('does not exist in another browser of the same owner', async () => {
    const path = await openedBy(await Visitor.signedIn(service, owner));
    expect((await (await Visitor.signedIn(service, owner)).open(path)).status).toBe(410);
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
    const other = await Visitor.signedIn(service, stranger);
    other.cookies.set(VISIT, visitor.cookies.get(VISIT) as string);
    await visitor.signIn(owner, path);
    expect((await other.open(path)).status).toBe(410);
    expect((await visitor.open(path)).status).toBe(200);
  });

  test('does not exist for another user who signs in in the same browser', async () => {
    const visitor = await Visitor.signedIn(service, owner);
    const path = await openedBy(visitor);
    await visitor.submit(await visitor.open('/sign-out'), '/sign-out');
    await visitor.signIn(stranger, path);
    expect((await visitor.open(path)).status).toBe(410);
  });

  test('with an error is not redirected to its app by another browser', async () => {
    const visitor = await Visitor.signedIn(service, owner);
    const { location } = await visitor.send('GET', authorizeUrl(app, { response_type: 'token' }));
    expect((await (await Visitor.signedIn(service, stranger)).open(location as string)).status).toBe(410);
    const led = await visitor.send('GET', location as string);
    expect(new URL(led.location as string).searchParams.get('error')).toBe('unsupported_response_type');
  });
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
