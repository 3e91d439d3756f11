import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectUsable, SCREENS } from '../../support/axe.ts';
import { hasBrowser, launchBrowser } from '../../support/browser.ts';
import { everyPage } from '../../support/every-page.ts';
import { type Service, startService } from '../../support/service.ts';

const PASSWORD = 'a quiet till at noon';

describe.runIf(hasBrowser)('In a real browser (needs Chromium, see TEST_BROWSER)', () => {
  let service: Service;
  let browser: Browser;

  beforeAll(async () => {
    service = await startService();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test.each([
    ['on a phone in the dark, without scripts of its own', SCREENS.slice(0, 1), false],
    ['on a desktop', SCREENS.slice(1), true],
  ])('a developer gets from nothing to a first call %s', { timeout: 120_000 }, async (_, screens, scripted) => {
    const context = await browser.newContext({ timezoneId: 'America/New_York' });
    // Axe needs scripts, so the page's own script is blocked instead of all scripts.
    if (!scripted) await context.route('**/*-pages.js', (route) => route.abort());
    const page = await context.newPage();
    const expectSound = () => expectUsable(page, page.url(), screens);
    const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
    const email = `ada-${scripted}@acme.example`;

    await page.goto(service.webUrl);
    await page.getByRole('link', { name: 'Sign up as a developer' }).click();
    await page.getByLabel('Organization').fill('Acme Tills');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('New password again').fill(PASSWORD);
    await expectSound();
    await press('Sign up');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press('Sign in');

    if (scripted) {
      await page.getByRole('link', { name: 'New app' }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('webhooks');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Webhooks', exact: true }).waitFor();
      await page.goBack();
    }
    await page.getByRole('link', { name: 'New app' }).click();
    await page.getByLabel('Name').fill('Till Sync');
    await press('Create app');
    await expectSound();
    await page.getByRole('link', { name: 'Register an https redirect URI' }).click();
    await page.getByLabel('Add a redirect URI').fill('http://app.example/callback');
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await expectSound();
    expect(await page.title()).toMatch(/^Error: Settings/);
    const problems = page.locator('.problems');
    expect(await page.evaluate('document.activeElement.className')).toBe('problems');
    await problems.getByRole('link').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('uri');
    await page.getByRole('navigation', { name: 'App' }).getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'Make a first call' }).click();
    await page.getByLabel('Name').fill('Corner Café');
    await press('Create merchant');
    await page.getByText('is ready, with company id').waitFor();
    await expectSound();
    const companyId = /\d+$/.exec(page.url())?.[0] ?? '';

    await page.getByRole('link', { name: 'Load data' }).click();
    const buffer = Buffer.from('sku,name,price,Shelf\nB-1,Tea,1.20,A\nB-2,Milk,cheap,B\n');
    await page.getByLabel('Items').setInputFiles({ name: 'items.csv', mimeType: 'text/csv', buffer });
    await press('Dry run');
    await page.getByText('2 rows: 1 would be created').waitFor();
    await expectSound();
    await press('Load');
    await page.getByText('2 rows: 1 created, 0 changed, 1 failed.').waitFor();
    await expectSound();

    await page.getByRole('link', { name: 'Apps', exact: true }).first().click();
    await page.getByRole('link', { name: 'Till Sync' }).click();
    await page.getByRole('link', { name: 'Make a first call' }).click();
    await page.getByText('200 OK').waitFor();
    expect(await page.locator('#answer').getByLabel('JSON').textContent()).toContain('"pagination"');
    await expectSound();

    await page.getByRole('link', { name: 'Apps', exact: true }).first().click();
    await page.getByRole('link', { name: 'Till Sync' }).click();
    await page.getByRole('navigation', { name: 'App' }).getByRole('link', { name: 'Credentials' }).click();
    await page.getByRole('link', { name: 'Rotate secret' }).click();
    await expectSound();
    await press('Rotate secret');
    await page.getByText('The previous secret works for another').waitFor();
    await expectSound();
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(scripted ? 3 : 0);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByLabel('URL').fill('http://127.0.0.1:9/hook');
    await press('Add endpoint');
    await page.getByText('The endpoint is added.').waitFor();
    await expectSound();
    await press('Send a test');
    await page.getByRole('heading', { name: 'Response' }).waitFor();
    await expectSound();

    await page.goto(`${service.webUrl}/console/merchants/${companyId}/till`);
    // Without waiting for one press before the next.
    for (const at of [0, 1, 0]) await page.locator('button.tile[name="add"]').nth(at).click();
    const quantities = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('#basket .steps input')].map(({ value }) => value)`);
    await expect.poll(quantities).toEqual(['2', '1']);
    await page.evaluate(`location.hash = 'basket'`);
    await expectSound();
    await page
      .locator('#basket')
      .getByRole('button', { name: /^Sell for/ })
      .dblclick();
    await page.getByRole('heading', { name: /^What T\d+ changed/ }).waitFor();
    await expectSound();
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await page.getByText('200 OK').waitFor();

    await page.goto(`${service.webUrl}/console/merchants/${companyId}/records?path=/items`);
    await page.getByText('Create an item').click();
    await expectSound();

    const { rows } = await service.databases.control.query<{ id: number }>(
      'select organization_id as id from control.merchants where company_id = $1',
      [companyId],
    );
    const pages = await everyPage(service, rows[0]?.id ?? 0);
    for (const { address } of pages.console.filter(({ isPage }) => isPage)) {
      await page.goto(service.webUrl + address);
      await expectSound();
    }
    await page.goto(`${service.webUrl}/console/organization/activity`);
    const instant = page.locator('main time').first();
    if (scripted) {
      expect(await instant.textContent()).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d$/);
      expect(await instant.getAttribute('title')).toMatch(/^America\/New_York \(.* UTC\)$/);
    } else expect(await instant.textContent()).toMatch(/:\d\d UTC$/);
    await context.close();
  });
});
