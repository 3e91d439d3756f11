import { html } from 'hono/html';
import type { AuditEntry, AuditEvent } from '../../control/audit-log.ts';
import { DEVELOPER_INVITATIONS, type OpenDeveloperInvitation } from '../../control/invitations.ts';
import type { DeveloperRole, DeveloperSummary } from '../../control/organizations.ts';
import { spend } from '../../pipeline/rate-limit.ts';
import { WebProblem } from '../kit/context.ts';
import { numberOf } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import { linkGonePage } from '../kit/layout.ts';
import { ask, formOf, submits } from '../kit/operation-screens.ts';
import { backLink, dataTable, hidden, notice, olderLink, ownForm } from '../kit/page.ts';
import type { Change, Done } from '../kit/screen.ts';
import { requireBudget } from '../kit/sign-in.ts';
import { type Html, name } from '../languages/html.ts';
import { invitationScreenOf } from '../shared/members.ts';
import { auditDetails } from '../shared/words.ts';
import {
  appPath,
  type ConsoleScreen,
  type ConsoleVisit,
  type Developer,
  inOrganization,
  organizationSwitch,
} from './layout.ts';
import { merchantPath } from './merchants.ts';

const ROLE_WORDS: Readonly<
  Record<DeveloperRole, { readonly name: string; readonly a: string; readonly does: string }>
> = {
  admin: { name: 'Admin', a: 'an admin', does: 'Admins manage apps, sandbox merchants and people.' },
  developer: { name: 'Developer', a: 'a developer', does: 'Developers manage apps and sandbox merchants.' },
};

const PATH = '/console/organization';

/** A path below the page. Keeps the organization for developers with several. */
const pathIn = (developer: Developer, rest = ''): string => inOrganization(developer, PATH + rest);

function requireAdmin({ role }: Developer): void {
  if (role !== 'admin') throw new WebProblem('notFound');
}

/** A change that only admins can make; developers get a 404. It leads back to the organization. */
const byAdmins =
  (change: Change<Developer>['change']): Change<Developer>['change'] =>
  async (visit) => {
    requireAdmin(visit);
    return { to: pathIn(visit), ...(await change(visit)) };
  };

/** Page after a change of a person. Admins who change themselves may lose access to the organization. */
const pathAfter = (visit: ConsoleVisit, { userId }: { readonly userId: number }): string =>
  userId === visit.view.user?.id ? '/' : pathIn(visit);

const RENAME_FIELDS = [
  {
    name: 'name',
    hint: 'Merchants see it with your apps.',
    attributes: html`maxlength="255" autocomplete="organization"`,
  },
] as const;

/** The organization's name and people. Only admins can change them. */
export const organizationScreen: ConsoleScreen = {
  path: PATH,
  name: 'organization',
  async show(visit) {
    const { view, organization } = visit;
    const isAdmin = visit.role === 'admin';
    const people = await peopleOf(visit);
    const renaming = () =>
      formOf(visit, 'organization.update', {
        name: 'renameOrganization',
        action: pathIn(visit, '/name'),
        fields: RENAME_FIELDS,
        submit: 'Rename',
        values: { name: organization },
      });
    const body = html`${organizationSwitch(visit, PATH)}
    <h1>Organization</h1>
    ${!isAdmin && notice('hint', 'Only admins can change the organization and its people.')}
    ${isAdmin && html`<section class="card"><h2>Name</h2>${renaming()}</section>`}
    <section class="card"><h2>People</h2>
      <p class="small">Developers manage apps and sandbox merchants. Admins also manage people.</p>
      <ul class="rows">${people.map((person) => personRow(visit, person))}</ul>
    </section>
    ${isAdmin && (await invitations(visit))}
    <p><a href="${pathIn(visit, '/activity')}">Activity</a>: who changed what, and when</p>
    ${view.signUp === 'open' && html`<p><a href="/sign-up">Add another organization</a></p>`}`;
    return { title: 'Organization', body };
  },
  forms: {
    invite: { path: '/invitations', change: byAdmins(invite) },
    withdrawInvitation: {
      path: '/invitations/withdraw',
      change: byAdmins(
        submits('developer-invitation.withdraw', ['invitationId'], { said: 'The invitation is withdrawn.' }),
      ),
    },
    renameOrganization: {
      path: '/name',
      change: byAdmins(
        submits('organization.update', RENAME_FIELDS, {
          said: ({ name: text }) => `The organization is now called ${text}.`,
        }),
      ),
    },
    changeRole: {
      path: '/people/role',
      change: byAdmins(
        submits('developer.update', ['userId', 'role'], { said: 'The role is changed.', to: pathAfter }),
      ),
    },
  },
};

