import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDeveloper, addOperator } from '../../../src/control/organizations.ts';
import { layoutFaults } from '../../support/axe.ts';
import { hasBrowser, launchBrowser } from '../../support/browser.ts';
import { newPerson } from '../../support/consent.ts';
import { controlPlaneOf } from '../../support/control-plane.ts';
import { everyPage } from '../../support/every-page.ts';
import { type Service, startService } from '../../support/service.ts';
import { SESSION_COOKIE, Visitor } from '../../support/web-visitor.ts';

const LONG = `The ${'Extraordinarily'.repeat(4)} Long-Named Company of Northern Kitchens & Sons`;

describe.runIf(hasBrowser)('In a real browser (needs Chromium, see TEST_BROWSER)', { timeout: 300_000 }, () => {
  let service: Service;
  let browser: Browser;

  beforeAll(async () => {
    service = await startService({ logsRequests: true, settings: { TILLGATE_NAME: 'Northern Kitchens Cloud' } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  test('every page with long names fits each screen from a phone to a wide desktop, and cuts nothing off where there is room', async () => {
    const { organizationId } = await service.newPartner();
    const { company, ...pages } = await everyPage(service, organizationId);
    const operations = controlPlaneOf(service).as({ kind: 'operator' }, { source: 'test' });
    const { data: apps } = await operations.call('app.list', { organizationId });
    await operations.call('organization.update', { organizationId, name: LONG });
    await operations.call('merchant.update', { companyId: company.companyId, name: LONG });
    for (const { id: appId } of apps) await operations.call('app.update', { appId, name: LONG });
    await service.flushRequests();
    // Has the links of all areas in the header.
    const person = await newPerson(service, [[company, 'owner']]);
    await service.control(async (tx) => {
      await addDeveloper(tx, person.id, organizationId, 'admin');
      await addOperator(tx, person.id);
    });
    const { cookies } = await Visitor.signedIn(service, person);
    const context = await browser.newContext();
    await context.addCookies([{ name: SESSION_COOKIE, value: cookies.get(SESSION_COOKIE) ?? '', url: service.webUrl }]);
    const page = await context.newPage();
    const faults: string[] = [];
    const all = [...pages.console, ...pages.operator, ...pages.merchant].filter(({ isPage }) => isPage);
    const lists = ['/items', '/stock-movements', '/purchase-orders', '/reports/daily-sales'].map(
      (path) => `/console/merchants/${company.companyId}/records?path=${path}`,
    );
    for (const address of [...all.map((each) => each.address), ...lists]) {
      await page.goto(service.webUrl + address);
      faults.push(...(await layoutFaults(page)).map((fault) => `${address} at ${fault}`));
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});
