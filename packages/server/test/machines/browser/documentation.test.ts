import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Request, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APP_REDIRECT_URIS } from '../../../src/control/app-addresses.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { axeFindings, expectUsable, SCREENS } from '../../support/axe.ts';
import { hasBrowser, launchBrowser } from '../../support/browser.ts';
import { newOwner } from '../../support/consent.ts';
import { freePort } from '../../support/free-port.ts';
import { type Partner, type Service, startService } from '../../support/service.ts';

const OF_FORMS = ['aria-allowed-role', 'aria-input-field-name', 'aria-required-attr', 'button-name', 'color-contrast'];

/** In milliseconds. The reference occupies a slow machine for that long before it responds to a click. */
const PATIENCE = 120_000;

describe.runIf(hasBrowser)('In a real browser (needs Chromium, see TEST_BROWSER)', { timeout: 3 * PATIENCE }, () => {
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
    await service.control((tx) => APP_REDIRECT_URIS.add(tx, appId, `${origin}/docs`));
    const { companyId, name } = merchant;
    const demo = { apps: [{ clientId, clientSecret }], merchants: [{ companyId, name, demo: true }] };
    await writeFile(join(folder, 'demo.json'), JSON.stringify(demo));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A page that collects what its own policy or script blocks. */
  async function newPage(problems: string[], options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await browser.newPage({ locale: 'en', ...options });
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    return page;
  }

  const sends = (page: Page, path: string): Promise<Request> =>
    page.waitForRequest((request) => new URL(request.url()).pathname === path);

  /** Opens the form of an operation shown on the page. */
  const openForm = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();

  /** Presses the form's button. Returns the request that the page sends. */
  async function press(page: Page, path: string): Promise<Request> {
    const [request] = await Promise.all([
      sends(page, path),
      page.getByRole('button', { name: /^Send/ }).first().click(),
    ]);
    return request;
  }

  async function sendFromPage(page: Page, name: RegExp, path: string): Promise<Request> {
    await openForm(page, name);
    return press(page, path);
  }

  test('the reference signs in to the demo, sends an authorized request, and connects by consent', async () => {
    const problems: string[] = [];
    const page = await newPage(problems);
    await page.goto(`${origin}/docs#tag/items/GET/items`);
    await page.getByText(`Signed in: ${merchant.name}`).waitFor();
    const request = await sendFromPage(page, /Test Request.*\/items\)?$/, '/v1/items');
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

  test('the reference sends bodies: it creates a brand, and changes it', async () => {
    const problems: string[] = [];
    const page = await newPage(problems);
    await page.goto(`${origin}/docs#tag/brands/POST/brands`);
    await page.getByText(`Signed in: ${merchant.name}`).waitFor();
    const created = await sendFromPage(page, /Test Request.*post \/brands\)?$/i, '/v1/brands');
    const answer = (await created.response()) as Response;
    expect([answer.status(), created.postDataJSON()]).toEqual([
      201,
      expect.objectContaining({ name: expect.anything() }),
    ]);
    const { id } = await answer.json();
    await page.goto('about:blank');
    await page.goto(`${origin}/docs#tag/brands/PATCH/brands/{id}`);
    await openForm(page, /Test Request.*patch \/brands\/\{id\}\)?$/i);
    await page.locator('tr#id [aria-label$=Value][contenteditable]').fill(String(id));
    const changed = await press(page, `/v1/brands/${id}`);
    expect((await changed.response())?.status()).toBe(200);
    expect(problems).toEqual([]);
    await page.close();
  });

  test.each([
    [360, 'dark', 'reports/GET/reports/daily-sales'],
    [1280, 'light', 'items/POST/items'],
  ] as const)('the reference is usable at a width of %i in the %s', async (width, colorScheme, operation) => {
    const page = await newPage([], { colorScheme, viewport: { width, height: 800 } });
    await page.goto(`${origin}/docs#tag/${operation}`);
    await page.getByText(`Signed in: ${merchant.name}`).waitFor();
    await page.getByRole('heading', { name: 'Query Parameters' }).first().waitFor();
    await expectUsable(page, operation, [{ width, colorScheme }]);
    await page.close();
  });

  test.each([
    ['items/GET/items', /Test Request.*\/items\)?$/],
    ['stock-adjustments/GET/stock-adjustments', /Test Request.*\/stock-adjustments\)?$/],
  ])('the form of %s has no warning before a parameter is touched', async (operation, name) => {
    const page = await newPage([]);
    await page.goto(`${origin}/docs#tag/${operation}`);
    await openForm(page, name);
    await page.locator('tr#limit').waitFor();
    expect(await page.locator('tr.alert').count()).toBe(0);
    expect(await axeFindings(page, { runOnly: OF_FORMS })).toEqual([]);
    await page.locator('tr#limit [aria-label$=Value][contenteditable]').fill('7');
    const sent = await press(page, `/v1/${operation.split('/').at(-1)}`);
    expect(sent.url()).toMatch(/\?limit=7$/);
    await page.close();
  });

  test('without a script the reference lists the operations, and offers no form', async () => {
    const page = await newPage([], { javaScriptEnabled: false });
    await page.goto(`${origin}/docs`);
    await page.getByRole('cell', { name: 'GET /items', exact: true }).waitFor();
    expect(await page.locator('#sign-in').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'contract' }).click();
    expect(page.url()).toBe(`${origin}/v1/openapi.json`);
    await page.close();
  });

  test('code of a guide is copied by a button, which says so', async () => {
    const problems: string[] = [];
    const page = await newPage(problems, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${origin}/docs/guides/quick-start`);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('status').getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(`${origin}/v1/token`);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('guides and search are usable on a phone and on a desktop, in both colour schemes', async () => {
    const page = await newPage([], { reducedMotion: 'reduce' });
    for (const path of [
      '/docs/guides',
      '/docs/guides/authorization',
      '/docs/guides/errors',
      '/docs/search?q=refresh',
      '/docs/changelog',
    ]) {
      await page.goto(origin + path);
      await expectUsable(
        page,
        path,
        SCREENS.map(({ rules: _, ...screen }) => screen),
      );
    }
    await page.getByRole('searchbox').fill('receive order');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('link', { name: 'PATCH /purchase-orders/{id}/receive' }).waitFor();
    await page.close();
  });
});
