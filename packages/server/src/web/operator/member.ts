import { html } from 'hono/html';
import type { Member } from '../../directory/merchants/describe-merchant.ts';
import { confirmScreen } from '../kit/confirm-screen.ts';
import { formProblems, selectField } from '../kit/form/fields.ts';
import { WebProblem } from '../kit/problems.ts';
import { name } from '../languages/html.ts';
import type { OperatorScreen, OperatorVisit } from './audience.ts';
import { ROLE_FIELD, ROLES, roleIn } from './member-sections.ts';
import { merchantOf } from './merchant.ts';
import { merchantPath } from './merchants.ts';
import { operatorNavigation } from './navigation.ts';
import { changeForm } from './parts.ts';

const PATH = '/operator/merchants/:companyId/members/:userId';

const idsOf = ({ id }: OperatorVisit) => ({ companyId: id('companyId'), userId: id('userId') });

/** The person of the path, who must be of the merchant of the path. */
async function memberOf(visit: OperatorVisit): Promise<Member> {
  const { companyId, userId } = idsOf(visit);
  const page = { companyId, limit: 1, ...(userId > 1 && { after: userId - 1 }) };
  const { data } = await visit.operations.call('member.list', page);
  const member = data.find((one) => one.userId === userId);
  if (!member) throw new WebProblem('notFound');
  return member;
}

const LOSS = 'They lose their access to this merchant at once. Their login and their other roles stay.';

/** One person of a merchant: their role, their login, and the end of their access. */
export const memberScreen: OperatorScreen = {
  path: PATH,
  name: 'member',
  async show(visit) {
    const merchant = await merchantOf(visit);
    const person = await memberOf(visit);
    const back = merchantPath(merchant.companyId);
    const here = `${back}/members/${person.userId}`;
    const filled = visit.form('member', { role: person.role });
    const body = html`<p><a class="back" href="${back}">${name(merchant.name)}</a></p>
    <h1>${name(person.name)}</h1><p>${name(person.email)}</p>
    ${formProblems(filled, ['role'])}
    <section class="card"><h2>Role at ${name(merchant.name)}</h2>
      ${changeForm(visit.view, here, html`${selectField(filled, ROLE_FIELD, ROLES)}<p class="actions"><button class="secondary">Save</button></p>`)}</section>
    <section class="card"><h2>Login</h2><p><a href="/operator/people/${person.userId}/password">Create a link to a new password</a></p>
      <p><a href="/operator/people/${person.userId}">All roles of this person</a></p></section>
    <section class="card"><h2>Remove from ${name(merchant.name)}</h2>
      <p>${LOSS}</p>
      <p class="actions"><a class="button secondary danger" href="${here}/remove">Remove</a></p></section>`;
    return { title: `${person.name} · ${merchant.name}`, body, navigation: operatorNavigation('merchants') };
  },
  forms: {
    member: {
      /** A merchant keeps an owner. */
      async change(visit) {
        const { companyId, userId } = idsOf(visit);
        const role = roleIn(visit.fields, 'role');
        await visit.operations.call('member.set-role', { companyId, userId, role });
        return { to: merchantPath(companyId), message: 'The role is changed.' };
      },
    },
  },
};

export const removeMemberScreen: OperatorScreen = confirmScreen({
  path: `${PATH}/remove`,
  name: 'removeMember',
  async ask(visit) {
    const merchant = await merchantOf(visit);
    const person = await memberOf(visit);
    return {
      title: `Remove ${person.name} from ${merchant.name}`,
      heading: html`Remove ${name(person.name)} from ${name(merchant.name)}?`,
      effect: LOSS,
      submit: 'Remove',
      back: `${merchantPath(merchant.companyId)}/members/${person.userId}`,
      navigation: operatorNavigation('merchants'),
    };
  },
  async change(visit) {
    const { companyId, userId } = idsOf(visit);
    await visit.operations.call('member.remove', { companyId, userId });
    return { to: merchantPath(companyId), message: 'Removed from this merchant.' };
  },
});
