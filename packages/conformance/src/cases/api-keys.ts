import { RESOURCE_OPERATIONS } from '../contract/bundle.ts';
import type { Page } from '../run/caller.ts';
import { type Case, subject } from '../run/case.ts';
import type { CaseContext } from '../run/case-context.ts';

/** ADSR: an API key and companyId. */

const example = subject('examples', 'api-keys');

const ask = (t: CaseContext, key: string, path: string, budget?: string) =>
  t.session.send('GET', path, { headers: { 'X-API-Key': key }, ...(budget && { budget }) });

const sandbox = (t: CaseContext) => t.session.apiKey('main', 'SANDBOX');
const production = (t: CaseContext) => t.session.apiKey('main', 'PRODUCTION');
const company = (t: CaseContext, role: 'main' | 'foreign' | 'live' | 'other') => t.session.merchant(role).companyId;

const FIRST = RESOURCE_OPERATIONS.find(({ acceptsKey, path }) => acceptsKey && path === '/stores')?.path ?? '/stores';

export const API_KEY_CASES: readonly Case[] = [
  example(
    'sandbox',
    ['keys.sandbox_automatic', 'keys.header'],
    "a sandbox key opens the organization's own merchants",
    async (t) => {
      for (const role of ['main', 'other'] as const)
        t.answered(await ask(t, sandbox(t), `${FIRST}?companyId=${company(t, role)}`), 200);
    },
  ),
  example('company-required', ['keys.company_required'], 'without companyId it is 400', async (t) => {
    t.answered(await ask(t, sandbox(t), FIRST), 400, 'partner.validation_failed');
    t.answered(await ask(t, sandbox(t), `${FIRST}?companyId=x`), 400, 'partner.validation_failed');
  }),
  example(
    'company-denied',
    ['keys.company_denied', 'op.listStores.param.companyId', 'op.getStore.param.companyId', 'tenancy.one_merchant'],
    'a company that the key does not open, and an unknown one, are 403 alike',
    async (t) => {
      for (const id of [company(t, 'foreign'), 9_007_199_254_740_991])
        t.answered(await ask(t, sandbox(t), `${FIRST}?companyId=${id}`), 403, 'partner.company_denied');
    },
  ),
  example('unknown', ['keys.invalid'], 'a key that does not hold is 401', async (t) => {
    for (const key of ['svc_ak_sb_conf', `${sandbox(t)}x`, sandbox(t).replace('_sb_', '_pk_'), 'x'])
      t.answered(await ask(t, key, `${FIRST}?companyId=${company(t, 'main')}`), 401, 'partner.api_key_invalid');
  }),
  example(
    'environment',
    ['keys.environment', 'env.enforced'],
    'a key of the one environment does not open a company of the other',
    async (t) => {
      t.answered(await ask(t, sandbox(t), `${FIRST}?companyId=${company(t, 'live')}`), 403, 'partner.env_mismatch');
      t.answered(await ask(t, production(t), `${FIRST}?companyId=${company(t, 'main')}`), 403, 'partner.env_mismatch');
    },
  ),
  example(
    'approved-stores',
    ['keys.approved_stores', 'keys.request_approval'],
    'a production key sees the stores that the owner agreed to, and no other',
    async (t) => {
      const { approvedStoreIds = [], companyId } = t.session.merchant('live');
      const answer = await ask(t, production(t), `${FIRST}?companyId=${companyId}`);
      t.require(answer, 200);
      t.equal(
        (answer.body as Page).data.map(({ id }) => id).toSorted(),
        [...approvedStoreIds].toSorted(),
        'stores',
        answer,
      );
      const [hidden] = hiddenStores(approvedStoreIds);
      if (hidden)
        t.answered(await ask(t, production(t), `/stores/${hidden}?companyId=${companyId}`), 404, 'partner.not_found');
      const [seen] = approvedStoreIds;
      if (seen) t.answered(await ask(t, production(t), `/stores/${seen}?companyId=${companyId}`), 200);
    },
  ),
  example('scope', ['keys.scope'], 'a key opens reports and stores alone', async (t) => {
    const answer = await ask(t, sandbox(t), `/items?companyId=${company(t, 'main')}`);
    t.check(answer.status === 403, `listItems with a key is ${answer.status}`, answer);
  }),
  example('both', ['keys.one_credential'], 'a key together with a token is refused', async (t) => {
    const headers = { 'X-API-Key': sandbox(t), Authorization: `Bearer ${await t.as().token()}` };
    const answer = await t.session.send('GET', `${FIRST}?companyId=${company(t, 'main')}`, { headers });
    t.answered(answer, 400, 'partner.validation_failed');
  }),
];

/** The stores after the approved one: ids of one merchant's stores follow each other. */
const hiddenStores = (approved: readonly number[]): number[] => approved.slice(0, 1).map((id) => id + 1);
