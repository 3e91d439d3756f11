import { describe, expect, test } from 'vitest';
import type { Case } from '../src/engine/case.ts';
import { runCases } from '../src/engine/runner.ts';
import { Session } from '../src/engine/session.ts';
import { Unavailable } from '../src/engine/unavailable.ts';
import { redact, withoutSecrets } from '../src/http/redact.ts';
import { toHtml } from '../src/report/html/page.ts';
import { toJson } from '../src/report/json.ts';
import { toJunit } from '../src/report/junit.ts';
import type { Target } from '../src/target/target.ts';

const JWT = `eyJ${'a'.repeat(40)}.eyJ${'b'.repeat(60)}.${'c'.repeat(80)}`;

describe('redact', () => {
  test.each([
    ['a token', `Authorization: Bearer ${JWT}`],
    ['a token cut off within its claims', `{"access_token":"${JWT.slice(0, 70)}`],
    ['an opaque token that is cut off', '{"refresh_token":"0123456789abcdefghij'],
    ['JSON within JSON', '{\\"client_secret\\":\\"0123456789abcdefghij\\"}'],
    ['an opaque bearer', 'Bearer 0123456789abcdefghij'],
    ['Basic credentials', 'Basic MDEyMzQ1Njc4OWFiY2RlZmdoaWo='],
    ['a form', 'grant_type=authorization_code&code=0123456789abcdefghij&password=0123456789abcdefghij'],
    [
      'secrets and keys',
      'svc_sk_sb_0123456789abcdefghij svc_rt_pk_0123456789abcdefghij svc_ak_sb_0123456789abcdefghij',
    ],
  ])('removes %s', (_what, text) => {
    expect(redact(text)).not.toMatch(/aaaaa|bbbbb|ccccc|0123456789|MDEyMzQ1/);
  });

  test('removes a known secret in any encoding', () => {
    expect(redact('hunter-22 is the password', new Set(['hunter-22']))).toBe('*** is the password');
  });

  test.each([
    'WWW-Authenticate: Bearer realm="partner-api"',
    '{"code":"partner.validation_failed","message":"The token is malformed."}',
    'GET /v1/purchase-orders?search=conf-1a2b3c4d-12-record-1: expected 200, got 400',
  ])('leaves %s unchanged', (text) => {
    expect(redact(text)).toBe(text);
  });

  test('redacts at any depth', () => {
    const seen = withoutSecrets({
      headers: { cookie: ['x', `tillgate-session=${'0'.repeat(20)}`] },
      status: 200,
      body: null,
    });
    expect(seen).toEqual({ headers: { cookie: ['x', 'tillgate-session=***'] }, status: 200, body: null });
  });
});

describe('Reports', () => {
  const secret = 'opaque/secret+of&the"deployment';
  const target: Target = {
    name: 'no server',
    baseUrl: 'http://127.0.0.1:1/v1',
    authUrl: undefined,
    clockUrl: undefined,
    limits: { requestsPerMinute: 300, mintsPerMinute: 30 },
    apps: [{ role: 'main', product: 'FULL', env: 'SANDBOX', clientId: 'svc_app_sb_1', clientSecret: secret }],
    merchants: [],
  };
  const one = (id: string, run: Case['run']): Case => ({
    id,
    plan: 'examples',
    title: id,
    proves: ['lists.limit'],
    run,
  });

  test('contain no credentials from messages, reasons, requests or responses', async () => {
    const text = `{"echo":${JSON.stringify(secret)},"token":"${JWT}"}`;
    const headers = { authorization: `Bearer ${JWT}`, 'x-echo': secret };
    const sent = { method: 'POST', url: `http://127.0.0.1:1/v1/brands?x=${JWT}`, headers, body: text };
    const answer = { sent, status: 200, headers, cookies: [JWT], text, body: JSON.parse(text), took: 1 };
    const cases = [
      one('failing', async (t) => void t.check(false, `expected ${secret}, got ${JWT}`, answer)),
      one('missing', async () => {
        throw new Unavailable(`no token: 200 ${text}`);
      }),
    ];
    const result = await runCases(new Session(target), cases, { seed: 1, runs: 1 });
    expect(result.outcomes.map(({ kind }) => kind)).toEqual(['failed', 'could-not-run']);
    const reports = [toHtml(result, target), toJson(result, target), toJunit(result, target)];
    const kept = reports.map((report) => /opaque.secret|the.{0,6}deployment"|aaaaa|bbbbb|ccccc/.exec(report)?.[0]);
    expect(kept).toEqual([undefined, undefined, undefined]);
  });
});
