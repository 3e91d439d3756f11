import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRedirectUri } from '../../src/directory/apps.ts';
import type { Merchant } from '../../src/directory/merchants.ts';
import { AXE, axeFindings } from '../support/axe.ts';
import { newOwner } from '../support/consent.ts';
import { freePort } from '../support/raw.ts';
import { type Partner, type Service, startService } from '../support/service.ts';

/** As for the merchant's pages. */
const executablePath = process.env.TEST_BROWSER ?? '/usr/bin/chromium';

describe.skipIf(!existsSync(executablePath))('In a real browser (needs Chromium, see TEST_BROWSER)', () => {
  let service: Service;
  let browser: Browser;
  let folder: string;
  let partner: Partner;
  let merchant: Merchant;
  let origin: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tillgate-documentation-'));
    const settings = { TILLGATE_DATA_DIR: folder, TILLGATE_API_PORT: String(await freePort()) };
    service = await startService({ settings, running: true });
    origin = new URL(service.apiUrl).origin;
    ({ partner, merchant } = await service.connect());
    const { clientId, clientSecret, appId } = partner;
    await service.control((tx) => addRedirectUri(tx, appId, `${origin}/docs`));
    const { companyId, name } = merchant;
    const demo = { apps: [{ clientId, clientSecret }], merchants: [{ companyId, name, demo: true }] };
    await writeFile(join(folder, 'demo.json'), JSON.stringify(demo));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A page that fails the test for what its own policy or script refuses. */
  async function newPage(problems: string[], options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await browser.newPage({ locale: 'en', ...options });
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    return page;
  }

  const sends = (page: Page, path: string): Promise<Request> =>
    page.waitForRequest((request) => new URL(request.url()).pathname === path);

  async function sendFromPage(page: Page): Promise<Request> {
    await page
      .getByRole('button', { name: /Test Request.*\/items\)?$/ })
      .first()
      .click();
    const [request] = await Promise.all([
      sends(page, '/v1/items'),
      page.getByRole('button', { name: /^Send/ }).first().click(),
    ]);
    return request;
  }

  test('the reference signs in to the demo, sends an authorized request, and connects by consent', async () => {
    const problems: string[] = [];
    const page = await newPage(problems);
    await page.goto(`${origin}/docs#tag/items/GET/items`);
    await page.getByText(`Signed in: ${merchant.name}`).waitFor();
    const request = await sendFromPage(page);
    expect(new URL(request.url()).search).toBe('');
    expect((await request.response())?.status()).toBe(200);
    const owner = await newOwner(service, merchant);
    await page.goto(`${origin}/docs`);
    await page.locator('#account summary').click();
    await page.getByRole('button', { name: 'Connect by consent' }).click();
    await page.fill('#email', owner.email);
    await page.fill('#password', owner.password);
    await page.click('main button');
    await page.click('button[value=approve]');
    await page.getByText(`Signed in: ${merchant.name}`).waitFor();
    expect(page.url()).toBe(`${origin}/docs`);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('guides and search are usable on a phone and on a desktop, in both colour schemes', async () => {
    const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' });
    await context.addInitScript(AXE);
    const page = await context.newPage();
    for (const path of [
      '/docs/guides',
      '/docs/guides/authorization',
      '/docs/guides/errors',
      '/docs/search?q=refresh',
      '/docs/changelog',
    ]) {
      await page.goto(origin + path);
      for (const [width, colorScheme] of [
        [320, 'dark'],
        [1280, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        const found = await axeFindings(page);
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect([path, width, found, wide]).toEqual([path, width, [], false]);
      }
    }
    await page.getByRole('searchbox').fill('receive order');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('link', { name: 'PATCH /purchase-orders/{id}/receive' }).waitFor();
    await context.close();
  });
});
