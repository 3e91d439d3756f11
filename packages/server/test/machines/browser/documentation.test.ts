import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DocumentedOperation,
  exampleOf,
  type Method,
  type OpenApiDocument,
  operationsOf,
  parametersOf,
} from '@tillgate/openapi/document';
import type { Browser, Page, Request, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APP_REDIRECT_URIS } from '../../../src/control/app-addresses.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { axeFindings, expectUsable, SCREENS } from '../../support/axe.ts';
import { hasBrowser, launchBrowser } from '../../support/browser.ts';
import { newOwner } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { freePort } from '../../support/free-port.ts';
import { type Partner, type Service, startService } from '../../support/service.ts';

const OF_FORMS = ['aria-allowed-role', 'aria-input-field-name', 'aria-required-attr', 'button-name', 'color-contrast'];

/** In milliseconds. The reference occupies a slow machine for that long before it responds to a click. */
const PATIENCE = 120_000;

/** The consent screen is opened, not requested, and its code works once. */
const ONE_TIME = ['authorize', 'createToken'];

/** The request that the page makes of an operation: parameters with an example, and the first example of its body. */
function requestOf(document: OpenApiDocument, path: string, method: Method) {
  const found = operationsOf(document).find((one) => one.path === path && one.method === method) as DocumentedOperation;
  const parameters = parametersOf(document, found).map(({ value }) => value);
  const given = parameters.filter(({ example }) => example !== undefined && example !== null && example !== '');
  const query = new URLSearchParams();
  for (const one of given) if (one.in === 'query') query.set(one.name, `${one.example}`);
  const idOf = (_: string, name: string) => `${given.find((one) => one.name === name)?.example}`;
  const body = found.operation.requestBody?.content['application/json'];
  const headers = { 'Content-Type': 'application/json' };
  return {
    path: `${path.replaceAll(/\{(\w+)\}/g, idOf)}?${query}`,
    init: { method: method.toUpperCase(), ...(body && { headers, body: JSON.stringify(exampleOf(document, body)) }) },
  };
}

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
    partner = await service.newPartner();
    const { clientId, clientSecret, appId, organizationId } = partner;
    merchant = await newCafe('Corner Café', organizationId);
    const { companyId } = merchant;
    await service.control((tx) => APP_REDIRECT_URIS.add(tx, appId, `${origin}/docs`));
    const { name } = merchant;
    const demo = { apps: [{ clientId, clientSecret }], merchants: [{ companyId, name, demo: true }] };
    await writeFile(join(folder, 'demo.json'), JSON.stringify(demo));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A sandbox merchant with demo data. */
  async function newCafe(name: string, organizationId: number): Promise<Merchant> {
    const operations = controlPlaneOf(service).as({ kind: 'operator' }, { source: 'test' });
    const sandbox = { name, region: 'UK', currency: 'GBP', organizationId, demoData: true } as const;
    const { companyId } = await operations.call('merchant.create', sandbox);
    return operations.call('merchant.show', { companyId });
  }

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
    expect(page.url().split('#')[0]).toBe(`${origin}/docs`);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('the reference is filled in with the merchant: it creates an item as shown, lists that change, and reports sales', async () => {
    const problems: string[] = [];
    const page = await newPage(problems);
    const sent = async (operation: string, name: RegExp, path: string) => {
      await page.goto('about:blank');
      await page.goto(`${origin}/docs#tag/${operation}`);
      await page.getByText(`Signed in: ${merchant.name}`).waitFor();
      const response = await (await sendFromPage(page, name, path)).response();
      return response?.json();
    };
    const { id } = await sent('items/POST/items', /Test Request.*post \/items\)?$/i, '/v1/items');
    const { data: changes } = await sent('changes/GET/changes', /Test Request.*\/changes\)?$/, '/v1/changes');
    expect(changes).toContainEqual(expect.objectContaining({ resource: 'items', kind: 'created', id }));
    const { data: days } = await sent(
      'reports/GET/reports/daily-sales',
      /Test Request.*\/reports\/daily-sales\)?$/,
      '/v1/reports/daily-sales',
    );
    expect(days).not.toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('every operation of the reference succeeds as it is filled in, and no list is empty', async () => {
    const cafe = await newCafe('Station Café', partner.organizationId);
    const { token } = await service.connectTo(partner, cafe);
    const send = (path: string, init: RequestInit = {}) =>
      fetch(`${origin}/v1${path}`, { ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } });
    const served = async (name: string) => (await fetch(`${origin}/docs/${name}`)).text();
    const script = async (name: string) => import(`data:text/javascript,${encodeURIComponent(await served(name))}`);
    const { readVariables, withVariables } = await script('examples.js');
    const { EXAMPLES, LISTS } = await script('live-examples.js');
    const contract: OpenApiDocument = JSON.parse(await served('openapi.json'));
    let changesAfter: unknown;
    const session = { ...partner, merchantId: cafe.companyId };
    const failed: unknown[] = [];
    for (const { path, method, operation } of operationsOf(contract)) {
      if (ONE_TIME.includes(operation.operationId ?? '')) continue;
      // As if the page were opened for this operation: an earlier one may have used the record up.
      const variables = { ...session, ...(await readVariables(LISTS, send)) };
      changesAfter ??= variables.changesAfter;
      const filled: OpenApiDocument = withVariables(contract, EXAMPLES, { ...variables, changesAfter });
      const request = requestOf(filled, path, method);
      const isPublic = operation.security?.length === 0;
      const response = await (isPublic
        ? fetch(`${origin}/v1${request.path}`, request.init)
        : send(request.path, request.init));
      const text = await response.text();
      const isEmpty = method === 'get' && JSON.parse(text).data?.length === 0;
      const rejected = /"status":[45]/.test(text) && path.endsWith('/batch');
      if (!response.ok || isEmpty || rejected) failed.push([method, request, response.status, text]);
    }
    expect(failed).toEqual([]);
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
