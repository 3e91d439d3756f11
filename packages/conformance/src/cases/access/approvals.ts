import { ENVIRONMENTS } from '../../contract/products.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { authorize, credentialsOf, exchange, refresh } from '../../engine/connections.ts';
import { hiddenOf } from '../../engine/forms.ts';
import type { Page } from '../../engine/record.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { missingForm, type Visitor } from '../../engine/visitor.ts';
import type { Answer } from '../../http/send.ts';
import type { AppRole, Merchant, MerchantRole } from '../../target/target.ts';
import { newOwner } from '../fixtures/authorization.ts';
import { countForms, type FormRow, isRejected, openForm, type ShownForm, tryForm } from '../fixtures/console-forms.ts';
import { appIdOf, pageOfClient, tabAt, withNewApp } from '../fixtures/developer-console.ts';
import { findOnPages, formsAt, linksAt, type OfficeForm } from '../fixtures/office.ts';
import { UNKNOWN_ID } from '../fixtures/unknown.ts';

/** Access to API keys that an owner approves and then revokes; credentials of an archived app. */

const example = subject('examples', 'approvals');

const time = subject('time', 'approvals', { clock: true });

const DAY = 86_400;

/** An ADSR app of production that an owner can let read stores, and its page of access requests. */
class Asking {
  readonly t: CaseContext;
  readonly #tab: string;
  readonly #app: AppRole;
  #decisions = 0;
  readonly #merchant: MerchantRole;
  readonly owner: Visitor;

  private constructor(t: CaseContext, tab: string, app: AppRole, merchant: MerchantRole) {
    this.t = t;
    this.#tab = tab;
    this.#app = app;
    this.#merchant = merchant;
    this.owner = newOwner(t, merchant);
  }

  /** Withdraws what was asked before. */
  static async begin(t: CaseContext, app: AppRole = 'other', merchant: MerchantRole = 'live'): Promise<Asking> {
    const { clientId } = t.session.app(app, 'ADSR', 'PRODUCTION');
    const asking = new Asking(t, await tabAt(t, await pageOfClient(t, clientId), 'access-requests'), app, merchant);
    if ((await asking.pending()) > 0) await (await asking.open('withdraw')).send();
    return asking;
  }

