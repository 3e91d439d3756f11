import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { logAttempt, type NewAttempt } from '../../../src/webhooks/attempts.ts';
import { sharedService } from '../../support/service.ts';
import { developerOf } from '../../support/staff.ts';
import type { Answer } from '../../support/web-visitor.ts';

/** Requests that the endpoint received, all answered with `status`. */
const received: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
let status = 204;

const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() });
  response.writeHead(status).end(status === 204 ? undefined : 'no <room>');
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
afterAll(() => receiver.close());
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

const service = await sharedService();
const mine = await service.newPartner();
const visitor = await developerOf(service, mine.organizationId);

/** Sends a form of a page, and opens the page that it leads to. */
const send = (path: string, action = path, fields: Record<string, string | string[]> = {}): Promise<Answer> =>
  visitor.complete(path, fields, action);

const last = () => received.at(-1) as (typeof received)[number];

const secretIn = ({ html }: Answer): string => /<code data-copy>(whsec_[^<]*)<\/code>/.exec(html)?.[1] ?? '';

const list = () => `/console/apps/${mine.appId}/webhooks`;

/** Adds an endpoint. Returns its page. */
const add = (fields: Record<string, string> = {}) =>
  send(list(), undefined, { url, resources: '', env: 'SANDBOX', ...fields });

test('An endpoint is added with a secret that is shown once, listed, tested and changed', async () => {
  const page = await add();
  expect(secretIn(page)).toMatch(/^whsec_\S{44}$/);
  expect((await visitor.open(page.path)).html).not.toContain('whsec_');
  expect((await visitor.open(list())).text).toContain(`${url} Enabled`);

  const sent = await visitor.submit(page, `${page.path}/test`);
  expect(sent.text).toContain('The endpoint accepted the request with status 204');
  expect(sent.text).toContain('{"type":"test","endpointId"');

  status = 500;
  const failed = await visitor.submit(page, `${page.path}/test`);
  expect(failed.html).toContain('no &lt;room&gt;');
  status = 204;

  const changed = await send(page.path, `${page.path}/change`, { url: `${url}?a=1`, resources: ['items', 'stock'] });
  expect(changed.text).toContain('Sends items, stock.');
  const chosen = [...changed.html.matchAll(/name="resources" value="(\w+)"[^>]*checked/g)].map(
    ([, resource]) => resource,
  );
  expect(chosen.toSorted()).toEqual(['items', 'stock']);
  const refused = await send(page.path, `${page.path}/change`, { url: 'https://10.0.0.1/', resources: 'products' });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('value="https://10.0.0.1/"');
  expect(refused.html).toMatch(/id="resources-problem"/);
});

test('An endpoint gets a new secret, is disabled, enabled and removed', async () => {
  const page = await add({ url: `${url}/ended` });
  const rotated = await send(`${page.path}/rotate`);
  expect(rotated.text).toContain('Requests are also signed with the previous secret for another 24 h');
  expect(new Set([secretIn(page), secretIn(rotated), '']).size).toBe(3);
  const disabled = await send(page.path, `${page.path}/disable`);
  expect(disabled.text).toContain('Disabled in your organization');
  expect((await send(page.path, `${page.path}/enable`)).text).toContain('The endpoint is enabled.');
  expect((await visitor.open(page.path)).html).not.toContain(`action="${page.path}/remove"`);
  expect((await send(`${page.path}/remove`)).text).toContain(`Removed the endpoint: ${url}/ended`);
  expect((await visitor.open(page.path)).status).toBe(404);
});

test('The latest requests are listed with their response, drawn by hour, and sent again', async () => {
  const { path } = await add({ url: `${url}/logged` });
  const endpointId = Number(path.split('/').at(-1));
  const merchant = await service.newMerchant(mine.organizationId);
  const place = { position: 0, mark: 0, entries: null };
  const attempt: NewAttempt = {
    ...{ endpointId, webhookId: 'msg_1', resent: false, status: 503, answer: '<b>busy', changes: 0 },
    ...{ failure: 'The endpoint responded 503.', milliseconds: 12, after: place, end: place },
    hasMore: false,
    resync: 'expired',
  };
  await service.arrange(merchant, (tx) => logAttempt(tx, attempt));

  const page = await visitor.open(path);
  const text = page.text;
  expect(text).toContain(`Merchant ${merchant.companyId}: read everything`);
  expect(text).toContain('The endpoint responded 503.');
  expect(page.html).toContain('&lt;b&gt;busy');
  expect(page.html).toMatch(/<title>[^<]*: 1 requests<\/title><rect class="failed"/);

  const again = await visitor.submit(page, `${path}/resend`);
  expect(again.text).toContain('accepted the request');
  expect(last().headers['webhook-id']).toBe('msg_1');
  expect(JSON.parse(last().body)).toMatchObject({ type: 'resync', merchantId: merchant.companyId });
  expect((await visitor.open(path)).text).toContain('read everything, sent again');
});

test('An endpoint exists on the pages of its own app only', async () => {
  const { path } = await add({ url: `${url}/mine` });
  const other = await send('/console/apps/new', undefined, { name: 'Other', product: 'FULL' });
  const moved = `${other.path}/webhooks/${path.split('/').at(-1)}`;
  const token = await visitor.token();
  for (const rest of ['', '/rotate', '/remove']) expect((await visitor.open(moved + rest)).status).toBe(404);
  for (const rest of ['/change', '/disable', '/test', '/resend', '/rotate', '/remove'])
    expect((await visitor.post(moved + rest, { token })).status, rest).toBe(404);
});
