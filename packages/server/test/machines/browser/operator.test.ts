import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectUsable } from '../../support/axe.ts';
import { hasBrowser, launchBrowser } from '../../support/browser.ts';
import { everyPage } from '../../support/every-page.ts';
import { type Service, startService } from '../../support/service.ts';
import { newDeveloper, newOperator } from '../../support/staff.ts';
import type { Login } from '../../support/web-visitor.ts';

/** A busy machine needs more than the usual limit. */
const SLOW = { timeout: 300_000 };

describe.runIf(hasBrowser)('In a real browser (needs Chromium, see TEST_BROWSER)', SLOW, () => {
  let service: Service;
  let browser: Browser;

  beforeAll(async () => {
    service = await startService({ logsRequests: true, settings: { TILLGATE_RATE_LIMIT: '20' } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** A separate browser in which the person is signed in. */
  async function signedIn({ email, password }: Login): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${service.webUrl}/sign-in`);
    await page.fill('#email', email);
    await page.fill('#password', password);
    await page.click('main button');
    return page;
  }

  const open = (page: Page, path: string) => page.goto(service.webUrl + path);

  test('a developer submits an app, an operator looks at its requests and approves it, and production opens', async () => {
    const caller = await service.connect();
    const { appId, organizationId } = caller.partner;
    for (let i = 0; i < 25; i += 1) await caller.get(i % 2 === 0 ? '/brands' : '/brands/1?limit=x');
    const developer = await signedIn(await newDeveloper(service, organizationId));
    await open(developer, `/console/apps/${appId}`);
    await developer.getByRole('link', { name: 'Submit for review', exact: true }).click();
    await developer.getByRole('button', { name: 'Submit anyway' }).click();
    await expect
      .poll(
        async () => {
          await open(developer, `/console/apps/${appId}/requests?status=429`);
          return developer.locator('.log li').count();
        },
        { timeout: 30_000 },
      )
      .toBe(5);
    await developer.locator('.log summary').first().click();
    await developer.getByText('The app has used up its minute.').first().waitFor();
    const first = developer.locator('.log li').first();
    expect(await first.locator('pre').textContent()).toContain('Authorization: Bearer $ACCESS_TOKEN');
    await first.getByRole('button', { name: 'Copy' }).click();
    await developer.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    const docs = service.apiUrl.replace(/\/v1$/, '/docs');
    const links = await first.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual([
      `${docs}/guides/errors#partnerrate_limited`,
      expect.stringMatching(new RegExp(`^/console/apps/${appId}/requests/[\\da-f-]{36}$`)),
      `${docs}#tag/brands/GET/brands`,
      `/console/merchants/${caller.merchant.companyId}/records?app=${appId}&path=%2Fbrands`,
    ]);
    await expectUsable(developer, 'requests');
    service.advance(1000);
    await developer.getByRole('link', { name: 'Clear' }).click();
    await developer.getByRole('heading', { name: 'No requests' }).waitFor();
    await caller.get('/brands');
    await developer.locator('.log li').first().waitFor();
    await expectUsable(developer, 'requests that follow');
    await open(developer, `/console/apps/${appId}/usage`);
    await developer.getByText('20 of 20').waitFor();
    await developer.getByText('20 requests a minute, for all of its merchants together; this is the default').waitFor();
    await developer.getByRole('link', { name: 'the guide on limits' }).waitFor();
    await developer.getByText('Figures').first().click();
    await expectUsable(developer, 'usage');
    const operator = await signedIn(await newOperator(service));
    const pages = await everyPage(service, organizationId);
    for (const { address } of pages.operator.filter(({ isPage }) => isPage)) {
      await open(operator, address);
      await expectUsable(operator, address);
    }
    await open(operator, '/operator/reviews');
    await operator.getByRole('link', { name: 'FULL app' }).click();
    await operator.getByLabel('Reason').fill('Looks good.');
    await expectUsable(operator, 'review');
    await operator.getByRole('button', { name: 'Approve for production' }).click();
    await expectUsable(operator, 'approve anyway');
    await operator.getByRole('button', { name: 'Approve anyway' }).click();
    await operator.getByText('Approved. Merchants see the profile').waitFor();
    await open(developer, `/console/apps/${appId}`);
    await developer.getByText('Looks good.').waitFor();
    await developer.getByRole('link', { name: 'production credentials' }).click();
    await developer
      .getByRole('button', { name: /production/i })
      .first()
      .click();
    await developer.getByText(/svc_sk_pk_/).waitFor();
  });
});