async function peopleOf({ operations, organizationId }: ConsoleVisit): Promise<readonly DeveloperSummary[]> {
  return (await operations.call('developer.list', { organizationId, limit: 200 })).data;
}

function personRow(visit: ConsoleVisit, person: DeveloperSummary): Html {
  const { userId, email, name: text, role, since } = person;
  const { view } = visit;
  const other = role === 'admin' ? 'developer' : 'admin';
  const [promote, remove] = [`Make ${other}`, userId === view.user?.id ? 'Leave' : 'Remove'];
  const content = html`${hidden('userId', userId)}${hidden('role', other)}
          <button class="quiet" aria-label="${promote}: ${text}">${promote}</button>`;
  return html`<li class="line">
    <span>${name(text)} · ${name(email)} <span class="badge">${ROLE_WORDS[role].name}</span>
      <span class="small">since ${instantOf(since)}</span></span>
    ${
      visit.role === 'admin' &&
      html`<span class="actions">
        ${ownForm(view, pathIn(visit, '/people/role'), content)}
        <a class="button quiet" href="${pathIn(visit, `/people/${userId}/remove`)}" aria-label="${remove}: ${text}">${remove}</a>
      </span>`
    }
  </li>`;
}

async function invitations(visit: ConsoleVisit): Promise<Html> {
  const { operations, organizationId, view } = visit;
  const { data } = await operations.call('developer-invitation.list', { organizationId, limit: 200 });
  const row = ({ invitationId, email, role, expiresAt }: (typeof data)[number]) => {
    const withdrawal = html`${hidden('invitationId', invitationId)}
      <button class="quiet" aria-label="Withdraw the invitation of ${email}">Withdraw</button>`;
    return html`<li class="line">
    <span>${name(email)} <span class="badge">${ROLE_WORDS[role].name}</span> <span class="small">until ${instantOf(expiresAt)}</span></span>
    ${ownForm(view, pathIn(visit, '/invitations/withdraw'), withdrawal)}
  </li>`;
  };
  const roles = (['developer', 'admin'] as const).map((role) => [role, ROLE_WORDS[role].name] as const);
  const inviting = formOf(visit, 'developer-invitation.create', {
    name: 'invite',
    action: pathIn(visit, '/invitations'),
    fields: ['email', { name: 'role', options: roles }],
    inColumns: true,
    submit: 'Invite',
  });
  return html`<section class="card"><h2>Invitations</h2>
    <p class="small">The person joins with a link, which is shown to you once and works for seven days.</p>
    <ul class="rows">${data.map(row)}</ul>
    ${inviting}</section>`;
}

/** Shows the link once and mails it if there is a mail server. */
async function invite({ deps, operations, organizationId, fields }: ConsoleVisit): Promise<Done> {
  const { limits, mailer, brand } = deps;
  const budget = await spend(deps, `invite-developer:${organizationId}`, limits.invitations);
  requireBudget(budget);
  const role = fields.get('role') === 'admin' ? 'admin' : 'developer';
  const invited = { organizationId, email: fields.get('email') ?? '', role } as const;
  const { email, organization, link } = await operations.call('developer-invitation.create', invited);
  mailer?.post({
    to: email,
    subject: `Join ${organization} on ${brand.name}`,
    text: `You have been invited to manage the apps of ${organization} on ${brand.name}. Open this link within seven days:\n\n${link}\n`,
  });
  const message = mailer ? `The link was sent to ${email}.` : `Send this link to ${email}. It works for seven days.`;
  return { message, secrets: [{ label: 'Invitation link', value: link }] };
}

