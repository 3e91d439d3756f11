import { html } from 'hono/html';
import { InvalidInput } from '../../control/errors.ts';
import { InvitationRefused, type MemberInvitation } from '../../control/invitations.ts';
import type { Member } from '../../control/members.ts';
import { LastHolder, ROLES, type Role } from '../../control/users.ts';
import { spend } from '../../pipeline/rate-limit.ts';
import { cardHead } from '../consent/about-app.ts';
import { WebProblem } from '../kit/context.ts';
import { fieldProblem, rejectedField, textField } from '../kit/fields.ts';
import { instantIn } from '../kit/instants.ts';
import { hidden, monogram, ownForm, type View } from '../kit/page.ts';
import { confirmScreen, type Done } from '../kit/screen.ts';
import { requireBudget } from '../kit/sign-in.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import { mailInvitation, memberOf } from '../shared/members.ts';
import {
  type MerchantScreen,
  type MerchantVisit,
  type MerchantVisitor,
  merchantNavigation,
  merchantSwitch,
  pageOf,
} from './audience.ts';

const PEOPLE_PATH = '/people';

export const peopleScreen: MerchantScreen = {
  path: PEOPLE_PATH,
  name: 'people',
  async show(visit) {
    const { view, operations, merchant } = visit;
    const { people: say } = view.say;
    // The command line shows more.
    const page = { companyId: merchant.companyId, limit: 200 };
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
  const budget = await spend(deps, `invite:${companyId}`, deps.limits.invitations);
  requireBudget(budget);
  const input = { companyId, email: fields.get('email') ?? '', role: roleOf(visit) };
  const { people: say } = visit.view.say;
  const invitation = await operations.call('invitation.create', input).catch((error) => {
    if (error instanceof InvalidInput) throw rejectedField('email', say.badEmail, 409);
    if (!(error instanceof InvitationRefused)) throw error;
    throw rejectedField('email', say[error.because], 409);
  });
  mailInvitation(visit, invitation);
  return {
    to: pageOf(visit, PEOPLE_PATH),
    message: deps.mailer ? say.mailed(invitation.email) : say.invited(invitation.email),
    secrets: [{ label: say.link, value: invitation.link }],
  };
}

function roleOf({ fields }: MerchantVisit): Role {
  const role = ROLES.find((each) => each === fields.get('role'));
  if (!role) throw new WebProblem('forged');
  return role;
}

function memberCard(visit: MerchantVisit, member: Member): Html {
  const { view } = visit;
  const { people: say } = view.say;
  const by = html`${name(member.email)} ${roleBadge(view, member.role)}
    ${member.userId === view.user?.id && html`<span class="badge">${say.you}</span>`}`;
  const link = html`<a class="button secondary" aria-label="${labelled(say.change, member.name)}"
    href="${personPage(visit, member)}">${say.change}</a>`;
  return html`<li class="card">${cardHead(monogram(member.name), html`<h2>${name(member.name)}</h2>`, by, link)}</li>`;
}

const roleBadge = ({ say }: View, role: Role): Html =>
  html`<span class="badge ${role === 'owner' ? 'live' : ''}">${say.people.roles[role]}</span>`;

function invitationCard(visit: MerchantVisit, invitation: MemberInvitation): Html {
  const { view } = visit;
  const { people: say } = view.say;
  const { email, expiresAt, invitationId, role } = invitation;
  const by = html`${say.expires} ${instantIn(view.language, Date.parse(expiresAt))} ${roleBadge(view, role)}`;
  const button = html`<button class="secondary" aria-label="${labelled(say.withdraw, email)}">${say.withdraw}</button>`;
  const form = ownForm(view, pageOf(visit, `${PEOPLE_PATH}/invitations/${invitationId}`), button);
  return html`<li class="card">${cardHead(undefined, html`<h3>${name(email)}</h3>`, by, form)}</li>`;
}

function inviteForm(visit: MerchantVisit): Html {
  const form = visit.form('people', { role: 'employee' });
  const { people: say } = visit.view.say;
  const fields = html`${textField(form, { name: 'email', label: say.email, attributes: EMAIL })}
    ${roleChoice(visit.view, form.values.get('role'))}
    <div class="actions"><button>${say.submit}</button></div>`;
  return html`<section class="card">
    <h2>${say.invite}</h2>
    <p>${say.inviteLead}</p>
    ${ownForm(visit.view, pageOf(visit, PEOPLE_PATH), fields)}
  </section>`;
}

const EMAIL = html`type="email" autocomplete="off" maxlength="254" dir="ltr"`;

function roleChoice({ say }: View, chosen: string | null, problem?: string): Html {
  const radio = (role: Role) =>
    html`<label class="choice"><input type="radio" id="role${role === ROLES[0] ? '' : `-${role}`}" name="role" value="${role}" required ${
      role === chosen && html`checked`
    } /> <span>${say.people.roles[role]}<span class="hint">${say.people.roleHints[role]}</span></span></label>`;
  return html`<fieldset ${problem && html`aria-describedby="role-problem"`}><legend>${say.people.role}</legend>
    ${problem && fieldProblem('role', problem)}${ROLES.map(radio)}</fieldset>`;
}

const PATH = `${PEOPLE_PATH}/:userId`;

export const personScreen: MerchantScreen = {
  path: PATH,
  name: 'person',
  async show(visit) {
    const { view } = visit;
    const { people: say } = view.say;
    const person = await personOf(visit);
    const [problem] = visit.form('person').problems;
    const by = html`${name(person.email)} ${roleBadge(view, person.role)}`;
    const fields = html`${roleChoice(view, person.role, problem?.message)}
      <div class="actions"><button>${say.saveRole}</button></div>`;
    const body = html`<p><a class="back" href="${pageOf(visit, PEOPLE_PATH)}">${say.title}</a></p>
    <div class="card">
      ${cardHead(monogram(person.name), html`<h1>${name(person.name)}</h1>`, by)}
      ${ownForm(view, personPage(visit, person), fields)}
    </div>
    <section class="card">
      <h2>${say.removeTitle}</h2>
      <p class="actions"><a class="button secondary danger"
        href="${personPage(visit, person, '/remove')}">${say.remove}</a></p>
    </section>`;
    return { title: person.name, body, navigation: merchantNavigation(visit, 'people') };
  },
  async change(visit) {
    const { userId } = await personOf(visit);
    const { people: say } = visit.view.say;
    const isRemoval = visit.fields.get('do') === 'remove';
    const { companyId } = visit.merchant;
    try {
      if (isRemoval) await visit.operations.call('member.remove', { companyId, userId });
      else await visit.operations.call('member.set-role', { companyId, userId, role: roleOf(visit) });
    } catch (error) {
      if (!(error instanceof LastHolder)) throw error;
      throw rejectedField('role', say.lastOwner, 409);
    }
    // Owners who change themselves may no longer be allowed to see the people.
    const to = userId === visit.view.user?.id ? '/' : pageOf(visit, PEOPLE_PATH);
    return { to, message: isRemoval ? say.removed : say.roleSet };
  },
};

const personPage = (visit: MerchantVisit, { userId }: Member, path = ''): string =>
  pageOf(visit, `${PEOPLE_PATH}/${userId}${path}`);

const personOf = ({ id, operations, merchant }: MerchantVisit): Promise<Member> =>
  memberOf(operations, merchant.companyId, id('userId'));

export const removePersonScreen: MerchantScreen = confirmScreen<MerchantVisitor>({
  path: `${PATH}/remove`,
  name: 'removePerson',
  async ask(visit) {
    const { people: say } = visit.view.say;
    const person = await personOf(visit);
    const [who, where] = [name(person.name), name(visit.merchant.name)];
    const back = personPage(visit, person);
    return {
      title: labelled(say.remove, person.name),
      heading: say.removeHeading(who, where),
      effect: say.removeLead(who, where),
      action: back,
      fields: hidden('do', 'remove'),
      submit: say.remove,
      back,
      navigation: merchantNavigation(visit, 'people'),
    };
  },
});