  /** What the app's key reads, or that of another: the ids of the stores, or the status. */
  async readable(role: AppRole = this.#app): Promise<unknown> {
    const { session } = this.t;
    const env = this.#merchant === 'live' ? 'PRODUCTION' : 'SANDBOX';
    const { companyId } = session.merchant(this.#merchant);
    const headers = { 'X-API-Key': session.apiKey(role, env) };
    const answer = await session.send('GET', `/stores?companyId=${companyId}`, { headers });
    if (answer.status === 200) return (answer.body as Page).data.map(({ id }) => id).toSorted();
    this.t.expectStatus(answer, 403, 'partner.company_denied');
    return answer.status;
  }

  /** Number of requests that can be withdrawn. */
  pending(): Promise<number> {
    return countForms(this.t, this.#tab, 'withdraw');
  }

  open(action: 'access-requests' | 'withdraw'): Promise<ShownForm> {
    return openForm(this.t, this.#tab, action);
  }

  async ask(stores: readonly unknown[]): Promise<OfficeForm> {
    const form = await this.open('access-requests');
    const companyId = String(this.t.session.merchant(this.#merchant).companyId);
    this.t.expectStatus(await form.send({ companyId, storeIds: stores.join() }), 200);
    return this.decision();
  }

  /** The owner's form for the request that is pending. */
  decision(): Promise<OfficeForm> {
    return findOnPages(this.owner, 'access request to decide', (page) => formsAt(page).find(isDecision));
  }

  /** Sends an owner's form. Returns the page that it leads to. */
  async decide({ form, action }: OfficeForm, decision: string, stores: readonly unknown[] = []): Promise<Answer> {
    // A field that no form has tells a further decision from a second click.
    const fields = new URLSearchParams({ ...hiddenOf(form), decision, again: String(this.#decisions++) });
    fields.delete('store');
    for (const store of stores) fields.append('store', String(store));
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: this.owner.origin };
    return this.owner.follow(await this.owner.send('POST', action.href, headers, fields.toString()));
  }

  /** The owner's form that ends an approval, at the page of the request or at one below it. */
  async revocation({ page: { sent } }: OfficeForm): Promise<OfficeForm> {
    const page = await this.owner.open(sent.url);
    const below = linksAt(page, this.owner.origin).find(({ pathname }) =>
      pathname.startsWith(`${new URL(sent.url).pathname}/`),
    );
    const form = formsAt(below ? await this.owner.open(below.href) : page).find((one) => decisionsOf(one).length > 0);
    if (!form) throw missingForm(page, 'revokes an approval');
    return form;
  }
}

const decisionsOf = ({ form }: OfficeForm): string[] =>
  form.controls.filter(({ name }) => name === 'decision').map(({ value }) => value);

const isDecision = (form: OfficeForm): boolean => decisionsOf(form).includes('decline');

const storesOf = ({ approvedStoreIds }: Partial<Merchant> = {}): readonly number[] => {
  if ((approvedStoreIds ?? []).length < 2) throw new Unavailable('no two approved stores of the live merchant');
  return approvedStoreIds ?? [];
};

/** The form that confirms that an approval replaces an earlier one. */
function replacing(page: Answer): OfficeForm {
  const form = formsAt(page).find((one) => decisionsOf(one).includes('approve'));
  if (!form) throw missingForm(page, 'replaces an approval');
  return form;
}

const secretOf = (t: CaseContext, env: (typeof ENVIRONMENTS)[number]) => t.session.app('archived', 'FULL', env);

export const APPROVAL_CASES: readonly Case[] = [
  example(
    'asked',
    ['access_requests.asked', 'access_requests.pending', 'console.rejected', 'console.outdated'],
    'an ADSR app asks for existing stores of a live merchant, and once until it is decided or withdrawn',
    async (t) => {
      const asking = await Asking.begin(t);
      const [main, foreign, live] = (['main', 'foreign', 'live'] as const).map((role) => t.session.merchant(role));
      const stores = storesOf(live);
      const [elsewhere] = ((await t.as().get('/stores')).body as Page).data;
      const right = { companyId: String(live?.companyId), storeIds: stores.join(', ') };
      const form = await asking.open('access-requests');
      const pending = () => asking.pending();
      const missing = ['999999991', '999999992'];
      const { text } = await form.send({ ...right, storeIds: [stores[0], ...missing].join() });
      const said = text.replaceAll(/value="[^"]*"/g, '');
      t.equal(
        missing.filter((id) => said.includes(id)),
        missing,
        'the missing stores that the error names',
      );
      await tryForm(t, form, pending, [
        ...['', 'x', '0', String(UNKNOWN_ID), String(foreign?.companyId)].map(
          (companyId): FormRow => [{ ...right, companyId }],
        ),
        ...['', 'x', `${stores[0]},0`, `${stores},${UNKNOWN_ID}`, `${stores},${elsewhere?.id}`].map(
          (storeIds): FormRow => [{ ...right, storeIds }],
        ),
        [right, 1],
        [right],
      ]);
      await tryForm(t, await asking.open('withdraw'), pending, [[{}, 0], [{}]]);
      const own = { companyId: String(main?.companyId), storeIds: String(elsewhere?.id) };
      const askWithNew = (work: (asked: () => Promise<number>) => Promise<unknown>): Promise<void> =>
        withNewApp(t, 'ADSR', async (app) => {
          const tab = await tabAt(t, app.page, 'access-requests');
          const asked = () => countForms(t, tab, 'withdraw');
          await tryForm(t, await openForm(t, tab, 'access-requests'), asked, [[right], [own, 1], [own]]);
          await work(asked);
          await tryForm(t, await openForm(t, tab, 'withdraw'), asked, [[{}, 0], [{}]]);
        });
      await askWithNew(async (asked) => {
        await askWithNew(async () => t.equal(await asked(), 1, 'the requests of another app'));
        t.equal(await asked(), 1, 'the requests of an app once those of another are withdrawn');
      });
      const full = form.about(
        form.url.pathname,
        form.url.pathname.replace(/\d+/, appIdOf(await t.as('other').token())),
      );
      t.check(isRejected(await full.send(right)), 'an app of another product may ask');
    },
  ),
  example(
    'decided',
    [
      'keys.approval_taken_back',
      'keys.company_denied',
      'keys.approved_stores',
      'keys.request_approval',
      'access_requests.decided',
      'access_requests.replaced',
    ],
    'a key reads the stores that the owner has approved last, from its next request on, until the owner revokes it',
    async (t) => {
      const asking = await Asking.begin(t);
      const [first = 0, second = 0] = storesOf(t.session.merchant('live'));
      const both = [first, second];
      let readable: unknown = 403;
      /** Decides, and expects what the key reads then; without it, the decision is rejected and changes nothing. */
      const expect = async (form: OfficeForm, decision: string, stores: readonly unknown[], then?: unknown) => {
        const page = await asking.decide(form, decision, stores);
        readable = then ?? readable;
        t.check(isRejected(page) === (then === undefined), `${decision} of ${stores} is ${page.status}`, page);
        t.equal(await asking.readable(), readable, `what the key reads after ${decision} of ${stores}`);
        return page;
      };
      t.equal(await asking.readable(), readable, 'what the key reads before');
      const one = await asking.ask([first]);
      for (const stores of [[], [second], both, ['x']]) await expect(one, 'approve', stores);
      await expect(one, 'conf', [first]);
      await expect(one, 'take-back', [first]);
      await expect(one, 'approve', [first], [first]);
      for (const decision of ['approve', 'decline']) await expect(one, decision, [first]);

      const two = await asking.ask(both);
      t.equal(await asking.readable(), [first], 'what the key reads once more is asked');
      const replace = replacing(await expect(two, 'approve', [second], [first]));
      await expect(replace, 'approve', [second], [second]);
      await expect(replace, 'approve', [second]);

      const three = await asking.ask(both);
      await expect(three, 'decline', [], [second]);
      for (const decision of ['approve', 'decline']) await expect(three, decision, both);

      const four = await asking.ask(both);
      const late = replacing(await expect(four, 'approve', both, [second]));
      const revoke = await asking.revocation(two);
      await expect(revoke, 'take-back', [], 403);
      await expect(revoke, 'take-back', []);
      await expect(late, 'approve', both);
      await expect(four, 'approve', both, both.toSorted());
      await expect(await asking.revocation(four), 'take-back', [], 403);
      t.equal(await asking.readable('main'), both.toSorted(), 'what the key of another app reads');
    },
  ),
  example(
    'rehearsed',
    ['keys.sandbox_automatic', 'access_requests.decided'],
    'a sandbox key reads all stores of its merchant, whatever an owner who rehearses the decision approves and takes back',
    async (t) => {
      const asking = await Asking.begin(t, 'main', 'main');
      const all = (await asking.readable()) as readonly unknown[];
      const form = await asking.ask(all.slice(0, 1));
      await asking.decide(form, 'approve', all.slice(0, 1));
      t.equal(await asking.readable(), all, 'what the key reads once one store is approved');
      await asking.decide(await asking.revocation(form), 'take-back');
      t.equal(await asking.readable(), all, 'what the key reads once the approval is taken back');
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

export const TIMED_APPROVAL_CASES: readonly Case[] = [
  time(
    'expired',
    ['time.access_request', 'access_requests.pending'],
    'an access request can be decided for 30 days, and not later; then the app can ask again',
    async (t) => {
      const asking = await Asking.begin(t);
      const stores = storesOf(t.session.merchant('live'));
      await asking.ask(stores);
      await t.session.clock.advance(30 * DAY - 60);
      const form = await asking.decision();
      t.equal(await asking.pending(), 1, 'the requests shortly before 30 days');
      await t.session.clock.advance(120);
      const page = await asking.decide(form, 'approve', stores);
      t.check(isRejected(page), `the approval after 30 days is ${page.status}`, page);
      t.equal(
        [await asking.pending(), await asking.readable()],
        [0, 403],
        'what is pending then, and what the key reads',
      );
      await asking.decide(await asking.ask(stores), 'decline');
      t.equal(await asking.pending(), 0, 'what is pending once the next one is declined');
    },
  ),
];
