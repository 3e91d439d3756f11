import { html } from 'hono/html';
import type { StaffMember } from '../../control/people/describe-organization.ts';
import { confirmScreen } from '../kit/confirm-screen.ts';
import { textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { when } from '../kit/page/instants.ts';
import { dataTable } from '../kit/page/lists.ts';
import { WebProblem } from '../kit/problems.ts';
import { type Html, name } from '../languages/html.ts';
import type { OperatorScreen } from './audience.ts';
import { fieldsForm } from './fields-form.ts';
import { operatorNavigation } from './navigation.ts';
import { peopleTabs, personOf } from './people.ts';

const PATH = '/operator/operators';

export const operatorsScreen: OperatorScreen = {
  path: PATH,
  name: 'operators',
  async show({ operations, view, form }) {
    const { data } = await operations.call('operator.list', { limit: 200 });
    const filled = { action: PATH, form: form('operators'), fields: FIELDS, submit: 'Add' };
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
  <a href="${PATH}/${userId}/remove" aria-label="Remove: ${text}">Remove</a></span>`;

const FIELDS = [
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
  path: `${PATH}/:userId/remove`,
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
      back: PATH,
      navigation: operatorNavigation('people'),
    };
  },
  async change({ operations, id, view }) {
    const userId = id('userId');
    await operations.call('operator.remove', { userId });
    // Operators who remove themselves can no longer open these pages.
    return { to: userId === view.user?.id ? '/' : PATH, message: 'The person is no longer an operator.' };
  },
});
