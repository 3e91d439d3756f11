import { html } from 'hono/html';
import type { Member } from '../../control/merchants/describe-merchant.ts';
import { LastHolder } from '../../control/people/last-holder.ts';
import { rejectedField } from '../kit/form/filled-form.ts';
import { confirmation } from '../kit/page/confirmation.ts';
import { hidden, monogram } from '../kit/page/parts.ts';
import { labelled, name } from '../languages/html.ts';
import { memberOf } from '../shared/members.ts';
import type { MerchantScreen, MerchantVisit } from './audience.ts';
import { merchantNavigation, pageOf } from './navigation.ts';
import { PEOPLE_PATH, roleBadge, roleChoice, roleOf } from './people.ts';

const PATH = `${PEOPLE_PATH}/:userId`;

/** One person of a merchant. Their role can be changed, and they can be removed. */
export const personScreen: MerchantScreen = {
  path: PATH,
  name: 'person',
  async show(visit) {
    const { view } = visit;
    const { people: say } = view.say;
    const person = await personOf(visit);
    const page = personPage(visit, person);
    const [problem] = visit.form('person').problems;
    const body = html`<p><a class="back" href="${pageOf(visit, PEOPLE_PATH)}">${say.title}</a></p>
    <div class="card">
      <div class="app">${monogram(person.name)}<div><h1>${name(person.name)}</h1>
        <p class="by">${name(person.email)} ${roleBadge(view, person.role)}</p></div></div>
      <form method="post" action="${page}">
        ${hidden('token', view.formToken)} ${roleChoice(view, person.role, problem?.message)}
        <div class="actions"><button>${say.saveRole}</button></div>
      </form>
    </div>
    <section class="card">
      <h2>${say.removeTitle}</h2>
      <p class="actions"><a class="button secondary danger"
        href="${personPage(visit, person, '/remove')}">${say.remove}</a></p>
    </section>`;
    return { title: person.name, body, navigation: merchantNavigation(visit, 'people') };
  },
  /** Changes the role, or removes the person. */
  async change(visit) {
    const { userId } = await personOf(visit);
    const { people: say } = visit.view.say;
    const isRemoval = visit.fields.get('do') === 'remove';
    await (isRemoval ? remove(visit, userId) : setRole(visit, userId)).catch((error) => {
      if (!(error instanceof LastHolder)) throw error;
      throw rejectedField('role', say.lastOwner, 409);
    });
    // Owners who change themselves may no longer be allowed to see the people.
    const to = userId === visit.view.user?.id ? '/' : pageOf(visit, PEOPLE_PATH);
    return { to, message: isRemoval ? say.removed : say.roleSet };
  },
};

const remove = ({ operations, merchant }: MerchantVisit, userId: number): Promise<unknown> =>
  operations.call('member.remove', { companyId: merchant.companyId, userId });

const setRole = async (visit: MerchantVisit, userId: number): Promise<unknown> =>
  visit.operations.call('member.set-role', { companyId: visit.merchant.companyId, userId, role: roleOf(visit) });

const personPage = (visit: MerchantVisit, { userId }: Member, path = ''): string =>
  pageOf(visit, `${PEOPLE_PATH}/${userId}${path}`);

const personOf = ({ id, operations, merchant }: MerchantVisit): Promise<Member> =>
  memberOf(operations, merchant.companyId, id('userId'));

/** Asks before removing a person. */
export const removePersonScreen: MerchantScreen = {
  path: `${PATH}/remove`,
  name: 'removePerson',
  async show(visit) {
    const { people: say } = visit.view.say;
    const person = await personOf(visit);
    const [who, where] = [name(person.name), name(visit.merchant.name)];
    const back = personPage(visit, person);
    const body = confirmation(visit.view, {
      title: say.removeHeading(who, where),
      effect: say.removeLead(who, where),
      action: back,
      fields: hidden('do', 'remove'),
      submit: say.remove,
      back,
    });
    return { title: labelled(say.remove, person.name), body, navigation: merchantNavigation(visit, 'people') };
  },
};
