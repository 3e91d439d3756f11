import { newWebhookSecret, signatureHeaders } from '@tillgate/server/webhooks/signature.ts';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { sign, verify, type WebhookCode, WebhookError } from '../../src/webhooks.ts';

const AT = Date.parse('2026-03-02T08:15:30.000Z');
const SECRET = newWebhookSecret();
const OTHER = newWebhookSecret();
const PAGE = { type: 'changes', merchantId: 700001, data: [{ position: 1, name: 'é€😀\u2028' }], nextCursor: 'a.b' };
const BODY = JSON.stringify(PAGE);

/** A request as the service sends it. */
const sent = (secrets = [SECRET], body = BODY, at = AT) => ({
  headers: signatureHeaders({ id: 'msg_1', at, body }, secrets),
  body,
});

const requestOf = ({ headers, body }: ReturnType<typeof sent>) =>
  new Request('https://partner.example/hook', { method: 'POST', headers, body });

const refusedAs = async (
  code: WebhookCode,
  received: Parameters<typeof verify>[0],
  secrets: string | string[] = SECRET,
) => {
  const error = await verify(received, secrets, { now: AT }).catch((caught) => caught);
  expect(error).toBeInstanceOf(WebhookError);
  expect(error).toMatchObject({ code });
};

describe('verify', () => {
  const inCapitals = Object.fromEntries(
    Object.entries(sent().headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  test.each([
    ['a Request', requestOf(sent())],
    ['headers and text', sent()],
    ['headers and bytes', { ...sent(), body: Buffer.from(BODY) }],
    ['Headers', { ...sent(), headers: new Headers(sent().headers) }],
    ['headers in any case, as lists', { ...sent(), headers: inCapitals }],
  ])('takes %s', async (_, received) => {
    expect(await verify(received, SECRET, { now: AT })).toEqual(PAGE);
  });

  test('agrees with the standardwebhooks package, which signs and verifies the same requests', async () => {
    const webhook = new Webhook(SECRET);
    const now = new Date(Math.floor(Date.now() / 1000) * 1000);
    const headers = {
      'webhook-id': 'msg_2',
      'webhook-timestamp': String(now.getTime() / 1000),
      'webhook-signature': webhook.sign('msg_2', now, BODY),
    };
    expect(await verify({ headers, body: BODY }, SECRET)).toEqual(webhook.verify(BODY, headers));
    expect(await sign({ id: 'msg_2', body: BODY }, SECRET, { now: now.getTime() })).toEqual(headers);
  });

  test('accepts any of several secrets, and a request signed with several', async () => {
    expect(await verify(sent([OTHER]), [SECRET, OTHER], { now: AT })).toEqual(PAGE);
    expect(await verify(sent([OTHER, SECRET]), SECRET, { now: AT })).toEqual(PAGE);
  });

  test('accepts a request for five minutes, whichever clock is ahead', async () => {
    for (const now of [AT - 300_000, AT + 300_000]) expect(await verify(sent(), SECRET, { now })).toEqual(PAGE);
    await refusedAs('webhook.timestamp_out_of_range', sent([SECRET], BODY, AT - 301_000));
    await refusedAs('webhook.timestamp_out_of_range', sent([SECRET], BODY, AT + 301_000));
  });

  const { headers, body } = sent();
  const signature = String(headers['webhook-signature']);
  test.each<[string, WebhookCode, Record<string, string | undefined>]>([
    ['another id', 'webhook.signature_mismatch', { 'webhook-id': 'msg_2' }],
    ['another time', 'webhook.signature_mismatch', { 'webhook-timestamp': String(AT / 1000 + 1) }],
    ['a time that is none', 'webhook.timestamp_out_of_range', { 'webhook-timestamp': 'now' }],
    ['a signature of version 2', 'webhook.signature_mismatch', { 'webhook-signature': `v2${signature.slice(2)}` }],
    ['half a signature', 'webhook.signature_mismatch', { 'webhook-signature': signature.slice(0, -20) }],
    ['a signature that is not Base64', 'webhook.signature_mismatch', { 'webhook-signature': 'v1,%%% v1, ,' }],
    ['no id', 'webhook.headers_missing', { 'webhook-id': undefined }],
  ])('rejects a request with %s', (_, code, others) => refusedAs(code, { headers: { ...headers, ...others }, body }));

  test.each<[string, WebhookCode, Parameters<typeof verify>[0]]>([
    ['with another body', 'webhook.signature_mismatch', { headers, body: `${body} ` }],
    ['signed with another secret', 'webhook.signature_mismatch', sent([OTHER])],
    ['whose body was parsed', 'webhook.body_not_raw', { headers, body: PAGE as unknown as string }],
    ['whose signed body is not JSON', 'webhook.body_not_json', sent([SECRET], 'ok')],
  ])('rejects a request %s', (_, code, received) => refusedAs(code, received));

  test('rejects a Request whose body was read before', async () => {
    const request = requestOf(sent());
    await request.text();
    await refusedAs('webhook.body_not_raw', request);
  });

  test.each(['', 'whsec_', 'whsec_%', SECRET.slice(6)])('rejects the secret %j at once', async (secret) => {
    await expect(verify(sent(), [SECRET, secret], { now: AT })).rejects.toMatchObject({
      code: 'client.option_invalid',
    });
  });
});
