import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLE } from '@tillgate/server/test-support/partner-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExamplePartner, formOf } from '../support/example-partner.ts';
import { type Service, shopOf, startService } from '../support/service.ts';

describe('The example partner', () => {
  let ahead = 0;
  let service: Service;
  let partner: ExamplePartner;
  let origin: string;
  let merchantPath: string;

  beforeAll(async () => {
    service = await startService({ clock: () => Date.now() + ahead });
    partner = await ExamplePartner.start(service);
    ({ origin, merchantPath } = partner);
  });
  afterAll(async () => {
    await partner?.process.remove();
    await service?.stop();
  });

  const newestOrder = (html: string): number => Number(/PO-(\d+)/.exec(html)?.[1]);

  test('connects a merchant, copies the catalogue, and shows the sales', async () => {
    expect(await (await partner.connect('refuse')).text()).toContain('The owner declined.');
    expect((await partner.connect('approve', false)).status).toBe(400);
    const connected = await partner.connect();
    expect(connected.url).toBe(`${merchantPath}?done=connected`);
    const html = await connected.text();
    expect(html).toMatch(/The merchant is connected\.[\s\S]*1\d\d items in use[\s\S]*PAS-002/);
    expect(html).toMatch(/£[\d,.]+ net in the last 30 days\./);
    expect(html).toMatch(/<td>\d{4}-\d\d-\d\d<\/td><td>[^<]+<\/td><td class="number">£[\d,.]+<\/td>/);
  });

  test('orders what is low once, however often the form is sent, and receives it', async () => {
    const before = await partner.page();
    const form = formOf(before, /\/merchants\/\d+\/orders\?key=[\w-]+/);
    expect((await partner.submit(form, 'https://elsewhere.example')).status).toBe(403);
    const [one, other] = await Promise.all([partner.submit(form), partner.submit(form)]);
    expect([one.url, other.url]).toContain(`${merchantPath}?done=ordered`);
    const html = await partner.page();
    expect(newestOrder(html)).toBe(newestOrder(before) + 1);
    const receipts = html.match(/Receive PO-\d+/g) ?? [];
    const received = formOf(html, /\/merchants\/\d+\/orders\/\d+\/receive\?version=\d+/);
    expect((await partner.submit(received)).url).toBe(`${merchantPath}?done=received`);
    expect((await partner.page()).match(/Receive PO-\d+/g)).toEqual(receipts.slice(1));
    expect(await (await partner.submit(received)).text()).toMatch(
      /That did not work[\s\S]*Quote [\w-]{36} to support\./,
    );
  });

  test('sets low-stock levels to what a week sold, once', async () => {
    const { items, reports } = shopOf(service);
    const form = `/merchants/${service.merchant.companyId}/low-stock`;
    expect((await partner.submit(form)).url).toBe(`${merchantPath}?done=levels-set`);
    const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
    const { data } = await reports.salesByItem({ from: day(7), to: day(1), limit: 100 });
    const [sold] = data.filter(({ variantId }) => variantId === null);
    const [item] = (await items.list({ itemCode: sold?.itemCode as string })).data;
    expect(Number(item?.lowStockLevel)).toBe(Number(sold?.quantity));
    expect((await partner.submit(form)).url).toBe(`${merchantPath}?done=levels-right`);
  });

  test('keeps its copy up to date, even after it was killed', async () => {
    const { items } = shopOf(service);
    await partner.process.stop('SIGKILL');
    const { id } = await items.create({ name: 'Aardvark & biscuits' });
    await partner.process.run();
    expect(await partner.page()).toContain('Aardvark &amp; biscuits');
    await items.update(id, { name: 'Aardvark & crumbs' });
    await expect.poll(() => partner.page(), { timeout: 60_000 }).toContain('Aardvark &amp; crumbs');
  });

  test('detects that the merchant has disconnected, and connects again', async () => {
    await service.databases.control.query(
      'update control.token_families set revoked_at = now(), revoked_because = $1',
      ['disconnected'],
    );
    ahead = 16 * 60_000;
    expect(await partner.page()).toContain('The merchant has to connect again');
    expect(await partner.page(origin)).toContain('Disconnected (oauth.grant_revoked)');
    await partner.connect();
    const html = await partner.page();
    expect(html).toContain('Aardvark &amp; crumbs');
    await partner.submit(formOf(html, /\/merchants\/\d+\/disconnect/));
    expect(await partner.page(origin)).toMatch(/Disconnected[\s\S]*Connect again/);
    expect((await fetch(merchantPath)).status).toBe(404);
  });
});

/** Files whose HTML pages explain nothing about the API. */
const NOT_EXPLAINED = ['pages.ts'];

test('the guide explains every line of the example partner, as it is', async () => {
  const guide = await readFile(join(EXAMPLE, '../../../../docs/guides/example-app.md'), 'utf8');
  const quoted = new Map<string, string[]>();
  for (const [, file = '', text = ''] of guide.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)\n```/g))
    quoted.set(file, [...(quoted.get(file) ?? []), text]);
  const files = (await readdir(EXAMPLE)).filter((name) => name.endsWith('.ts') && !NOT_EXPLAINED.includes(name));
  expect([...quoted.keys()].sort()).toEqual(files.sort());
  for (const file of files) {
    const text = await readFile(join(EXAMPLE, file), 'utf8');
    const parts = quoted.get(file) ?? [];
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
    const rest = parts.reduce((left, part) => left.replace(part, ''), text);
    expect(rest.replaceAll(/^(?:import [\s\S]*?;|\/\/ .*)$/gm, '').trim(), file).toBe('');
  }
});
