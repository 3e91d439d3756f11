import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { APP_REDIRECT_URIS } from '../../../src/control/app-addresses.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../src/pages/languages/languages.ts';
import { expectUsable as expectUsableOn, OF_LANGUAGES, OF_SCREENS } from '../../support/axe.ts';
import { hasBrowser, launchBrowser } from '../../support/browser.ts';
import { authorizeUrl, newOwner, newPerson, newScene } from '../../support/consent.ts';
import { type Mailbox, startMailing } from '../../support/mailbox.ts';
import { PartnerApp } from '../../support/partner-app.ts';
import type { Partner, Service } from '../../support/service.ts';
import type { Login } from '../../support/web-visitor.ts';

/** In milliseconds; longer than the lifetime of an access token. */
const SIXTEEN_MINUTES = 960_000;

describe.runIf(hasBrowser)('In a real browser (needs Chromium, see TEST_BROWSER)', { timeout: 300_000 }, () => {
  let mailbox: Mailbox;
  let service: Service;
  let stop: () => Promise<void>;
  let browser: Browser;
  let partner: Server;
  let partnerApp: PartnerApp<Partner>;
  let callback: string;
  /** Pages whose structure has been checked, which is the same in every language. */
  const checked = new Set<string>();

  beforeAll(async () => {
    ({ mailbox, service, stop } = await startMailing({ logsRequests: true }));
    browser = await launchBrowser();
    partner = createServer((request, response) => response.end(`partner ${request.url}`)).listen(0, '127.0.0.1');
    await new Promise((resolve) => partner.once('listening', resolve));
    partnerApp = await PartnerApp.start(service, await service.newPartner());
    callback = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/callback`;
  });
  afterAll(async () => {
    await browser?.close();
    partner?.close();
    await partnerApp?.remove();
    await stop?.();
  });

  describe.each(LANGUAGES.map((language) => ({ language, code: language.code })))('in $code', ({ language }) => {
    const { say } = language;
    let context: BrowserContext;
    let page: Page;
    const refused: string[] = [];

    beforeEach(async () => {
      // Bypasses the pages' policy, which allows no scripts, so that axe can run.
      context = await browser.newContext({ locale: language.locale, reducedMotion: 'reduce' });
      page = await context.newPage();
      page.on('pageerror', (error) => refused.push(error.message));
    });
    afterEach(async () => {
      await context.close();
      expect(refused.splice(0)).toEqual([]);
    });

    const open = (path: string) => page.goto(service.webUrl + path);

    async function signIn({ email, password }: Login): Promise<void> {
      await page.getByLabel(say.signIn.email).fill(email);
      await page.getByLabel(say.signIn.password, { exact: true }).fill(password);
      await page.getByRole('button', { name: say.signIn.submit }).click();
    }

    /** Asserts on a phone and a desktop that the page is usable, and nothing is too small to touch. */
    async function expectUsable(name: string, direction: string | null = language.direction): Promise<void> {
      for (const screen of [
        { width: 360, colorScheme: 'dark', rules: OF_SCREENS },
        { width: 1280, colorScheme: 'light', rules: checked.has(name) ? OF_LANGUAGES : undefined },
      ] as const) {
        await expectUsableOn(page, name, [screen]);
        const small = await page.evaluate<string[]>(`
          [...document.querySelectorAll('button, .button, nav a, select, .choice, input:not([type=hidden], .choice input)')]
            .filter((it) => it.offsetParent && it.getBoundingClientRect().height < 44).map((it) => it.outerHTML)`);
        expect([name, screen.width, small]).toEqual([name, screen.width, []]);
      }
      checked.add(name);
      expect(await page.getAttribute('html', 'dir')).toBe(direction);
    }

    test('an owner signs in, connects an app, and disconnects it', async () => {
      const { origin, app } = partnerApp;
      const merchant = await service.newMerchant(app.organizationId);
      const owner = await newOwner(service, merchant);
      await open('/');
      await expectUsable('start');
      await page.goto(origin);
      await expectUsable('the partner', null);
      await page.locator('a[href="/connect"]').last().click();
      await expectUsable('sign-in');
      await signIn({ ...owner, password: 'wrong horse battery' });
      await expectUsable('sign-in, wrong');
      await signIn(owner);
      await expectUsable('consent');
      await page.getByRole('button', { name: say.consent.approve }).click();
      await page.waitForURL(`${origin}/merchants/${merchant.companyId}?done=connected`);
      await expectUsable('the partner, connected', null);
      await open('/connections');
      for (const summary of await page.locator('summary').all()) await summary.click();
      await expectUsable('connections');
      await page.getByRole('link', { name: say.connections.disconnect }).click();
      await expectUsable('disconnect');
      await page.getByRole('button', { name: say.disconnect.submit }).click();
      await page.getByText(say.connections.none).waitFor();
      await expectUsable('disconnected');
      await page.getByRole('button', { name: say.nav.signOut }).click();
      await page.waitForURL(`${service.webUrl}/`);
      service.advance(SIXTEEN_MINUTES);
      await page.goto(`${origin}/merchants/${merchant.companyId}`);
      await page.getByText('The merchant has to connect again').waitFor();
      await expectUsable('the partner, disconnected', null);
    });

    test('an employee is referred to the owner, a wrong link explains itself, an owner of two companies chooses', async () => {
      const { app, merchant } = await newScene(service, { redirectUri: callback });
      await open(authorizeUrl(app, { redirect_uri: callback }));
      await signIn(await newPerson(service, [[merchant, 'employee']]));
      await expectUsable('employee');
      await page.getByRole('button', { name: say.employee.refuse }).click();
      await page.waitForURL(`${callback}?error=access_denied&*`);
      await open('/oauth/authorize');
      await expectUsable('error');
      await open('/nothing');
      await expectUsable('not found');
      await open('/sign-out');
      await expectUsable('sign-out');
      await open('/connections');
      await expectUsable('connections of an employee');
      await context.clearCookies();
      await open(authorizeUrl(app, { redirect_uri: callback }));
      await signIn(await newOwner(service, merchant, await service.newMerchant(app.organizationId)));
      await expectUsable('choice of a company');
      await open('/connections');
      await expectUsable('connections of an owner of two');
    });

    test('an owner decides an access request and revokes the access', async () => {
      const { organizationId } = await service.newPartner();
      const app = await service.newApp(organizationId, 'ADSR', 'PRODUCTION');
      const merchant = await service.newMerchant(null, 'AE', false);
      const storeIds = [await service.newStore(merchant, 'Marina Walk'), await service.newStore(merchant, 'Old Souk')];
      await service.control((tx) => APP_REDIRECT_URIS.add(tx, app.appId, callback));
      await service.requestAccess({ appId: app.appId, companyId: merchant.companyId, storeIds });
      await open('/sign-in');
      await signIn(await newOwner(service, merchant));
      await page.getByRole('link', { name: say.nav.accessRequests }).click();
      await expectUsable('access requests');
      await page.getByRole('link', { name: say.accessRequests.review }).click();
      await expectUsable('access request');
      await page.getByLabel('Old Souk').uncheck();
      await page.getByRole('button', { name: say.accessRequest.approve }).click();
      await page.getByText(say.accessRequests.states.APPROVED).waitFor();
      expect(await page.locator('main').textContent()).not.toContain('Old Souk');
      await expectUsable('approved');
      await service.requestAccess({ appId: app.appId, companyId: merchant.companyId, storeIds });
      await open('/access-requests');
      await page.getByRole('link', { name: say.accessRequests.review }).click();
      await expectUsable('access request of an app that has access');
      await page.getByRole('button', { name: say.accessRequest.approve }).click();
      await page.getByText(say.replaceAccess.afterwards).waitFor();
      await expectUsable('replace the access');
      await page.getByRole('button', { name: say.replaceAccess.submit }).click();
      await page.getByText(say.accessRequests.states.APPROVED).waitFor();
      await page.getByRole('link', { name: say.accessRequest.takeBack }).click();
      await expectUsable('revoke the access');
      await page.getByRole('button', { name: say.accessRequest.takeBack }).click();
      await page.getByText(say.accessRequests.states.REVOKED).waitFor();
      await expectUsable('taken back');
    });

    test.runIf(language.code === 'ar')('an owner sets a new password by the link in a mail', async () => {
      const { owner } = await newScene(service);
      await open('/sign-in');
      await page.getByRole('link', { name: say.signIn.forgotten }).click();
      await expectUsable('forgotten password');
      await page.getByLabel(say.signIn.email).fill(owner.email);
      const before = mailbox.mails.length;
      await page.getByRole('button', { name: say.forgottenPassword.submit }).click();
      await page.getByText(say.forgottenPassword.nothing).waitFor();
      const { text } = await mailbox.after(before);
      const mail = Buffer.from(text.split('\n\n').at(-1) ?? '', 'base64').toString();
      await page.goto(/http:\/\/\S+/.exec(`${mail} ${text}`)?.[0] ?? '');
      await page.getByLabel(say.newPassword.password, { exact: true }).fill('short');
      await page.getByLabel(say.newPassword.repeat).fill('short');
      await page.getByRole('button', { name: say.newPassword.submit }).click();
      await page.getByRole('link', { name: say.newPassword.rules.short }).waitFor();
      await expectUsable('new password');
      const password = 'stapler violin harbour';
      await page.getByLabel(say.newPassword.password, { exact: true }).fill(password);
      await page.getByLabel(say.newPassword.repeat).fill(password);
      await page.getByRole('button', { name: say.newPassword.submit }).click();
      await page.getByText(say.signIn.passwordSet).waitFor();
      await signIn({ ...owner, password });
      await page.getByRole('heading', { name: say.connections.title }).waitFor();
      await open('/account/password');
      await expectUsable('change of the password');
    });

    test.runIf(language.code === 'hi')('an owner is invited to a second company', async () => {
      const { app, owner } = await newScene(service);
      const second = await service.newMerchant(app.organizationId);
      await open('/sign-in');
      await signIn(await newOwner(service, second));
      await page.getByRole('link', { name: say.nav.people }).click();
      await expectUsable('people');
      await page.getByLabel(say.people.email).fill(owner.email);
      await page.getByLabel(say.people.roles.owner).check();
      await page.getByRole('button', { name: say.people.submit }).click();
      const link = (await page.locator('.secret code').textContent()) ?? '';
      await expectUsable('an invitation');
      await context.clearCookies();
      await page.goto(link);
      await expectUsable('invited');
      await page.getByRole('link', { name: say.invitation.signInSubmit }).click();
      await signIn(owner);
      await page.getByRole('button', { name: say.invitation.submit }).click();
      await page.getByText(say.connections.none).waitFor();
    });

    test.runIf(language.code === 'en')('an owner turns two-step sign-in on and signs in with a code', async () => {
      const { owner } = await newScene(service);
      await open('/sign-in');
      await signIn(owner);
      await page.getByRole('link', { name: say.account.nav }).click();
      await expectUsable('account');
      await page.getByRole('link', { name: say.twoStep.nav }).click();
      await page.getByRole('button', { name: say.twoStep.start }).click();
      await expectUsable('enrolment');
      const secret = (await page.locator('main code').textContent())?.replaceAll(' ', '') ?? '';
      const totp = new TOTP({ secret: Secret.fromBase32(secret) });
      await page.getByLabel(say.twoStep.code).fill(totp.generate({ timestamp: service.clock() }));
      await page.getByLabel(say.twoStep.password).fill(owner.password);
      await page.getByRole('button', { name: say.twoStep.confirm }).click();
      await page.getByText(say.twoStep.codesLead).waitFor();
      await expectUsable('recovery codes');
      await page.getByRole('button', { name: say.nav.signOut }).click();
      await open('/sign-in');
      await signIn(owner);
      await expectUsable('the second step');
      await page.getByLabel(say.signInCode.code).fill(totp.generate({ timestamp: service.clock() + 30_000 }));
      await page.getByRole('button', { name: say.signInCode.submit }).click();
      await page.getByRole('heading', { name: say.connections.title }).waitFor();
      await open('/account/two-step');
      await expectUsable('two-step sign-in');
    });
  });

  test('an owner of two companies chooses and refuses by keyboard', async () => {
    const { app, merchant } = await newScene(service, { redirectUri: callback });
    const owner = await newOwner(service, merchant, await service.newMerchant(app.organizationId));
    const page = await browser.newPage({ locale: 'en' });
    const { consent, signIn, skip } = DEFAULT_LANGUAGE.say;

    /** Presses Tab until the focused element has this text, or is a control of this type or name. */
    async function tabTo(target: string): Promise<void> {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        const focused = page.locator(':focus');
        const [type, name] = [await focused.getAttribute('type'), await focused.getAttribute('name')];
        if ([await focused.textContent(), type, name].includes(target)) return;
      }
      throw new Error(`Not reached by Tab: ${target}`);
    }

    await page.goto(service.webUrl + authorizeUrl(app, { redirect_uri: callback }));
    await tabTo(skip);
    await tabTo('email');
    await page.keyboard.type(owner.email);
    await tabTo('password');
    await page.keyboard.type(owner.password);
    await tabTo(signIn.submit);
    await page.keyboard.press('Enter');
    await page.getByRole('radio').first().waitFor();
    await tabTo('radio');
    await page.keyboard.press('Space');
    expect(await page.locator(':checked').count()).toBe(1);
    await tabTo(consent.approve);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${callback}?code=*`);
    await page.goto(service.webUrl + authorizeUrl(app, { redirect_uri: callback }));
    await tabTo(consent.refuse);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${callback}?error=access_denied&*`);
    await page.close();
  });

  test('the pages’ own policy allows their style and the redirect to the app', async () => {
    const { app, owner } = await newScene(service, { redirectUri: callback });
    const page = await browser.newPage();
    const violations: string[] = [];
    page.on('console', (message) => violations.push(message.text()));
    await page.goto(service.webUrl + authorizeUrl(app, { redirect_uri: callback, state: 'a&b c' }));
    expect(await page.evaluate('getComputedStyle(document.querySelector(".card")).borderTopLeftRadius')).toBe('16px');
    await page.fill('#email', owner.email);
    await page.fill('#password', owner.password);
    await page.click('main button');
    await page.click('button[value=approve]');
    await page.waitForURL(`${callback}?code=*`);
    expect(new URL(page.url()).searchParams.get('state')).toBe('a&b c');
    await page.goto(service.webUrl + authorizeUrl(app, { redirect_uri: callback, response_type: 'token' }));
    await page.waitForURL(`${callback}?error=unsupported_response_type&*`);
    expect(violations).toEqual([]);
    await page.close();
  });
});
