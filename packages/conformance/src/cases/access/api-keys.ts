import { type Operation, RESOURCE_OPERATIONS } from '../../contract/bundle.ts';
import { Caller } from '../../engine/caller.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Page } from '../../engine/record.ts';
import { urlOf } from '../../engine/references.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import type { MerchantRole } from '../../target/target.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';

/** Requests of ADSR apps, with an API key and companyId. */

const example = subject('examples', 'api-keys');

const FIRST = '/stores';

const ask = (t: CaseContext, key: string, path: string) =>
  t.session.send('GET', path, { headers: { 'X-API-Key': key } });

const sandbox = (t: CaseContext) => t.session.apiKey('main', 'SANDBOX');
const production = (t: CaseContext) => t.session.apiKey('main', 'PRODUCTION');
const company = (t: CaseContext, role: MerchantRole) => t.session.merchant(role).companyId;
const storesOf = (id: number) => `${FIRST}?companyId=${id}`;

const open = RESOURCE_OPERATIONS.filter(({ acceptsKey }) => acceptsKey);
const closed = RESOURCE_OPERATIONS.filter(({ acceptsKey }) => !acceptsKey);

/** URL of the operation, with a company if given. */
function urlFor(op: Operation, companyId?: number | string): string {
  const url = urlOf(op, UNKNOWN_ID, { storeId: [1] });
  return companyId === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}companyId=${companyId}`;
}

/** All stores of the live merchant, as listed by a FULL app. */
async function storesOfLive(t: CaseContext): Promise<number[]> {
  const caller = new Caller(t, t.session.app('main', 'FULL', 'PRODUCTION'), t.session.merchant('live'));
  return (await caller.page(`${FIRST}?limit=100`)).data.map(({ id }) => id);
}

export const API_KEY_CASES: readonly Case[] = [
  example(
    'sandbox',
    ['keys.sandbox_automatic', 'keys.header'],
    "a sandbox key reaches the organization's own merchants, each with its own stores",
    async (t) => {
      for (const role of ['main', 'other'] as const) {
        const answer = t.requireStatus(await ask(t, sandbox(t), storesOf(company(t, role))), 200);
        const ids = (page: Pick<Page, 'data'>) => page.data.map(({ id }) => id).toSorted();
        t.equal(ids(answer.body as Page), ids(await t.as('main', role).page(FIRST)), 'stores', answer);
      }
    },
  ),
  example(
    'company-required',
    ['keys.company_required', 'reports.key'],
    'every operation is 400 without companyId in the query',
    async (t) => {
      for (const one of open)
        for (const id of [undefined, 'x', '', '1.5'])
          t.expectStatus(await ask(t, sandbox(t), urlFor(one, id)), 400, 'partner.validation_failed');
      const elsewhere = ['X-Company-Id', 'X-CompanyId', 'CompanyId', 'X-Merchant-Id'];
      const named = Object.fromEntries(elsewhere.map((name) => [name, String(company(t, 'main'))]));
      const answer = await t.session.send('GET', FIRST, { headers: { ...named, 'X-API-Key': sandbox(t) } });
      t.expectStatus(answer, 400, 'partner.validation_failed');
    },
  ),
  example(
    'company-denied',
    ['keys.company_denied', 'op.listStores.param.companyId', 'op.getStore.param.companyId', 'tenancy.one_merchant'],
    'a company without access for the key is 403 at every operation, exactly as an unknown one',
    async (t) => {
      for (const one of open)
        for (const id of [company(t, 'foreign'), UNKNOWN_ID])
          t.expectStatus(await ask(t, sandbox(t), urlFor(one, id)), 403, 'partner.company_denied');
    },
  ),
  example(
    'not-approved',
    ['keys.request_approval', 'keys.company_denied'],
    'a live company whose owner has not approved is 403, exactly as an unknown one',
    async (t) => {
      for (const one of open)
        for (const id of [company(t, 'undecided'), UNKNOWN_ID])
          t.expectStatus(await ask(t, production(t), urlFor(one, id)), 403, 'partner.company_denied');
    },
  ),
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
  example(
    'environment',
    ['keys.environment', 'env.enforced'],
    'a key of one environment has no access to companies of the other',
    async (t) => {
      for (const one of open) {
        t.expectStatus(await ask(t, sandbox(t), urlFor(one, company(t, 'live'))), 403, 'partner.env_mismatch');
        t.expectStatus(await ask(t, production(t), urlFor(one, company(t, 'main'))), 403, 'partner.env_mismatch');
      }
    },
  ),
  example(
    'approved-stores',
    ['keys.approved_stores', 'keys.request_approval'],
    'a production key sees exactly the stores that the owner approved',
    async (t) => {
      const { approvedStoreIds = [], companyId } = t.session.merchant('live');
      if (approvedStoreIds.length === 0) throw new Unavailable('no approved stores of the live merchant');
      const answer = t.requireStatus(await ask(t, production(t), storesOf(companyId)), 200);
      const seen = (answer.body as Page).data.map(({ id }) => id).toSorted();
      t.equal(seen, [...approvedStoreIds].toSorted(), 'stores', answer);
      t.equal((answer.body as Page).pagination.total, approvedStoreIds.length, 'total', answer);
      const path = (id: number) => `/stores/${id}?companyId=${companyId}`;
      for (const id of await storesOfLive(t))
        if (approvedStoreIds.includes(id)) t.expectStatus(await ask(t, production(t), path(id)), 200);
        else t.expectStatus(await ask(t, production(t), path(id)), 404, 'partner.not_found');
    },
  ),
  example('scope', ['keys.scope'], 'a key reaches only the operations of its product', async (t) => {
    for (const one of closed) {
      const headers = { 'X-API-Key': sandbox(t) };
      const answer = await t.session.send(one.method, urlFor(one, company(t, 'main')), {
        headers,
        body: one.body && {},
      });
      t.expectStatus(answer, 403, 'partner.scope_denied');
    }
    for (const one of open) {
      const answer = await ask(t, sandbox(t), urlFor(one, company(t, 'main')));
      t.check(answer.status !== 401 && answer.status !== 403, `${one.path} with a key is ${answer.status}`, answer);
    }
  }),
  example('both', ['keys.one_credential'], 'a key together with a token is rejected', async (t) => {
    const headers = { 'X-API-Key': sandbox(t), Authorization: `Bearer ${await t.as().token()}` };
    const answer = await t.session.send('GET', storesOf(company(t, 'main')), { headers });
    t.expectStatus(answer, 400, 'partner.validation_failed');
  }),
  example('budget', ['limits.per_app'], 'requests with a key count against the budget of its app', async (t) => {
    const caller = new Caller(t, t.session.app('main', 'ADSR'), t.session.merchant('main'));
    await caller.token();
    const path = storesOf(company(t, 'main'));
    const now = t.session.clock.now();
    if (now % 60_000 > 50_000) await t.session.clock.wait(60_500 - (now % 60_000));
    const answers = [await caller.get(FIRST), await ask(t, sandbox(t), path), await ask(t, sandbox(t), path)];
    const [first = 0, ...others] = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    t.equal(others, [first - 1, first - 2], 'requests remaining after each', answers.at(-1));
  }),
];
