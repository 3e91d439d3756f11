import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { connect, refresh } from '../../engine/connections.ts';
import { formsOf, hiddenOf } from '../../engine/forms.ts';
import { Visitor } from '../../engine/visitor.ts';
import type { MerchantRole } from '../../target/target.ts';
import { employeeOf, newOwner } from '../fixtures/authorization.ts';
import { namesOf, type OfficeForm, officeForms, officePages, signOutForm, waysToSend } from '../fixtures/office.ts';

/** Rights of people in the back office: someone else sends every form of an owner. */

const example = subject('examples', 'office');

const MERCHANTS: readonly MerchantRole[] = ['other', 'live', 'undecided'];

/** Forms about the owner's merchant that people of another company do not see. */
async function ownerFormsOf(t: CaseContext, role: MerchantRole): Promise<OfficeForm[]> {
  const anybody = () => new Visitor(t.session, employeeOf(t, 'main'));
  const everyForm = await signedIn(anybody());
  const subjectOf = ({ action, form }: OfficeForm) =>
    JSON.stringify([
      action.pathname + action.search,
      Object.entries(hiddenOf(form)).filter(([name]) => !Object.hasOwn(everyForm, name)),
    ]);
  const ofAnybody = new Set((await officeForms(anybody())).map(subjectOf));
  return (await officeForms(newOwner(t, role))).filter((one) => !ofAnybody.has(subjectOf(one)));
}

/** Signs in. Returns the fields of the person's own forms, including their session's token. */
async function signedIn(visitor: Visitor): Promise<Record<string, string>> {
  const { form } = await signOutForm(visitor);
  return hiddenOf(form);
}

/** Sends one of the owner's forms in every possible way under another person's session. */
async function sendAll(t: CaseContext, visitor: Visitor, one: OfficeForm, own: Record<string, string>): Promise<void> {
  for (const fields of waysToSend(one)) {
    for (const [name, value] of Object.entries(own)) fields.set(name, value);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: visitor.origin };
    const answer = await visitor.send('POST', one.action.href, headers, fields.toString());
    t.check(answer.status >= 400 && answer.status < 500, `${one.action.pathname} is answered ${answer.status}`, answer);
  }
}

/** Asserts that the owner's pages keep the same forms, whatever the other person sends. */
async function expectRejected(t: CaseContext, role: MerchantRole, visitor: Visitor): Promise<void> {
  const before = await ownerFormsOf(t, role);
  const own = await signedIn(visitor);
  for (const one of before) {
    const page = await visitor.open(one.page.sent.url);
    const offered = formsOf(page.text).some(({ action }) => action === one.form.action);
    t.check(!offered, `another person's page offers ${one.action.pathname}`, page);
    await sendAll(t, visitor, one, own);
  }
  const after = await ownerFormsOf(t, role);
  t.equal(after.map(namesOf).toSorted(), before.map(namesOf).toSorted(), 'pending decisions of the owner');
}

/** Connects an app to the merchant, so that a connection can be ended. */
const connectApp = (t: CaseContext) => connect(t.session, t.session.app('other'), t.session.merchant('other'));

export const EMPLOYEE_CASES: readonly Case[] = [
  ...MERCHANTS.map((role) =>
    example(
      `employee.${role}`,
      ['office.owner_only'],
      `an employee of the merchant in the role ${role} cannot end connections or decide on access requests`,
      async (t) => {
        const connection = role === 'other' ? await connectApp(t) : undefined;
        await expectRejected(t, role, new Visitor(t.session, employeeOf(t, role)));
        if (connection) t.expectStatus(await refresh(t.session, t.session.app('other'), connection.refreshToken), 200);
      },
    ),
  ),
  ...MERCHANTS.map((role) =>
    example(
      `stranger.${role}`,
      ['office.tenancy'],
      `the owner of another company cannot end connections or decide on requests of the merchant in the role ${role}`,
      async (t) => {
        const connection = role === 'other' ? await connectApp(t) : undefined;
        await expectRejected(t, role, newOwner(t, 'main'));
        if (connection) t.expectStatus(await refresh(t.session, t.session.app('other'), connection.refreshToken), 200);
      },
    ),
  ),
  ...MERCHANTS.map((role) =>
    example(
      `pages.${role}`,
      ['office.tenancy'],
      `no page of the merchant in the role ${role} is shown to someone of another company`,
      async (t) => {
        const company = String(t.session.merchant(role).companyId);
        const strangers = [newOwner(t, 'main'), new Visitor(t.session, employeeOf(t, 'main'))];
        for (const stranger of strangers) await signedIn(stranger);
        for await (const page of officePages(newOwner(t, role))) {
          const { pathname, searchParams } = new URL(page.sent.url);
          if (![...pathname.split('/'), ...searchParams.values()].includes(company)) continue;
          for (const stranger of strangers) {
            const answer = await stranger.send('GET', page.sent.url);
            t.check(answer.status >= 400 && answer.status < 500, `${pathname} is ${answer.status}`, answer);
          }
        }
      },
    ),
  ),
];
