import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { createPasswordLink } from '../../../src/control/mailed-links.ts';
import { authorizeUrl, newOwner, newScene } from '../../support/consent.ts';
import { auditOf, OAuthClient } from '../../support/oauth.ts';
import { sharedService } from '../../support/service.ts';
import { developerOf, operatorOf } from '../../support/staff.ts';
import { type Answer, says, Visitor } from '../../support/web-visitor.ts';

const service = await sharedService();

const PASSWORD = 'stapler violin harbour';

/** A browser that is about to send a form, and what the second answer has to be good for. */
interface Prepared {
  readonly visitor: Visitor;
  readonly page: Answer;
  readonly action: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Asserts that the person can go on from the second answer in the browser that got it. */
  expectUsable(second: Answer, browser: Visitor, first: Answer): Promise<void>;
}

/** The same browser before the first answer. */
function sameBrowser(visitor: Visitor): Visitor {
  const copy = new Visitor(service);
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
}

const sameAnswer: Prepared['expectUsable'] = async (second, _, first) => {
  expect([second.status, second.location]).toEqual([303, first.location]);
};

async function consentRequest() {
  const scene = await newScene(service);
  return { ...scene, url: authorizeUrl(scene.app) };
}

/** Completes the authorization in a browser that was sent to its consent page. */
async function expectConsent(second: Answer, browser: Visitor): Promise<void> {
  expect(second).toMatchObject({ status: 303, location: expect.stringMatching(/^\/oauth\/consent\//) });
  const page = await browser.open(second.location as string);
  const { location } = await browser.submit(page, '/oauth/consent/', { decision: 'approve' });
  expect(location).toMatch(/[?&]code=/);
}

async function enrolled() {
  const scene = await consentRequest();
  const visitor = await Visitor.signedIn(service, scene.owner);
  await visitor.fill('/account/two-step', { do: 'start' });
  const page = await visitor.open('/account/two-step');
  const [, secret = ''] = /<code>([A-Z2-7 ]{32,})<\/code>/.exec(page.html) ?? [];
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  const code = () => totp.generate({ timestamp: service.clock() });
  return { ...scene, visitor, page, code };
}

async function invited(email: string): Promise<string> {
  const merchant = await service.newMerchant(null, 'UK', false);
  const by = await Visitor.signedIn(service, await newOwner(service, merchant));
  const { html } = await by.complete(`/people?company=${merchant.companyId}`, { email, role: 'employee' });
  return /http:\/\/localhost:\d+(\/invitations\/[\w-]{43})/.exec(html)?.[1] ?? '';
}

const newPassword = { 'new-password': PASSWORD, repeat: PASSWORD };
let people = 0;

const FORMS: Readonly<Record<string, () => Promise<Prepared>>> = {
  async 'Sign in, on the way to an authorization request,'() {
    const { owner, url } = await consentRequest();
    const visitor = new Visitor(service);
    const page = await visitor.open(url);
    const { email, password } = owner;
    return { visitor, page, action: '/sign-in', fields: { email, password }, expectUsable: expectConsent };
  },
  async 'The code of a two-step sign-in'() {
    const { owner, url, visitor: own, page: setup, code } = await enrolled();
    const { email, password } = owner;
    await own.submit(setup, '/account/two-step', { do: 'confirm', password, code: code() });
    service.advance(60_000);
    const visitor = new Visitor(service);
    const { location } = await visitor.submit(await visitor.open(url), '/sign-in', { email, password });
    const page = await visitor.open(location as string);
    return { visitor, page, action: '/sign-in/code', fields: { code: code() }, expectUsable: expectConsent };
  },
  async Decline() {
    const { owner, url } = await consentRequest();
    const visitor = await Visitor.signedIn(service, owner);
    const fields = { decision: 'refuse' };
    return { visitor, page: await visitor.open(url), action: '/oauth/consent/', fields, expectUsable: sameAnswer };
  },
  async 'Sign in as someone else, on the consent page,'() {
    const { owner, url } = await consentRequest();
    const visitor = await Visitor.signedIn(service, owner);
    const page = await visitor.open(url);
    // The header's form of the same path comes first.
    const html = page.html.slice(page.html.indexOf('class="switch"') - '<form '.length);
    return {
      visitor,
      page: { ...page, html },
      action: '/sign-out',
      async expectUsable({ location }, browser) {
        expect(location).toMatch(/^\/sign-in\?request=/);
        const { email, password } = owner;
        const signIn = await browser.open(location as string);
        await expectConsent(await browser.submit(signIn, '/sign-in', { email, password }), browser);
      },
    };
  },
  async Disconnect() {
    const { app, merchant, owner } = await newScene(service);
    await new OAuthClient(service, app).connect(merchant);
    const visitor = await Visitor.signedIn(service, owner);
    const page = await visitor.open(`/connections/${app.appId}/disconnect?company=${merchant.companyId}`);
    return { visitor, page, action: '/connections/', expectUsable: sameAnswer };
  },
  async 'Accept, of a new person,'() {
    people += 1;
    const path = await invited(`second-click-${people}@shop.example`);
    const visitor = new Visitor(service);
    const fields = { name: 'Nia', ...newPassword };
    return {
      visitor,
      page: await visitor.open(path),
      action: path,
      fields,
      async expectUsable({ status, location }, browser) {
        expect(status).toBe(303);
        expect(await browser.open(location as string)).toMatchObject({ status: 200 });
      },
    };
  },
  async 'Accept, of a person with a login,'() {
    const person = await newOwner(service);
    const path = await invited(person.email);
    const visitor = await Visitor.signedIn(service, person);
    return { visitor, page: await visitor.open(path), action: path, expectUsable: sameAnswer };
  },
  async 'A new password by a link'() {
    const { id } = await newOwner(service);
    const { code } = await service.control((tx) => createPasswordLink(tx, id));
    const path = `/new-password/${code}`;
    const visitor = new Visitor(service);
    return {
      visitor,
      page: await visitor.open(path),
      action: path,
      fields: newPassword,
      async expectUsable({ location }) {
        expect(location).toBe('/sign-in?done=password');
      },
    };
  },
  async 'A change of the password'() {
    const { owner } = await newScene(service);
    const visitor = await Visitor.signedIn(service, owner);
    const page = await visitor.open('/account/password');
    const fields = { password: owner.password, ...newPassword };
    return { visitor, page, action: '/account/password', fields, expectUsable: sameAnswer };
  },
  async 'The confirmation of two-step sign-in'() {
    const { owner, visitor, page, code } = await enrolled();
    const fields = { do: 'confirm', password: owner.password, code: code() };
    return {
      visitor,
      page,
      action: '/account/two-step',
      fields,
      async expectUsable(second, browser) {
        // Of two at once, either may be the one that shows the codes.
        const shown = second.location ? await browser.open(second.location) : second;
        expect(shown.text).toMatch(/recovery codes were shown once|Your recovery codes/);
      },
    };
  },
  async 'A new API key in the console'() {
    const { organizationId } = await service.newPartner();
    const { appId } = await service.newApp(organizationId, 'ADSR');
    const visitor = await developerOf(service, organizationId);
    const path = `/console/apps/${appId}/credentials`;
    const page = await visitor.open(path);
    const keys = async () => {
      const { rows } = await service.databases.control.query(
        'select count(*)::int as n from control.api_keys where app_id = $1',
        [appId],
      );
      return rows[0].n;
    };
    const before = await keys();
    return {
      visitor,
      page,
      action: `${path}/new`,
      fields: { kind: 'key', env: 'SANDBOX' },
      async expectUsable({ location }, browser) {
        const shown = await browser.open(location as string);
        expect(shown.text).toMatch(/is not shown again|shown once, in the answer to the first click/);
        expect(await keys()).toBe(before + 1);
      },
    };
  },
  async 'Close, of an operator,'() {
    const merchant = await service.newMerchant(null, 'UK', false);
    const visitor = await operatorOf(service);
    const path = `/operator/merchants/${merchant.companyId}/state`;
    return { visitor, page: await visitor.open(path), action: path, expectUsable: sameAnswer };
  },
  async 'Sell, at the till,'() {
    const { organizationId } = await service.newPartner();
    const visitor = await developerOf(service, organizationId);
    const { path: shop } = await visitor.complete('/console/merchants/new', { name: 'Corner', region: 'UK' });
    const path = `${shop}/till`;
    const [, code = ''] = /class="tile" name="add" value="(\d+)"/.exec((await visitor.open(path)).html) ?? [];
    const page = await visitor.open(`${path}?add=${code}`);
    return {
      visitor,
      page,
      action: path,
      fields: { action: 'sell' },
      async expectUsable(second, browser, first) {
        expect(second.location).toBe(first.location);
        const { html } = await browser.open(path);
        expect(new Set(html.match(/value="till-\d+"/g)).size).toBe(1);
      },
    };
  },
};

type Time = (prepared: Prepared) => Promise<[first: Answer, second: Answer, by: Visitor]>;

/** The second click before the first answer, and after it, in a browser that got that answer or lost it. */
const TIMES: Readonly<Record<string, Time>> = {
  async 'before the first answer'({ visitor, page, action, fields }) {
    const browser = sameBrowser(visitor);
    const [first, second] = await Promise.all([
      visitor.submit(page, action, fields),
      browser.submit(page, action, fields),
    ]);
    return [first, second, browser];
  },
  async 'after the first answer was lost'({ visitor, page, action, fields }) {
    const browser = sameBrowser(visitor);
    const first = await visitor.submit(page, action, fields);
    return [first, await browser.submit(page, action, fields), browser];
  },
  async 'after the first answer'({ visitor, page, action, fields }) {
    const first = await visitor.submit(page, action, fields);
    return [first, await visitor.submit(page, action, fields), visitor];
  },
};

test.each(Object.keys(FORMS).flatMap((form) => Object.keys(TIMES).map((time) => [form, time] as const)))(
  '%s is answered as well when it is sent again %s',
  async (form, time) => {
    const prepared = await (FORMS[form] as () => Promise<Prepared>)();
    const [first, second, browser] = await (TIMES[time] as Time)(prepared);
    await prepared.expectUsable(second, browser, first);
  },
);

test('Approve, clicked twice, approves once, and a third click is too late', async () => {
  const { app, owner, url } = await consentRequest();
  const visitor = await Visitor.signedIn(service, owner);
  const page = await visitor.open(url);
  const click = () => visitor.submit(page, '/oauth/consent/', { decision: 'approve' });
  expect([(await click()).status, (await click()).status]).toEqual([303, 303]);
  expect((await auditOf(service, app.appId)).filter((event) => event === 'consent.approved')).toHaveLength(1);
  expect(await click()).toMatchObject(says(410, 'no longer valid'));
});

test.each<[string, number, (owner: { id: number }) => Promise<void> | void]>([
  ['ten seconds later', 410, () => service.advance(10_001)],
  [
    'by a person who has ceased to be an owner',
    400,
    ({ id }) =>
      service.control(async (tx) => void (await tx.query('delete from control.memberships where user_id = $1', [id]))),
  ],
])('Approve, sent again %s, is %i', async (_, status, happen) => {
  const { owner, url } = await consentRequest();
  const visitor = await Visitor.signedIn(service, owner);
  const page = await visitor.open(url);
  await visitor.submit(page, '/oauth/consent/', { decision: 'approve' });
  await happen(owner);
  expect((await visitor.submit(page, '/oauth/consent/', { decision: 'approve' })).status).toBe(status);
});

test('A form is not answered as before in another session, nor with other values', async () => {
  const { app, merchant, owner } = await newScene(service);
  await new OAuthClient(service, app).connect(merchant);
  const [visitor, elsewhere] = [await Visitor.signedIn(service, owner), await Visitor.signedIn(service, owner)];
  const page = await visitor.open(`/connections/${app.appId}/disconnect?company=${merchant.companyId}`);
  expect((await visitor.submit(page, '/connections/')).status).toBe(303);
  expect((await elsewhere.submit(page, '/connections/')).status).toBe(403);
  expect((await visitor.submit(page, '/connections/', { company: '1' })).status).toBeGreaterThanOrEqual(400);
});
