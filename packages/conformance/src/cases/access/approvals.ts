import type { Answer } from '../../http/send.ts';
import { type Case, subject } from '../../run/case.ts';
import type { CaseContext } from '../../run/case-context.ts';
import type { Page } from '../../run/record.ts';
import { Unavailable } from '../../run/unavailable.ts';
import { missingForm } from '../../run/visitor.ts';
import type { AppRole, MerchantRole } from '../../target/target.ts';
import { newOwner } from '../fixtures/authorization.ts';
import { countForms, openForm, pageOfClient, press, tabAt } from '../fixtures/developer-console.ts';
import { findOnPages, formsAt, linksAt, type ShownForm } from '../fixtures/office.ts';

/** Access of an ADSR app's API key, as a merchant's owner decides on access requests. */

const example = subject('examples', 'approvals');

const decisionsOf = ({ form }: ShownForm): string[] =>
  form.controls.filter(({ name }) => name === 'decision').map(({ value }) => value);

/** The rule of what a key reads after a decision. */
const ruleOf = (decision: string): string =>
  decision === 'take-back' ? 'keys.approval_taken_back' : 'keys.approved_stores';

/** Sends an owner's form. Returns the page that it leads to. */
const decide = (form: ShownForm, decision: string, stores: readonly unknown[] = []): Promise<Answer> =>
  form.send({ decision, store: stores.map(String) });

/** The access requests of an ADSR app to a merchant, of which one that is pending is withdrawn, and their owner's decisions. */
async function accessRequests(t: CaseContext, app: AppRole, merchant: MerchantRole) {
  const { session } = t;
  const { companyId } = session.merchant(merchant);
  const owner = newOwner(t, merchant);
  const tab = await tabAt(t, await pageOfClient(t, session.app(app, 'ADSR', 'PRODUCTION').clientId), 'access-requests');
  if ((await countForms(t, tab, 'withdraw')) > 0) await press(t, tab, 'withdraw');
  const formThat = (what: string, page: Answer, isMeant: (decisions: readonly string[]) => boolean): ShownForm => {
    const form = formsAt(owner, page).find((one) => isMeant(decisionsOf(one)));
    if (!form) throw missingForm(page, what);
    return form;
  };
  return {
    /** Ids of the stores that the key of an app reads, or the status. */
    async readable(role: AppRole = app): Promise<unknown> {
      const headers = { 'X-API-Key': session.apiKey(role, merchant === 'live' ? 'PRODUCTION' : 'SANDBOX') };
      const answer = await session.send('GET', `/stores?companyId=${companyId}`, { headers });
      if (answer.status === 200) return (answer.body as Page).data.map(({ id }) => id).toSorted();
      t.expectStatus(answer, 403, 'partner.company_denied');
      return answer.status;
    },

    /** Asks for stores. Returns the owner's form for the decision. */
    async ask(stores: readonly unknown[]): Promise<ShownForm> {
      const form = await openForm(t, tab, 'access-requests');
      t.expectStatus(await form.send({ companyId: String(companyId), storeIds: stores.join() }), 200);
      return findOnPages(owner, 'access request to decide', (page) =>
        formsAt(owner, page).find((one) => decisionsOf(one).includes('decline')),
      );
    },

    /** The form that confirms that an approval replaces an earlier one. */
    replacing: (page: Answer): ShownForm =>
      formThat('replaces an approval', page, (decisions) => decisions.includes('approve')),

    /** The owner's form that ends an approval, on the page of the request or on one below it. */
    async revocation({ page: { sent } }: ShownForm): Promise<ShownForm> {
      const page = await owner.open(sent.url);
      const begin = `${new URL(sent.url).pathname}/`;
      const below = linksAt(page, owner.origin).find(({ pathname }) => pathname.startsWith(begin));
      const shown = below ? await owner.open(below.href) : page;
      return formThat('revokes an approval', shown, (decisions) => decisions.length > 0);
    },
  };
}

export const APPROVAL_CASES: readonly Case[] = [
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
      const requests = await accessRequests(t, 'other', 'live');
      const [first, second] = t.session.merchant('live').approvedStoreIds ?? [];
      if (first === undefined || second === undefined) throw new Unavailable('no two stores of the live merchant');
      const both = [first, second];
      let readable: unknown = 403;
      /** Decides, and expects `then` as what the key reads; without `then`, that the decision is rejected and changes nothing. */
      const expect = async (form: ShownForm, decision: string, stores: readonly unknown[], then?: unknown) => {
        const page = await decide(form, decision, stores);
        readable = then ?? readable;
        const isRejected = page.status >= 400 && page.status < 500;
        const own = t.about(then === undefined ? 'access_requests.decided' : ruleOf(decision));
        own.check(isRejected === (then === undefined), `${decision} of ${stores} is ${page.status}`, page);
        own.equal(await requests.readable(), readable, `what the key reads after ${decision} of ${stores}`);
        return page;
      };
      t.equal(await requests.readable(), readable, 'what the key reads before');
      const one = await requests.ask([first]);
      for (const stores of [[], [second], both, ['x']]) await expect(one, 'approve', stores);
      for (const decision of ['conf', 'take-back']) await expect(one, decision, [first]);
      await expect(one, 'approve', [first], [first]);
      for (const decision of ['approve', 'decline']) await expect(one, decision, [first]);

      const two = await requests.ask(both);
      t.equal(await requests.readable(), [first], 'what the key reads once more is asked');
      const replace = requests.replacing(await expect(two, 'approve', [second], [first]));
      await expect(replace, 'approve', [second], [second]);
      await expect(replace, 'approve', [second]);

      const three = await requests.ask(both);
      await expect(three, 'decline', [], [second]);
      await expect(three, 'approve', both);

      const four = await requests.ask(both);
      const late = requests.replacing(await expect(four, 'approve', both, [second]));
      const revoke = await requests.revocation(two);
      await expect(revoke, 'take-back', [], 403);
      await expect(revoke, 'take-back', []);
      await expect(late, 'approve', both);
      await expect(four, 'approve', both, both.toSorted());
      await expect(await requests.revocation(four), 'take-back', [], 403);
      t.equal(await requests.readable('main'), both.toSorted(), 'what the key of another app reads');
    },
  ),
  example(
    'rehearsed',
    ['keys.sandbox_automatic', 'access_requests.decided'],
    'a sandbox key reads all stores of its merchant, whatever an owner who rehearses the decision approves and takes back',
    async (t) => {
      const requests = await accessRequests(t, 'main', 'main');
      const all = (await requests.readable()) as readonly unknown[];
      const form = await requests.ask(all.slice(0, 1));
      await decide(form, 'approve', all.slice(0, 1));
      t.equal(await requests.readable(), all, 'what the key reads once one store is approved');
      await decide(await requests.revocation(form), 'take-back');
      t.equal(await requests.readable(), all, 'what the key reads once the approval is taken back');
    },
  ),
];
