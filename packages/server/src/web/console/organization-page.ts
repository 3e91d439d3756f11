import { html } from 'hono/html';
import type { DeveloperSummary } from '../../directory/people/describe-organization.ts';
import type { DeveloperInvitation } from '../../directory/people/developer-invitations.ts';
import { formProblems, selectField, textField } from '../kit/form/fields.ts';
import { EMPTY_FORM, filledWith } from '../kit/form/filled-form.ts';
import { instantOf } from '../kit/page/instants.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import type { RejectedForm } from './app-page.ts';
import { confirmPage } from './confirm-page.ts';
import type { Developer } from './developer.ts';
import { ROLE_WORDS } from './developer-roles.ts';
import { consoleNavigation, inOrganization, organizationSwitch } from './navigation.ts';

/** An organization with its people. */
export interface ShownOrganization {
  readonly developer: Developer;
  readonly people: readonly DeveloperSummary[];
  readonly invitations: readonly DeveloperInvitation[];
  readonly rejected?: RejectedForm | undefined;
}

/** The organization's name and its people, which only admins change. */
export function organizationPage(view: View, shown: ShownOrganization): Page {
  const { developer, rejected } = shown;
  const isAdmin = developer.role === 'admin';
  const body = html`${organizationSwitch(developer, '/console/organization')}
    <h1>Organization</h1>
    ${!isAdmin && notice('hint', 'Only admins can change the organization and its people.')}
    ${rejected?.name === 'other' && rejected.filled.problems.map(({ message }) => notice('error', message))}
    ${isAdmin && rename(view, shown)}
    <section class="card"><h2>People</h2>
      <p class="small">Developers manage apps and sandbox merchants. Admins also manage people.</p>
      <ul class="rows">${shown.people.map((person) => personRow(view, shown, person))}</ul>
    </section>
    ${isAdmin && invitations(view, shown)}
    ${view.signUp === 'open' && html`<p><a href="/sign-up">Add another organization</a></p>`}`;
  return { title: 'Organization', body, navigation: consoleNavigation(developer, 'organization') };
}

function invitations(view: View, { developer, rejected, ...shown }: ShownOrganization): Html {
  const form = rejected?.name === 'invitation' ? rejected.filled : EMPTY_FORM;
  const path = (rest = '') => inOrganization(developer, `/console/organization/invitations${rest}`);
  const row = ({ invitationId, email, role, expiresAt }: DeveloperInvitation) => html`<li class="line">
    <span>${name(email)} <span class="badge">${ROLE_WORDS[role].name}</span> <span class="small">until ${instantOf(expiresAt)}</span></span>
    <form method="post" action="${path('/withdraw')}">
      ${hidden('token', view.formToken)}${hidden('invitationId', invitationId)}
      <button class="quiet" aria-label="Withdraw the invitation of ${email}">Withdraw</button></form>
  </li>`;
  return html`<section class="card"><h2>Invitations</h2>
    <p class="small">The person joins with a link, which is shown to you once and works for seven days.</p>
    <ul class="rows">${shown.invitations.map(row)}</ul>
    <form method="post" action="${path()}">
      ${hidden('token', view.formToken)} ${formProblems(form, ['email', 'role'])}
      <div class="two">
        ${textField(form, { name: 'email', label: 'E-mail address', attributes: html`type="email" maxlength="254" autocomplete="off"` })}
        ${selectField(form, { name: 'role', label: 'Role' }, [
          ['developer', ROLE_WORDS.developer.name],
          ['admin', ROLE_WORDS.admin.name],
        ])}
      </div>
      <div class="actions"><button class="secondary">Invite</button></div>
    </form></section>`;
}

function rename(view: View, { developer, rejected }: ShownOrganization): Html {
  const form = rejected?.name === 'name' ? rejected.filled : filledWith({ name: developer.organization });
  return html`<section class="card"><h2>Name</h2>
    <form method="post" action="${inOrganization(developer, '/console/organization/name')}">
      ${hidden('token', view.formToken)} ${formProblems(form, ['name'])}
      ${textField(form, { name: 'name', label: 'Name', hint: 'Merchants see it with your apps.', attributes: html`maxlength="255" autocomplete="organization"` })}
      <div class="actions"><button class="secondary">Rename</button></div>
    </form></section>`;
}

function personRow(view: View, { developer }: ShownOrganization, person: DeveloperSummary): Html {
  const { userId, email, name: text, role, since } = person;
  const isSelf = userId === view.user?.id;
  const other = role === 'admin' ? 'developer' : 'admin';
  const [promote, remove] = [`Make ${other}`, isSelf ? 'Leave' : 'Remove'];
  return html`<li class="line">
    <span>${name(text)} · ${name(email)} <span class="badge">${ROLE_WORDS[role].name}</span>
      <span class="small">since ${instantOf(since)}</span></span>
    ${
      developer.role === 'admin' &&
      html`<span class="actions">
        <form method="post" action="${inOrganization(developer, '/console/organization/people/role')}">
          ${hidden('token', view.formToken)}${hidden('userId', userId)}${hidden('role', other)}
          <button class="quiet" aria-label="${promote}: ${text}">${promote}</button></form>
        <a class="button quiet" href="${removalPath(developer, userId)}" aria-label="${remove}: ${text}">${remove}</a>
      </span>`
    }
  </li>`;
}

const removalPath = (developer: Developer, userId: number): string =>
  inOrganization(developer, `/console/organization/people/${userId}/remove`);

/** Asks before a person loses an organization, for only an invitation brings them back. */
export function removePersonPage(view: View, developer: Developer, { userId, name: text }: DeveloperSummary): Page {
  const isSelf = userId === view.user?.id;
  const { organization } = developer;
  return confirmPage(view, developer, {
    title: isSelf ? `Leave ${organization}?` : `Remove ${text} from ${organization}?`,
    effect: `${isSelf ? 'You lose' : 'They lose'} access to its apps and sandbox merchants immediately. Only a new invitation can undo this.`,
    submit: isSelf ? 'Leave' : 'Remove',
    action: removalPath(developer, userId),
    back: inOrganization(developer, '/console/organization'),
    section: 'organization',
  });
}
