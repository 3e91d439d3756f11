import { html } from 'hono/html';
import type { Member } from '../../directory/merchants/describe-merchant.ts';
import type { MemberInvitation } from '../../directory/people/invitation-kinds.ts';
import { ROLES, type Role } from '../../directory/people/users.ts';
import { fieldProblem, textField } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import { confirmation } from '../kit/page/confirmation.ts';
import { instantIn } from '../kit/page/instants.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, monogram } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import { type CurrentMembership, merchantSwitch } from './merchant-switch.ts';
import { merchantNavigation } from './navigation.ts';

/** The people of a merchant, those who are invited, and a form to invite another. */
export interface People {
  readonly members: readonly Member[];
  readonly invitations: readonly MemberInvitation[];
  readonly form: FilledForm;
}

export function peoplePage(view: View, membership: CurrentMembership, { members, invitations, form }: People): Page {
  const { people: say } = view.say;
  const body = html`${merchantSwitch(view, '/people', membership)}
    <h1>${say.title}</h1>
    <p class="lead">${say.lead(name(membership.merchant.name))}</p>
    <ul class="cards">${members.map((member) => memberCard(view, membership, member))}</ul>
    ${
      invitations.length > 0 &&
      html`<h2>${say.open}</h2>
      <ul class="cards">${invitations.map((invitation) => invitationCard(view, membership, invitation))}</ul>`
    }
    ${inviteForm(view, membership, form)}`;
  return { title: say.title, body, navigation: merchantNavigation(view, membership, 'people') };
}

const addressOf = ({ merchant }: CurrentMembership, path: string): string => `${path}?company=${merchant.companyId}`;

function memberCard(view: View, membership: CurrentMembership, member: Member): Html {
  const { people: say } = view.say;
  return html`<li class="card">
    <div class="app">
      ${monogram(member.name)}
      <div><h2>${name(member.name)}</h2><p class="by">${name(member.email)} ${roleBadge(view, member.role)}
        ${member.userId === view.user?.id && html`<span class="badge">${say.you}</span>`}</p></div>
      <a class="button secondary" aria-label="${labelled(say.change, member.name)}"
        href="${addressOf(membership, `/people/${member.userId}`)}">${say.change}</a>
    </div>
  </li>`;
}

const roleBadge = ({ say }: View, role: Role): Html =>
  html`<span class="badge ${role === 'owner' ? 'live' : ''}">${say.people.roles[role]}</span>`;

function invitationCard(view: View, membership: CurrentMembership, invitation: MemberInvitation): Html {
  const { people: say } = view.say;
  const expires = instantIn(view.language, Date.parse(invitation.expiresAt));
  return html`<li class="card">
    <div class="app">
      <div><h3>${name(invitation.email)}</h3><p class="by">${say.expires} ${expires} ${roleBadge(view, invitation.role)}</p></div>
      <form method="post" action="${addressOf(membership, `/people/invitations/${invitation.invitationId}`)}">
        ${hidden('token', view.formToken)}<button class="secondary"
          aria-label="${labelled(say.withdraw, invitation.email)}">${say.withdraw}</button>
      </form>
    </div>
  </li>`;
}

function inviteForm(view: View, membership: CurrentMembership, form: FilledForm): Html {
  const { people: say } = view.say;
  return html`<section class="card">
    <h2>${say.invite}</h2>
    <p>${say.inviteLead}</p>
    <form method="post" action="${addressOf(membership, '/people')}">
      ${hidden('token', view.formToken)}
      ${textField(form, { name: 'email', label: say.email, attributes: EMAIL })}
      ${roleChoice(view, form.values.get('role') ?? 'employee')}
      <div class="actions"><button>${say.submit}</button></div>
    </form>
  </section>`;
}

const EMAIL = html`type="email" autocomplete="off" maxlength="254" dir="ltr"`;

function roleChoice({ say }: View, chosen: string, problem?: string): Html {
  const radio = (role: Role) =>
    html`<label class="choice"><input type="radio" id="role${role === ROLES[0] ? '' : `-${role}`}" name="role" value="${role}" required ${
      role === chosen && html`checked`
    } /> <span>${say.people.roles[role]}<span class="hint">${say.people.roleHints[role]}</span></span></label>`;
  return html`<fieldset ${problem && html`aria-describedby="role-problem"`}><legend>${say.people.role}</legend>
    ${problem && fieldProblem('role', problem)}${ROLES.map(radio)}</fieldset>`;
}

/** One person of a merchant, whose role can be changed and who can be removed. */
export function personPage(view: View, membership: CurrentMembership, person: Member, problem?: string): Page {
  const { people: say } = view.say;
  const action = addressOf(membership, `/people/${person.userId}`);
  const body = html`<p><a class="back" href="${addressOf(membership, '/people')}">${say.title}</a></p>
    <div class="card">
      <div class="app">${monogram(person.name)}<div><h1>${name(person.name)}</h1>
        <p class="by">${name(person.email)} ${roleBadge(view, person.role)}</p></div></div>
      <form method="post" action="${action}">
        ${hidden('token', view.formToken)} ${roleChoice(view, person.role, problem)}
        <div class="actions"><button>${say.saveRole}</button></div>
      </form>
    </div>
    <section class="card">
      <h2>${say.removeTitle}</h2>
      <p class="actions"><a class="button secondary danger"
        href="${addressOf(membership, `/people/${person.userId}/remove`)}">${say.remove}</a></p>
    </section>`;
  return { title: person.name, body, navigation: merchantNavigation(view, membership, 'people') };
}

/** Asks before a person is removed. */
export function removePersonPage(view: View, membership: CurrentMembership, person: Member): Page {
  const { people: say } = view.say;
  const { merchant } = membership;
  const back = addressOf(membership, `/people/${person.userId}`);
  const body = confirmation(view, {
    title: say.removeHeading(name(person.name), name(merchant.name)),
    effect: say.removeLead(name(person.name), name(merchant.name)),
    action: back,
    fields: hidden('do', 'remove'),
    submit: say.remove,
    back,
  });
  return { title: labelled(say.remove, person.name), body, navigation: merchantNavigation(view, membership, 'people') };
}
