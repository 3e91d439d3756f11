import { html } from 'hono/html';
import type { StaffMember } from '../../control/organizations.ts';
import type { UserDescription } from '../../control/users.ts';
import { WebProblem } from '../kit/context.ts';
import { textOf } from '../kit/fields.ts';
import { when } from '../kit/instants.ts';
import { dataTable, notice, tabs } from '../kit/page.ts';
import { confirmScreen } from '../kit/screen.ts';
import { secretsOf } from '../kit/submission.ts';
import { type Html, name } from '../languages/html.ts';
import {
  fieldsForm,
  type OperatorScreen,
  type OperatorVisit,
  operatorNavigation,
  searchField,
  searchScreen,
} from './screens.ts';

const PATH = '/operator/people';
const PERSON = `${PATH}/:userId`;

const personPath = ({ userId }: Pick<UserDescription, 'userId'>): string => `${PATH}/${userId}`;

/** Links between all people and the operators. */
const peopleTabs = (current: 'people' | 'operators'): Html =>
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

const personOf = ({ operations, id }: OperatorVisit): Promise<UserDescription> =>
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

const OPERATORS_PATH = '/operator/operators';

export const operatorsScreen: OperatorScreen = {
  path: OPERATORS_PATH,
  name: 'operators',
  async show({ operations, view, form }) {
    const { data } = await operations.call('operator.list', { limit: 200 });
    const filled = { action: OPERATORS_PATH, form: form('operators'), fields: OPERATOR_FIELDS, submit: 'Add' };
    const body = html`<h1>People</h1>${peopleTabs('operators')}
    <p class="lead">Operators review apps and manage organizations, merchants and people.</p>
    ${dataTable('Operators', data, [
      ['Name', (person) => html`<a href="/operator/people/${person.userId}">${name(person.name)}</a>`],
      ['E-mail', ({ email }) => name(email)],
      ['Since', ({ since }) => when(since)],
      ['Change', actions],
    ])}
    <section class="card"><h2>Add an operator</h2>${fieldsForm(view, filled)}</section>`;
    return { title: 'Operators', body, navigation: operatorNavigation('people') };
  },
  /** A new person gets a link to choose a password, so that no one else knows it. */
  async change({ operations, fields }) {
    const person = { email: textOf(fields, 'email') ?? '', name: textOf(fields, 'name') };
    const { userId, email, account } = await operations.call('operator.add', person);
    if (account === 'existing') return { message: `${email} is now an operator.` };
    const link = await operations.call('user.reset-link', { userId });
    const message = `${email} is now an operator. Send them this link to choose a password; it works for an hour.`;
    return { message, secrets: secretsOf(link) };
  },
};

const actions = ({ userId, name: text }: StaffMember): Html => html`<span class="links">
  <a href="/operator/people/${userId}/password" aria-label="New password: ${text}">New password</a>
  <a href="${OPERATORS_PATH}/${userId}/remove" aria-label="Remove: ${text}">Remove</a></span>`;

const OPERATOR_FIELDS = [
  { name: 'email', label: 'E-mail', attributes: html`type="email" maxlength="254" autocomplete="off"` },
  {
    name: 'name',
    label: 'Name',
    hint: 'Required for a person without a login. You get a link for them to choose a password.',
    optional: true,
    attributes: html`maxlength="255" autocomplete="off"`,
  },
];

export const removeOperatorScreen: OperatorScreen = confirmScreen({
  path: `${OPERATORS_PATH}/:userId/remove`,
  name: 'removeOperator',
  async ask(visit) {
    const person = await personOf(visit);
    if (!person.operator) throw new WebProblem('notFound');
    const isSelf = person.userId === visit.view.user?.id;
    return {
      title: 'Remove an operator',
      heading: isSelf ? 'Stop being an operator?' : html`Remove ${name(person.name)} from the operators?`,
      effect: `${isSelf ? 'You' : 'They'} can no longer open these pages. The login and its other roles stay.`,
      submit: 'Remove',
      back: OPERATORS_PATH,
      navigation: operatorNavigation('people'),
    };
  },
  async change({ operations, id, view }) {
    const userId = id('userId');
    await operations.call('operator.remove', { userId });
    // Operators who remove themselves can no longer open these pages.
    return { to: userId === view.user?.id ? '/' : OPERATORS_PATH, message: 'The person is no longer an operator.' };
  },
});
