import { html } from 'hono/html';
import { InvalidInput } from '../../control/errors.ts';
import type { Member } from '../../control/merchants/describe-merchant.ts';
import type { MemberInvitation } from '../../control/people/invitation-kinds.ts';
import { InvitationRefused } from '../../control/people/invitations.ts';
import { ROLES, type Role } from '../../control/people/users.ts';
import { spend } from '../../pipeline/rate-limit.ts';
import { fieldProblem, textField } from '../kit/form/fields.ts';
import { rejectedField } from '../kit/form/filled-form.ts';
import { instantIn } from '../kit/page/instants.ts';
import { hidden, monogram } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import type { Done } from '../kit/screen.ts';
import { requireBudget } from '../kit/session/throttle.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import { mailInvitation } from '../shared/members.ts';
import type { MerchantScreen, MerchantVisit } from './audience.ts';
import { merchantNavigation, merchantSwitch, pageOf } from './navigation.ts';

export const PEOPLE_PATH = '/people';

/** Maximum number of people and invitations on a page. The command line shows more. */
const SHOWN = { limit: 200 };

/** The people of a merchant, open invitations, and a form to invite another person. */
export const peopleScreen: MerchantScreen = {
  path: PEOPLE_PATH,
  name: 'people',
  async show(visit) {
    const { view, operations, merchant } = visit;
    const { people: say } = view.say;
    const page = { companyId: merchant.companyId, ...SHOWN };
    const { data: members } = await operations.call('member.list', page);
    const { data: invitations } = await operations.call('invitation.list', page);
    const body = html`${merchantSwitch(visit, PEOPLE_PATH)}
    <h1>${say.title}</h1>
    <p class="lead">${say.lead(name(merchant.name))}</p>
    <ul class="cards">${members.map((member) => memberCard(visit, member))}</ul>
    ${
      invitations.length > 0 &&
      html`<h2>${say.open}</h2>
      <ul class="cards">${invitations.map((invitation) => invitationCard(visit, invitation))}</ul>`
    }
    ${inviteForm(visit)}`;
    return { title: say.title, body, navigation: merchantNavigation(visit, 'people') };
  },
  change: invite,
  forms: {
    withdrawInvitation: {
      path: '/invitations/:id',
      async change(visit) {
        const { companyId } = visit.merchant;
        await visit.operations.call('invitation.withdraw', { companyId, invitationId: visit.id('id') });
        return { to: pageOf(visit, PEOPLE_PATH), message: visit.view.say.people.withdrawn };
      },
    },
  },
};

/** Creates an invitation, shows its link once and mails it if there is a mail server. */
async function invite(visit: MerchantVisit): Promise<Done> {
  const { deps, fields, merchant, operations } = visit;
  const { companyId } = merchant;
  const budget = await spend(deps.counters, deps.clock, `invite:${companyId}`, deps.limits.invitations);
  requireBudget(budget);
  const input = { companyId, email: fields.get('email') ?? '', role: roleOf(visit) };
  const invitation = await operations.call('invitation.create', input).catch((error) => explain(visit, error));
  mailInvitation(visit, invitation);
  const { people: say } = visit.view.say;
  return {
    to: pageOf(visit, PEOPLE_PATH),
    message: deps.mailer ? say.mailed(invitation.email) : say.invited(invitation.email),
    secrets: [{ label: say.link, value: invitation.link }],
  };
}

/** Says what is wrong with an invitation. */
function explain({ view }: MerchantVisit, error: unknown): never {
  const { people: say } = view.say;
  if (error instanceof InvalidInput) throw rejectedField('email', say.badEmail, 409);
  if (!(error instanceof InvitationRefused)) throw error;
  throw rejectedField('email', say[error.because], 409);
}

/** Role chosen in a form. */
export function roleOf({ fields }: MerchantVisit): Role {
  const role = ROLES.find((each) => each === fields.get('role'));
  if (!role) throw new WebProblem('forged');
  return role;
}

function memberCard(visit: MerchantVisit, member: Member): Html {
  const { view } = visit;
  const { people: say } = view.say;
  return html`<li class="card">
    <div class="app">
      ${monogram(member.name)}
      <div><h2>${name(member.name)}</h2><p class="by">${name(member.email)} ${roleBadge(view, member.role)}
        ${member.userId === view.user?.id && html`<span class="badge">${say.you}</span>`}</p></div>
      <a class="button secondary" aria-label="${labelled(say.change, member.name)}"
        href="${pageOf(visit, `${PEOPLE_PATH}/${member.userId}`)}">${say.change}</a>
    </div>
  </li>`;
}

export const roleBadge = ({ say }: View, role: Role): Html =>
  html`<span class="badge ${role === 'owner' ? 'live' : ''}">${say.people.roles[role]}</span>`;

function invitationCard(visit: MerchantVisit, invitation: MemberInvitation): Html {
  const { view } = visit;
  const { people: say } = view.say;
  const expires = instantIn(view.language, Date.parse(invitation.expiresAt));
  return html`<li class="card">
    <div class="app">
      <div><h3>${name(invitation.email)}</h3><p class="by">${say.expires} ${expires} ${roleBadge(view, invitation.role)}</p></div>
      <form method="post" action="${pageOf(visit, `${PEOPLE_PATH}/invitations/${invitation.invitationId}`)}">
        ${hidden('token', view.formToken)}<button class="secondary"
          aria-label="${labelled(say.withdraw, invitation.email)}">${say.withdraw}</button>
      </form>
    </div>
  </li>`;
}

function inviteForm(visit: MerchantVisit): Html {
  const form = visit.form('people', { role: 'employee' });
  const { people: say } = visit.view.say;
  return html`<section class="card">
    <h2>${say.invite}</h2>
    <p>${say.inviteLead}</p>
    <form method="post" action="${pageOf(visit, PEOPLE_PATH)}">
      ${hidden('token', visit.view.formToken)}
      ${textField(form, { name: 'email', label: say.email, attributes: EMAIL })}
      ${roleChoice(visit.view, form.values.get('role'))}
      <div class="actions"><button>${say.submit}</button></div>
    </form>
  </section>`;
}

const EMAIL = html`type="email" autocomplete="off" maxlength="254" dir="ltr"`;

export function roleChoice({ say }: View, chosen: string | null, problem?: string): Html {
  const radio = (role: Role) =>
    html`<label class="choice"><input type="radio" id="role${role === ROLES[0] ? '' : `-${role}`}" name="role" value="${role}" required ${
      role === chosen && html`checked`
    } /> <span>${say.people.roles[role]}<span class="hint">${say.people.roleHints[role]}</span></span></label>`;
  return html`<fieldset ${problem && html`aria-describedby="role-problem"`}><legend>${say.people.role}</legend>
    ${problem && fieldProblem('role', problem)}${ROLES.map(radio)}</fieldset>`;
}
