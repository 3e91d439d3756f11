import { html } from 'hono/html';
import type { OperationName } from '../../directory/operations.ts';
import type { UserDescription } from '../../directory/people/describe-user.ts';
import { confirmScreen } from '../kit/confirm-screen.ts';
import { formProblems, textField } from '../kit/form/fields.ts';
import { textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { notice } from '../kit/page/parts.ts';
import { type Html, name } from '../languages/html.ts';
import type { OperatorScreen, OperatorVisit } from './audience.ts';
import { operatorNavigation } from './navigation.ts';
import { changeForm } from './parts.ts';
import { personPath } from './people.ts';

const PATH = '/operator/people/:userId';

export const personOf = ({ operations, id }: OperatorVisit): Promise<UserDescription> =>
  operations.call('user.show', { userId: id('userId') });

/** One person: their roles, their name and address, and the end of their login. */
export const personScreen: OperatorScreen = {
  path: PATH,
  name: 'person',
  async show(visit) {
    const person = await personOf(visit);
    const here = personPath(person.userId);
    const filled = visit.form('person', { name: person.name, email: person.email });
    const fields = html`${textField(filled, { name: 'name', label: 'Name' })}
    ${textField(filled, { name: 'email', label: 'E-mail', attributes: html`type="email"` })}
    <p class="actions"><button class="secondary">Save</button></p>`;
    const body = html`<a class="back" href="/operator/people">People</a><h1>${name(person.name)}</h1>
    <section class="card"><h2>Roles</h2>${roles(person)}</section>
    ${!person.confirmed && notice('hint', 'This address has not been confirmed, so it gives the person no rights. A link to a new password that you send to the person confirms it.')}
    <section class="card"><h2>Name and address</h2>${formProblems(filled, ['name', 'email'])}${changeForm(visit.view, here, fields)}</section>
    <section class="card"><h2>Login</h2><ul>${LOGIN_STEPS.map(
      ({ path, title }) => html`<li><a href="${here}${path}">${title}</a></li>`,
    )}</ul></section>`;
    return { title: person.name, body, navigation: operatorNavigation('people') };
  },
  forms: {
    person: {
      async change({ operations, id, fields }) {
        const person = { name: textOf(fields, 'name') ?? '', email: textOf(fields, 'email') ?? '' };
        await operations.call('user.update', { userId: id('userId'), ...person });
        return { message: 'Saved.' };
      },
    },
  },
};

const roles = ({ memberships, developerOf, operator }: UserDescription): Html => html`<ul>
  ${operator && html`<li>Operator of the service</li>`}
  ${developerOf.map((id) => html`<li>Developer of <a href="/operator/organizations/${id}">organization ${id}</a></li>`)}
  ${memberships.map(
    ({ companyId, merchant, role }) =>
      html`<li>${role === 'owner' ? 'Owner' : 'Employee'} of <a href="/operator/merchants/${companyId}">${name(merchant)}</a></li>`,
  )}
  ${!operator && developerOf.length === 0 && memberships.length === 0 && html`<li>None</li>`}
</ul>`;

/** A change of a person's login that an operator confirms first. */
interface LoginStep {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly effect: string;
  readonly submit: string;
  readonly operation: Extract<OperationName, 'user.reset-link' | 'user.disable-second-factor' | 'user.remove'>;
  readonly message: string;
  /** Path of the page that follows, if it is not the person's. */
  readonly to?: string;
}

const LOGIN_STEPS: readonly LoginStep[] = [
  {
    path: '/password',
    name: 'passwordLink',
    title: 'Create a link to a new password',
    effect: 'The link is shown once and works for an hour. The current password works until the link is used.',
    submit: 'Create the link',
    operation: 'user.reset-link',
    message: 'Send this link to the person.',
  },
  {
    path: '/second-factor',
    name: 'secondFactor',
    title: 'Turn two-step sign-in off',
    effect:
      'They can then sign in with their password alone, until they turn it on again. Their sessions and open links to a new password end. Make sure that the request really comes from them.',
    submit: 'Turn it off',
    operation: 'user.disable-second-factor',
    message: 'Two-step sign-in is off.',
  },
  {
    path: '/remove',
    name: 'removePerson',
    title: 'Remove this person',
    effect: 'Their name and address are erased, and they can never sign in again. This cannot be undone.',
    submit: 'Remove',
    operation: 'user.remove',
    message: 'The person is removed.',
    to: '/operator/people',
  },
];

export const loginScreens: readonly OperatorScreen[] = LOGIN_STEPS.map(
  ({ path, name: step, title, effect, submit, operation, message, to }) =>
    confirmScreen({
      path: PATH + path,
      name: step,
      async ask(visit) {
        const person = await personOf(visit);
        return {
          title,
          heading: html`${title}: ${name(person.name)}`,
          effect,
          submit,
          back: personPath(person.userId),
          navigation: operatorNavigation('people'),
        };
      },
      async change({ operations, id }) {
        const userId = id('userId');
        const secrets = secretsOf(await operations.call(operation, { userId }));
        return { to: to ?? personPath(userId), message, secrets };
      },
    }),
);
