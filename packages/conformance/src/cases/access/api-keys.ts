import { Caller } from '../../engine/caller.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { remainingIn } from '../../http/send.ts';
import type { MerchantRole } from '../../target/target.ts';

/** Invalid, revoked and misplaced API keys, their allowed addresses, and their share of the limit. */

const example = subject('examples', 'api-keys');

const FIRST = '/stores';

const ask = (t: CaseContext, key: string, path: string) =>
  t.session.send('GET', path, { headers: { 'X-API-Key': key } });

const sandbox = (t: CaseContext) => t.session.apiKey('main', 'SANDBOX');
const company = (t: CaseContext, role: MerchantRole) => t.session.merchant(role).companyId;
const storesOf = (id: number) => `${FIRST}?companyId=${id}`;

export const API_KEY_CASES: readonly Case[] = [
  example('unknown', ['keys.invalid'], 'an invalid key is 401', async (t) => {
    const key = sandbox(t);
    const mistyped = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
    const others = [t.session.app('main', 'ADSR').clientSecret, await t.as().token(), key.toUpperCase()];
    for (const text of ['svc_ak_sb_conf', `${key}x`, mistyped, key.replace('_sb_', '_pk_'), 'x', ...others])
      t.expectStatus(await ask(t, text, storesOf(company(t, 'main'))), 401, 'partner.api_key_invalid');
  }),
  example('elsewhere', ['keys.header', 'auth.token_required'], 'a key outside its header is ignored', async (t) => {
    const [key, path] = [sandbox(t), storesOf(company(t, 'main'))];
    for (const answer of [
      await t.session.send('GET', `${path}&api_key=${key}`),
      await t.session.send('GET', path, { headers: { Cookie: `X-API-Key=${key}` } }),
      await t.session.send('GET', path, { headers: { 'X-Key': key } }),
    ])
      t.expectStatus(answer, 401, 'partner.token_missing');
    const bearer = await t.session.send('GET', path, { headers: { Authorization: `Bearer ${key}` } });
    t.expectStatus(bearer, 401, 'partner.token_invalid');
  }),
  example(
    'revoked',
    ['keys.revoked', 'keys.invalid'],
    'a revoked key is 401, and other keys of the app stay valid',
    async (t) => {
      const key = t.session.apiKey('revoked', 'SANDBOX');
      t.expectStatus(await ask(t, key, storesOf(company(t, 'main'))), 401, 'partner.api_key_invalid');
      t.expectStatus(await ask(t, sandbox(t), storesOf(company(t, 'main'))), 200);
    },
  ),
  example(
    'walled',
    ['keys.allowlist', 'auth.ip_denied'],
    'a key with another allowed address is 403, whatever address the client claims',
    async (t) => {
      const key = t.session.apiKey('walled', 'SANDBOX');
      const entry = t.session.target.apps.find(({ apiKey }) => apiKey === key);
      const [address = '203.0.113.7'] = (entry?.allowedIps ?? []).map((one) => one.split('/')[0] ?? one);
      for (const headers of [{}, { 'X-Forwarded-For': address }, { 'X-Real-IP': address }])
        for (const path of [storesOf(company(t, 'main')), FIRST, storesOf(company(t, 'live'))]) {
          const answer = await t.session.send('GET', path, { headers: { ...headers, 'X-API-Key': key } });
          t.expectStatus(answer, 403, 'partner.ip_denied');
        }
    },
  ),
  example('budget', ['limits.per_app'], 'requests with a key count against the budget of its app', async (t) => {
    const caller = new Caller(t, t.session.app('main', 'ADSR'), t.session.merchant('main'));
    await caller.token();
    const path = storesOf(company(t, 'main'));
    const now = t.session.clock.now();
    if (now % 60_000 > 50_000) await t.session.clock.wait(60_500 - (now % 60_000));
    const answers = [await caller.get(FIRST), await ask(t, sandbox(t), path), await ask(t, sandbox(t), path)];
    const [first = 0, ...others] = answers.map(remainingIn);
    t.equal(others, [first - 1, first - 2], 'requests remaining after each', answers.at(-1));
  }),
];
