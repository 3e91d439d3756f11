import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logAttempt, type NewAttempt } from '../../../src/storage/webhooks/attempts.ts';
import { problemOfSignature } from '../../../src/webhooks/signature.ts';
import { developerOf } from '../../support/developer.ts';
import { type Partner, type Service, startService } from '../../support/service.ts';
import { type Answer, textOf, type Visitor } from '../../support/web-visitor.ts';

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let service: Service;
let mine: Partner;
let visitor: Visitor;
let receiver: Server;
let url: string;
let status = 204;
const received: Received[] = [];

beforeAll(async () => {
  service = await startService();
  mine = await service.newPartner();
  visitor = await developerOf(service, mine.organizationId);
  receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() });
    response.writeHead(status).end(status === 204 ? undefined : 'no <room>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver?.close();
  await service?.stop();
});

/** Sends a form and follows the redirect to the next page. */
async function send(path: string, action: string, fields: Record<string, string> = {}): Promise<Answer> {
  const answer = await visitor.submit(await visitor.open(path), action, fields);
  return answer.status === 303 ? visitor.open(answer.location ?? '') : answer;
}

const secretIn = ({ html }: Answer): string => /<code data-copy>(whsec_[^<]*)<\/code>/.exec(html)?.[1] ?? '';

const list = () => `/console/apps/${mine.appId}/webhooks`;

/** Adds an endpoint. Returns its page. */
const add = (fields: Record<string, string> = {}) =>
  send(list(), list(), { url, resources: '', env: 'SANDBOX', ...fields });

test('An endpoint is added with a secret that is shown once, listed, tested and changed', async () => {
  const page = await add();
  const secret = secretIn(page);
  expect(secret).toMatch(/^whsec_\S{44}$/);
  expect((await visitor.open(page.path)).html).not.toContain('whsec_');
  expect(textOf((await visitor.open(list())).html)).toContain(`${url} Enabled`);

  const sent = await visitor.submit(page, `${page.path}/test`);
  expect(textOf(sent.html)).toContain('The endpoint accepted the request with status 204');
  expect(textOf(sent.html)).toContain('{"type":"test","endpointId"');
  expect(problemOfSignature(received.at(-1) as Received, secret, service.clock())).toBeUndefined();

  status = 500;
  const failed = await visitor.submit(page, `${page.path}/test`);
  expect(failed.html).toContain('no &lt;room&gt;');
  status = 204;

  const changed = await send(page.path, `${page.path}/change`, { url: `${url}?a=1`, resources: 'items, stock' });
  expect(textOf(changed.html)).toContain('Sends items, stock.');
  const refused = await send(page.path, `${page.path}/change`, { url: 'https://10.0.0.1/', resources: 'products' });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('value="https://10.0.0.1/"');
  expect(refused.html).toMatch(/id="resources-problem"/);
});

test('A secret is rotated after a question: requests are signed with both', async () => {
  const page = await add({ url: `${url}/rotated` });
  const rotated = await send(`${page.path}/rotate`, `${page.path}/rotate`);
  expect(textOf(rotated.html)).toContain('Requests are also signed with the previous secret for another 24 h');
  await visitor.submit(rotated, `${page.path}/test`);
  const secrets = [secretIn(page), secretIn(rotated)];
  expect(new Set(secrets).size).toBe(2);
  for (const secret of secrets)
    expect(problemOfSignature(received.at(-1) as Received, secret, service.clock())).toBeUndefined();
});

test('An endpoint is disabled, enabled and removed after a question', async () => {
  const page = await add({ url: `${url}/ended` });
  const disabled = await send(page.path, `${page.path}/disable`);
  expect(textOf(disabled.html)).toContain('Disabled in your organization');
  expect(textOf((await send(page.path, `${page.path}/enable`)).html)).toContain('The endpoint is enabled.');
  expect((await visitor.open(page.path)).html).not.toContain(`action="${page.path}/remove"`);
  const removed = await send(`${page.path}/remove`, `${page.path}/remove`);
  expect(textOf(removed.html)).toContain(`Removed the endpoint: ${url}/ended`);
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
    resync: 'expired',
  };
  await service.arrange(merchant, (tx) => logAttempt(tx, attempt));

  const page = await visitor.open(path);
  const text = textOf(page.html);
  expect(text).toContain(`Merchant ${merchant.companyId}: read everything`);
  expect(text).toContain('The endpoint responded 503.');
  expect(page.html).toContain('&lt;b&gt;busy');
  expect(page.html).toMatch(/<title>[^<]*: 1 requests<\/title><rect class="failed"/);

  const again = await visitor.submit(page, `${path}/resend`);
  expect(textOf(again.html)).toContain('accepted the request');
  expect(received.at(-1)?.headers['webhook-id']).toBe('msg_1');
  expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({ type: 'resync', merchantId: merchant.companyId });
  expect(textOf((await visitor.open(path)).html)).toContain('read everything, sent again');
});

test('An endpoint exists on the pages of its own app only', async () => {
  const { path } = await add({ url: `${url}/mine` });
  const other = await send('/console/apps/new', '/console/apps/new', { name: 'Other', product: 'FULL' });
  const moved = `${other.path}/webhooks/${path.split('/').at(-1)}`;
  const [, token = ''] = /name="token" value="([^"]*)"/.exec(other.html) ?? [];
  for (const rest of ['', '/rotate', '/remove']) expect((await visitor.open(moved + rest)).status).toBe(404);
  for (const rest of ['/change', '/disable', '/test', '/resend', '/rotate', '/remove'])
    expect((await visitor.post(moved + rest, { token })).status, rest).toBe(404);
});
