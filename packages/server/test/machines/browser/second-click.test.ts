import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPasswordLink } from '../../../src/control/mailed-links.ts';
import { hasBrowser, launchBrowser } from '../../support/browser.ts';
import { authorizeUrl, newOwner, newScene } from '../../support/consent.ts';
import { OAuthClient, outcome } from '../../support/oauth.ts';
import { type Service, startService } from '../../support/service.ts';
import { type Login, Visitor } from '../../support/web-visitor.ts';

/** Milliseconds that each response takes longer than on loopback, as from another continent. */
const LATENCY = 250;
const PASSWORD = 'stapler violin harbour';

describe.runIf(hasBrowser)(
  'A double click at 250 ms of latency (needs Chromium, see TEST_BROWSER)',
  { timeout: 120_000 },
  () => {
    let service: Service;
    let browser: Browser;
    let partner: Server;
    let callback: string;
    let page: Page;

    beforeAll(async () => {
      service = await startService();
      browser = await launchBrowser();
      partner = createServer((_, response) => response.end('partner')).listen(0, '127.0.0.1');
      await new Promise((resolve) => partner.once('listening', resolve));
      callback = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/callback`;
    });
    afterAll(async () => {
      await browser?.close();
      partner?.close();
      await service?.stop();
    });

    /** Opens a page far away, as a person with a session if a login is given. */
    async function open(path: string, login?: Login): Promise<void> {
      const context = await browser.newContext();
      if (login) {
        const { cookies } = await Visitor.signedIn(service, login);
        await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: service.webUrl })));
      }
      page = await context.newPage();
      const network = await context.newCDPSession(page);
      await network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: LATENCY,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
      await page.goto(service.webUrl + path);
    }

    const said = () => page.locator('main').textContent();

    test('on Sign in and on Approve connects the app', async () => {
      const { app, owner } = await newScene(service, { redirectUri: callback });
      await open(authorizeUrl(app, { redirect_uri: callback }));
      await page.fill('#email', owner.email);
      await page.fill('#password', owner.password);
      await page.dblclick('main button');
      await page.waitForURL('**/oauth/consent/*');
      await page.dblclick('button[value=approve]');
      await page.waitForURL(`${callback}?code=*`);
      const code = new URL(page.url()).searchParams.get('code') ?? '';
      const client = new OAuthClient(service, app);
      expect(outcome(await client.exchange(code, { redirect_uri: callback }))).toEqual([200]);
      await page.context().close();
    });

    test('on the button of an invitation signs the new person in', async () => {
      const merchant = await service.newMerchant(null, 'UK', false);
      const by = await Visitor.signedIn(service, await newOwner(service, merchant));
      const { html } = await by.complete(`/people?company=${merchant.companyId}`, {
        email: 'nia@shop.example',
        role: 'employee',
      });
      await open(/http:\/\/localhost:\d+(\/invitations\/[\w-]{43})/.exec(html)?.[1] ?? '');
      await page.fill('#name', 'Nia');
      await page.fill('#new-password', PASSWORD);
      await page.fill('#repeat', PASSWORD);
      await page.dblclick('main button');
      await page.waitForURL('**/connections?company=*');
      expect(await said()).toContain('Connected apps');
      await page.context().close();
    });

    test('on the button of a new password sets it', async () => {
      const { id, email } = await newOwner(service);
      const { code } = await service.control((tx) => createPasswordLink(tx, id));
      await open(`/new-password/${code}`);
      await page.fill('#new-password', PASSWORD);
      await page.fill('#repeat', PASSWORD);
      await page.dblclick('main button');
      await page.waitForURL('**/sign-in?done=password');
      await new Visitor(service).signIn({ email, password: PASSWORD });
      await page.context().close();
    });

    test('on Disconnect disconnects', async () => {
      const { app, merchant, owner } = await newScene(service);
      await new OAuthClient(service, app).connect(merchant);
      await open(`/connections/${app.appId}/disconnect?company=${merchant.companyId}`, owner);
      await page.dblclick('main button.danger');
      await page.waitForURL('**/connections?*');
      expect(await said()).toContain('is disconnected');
      await page.context().close();
    });
  },
);