/** Asks before removing a person, who can only return by invitation. */
export const removePersonScreen: ConsoleScreen = ask('developer.remove', {
  path: `${PATH}/people/:userId/remove`,
  name: 'removePerson',
  outcomeOn: PATH,
  async about(visit) {
    requireAdmin(visit);
    const { organization, id, view } = visit;
    const person = (await peopleOf(visit)).find(({ userId }) => userId === id('userId'));
    if (!person) throw new WebProblem('notFound');
    return {
      names: { userId: person.name, organizationId: organization },
      ...(person.userId === view.user?.id && {
        title: `Leave ${organization}?`,
        heading: `Leave ${organization}?`,
        effect: 'You lose access to its apps and sandbox merchants immediately. Only a new invitation can undo this.',
        submit: 'Leave',
      }),
      action: pathIn(visit, `/people/${person.userId}/remove`),
      back: pathIn(visit),
    };
  },
  input(visit) {
    requireAdmin(visit);
    return {};
  },
  to: pathAfter,
});

export const invitationScreen = invitationScreenOf<OpenDeveloperInvitation>({
  path: '/console/invitations',
  invitations: DEVELOPER_INVITATIONS,
  codeField: 'developer-invitation',
  words: (_, { organization, email, role }) => ({
    title: `Join ${organization}`,
    heading: html`Join ${name(organization)}`,
    lead: html`<strong>${name(email)}</strong> has been invited to join <strong>${name(organization)}</strong> as ${ROLE_WORDS[role].a}.`,
    hint: ROLE_WORDS[role].does,
    accept: 'Accept',
    signIn: ['You already have an account. Sign in to accept.', 'Sign in'],
    signOut: [
      (other) => html`You are signed in as ${other}, but the invitation is for another address. Sign out to accept it.`,
      'Sign out',
    ],
    name: { name: 'name', label: 'Your name', attributes: html`autocomplete="name" maxlength="255"` },
  }),
  gone: () =>
    linkGonePage(
      'This invitation is no longer valid',
      'It has been accepted or withdrawn, or it has expired. Ask for a new one.',
      { href: '/', text: 'Go to the start page' },
    ),
  welcome: (_, { organization }) => `You have joined ${organization}.`,
  home: ({ organizationId }) => `/console?organization=${organizationId}`,
});

const ACTIVITY_PATH = '/console/organization/activity';

/** Events that apps cause by themselves, many times a day. */
const ROUTINE: AuditEvent[] = ['refresh.rotated', 'code.exchanged'];

export const activityScreen: ConsoleScreen = {
  path: ACTIVITY_PATH,
  name: 'activity',
  async show(visit) {
    const { operations, organizationId, query } = visit;
    const search = { organizationId, except: ROUTINE, after: numberOf(query, 'after') };
    const { data, next } = await operations.call('audit.list', search);
    const all = { organizationId, limit: 200 };
    const [apps, merchants, people] = await Promise.all([
      operations.call('app.list', all),
      operations.call('merchant.list', all),
      operations.call('developer.list', all),
    ]);
    const about = ({ appId, companyId }: AuditEntry): Html => {
      const app = apps.data.find(({ id }) => id === appId);
      const merchant = merchants.data.find((one) => one.companyId === companyId);
      return html`<ul>${appId !== null && html`<li>${app ? html`<a href="${appPath(app)}">${name(app.name)}</a>` : `app ${appId}`}</li>`}${
        companyId !== null &&
        html`<li>${merchant ? html`<a href="${merchantPath(merchant)}">${name(merchant.name)}</a>` : `merchant ${companyId}`}</li>`
      }</ul>`;
    };
    const actor = ({ userId, source }: AuditEntry): Html | string => {
      if (userId === null) return source === 'command line' ? 'Command line' : '–';
      const known = people.data.find((person) => person.userId === userId);
      return known ? name(known.name) : 'Someone outside the organization';
    };
    const table = dataTable('Newest first', data, [
      ['When', ({ at }) => instantOf(at)],
      ['What', ({ event }) => wordsOf(event)],
      ['About', about],
      ['Person', actor],
      ['Details', auditDetails],
    ]);
    const body = html`${backLink(pathIn(visit), 'Organization')}
    <h1>Activity</h1>
    <p class="lead">What was changed of the organization, its apps and its connections, when, and who it was.</p>
    <section class="card">${data.length === 0 ? html`<p>Nothing yet.</p>` : table}${olderLink(ACTIVITY_PATH, query, next)}</section>`;
    return { title: 'Activity', body };
  },
};

/** `credential.secret_rotated` is "Credential: secret rotated". */
function wordsOf(event: AuditEvent): string {
  const words = event.replace('api_key', 'API key').replace('.', ': ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
