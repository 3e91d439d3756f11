import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/checks/finding.ts';
import type { Answer } from '../../src/http/send.ts';
import { progress } from '../../src/report/console.ts';
import { Session } from '../../src/run/session.ts';
import { Unavailable } from '../../src/run/unavailable.ts';
import type { Target } from '../../src/target/target.ts';
import { aCase, anAnswer, reportsOf, runAll, TARGET } from '../support/run.ts';
import { serve } from '../support/server.ts';

/** Part of every secret in this file, in any encoding. */
const MARK = 'sEcReT';

const secretOf = (what: string): string => `${MARK}/${what}+&"of the" <deployment>${MARK}`;

const target: Target = {
  ...TARGET,
  name: 'no server',
  baseUrl: `http://staging:${MARK}@127.0.0.1:1/v1`,
  apps: [
    {
      role: 'main',
      product: 'ADSR',
      env: 'SANDBOX',
      clientId: 'svc_app_sb_1',
      clientSecret: secretOf('client'),
      apiKey: secretOf('key'),
    },
  ],
  merchants: [
    {
      role: 'main',
      companyId: 1,
      owner: { email: 'owner@conf.example', password: secretOf('owner') },
      employee: { email: 'employee@conf.example', password: secretOf('employee') },
    },
  ],
};

type Place = (secret: string) => Partial<Answer>;

const sent = (changed: Partial<Answer['sent']>): Partial<Answer> => ({
  sent: { ...anAnswer('POST', '/oauth/token', 200).sent, ...changed },
});
const json = (value: object): Partial<Answer> => ({ text: JSON.stringify(value), body: value });

/** Where a credential can be whose name gives it away. */
const NAMED: Readonly<Record<string, Place>> = {
  'an Authorization header': (secret) => sent({ headers: { Authorization: `Bearer ${secret}` } }),
  'a repeated Authorization header': (secret) =>
    sent({ headers: { authorization: 'Bearer x' }, repeated: { Authorization: `basic ${secret}` } }),
  'Basic credentials': (secret) => {
    const text = Buffer.from(`svc_app_sb_1:${secret}`).toString('base64');
    return sent({ headers: { Authorization: `Basic ${text}` } });
  },
  'an X-API-Key header': (secret) => sent({ headers: { 'X-API-Key': secret } }),
  'a Cookie header': (secret) => sent({ headers: { Cookie: `a=${secret.replaceAll(/[;&]/g, '')}; b=1` } }),
  'a JSON request': (secret) => sent({ body: JSON.stringify({ client_secret: secret, grant_type: 'refresh_token' }) }),
  'a form': (secret) => sent({ body: new URLSearchParams({ refresh_token: secret, x: '1' }).toString() }),
  'a sign-in form': (secret) =>
    sent({ body: new URLSearchParams({ email: 'a@b.example', password: secret }).toString() }),
  'a query string': (secret) => sent({ url: `http://127.0.0.1:1/callback?code=${encodeURIComponent(secret)}&state=1` }),
  'a Location header': (secret) => ({
    headers: { location: `https://app.example/callback?code=${encodeURIComponent(secret)}&state=1` },
  }),
  'a Location within another': (secret) => ({
    headers: { location: `/sign-in?next=${encodeURIComponent(`/callback?code=${encodeURIComponent(secret)}`)}` },
  }),
  'a Set-Cookie header': (secret) => ({ cookies: [`session=${secret.replaceAll(/[;&]/g, '')}; Path=/; HttpOnly`] }),
  'a token response': (secret) => json({ access_token: secret, refresh_token: `${secret}2`, expires_in: 900 }),
  'nested JSON': (secret) => json({ echo: JSON.stringify({ client_secret: secret, next: 1 }) }),
  'a hidden field': (secret) => ({
    text: `<input type="hidden" name="csrf_token" value="${secret.replaceAll(/["<>]/g, '')}">`,
  }),
};

