import { afterAll, expect, test, vi } from 'vitest';
import { startService } from '../../support/service.ts';
import { developerOf } from '../../support/staff.ts';

const service = await startService({ logsRequests: true });
afterAll(() => service.stop());
const caller = await service.connect();
const developer = await developerOf(service, caller.partner.organizationId);
const log = `/console/apps/${caller.partner.appId}/requests`;
const brand = await caller.create('/brands', { name: 'Acme' });

/** The page of a request, once it is in the log. */
const pageOf = (correlationId: string | null) =>
  vi.waitFor(
    async () => {
      const page = await developer.open(`${log}/${correlationId}`);
      expect(page.html).toContain('<details open>');
      return page;
    },
    { timeout: 30_000, interval: 200 },
  );

test('A request has an address, says what was wrong, leads to its record, and is sent again', async () => {
  const { headers } = await caller.get(`/brands/${brand.id}`);
  const page = await pageOf(headers.get('x-correlation-id'));
  expect(page.text).toMatch(/200 GET \/v1\/brands\/\d+.*Correlation id/s);
  const [, link = ''] = /href="([^"]*path=%2Fbrands%2F\d+)"/.exec(page.html) ?? [];
  expect((await developer.open(link.replaceAll('&amp;', '&'))).text).toMatch(/Acme 200 OK/);
  await caller.patch(`/brands/${brand.id}`, { name: 'Acme Ltd' });
  const again = await developer.submit(page, `${page.path}/again`, {});
  expect(again.status).toBe(200);
  expect(again.html).toContain('Acme Ltd');
  expect((await developer.open(log)).html).toContain(`href="${page.path}"`);
});

test('The log marks what the console itself has sent, which the search can leave out, and shows codes in its rows', async () => {
  const { merchant, partner } = caller;
  const browsed = `/console/merchants/${merchant.companyId}/records?app=${partner.appId}&path=/suppliers/987654`;
  expect((await developer.open(browsed)).text).toContain('404');
  await caller.get('/suppliers/123456');
  const row = (id: number, mark = '') => `/v1/suppliers/${id} partner.not_found${mark}`;
  const found = async (query: string) => (await developer.open(`${log}?${query}`)).text;
  await expect.poll(() => found('')).toMatch(new RegExp(`${row(123456)} .*${row(987654, ' Console')}`));
  expect(await found('sender=console')).not.toContain(row(123456));
  const own = await found('sender=app&code=NOT_FOUND');
  expect([own.includes(row(123456)), own.includes('987654')]).toEqual([true, false]);
});

test('A search without results says so, and suggests the codes that occurred', async () => {
  await caller.get('/brands/1');
  await expect.poll(async () => (await developer.open(log)).html).toContain('<option value="partner.not_found">');
  const page = await developer.open(`${log}?code=nothing_like_it`);
  expect(page.text).toContain('No request matches');
  expect(page.html).not.toContain('<option value="partner.overloaded">');
});

test('The overview of an app tells what is next, and draws the requests of the last day', async () => {
  await caller.get('/brands/1');
  const overview = () => developer.open(`/console/apps/${caller.partner.appId}`);
  await expect.poll(async () => (await overview()).text).toMatch(/\d+ requests, \d+ rejected/);
  const { text, html } = await overview();
  expect(html).toMatch(
    /aria-label="Requests by hour: \d+ in 24 hours\. Rejected \(4xx\): \d+, .*aria-label="Latency by hour: half within/s,
  );
  expect(text).toMatch(/Done Create a sandbox merchant ?Done Make a first call ?Next Let a sandbox merchant connect/);
  expect(text).toMatch(
    /Later Describe the app.* ?\d of 14 Show that it keeps the rules for clients ?Later Submit it for review/,
  );
});

test('The log is searched by a part of the operation, the merchant and the day', async () => {
  const { headers } = await caller.get('/suppliers?limit=1');
  await pageOf(headers.get('x-correlation-id'));
  const found = async (query: string) => (await developer.open(`${log}?${query}`)).text.includes('/v1/suppliers');
  const { companyId } = caller.merchant;
  expect([await found('operation=SUPPLIER'), await found('operation=brand')]).toEqual([true, false]);
  expect([await found(`companyId=${companyId}`), await found(`companyId=${companyId + 1}`)]).toEqual([true, false]);
  expect([await found('since=2026-03-02'), await found('until=2026-03-02')]).toEqual([true, false]);
  expect((await developer.open(`${log}?companyId=none`)).status).toBe(400);
});

test('A request whose body or values are not in the log cannot be sent again', async () => {
  const write = await caller.post('/brands', { name: '' });
  const page = await pageOf(write.headers.get('x-correlation-id'));
  expect(page.text).toMatch(/400 POST \/v1\/brands.*partner\.validation_failed/s);
  expect(page.html).not.toContain('Send again');
  const search = await caller.get('/brands?search=secret');
  expect((await pageOf(search.headers.get('x-correlation-id'))).html).not.toContain('Send again');
});

test('A request of another app has no page', async () => {
  const other = await service.connect();
  const { headers } = await other.get('/brands');
  const { appId, organizationId } = other.partner;
  const owner = await developerOf(service, organizationId);
  const id = headers.get('x-correlation-id');
  expect((await developer.open(`/console/apps/${appId}/requests/${id}`)).status).toBe(404);
  expect((await owner.open(`/console/apps/${appId}/requests/nothing`)).status).toBe(404);
});
