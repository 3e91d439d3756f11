import { html } from 'hono/html';
import type { UserDescription } from '../../control/users.ts';
import { WebProblem } from '../kit/context.ts';
import { when } from '../kit/instants.ts';
import { ask, formOf, inputIn, saidOf, submits } from '../kit/operation-screens.ts';
import { dataTable, notice, tabs } from '../kit/page.ts';
import { confirmScreen } from '../kit/screen.ts';
import { secretsOf } from '../kit/submission.ts';
import { type Html, name } from '../languages/html.ts';
import { list, type OperatorScreen, type OperatorVisit } from './screens.ts';

const PATH = '/operator/people';
const PERSON = `${PATH}/:userId`;

const personPath = ({ userId }: Pick<UserDescription, 'userId'>): string => `${PATH}/${userId}`;

const peopleTabs = (current: 'people' | 'operators'): Html =>
  tabs('People', current, [
    ['people', 'Everybody', PATH],
    ['operators', 'Operators', '/operator/operators'],
  ]);

export const peopleScreen = list('user.list', {
  path: PATH,
  name: 'people',
  title: 'People',
  lead: peopleTabs('people'),
  filters: ['search'],
  columns: [
    ['Name', (person) => html`<a href="${personPath(person)}">${name(person.name)}</a>`],
    ['E-mail', ({ email }) => name(email)],
    [
      'Roles',
      ({ memberships, developerOf, operator }) => {
        const staff = [...(operator ? ['operator'] : []), ...(developerOf.length > 0 ? ['developer'] : [])];
        return [...staff, ...new Set(memberships.map(({ role }) => role))].join(', ') || 'none';
      },
    ],
    ['Since', ({ createdAt }) => when(createdAt)],
  ],
});

const personOf = ({ operations, id }: OperatorVisit): Promise<UserDescription> =>
  operations.call('user.show', { userId: id('userId') });

const PERSON_FIELDS = [
  { name: 'name', optional: false },
  { name: 'email', optional: false },
] as const;

export const personScreen: OperatorScreen = {
  path: PERSON,
  name: 'person',
  async show(visit) {
    const person = await personOf(visit);
    const { name: current, email, memberships, developerOf, operator, confirmed } = person;
    const here = personPath(person);
    const values = { name: current, email };
    const saving = { name: 'person', action: here, fields: PERSON_FIELDS, submit: 'Save', values };
    const body = html`<a class="back" href="${PATH}">People</a><h1>${name(current)}</h1>
    <section class="card"><h2>Roles</h2><ul>
  ${operator && html`<li>Operator of the service</li>`}
  ${developerOf.map((id) => html`<li>Developer of <a href="/operator/organizations/${id}">organization ${id}</a></li>`)}
  ${memberships.map(
    ({ companyId, merchant, role }) =>
      html`<li>${role === 'owner' ? 'Owner' : 'Employee'} of <a href="/operator/merchants/${companyId}">${name(merchant)}</a></li>`,
  )}
  ${!operator && developerOf.length === 0 && memberships.length === 0 && html`<li>None</li>`}
</ul></section>
    ${!confirmed && notice('hint', 'This address has not been confirmed, so it gives the person no rights. A link to a new password that you send to the person confirms it.')}
    <section class="card"><h2>Name and address</h2>${formOf(visit, 'user.update', saving)}</section>
    <section class="card"><h2>Login</h2><ul><li><a href="${here}/password">${NEW_PASSWORD}</a></li>
      <li><a href="${here}/second-factor">Turn two-step sign-in off</a></li>
      <li><a href="${here}/remove">Remove this person</a></li></ul></section>`;
    return { title: current, body };
  },
  change: submits('user.update', PERSON_FIELDS),
};

const NEW_PASSWORD = 'Create a link to a new password';

/** The operation itself has no question, since creating a link loses nothing. */
export const passwordLinkScreen: OperatorScreen = confirmScreen({
  path: `${PERSON}/password`,
  name: 'passwordLink',
  async ask(visit) {
    const person = await personOf(visit);
    return {
      title: NEW_PASSWORD,
      heading: html`${NEW_PASSWORD}: ${name(person.name)}`,
      effect: 'The link is shown once and works for an hour. The current password works until the link is used.',
      submit: 'Create the link',
      back: personPath(person),
    };
  },
  change: submits('user.reset-link', [], {
    said: 'Send this link to the person.',
    to: ({ id }) => personPath({ userId: id('userId') }),
  }),
});

async function aboutPerson(visit: OperatorVisit) {
  const person = await personOf(visit);
  return { names: { userId: person.name }, back: personPath(person) };
}

export const secondFactorScreen: OperatorScreen = ask('user.disable-second-factor', {
  path: `${PERSON}/second-factor`,
  name: 'secondFactor',
  about: aboutPerson,
  to: ({ id }) => personPath({ userId: id('userId') }),
});

export const removePersonScreen: OperatorScreen = ask('user.remove', {
  path: `${PERSON}/remove`,
  name: 'removePerson',
  about: aboutPerson,
  to: () => PATH,
});

const OPERATORS_PATH = '/operator/operators';
const OPERATOR_FIELDS = ['email', 'name'] as const;

export const operatorsScreen: OperatorScreen = {
  path: OPERATORS_PATH,
  name: 'operators',
  async show(visit) {
    const { data } = await visit.operations.call('operator.list', { limit: 200 });
    const adding = { name: 'operators', action: OPERATORS_PATH, fields: OPERATOR_FIELDS, submit: 'Add' };
    const body = html`<h1>People</h1>${peopleTabs('operators')}
    <p class="lead">Operators review apps and manage organizations, merchants and people.</p>
    ${dataTable('Operators', data, [
      ['Name', (person) => html`<a href="/operator/people/${person.userId}">${name(person.name)}</a>`],
      ['E-mail', ({ email }) => name(email)],
      ['Since', ({ since }) => when(since)],
      [
        'Change',
        ({ userId, name: text }) => html`<span class="links">
  <a href="/operator/people/${userId}/password" aria-label="New password: ${text}">New password</a>
  <a href="${OPERATORS_PATH}/${userId}/remove" aria-label="Remove: ${text}">Remove</a></span>`,
      ],
    ])}
    <section class="card"><h2>Add an operator</h2>${formOf(visit, 'operator.add', adding)}</section>`;
    return { title: 'Operators', body };
  },
  /** A new person gets a link to choose a password, so that no one else knows it. */
  async change({ operations, fields }) {
    const person = { email: '', ...inputIn('operator.add', fields, OPERATOR_FIELDS) };
    const added = await operations.call('operator.add', person);
    const { message } = saidOf('operator.add', added, person);
    if (added.account === 'existing') return { message };
    const link = await operations.call('user.reset-link', { userId: added.userId });
    return {
      message: `${message} Send them this link to choose a password; it works for an hour.`,
      secrets: secretsOf(link),
    };
  },
};

export const removeOperatorScreen: OperatorScreen = ask('operator.remove', {
  path: `${OPERATORS_PATH}/:userId/remove`,
  name: 'removeOperator',
  async about(visit) {
    const person = await personOf(visit);
    if (!person.operator) throw new WebProblem('notFound');
    return {
      names: { userId: person.name },
      ...(person.userId === visit.view.user?.id && {
        title: 'Stop being an operator?',
        heading: 'Stop being an operator?',
        effect: 'You can no longer open these pages. The login and its other roles stay.',
      }),
      back: OPERATORS_PATH,
    };
  },
  // Operators who remove themselves can no longer open these pages.
  to: ({ id, view }) => (id('userId') === view.user?.id ? '/' : OPERATORS_PATH),
});
