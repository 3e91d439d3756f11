import { html } from 'hono/html';
import type { UserDescription } from '../../control/people/describe-user.ts';
import { confirmScreen } from '../kit/confirm-screen.ts';
import { textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { when } from '../kit/page/instants.ts';
import { notice, tabs } from '../kit/page/parts.ts';
import { type Html, name } from '../languages/html.ts';
import type { OperatorScreen, OperatorVisit } from './audience.ts';
import { fieldsForm } from './fields-form.ts';
import { operatorNavigation } from './navigation.ts';
import { searchField, searchScreen } from './search-screen.ts';

const PATH = '/operator/people';
const PERSON = `${PATH}/:userId`;

const personPath = ({ userId }: Pick<UserDescription, 'userId'>): string => `${PATH}/${userId}`;

/** Links between all people and the operators. */
export const peopleTabs = (current: 'people' | 'operators'): Html =>
  tabs('People', current, [
    ['people', 'Everybody', PATH],
    ['operators', 'Operators', '/operator/operators'],
  ]);

export const peopleScreen = searchScreen({
  path: PATH,
  name: 'people',
  title: 'People',
  lead: peopleTabs('people'),
  fields: [searchField('Name or e-mail')],
  find: (operations, page) => operations.call('user.list', page),
  columns: [
    ['Name', (person) => html`<a href="${personPath(person)}">${name(person.name)}</a>`],
    ['E-mail', ({ email }) => name(email)],
    ['Roles', rolesOf],
    ['Since', ({ createdAt }) => when(createdAt)],
  ],
});

function rolesOf({ memberships, developerOf, operator }: UserDescription): string {
  const roles = [
    ...(operator ? ['operator'] : []),
    ...(developerOf.length > 0 ? ['developer'] : []),
    ...new Set(memberships.map(({ role }) => role)),
  ];
  return roles.join(', ') || 'none';
}

export const personOf = ({ operations, id }: OperatorVisit): Promise<UserDescription> =>
  operations.call('user.show', { userId: id('userId') });

/** One person: roles, name, address, and the end of their login. */
export const personScreen: OperatorScreen = {
  path: PERSON,
  name: 'person',
  async show(visit) {
    const person = await personOf(visit);
    const { name: current, email } = person;
    const here = personPath(person);
    const filled = {
      action: here,
      form: visit.form('person', { name: current, email }),
      fields: FIELDS,
      submit: 'Save',
    };
    const body = html`<a class="back" href="${PATH}">People</a><h1>${name(current)}</h1>
    <section class="card"><h2>Roles</h2>${roles(person)}</section>
    ${!person.confirmed && notice('hint', 'This address has not been confirmed, so it gives the person no rights. A link to a new password that you send to the person confirms it.')}
    <section class="card"><h2>Name and address</h2>${fieldsForm(visit.view, filled)}</section>
    <section class="card"><h2>Login</h2><ul>${LOGIN_STEPS.map(({ path, title }) => html`<li><a href="${here}${path}">${title}</a></li>`)}</ul></section>`;
    return { title: current, body, navigation: operatorNavigation('people') };
  },
  async change({ operations, id, fields }) {
    const person = { name: textOf(fields, 'name') ?? '', email: textOf(fields, 'email') ?? '' };
    await operations.call('user.update', { userId: id('userId'), ...person });
    return { message: 'Saved.' };
  },
};

const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'email', label: 'E-mail', attributes: html`type="email"` },
];

const roles = ({ memberships, developerOf, operator }: UserDescription): Html => html`<ul>
  ${operator && html`<li>Operator of the service</li>`}
  ${developerOf.map((id) => html`<li>Developer of <a href="/operator/organizations/${id}">organization ${id}</a></li>`)}
  ${memberships.map(
    ({ companyId, merchant, role }) =>
      html`<li>${role === 'owner' ? 'Owner' : 'Employee'} of <a href="/operator/merchants/${companyId}">${name(merchant)}</a></li>`,
  )}
  ${!operator && developerOf.length === 0 && memberships.length === 0 && html`<li>None</li>`}
</ul>`;

/** Changes to a person's login, each confirmed first. */
const LOGIN_STEPS = [
  {
    path: '/password',
    name: 'passwordLink',
    title: 'Create a link to a new password',
    effect: 'The link is shown once and works for an hour. The current password works until the link is used.',
    submit: 'Create the link',
    operation: 'user.reset-link',
    message: 'Send this link to the person.',
    removes: false,
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
    removes: false,
  },
  {
    path: '/remove',
    name: 'removePerson',
    title: 'Remove this person',
    effect: 'Their name and address are erased, and they can never sign in again. This cannot be undone.',
    submit: 'Remove',
    operation: 'user.remove',
    message: 'The person is removed.',
    removes: true,
  },
] as const;

export const loginScreens: readonly OperatorScreen[] = LOGIN_STEPS.map(
  ({ path, name: step, title, effect, submit, operation, message, removes }) =>
    confirmScreen({
      path: PERSON + path,
      name: step,
      async ask(visit) {
        const person = await personOf(visit);
        const heading = html`${title}: ${name(person.name)}`;
        return { title, heading, effect, submit, back: personPath(person), navigation: operatorNavigation('people') };
      },
      async change({ operations, id }) {
        const userId = id('userId');
        const secrets = secretsOf(await operations.call(operation, { userId }));
        return { to: removes ? PATH : personPath({ userId }), message, secrets };
      },
    }),
);
