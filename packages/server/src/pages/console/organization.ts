import { html } from 'hono/html';
import type { AuditEntry, AuditEvent } from '../../control/audit-log.ts';
import {
  DEVELOPER_INVITATIONS,
  type DeveloperInvitation,
  type OpenDeveloperInvitation,
} from '../../control/invitations.ts';
import type { DeveloperRole, DeveloperSummary } from '../../control/organizations.ts';
import { spend } from '../../pipeline/rate-limit.ts';
import { recordId, WebProblem } from '../kit/context.ts';
import { formFields, formProblems, numberOf, selectField, textField } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import { linkGonePage } from '../kit/layout.ts';
import { questionOf, saidOf } from '../kit/operation-screens.ts';
import { dataTable, hidden, notice, olderLink, ownForm } from '../kit/page.ts';
import { type Change, confirmScreen, type Done } from '../kit/screen.ts';
import { requireBudget } from '../kit/sign-in.ts';
import { type Html, name } from '../languages/html.ts';
import { invitationScreenOf } from '../shared/members.ts';
import { auditDetails } from '../shared/words.ts';
import {
  appPath,
  type ConsoleScreen,
  type ConsoleVisit,
  consoleNavigation,
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

/** Reads the role from a form; any other text means developer. */
const roleIn = (fields: URLSearchParams): DeveloperRole => (fields.get('role') === 'admin' ? 'admin' : 'developer');

const PATH = '/console/organization';

/** A path below the page. Keeps the organization for developers with several. */
const pathIn = (developer: Developer, rest = ''): string => inOrganization(developer, PATH + rest);

function requireAdmin({ role }: Developer): void {
  if (role !== 'admin') throw new WebProblem('notFound');
}

/** A change that only admins can make; developers get a 404. It leads back to the organization. */
const byAdmins =
  (change: (visit: ConsoleVisit) => Promise<Done>): Change<Developer>['change'] =>
  async (visit) => {
    requireAdmin(visit);
    return { to: pathIn(visit), ...(await change(visit)) };
  };

/** Page after a change of a person. Admins who change themselves may lose sight of the organization. */
const pathAfter = (visit: ConsoleVisit, userId: number): string =>
  userId === visit.view.user?.id ? '/' : pathIn(visit);

/** The organization's name and people. Only admins can change them. */
export const organizationScreen: ConsoleScreen = {
  path: PATH,
  name: 'organization',
  async show(visit) {
    const { view } = visit;
    const isAdmin = visit.role === 'admin';
    const people = await peopleOf(visit);
    const body = html`${organizationSwitch(visit, PATH)}
    <h1>Organization</h1>
    ${!isAdmin && notice('hint', 'Only admins can change the organization and its people.')}
    ${isAdmin && rename(visit)}
    <section class="card"><h2>People</h2>
      <p class="small">Developers manage apps and sandbox merchants. Admins also manage people.</p>
      <ul class="rows">${people.map((person) => personRow(visit, person))}</ul>
    </section>
    ${isAdmin && (await invitations(visit))}
    <p><a href="${pathIn(visit, '/activity')}">Activity</a>: who changed what, and when</p>
    ${view.signUp === 'open' && html`<p><a href="/sign-up">Add another organization</a></p>`}`;
    return { title: 'Organization', body, navigation: consoleNavigation(visit, 'organization') };
  },
  forms: {
    invite: { path: '/invitations', change: byAdmins(invite) },
    withdrawInvitation: {
      path: '/invitations/withdraw',
      change: byAdmins(async ({ operations, organizationId, fields }) => {
        const invitationId = recordId(fields.get('invitationId')) ?? 0;
        await operations.call('developer-invitation.withdraw', { organizationId, invitationId });
        return { message: 'The invitation is withdrawn.' };
      }),
    },
    renameOrganization: {
      path: '/name',
      change: byAdmins(async ({ operations, organizationId, fields }) => {
        const text = fields.get('name') ?? '';
        await operations.call('organization.update', { organizationId, name: text });
        return { message: `The organization is now called ${text}.` };
      }),
    },
    changeRole: {
      path: '/people/role',
      change: byAdmins(async (visit) => {
        const { operations, organizationId, fields } = visit;
        const userId = recordId(fields.get('userId')) ?? 0;
        await operations.call('developer.update', { organizationId, userId, role: roleIn(fields) });
        return { to: pathAfter(visit, userId), message: 'The role is changed.' };
      }),
    },
  },
};

async function peopleOf({ operations, organizationId }: ConsoleVisit): Promise<readonly DeveloperSummary[]> {
  return (await operations.call('developer.list', { organizationId, limit: 200 })).data;
}

async function invitations(visit: ConsoleVisit): Promise<Html> {
  const { operations, organizationId, view } = visit;
  const { data } = await operations.call('developer-invitation.list', { organizationId, limit: 200 });
  const form = visit.form('invite');
  const row = ({ invitationId, email, role, expiresAt }: DeveloperInvitation) => html`<li class="line">
    <span>${name(email)} <span class="badge">${ROLE_WORDS[role].name}</span> <span class="small">until ${instantOf(expiresAt)}</span></span>
    ${ownForm(
      view,
      pathIn(visit, '/invitations/withdraw'),
      html`${hidden('invitationId', invitationId)}
      <button class="quiet" aria-label="Withdraw the invitation of ${email}">Withdraw</button>`,
    )}
  </li>`;
  return html`<section class="card"><h2>Invitations</h2>
    <p class="small">The person joins with a link, which is shown to you once and works for seven days.</p>
    <ul class="rows">${data.map(row)}</ul>
    <form method="post" action="${pathIn(visit, '/invitations')}">
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

/** Shows the link once and mails it if there is a mail server. */
async function invite({ deps, operations, organizationId, fields }: ConsoleVisit): Promise<Done> {
  const { counters, clock, limits, mailer, brand } = deps;
  const budget = await spend(counters, clock, `invite-developer:${organizationId}`, limits.invitations);
  requireBudget(budget);
  const invited = { organizationId, email: fields.get('email') ?? '', role: roleIn(fields) };
  const { email, organization, link } = await operations.call('developer-invitation.create', invited);
  mailer?.post({ to: email, ...invitationMail(organization, brand.name, link) });
  const message = mailer ? `The link was sent to ${email}.` : `Send this link to ${email}. It works for seven days.`;
  return { message, secrets: [{ label: 'Invitation link', value: link }] };
}

const invitationMail = (organization: string, service: string, link: string) => ({
  subject: `Join ${organization} on ${service}`,
  text: `You have been invited to manage the apps of ${organization} on ${service}. Open this link within seven days:\n\n${link}\n`,
});

function rename(visit: ConsoleVisit): Html {
  const form = visit.form('renameOrganization', { name: visit.organization });
  const attributes = html`maxlength="255" autocomplete="organization"`;
  const field = { name: 'name', label: 'Name', hint: 'Merchants see it with your apps.', attributes };
  const fields = html`${formFields(form, [field])}<div class="actions"><button class="secondary">Rename</button></div>`;
  return html`<section class="card"><h2>Name</h2>
    ${ownForm(visit.view, pathIn(visit, '/name'), fields)}</section>`;
}

function personRow(visit: ConsoleVisit, person: DeveloperSummary): Html {
  const { userId, email, name: text, role, since } = person;
  const { view } = visit;
  const other = role === 'admin' ? 'developer' : 'admin';
  const [promote, remove] = [`Make ${other}`, userId === view.user?.id ? 'Leave' : 'Remove'];
  return html`<li class="line">
    <span>${name(text)} · ${name(email)} <span class="badge">${ROLE_WORDS[role].name}</span>
      <span class="small">since ${instantOf(since)}</span></span>
    ${
      visit.role === 'admin' &&
      html`<span class="actions">
        <form method="post" action="${pathIn(visit, '/people/role')}">
          ${hidden('token', view.formToken)}${hidden('userId', userId)}${hidden('role', other)}
          <button class="quiet" aria-label="${promote}: ${text}">${promote}</button></form>
        <a class="button quiet" href="${pathIn(visit, `/people/${userId}/remove`)}" aria-label="${remove}: ${text}">${remove}</a>
      </span>`
    }
  </li>`;
}

/** Asks before removing a person, who can only return by invitation. */
export const removePersonScreen: ConsoleScreen = confirmScreen({
  path: `${PATH}/people/:userId/remove`,
  name: 'removePerson',
  outcomeOn: PATH,
  async ask(visit) {
    requireAdmin(visit);
    const { organization, id, view } = visit;
    const person = (await peopleOf(visit)).find(({ userId }) => userId === id('userId'));
    if (!person) throw new WebProblem('notFound');
    const isSelf = person.userId === view.user?.id;
    return {
      ...questionOf('developer.remove', { userId: person.name, organizationId: organization }),
      ...(isSelf && {
        title: `Leave ${organization}?`,
        heading: `Leave ${organization}?`,
        effect: 'You lose access to its apps and sandbox merchants immediately. Only a new invitation can undo this.',
        submit: 'Leave',
      }),
      action: pathIn(visit, `/people/${person.userId}/remove`),
      back: pathIn(visit),
      navigation: consoleNavigation(visit, 'organization'),
    };
  },
  change: byAdmins(async (visit) => {
    const { operations, organizationId, id } = visit;
    const userId = id('userId');
    const removed = await operations.call('developer.remove', { organizationId, userId });
    return { ...saidOf('developer.remove', removed, removed), to: pathAfter(visit, userId) };
  }),
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

/** What apps do by themselves, many times a day. */
const ROUTINE: AuditEvent[] = ['refresh.rotated', 'code.exchanged'];

/** Who changed what of the organization, its apps and its merchants. */
export const activityScreen: ConsoleScreen = {
  path: ACTIVITY_PATH,
  name: 'activity',
  async show(visit) {
    const { operations, organizationId, query } = visit;
    const search = { organizationId, except: ROUTINE, after: numberOf(query, 'after') };
    const { data, next } = await operations.call('audit.list', search);
    const names = await namesOf(visit);
    const table = dataTable<AuditEntry>('Newest first', data, [
      ['When', ({ at }) => instantOf(at)],
      ['What', ({ event }) => wordsOf(event)],
      ['About', (entry) => about(entry, names)],
      ['Person', (entry) => actor(entry, names)],
      ['Details', auditDetails],
    ]);
    const body = html`<p><a class="back" href="${inOrganization(visit, '/console/organization')}">Organization</a></p>
    <h1>Activity</h1>
    <p class="lead">What was changed of the organization, its apps and its connections, when, and who it was.</p>
    <section class="card">${data.length === 0 ? html`<p>Nothing yet.</p>` : table}${olderLink(ACTIVITY_PATH, query, next)}</section>`;
    return { title: 'Activity', body, navigation: consoleNavigation(visit, 'organization') };
  },
};

interface Names {
  readonly apps: ReadonlyMap<number, string>;
  readonly merchants: ReadonlyMap<number, string>;
  readonly people: ReadonlyMap<number, string>;
}

async function namesOf({ operations, organizationId }: ConsoleVisit): Promise<Names> {
  const all = { organizationId, limit: 200 };
  const [apps, merchants, people] = await Promise.all([
    operations.call('app.list', all),
    operations.call('merchant.list', all),
    operations.call('developer.list', all),
  ]);
  return {
    apps: new Map(apps.data.map((app) => [app.id, app.name])),
    merchants: new Map(merchants.data.map((merchant) => [merchant.companyId, merchant.name])),
    people: new Map(people.data.map((person) => [person.userId, person.name])),
  };
}

/** `credential.secret_rotated` is "Credential: secret rotated". */
function wordsOf(event: AuditEvent): string {
  const words = event.replace('api_key', 'API key').replace('.', ': ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function about({ appId, companyId }: AuditEntry, { apps, merchants }: Names): Html {
  const app = appId !== null && html`<li>${link(apps.get(appId), appPath({ id: appId }), `app ${appId}`)}</li>`;
  const merchant =
    companyId !== null &&
    html`<li>${link(merchants.get(companyId), merchantPath({ companyId }), `merchant ${companyId}`)}</li>`;
  return html`<ul>${app}${merchant}</ul>`;
}

/** Records of others have no page here. */
const link = (text: string | undefined, href: string, otherwise: string): Html | string =>
  text === undefined ? otherwise : html`<a href="${href}">${name(text)}</a>`;

function actor({ userId, source }: AuditEntry, { people }: Names): Html | string {
  if (userId === null) return source === 'command line' ? 'Command line' : '–';
  const known = people.get(userId);
  return known === undefined ? 'Someone outside the organization' : name(known);
}