/** Where only the memory knows that a text is a secret. */
const ANYWHERE: Readonly<Record<string, Place>> = {
  'any header': (secret) => ({ headers: { 'x-echo': secret } }),
  'any property': (secret) => json({ echo: secret }),
  'the name of a property': (secret) => json({ [secret]: 1 }),
  'any parameter': (secret) => sent({ url: `http://127.0.0.1:1/v1/brands?search=${encodeURIComponent(secret)}` }),
  'a page': (secret) => ({
    text: `<p>${secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`,
  }),
};

const STATUSES = [200, 302, 401, 500];

/** Every report of a run whose case fails with these responses, and of one that could not run. */
async function reports(session: Session, answers: readonly Answer[], message = 'it is wrong'): Promise<string[]> {
  const failing = aCase('failing', async (t) => {
    for (const answer of answers) t.findings.push(findingOf(answer, message));
  });
  const missing = aCase('missing', async () => {
    throw new Unavailable(`no token: 200 ${message}`);
  });
  const result = await runAll([failing, missing], session);
  let printed = '';
  const print = progress((text) => {
    printed += text;
  }, true);
  for (const outcome of result.outcomes) print(outcome, 1, 2);
  return [printed, ...Object.values(reportsOf(result, session.target))];
}

const findingOf = (answer: Answer, message: string): Finding => ({
  requirements: ['lists.limit'],
  severity: 'must',
  message: `${message} ${answer.status}`,
  answer,
});

const answersAt = (place: Place, secrets: readonly string[]): Answer[] =>
  secrets.flatMap((secret) => STATUSES.map((status) => anAnswer('POST', '/oauth/token', status, place(secret))));

const expectNoSecret = (texts: readonly string[]): void => {
  for (const text of texts) {
    const at = text.indexOf(MARK);
    if (at >= 0) expect.fail(`A report contains a secret: ${text.slice(Math.max(0, at - 60), at + MARK.length + 20)}`);
  }
  // Without the responses the secrets would be missing too.
  expect(texts.join('')).toContain('curl -i -X POST');
};

describe('No report contains', () => {
  test.each(Object.entries(NAMED))('an unknown credential in %s, whatever the status', async (_where, place) => {
    const secrets = [`${MARK}1`, `${MARK}-0123456789_abcdefghij`, `${MARK} with spaces`];
    expectNoSecret(await reports(new Session(target), answersAt(place, secrets)));
  });

  test.each(Object.entries({ ...NAMED, ...ANYWHERE }))(
    'a known secret in %s, whatever the status',
    async (_w, place) => {
      const session = new Session(target);
      const secrets = [...session.memory.redacted].filter((secret) => secret.includes(MARK));
      expect(secrets).toHaveLength(4);
      expectNoSecret(await reports(session, answersAt(place, secrets)));
    },
  );

  test('the Basic credentials of a client, in a place without a name', async () => {
    const text = Buffer.from(`svc_app_sb_1:${secretOf('client')}`).toString('base64');
    const answer = anAnswer('POST', '/oauth/token', 400, { headers: { 'x-echo': text } });
    expect((await reports(new Session(target), [answer], `got ${text}`)).join('')).not.toContain(text);
  });

  test('a known secret in a message, whole or cut off', async () => {
    const session = new Session(target);
    const secret = secretOf('client');
    for (const length of [secret.length, 20])
      expectNoSecret(await reports(session, [anAnswer('POST', '/oauth/token', 200)], secret.slice(0, length)));
  });
});

describe('A token endpoint that rejects a request', () => {
  test('issues tokens that no report of the run contains', async () => {
    const token = `opaque-${MARK}-0123456789`;
    const body = { error: 'invalid_grant', code: 'oauth.code_invalid', access_token: token };
    const origin = await serve((_, response) =>
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
    );
    const session = new Session({ ...target, baseUrl: `${origin}/v1` });
    await session.send('POST', '/oauth/token', { body: {} });
    const echo = anAnswer('POST', '/oauth/token', 200, { headers: { 'x-echo': token } });
    expectNoSecret(await reports(session, [echo], `got ${token}`));
  });
});
