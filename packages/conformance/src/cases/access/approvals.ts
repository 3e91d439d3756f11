import { ENVIRONMENTS } from '../../contract/products.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { authorize, credentialsOf, exchange, refresh } from '../../engine/connections.ts';
import { Stopped } from '../../engine/expectations.ts';
import type { Page } from '../../engine/record.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { missingForm, type Visitor } from '../../engine/visitor.ts';
import type { Answer } from '../../http/send.ts';
import { newOwner } from '../fixtures/authorization.ts';
import { formsAt, linksAt, type OfficeForm, officeForms } from '../fixtures/office.ts';

/** Access to API keys that an owner approves and then revokes; credentials of an archived app. */

const example = subject('examples', 'approvals');

const APPROVE = /^decision=approve$/;
const TAKE_BACK = /^decision=(take-back|revoke)$/;

const stores = (t: CaseContext): Promise<Answer> =>
  t.session.send('GET', `/stores?companyId=${t.session.merchant('live').companyId}`, {
    headers: { 'X-API-Key': t.session.apiKey('other', 'PRODUCTION') },
  });

const shut = async (t: CaseContext): Promise<boolean> => t.expectStatus(await stores(t), 403, 'partner.company_denied');

const valuesOf = ({ form }: OfficeForm, named: RegExp): string[] =>
  form.controls.filter(({ name, value }) => named.test(`${name}=${value}`)).map(({ value }) => value);

/** The request awaiting a decision. */
async function pendingRequest(visitor: Visitor): Promise<OfficeForm> {
  const found = (await officeForms(visitor)).filter((one) => valuesOf(one, APPROVE).length > 0);
  const [only] = found;
  if (!only || found.length > 1)
    throw new Unavailable('no access request is waiting for the owner of the live merchant');
  return only;
}

async function decide(t: CaseContext, visitor: Visitor, one: OfficeForm, decision: RegExp, store?: string) {
  const [value = ''] = valuesOf(one, decision);
  const answer = await visitor.submitForm(one.page, one.form, { decision: value, ...(store && { store }) });
  if (!t.check(answer.status < 400, `the decision is ${answer.status}`, answer)) throw new Stopped();
}

/** The page of an approved request offers to revoke the approval, or links to a page below it that asks first. */
async function revokeApproval(t: CaseContext, visitor: Visitor, request: OfficeForm): Promise<void> {
  const page = await visitor.open(request.page.sent.url);
  const { pathname } = new URL(page.sent.url);
  const below = linksAt(page, visitor.origin).filter((link) => link.pathname.startsWith(`${pathname}/`));
  const pages = [page, ...(await Promise.all(below.map(({ href }) => visitor.open(href))))];
  const form = pages.flatMap(formsAt).find((one) => valuesOf(one, TAKE_BACK).length > 0);
  if (!form) throw missingForm(page, 'revokes an approval');
  await decide(t, visitor, form, TAKE_BACK);
}

const secretOf = (t: CaseContext, env: (typeof ENVIRONMENTS)[number]) => t.session.app('archived', 'FULL', env);

export const APPROVAL_CASES: readonly Case[] = [
  example(
    'taken-back',
    ['keys.approval_taken_back', 'keys.company_denied', 'keys.approved_stores', 'keys.request_approval'],
    'a key has access from its approval on, to the approved stores; after revocation it is 403 from the next request on',
    async (t) => {
      const visitor = newOwner(t, 'live');
      if (!(await shut(t))) return;
      const request = await pendingRequest(visitor);
      const [store = ''] = valuesOf(request, /^store=/);
      await decide(t, visitor, request, APPROVE, store);
      const opened = t.requireStatus(await stores(t), 200);
      const ids = (opened.body as Page).data.map(({ id }) => id);
      t.equal(ids, [Number(store)], 'stores that the key sees', opened);
      await revokeApproval(t, visitor, request);
      await shut(t);
      await shut(t);
    },
  ),
  example(
    'archived-key',
    ['keys.archived_app', 'keys.invalid'],
    'the key of an archived app is invalid for every company',
    async (t) => {
      for (const env of ENVIRONMENTS)
        for (const role of ['main', 'live'] as const) {
          const headers = { 'X-API-Key': t.session.apiKey('archived', env) };
          const path = `/stores?companyId=${t.session.merchant(role).companyId}`;
          t.expectStatus(await t.session.send('GET', path, { headers }), 401, 'partner.api_key_invalid');
        }
    },
  ),
  example(
    'archived-client',
    ['oauth.archived_app'],
    'a client of an archived app gets no token by any grant, and its consent screen is an error page',
    async (t) => {
      for (const env of ENVIRONMENTS) {
        const app = secretOf(t, env);
        const merchant_id = t.session.merchant(env === 'SANDBOX' ? 'main' : 'live').companyId;
        const code = (await authorize(t.session, t.session.app('main'), t.session.merchant('main'))).searchParams;
        const body = { ...credentialsOf(app), merchant_id, grant_type: 'client_credentials' };
        for (const answer of [
          await t.session.send('POST', '/oauth/token', { body }),
          await t.session.send('POST', '/token', { body: { ...credentialsOf(app), merchant_id } }),
          await exchange(t.session, app, code.get('code') ?? ''),
          await refresh(t.session, app, 'svc_rt_sb_conf'),
        ]) {
          t.check(answer.status >= 400 && answer.status < 500, `it is ${answer.status}`, answer);
          t.equal((answer.body as { access_token?: unknown }).access_token, undefined, 'access_token', answer);
        }
      }
    },
  ),
];
