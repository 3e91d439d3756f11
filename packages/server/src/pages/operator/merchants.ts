import { html } from 'hono/html';
import type { MemberInvitation } from '../../control/invitations.ts';
import type { Member } from '../../control/members.ts';
import { CURRENCIES, type Merchant } from '../../control/merchants.ts';
import type { Role } from '../../control/users.ts';
import { cellName } from '../../database/cells.ts';
import { formProblems } from '../kit/fields.ts';
import { when } from '../kit/instants.ts';
import { ask, form, formOf, questionOf, saidOf, submits } from '../kit/operation-screens.ts';
import { backLink, dataTable, hidden, ownForm } from '../kit/page.ts';
import { confirmScreen } from '../kit/screen.ts';
import { type Html, name } from '../languages/html.ts';
import { mailInvitation, memberOf } from '../shared/members.ts';
import { environmentBadge } from '../shared/words.ts';
import { list, type OperatorScreen, type OperatorVisit } from './screens.ts';

const PATH = '/operator/merchants';

const merchantPath = (companyId: number): string => `${PATH}/${companyId}`;

const merchantOf = ({ operations, id }: OperatorVisit): Promise<Merchant> =>
  operations.call('merchant.show', { companyId: id('companyId') });

const kindBadge = ({ demo }: Pick<Merchant, 'demo'>): Html =>
  demo ? html`<span class="badge sandbox">Demo</span>` : html`<span class="badge live">Live</span>`;

export const merchantsScreen = list('merchant.list', {
  path: PATH,
  name: 'merchants',
  title: 'Merchants',
  lead: html`<p><a class="button secondary" href="${PATH}/new">New merchant</a></p>`,
  filters: ['search', 'region'],
  more: {
    field: {
      name: 'kind',
      label: 'Kind',
      optional: true,
      options: [
        ['', 'Demo and live'],
        ['live', 'Live'],
        ['demo', 'Demo'],
      ],
    },
    input(query) {
      const kind = query.get('kind');
      return kind === 'demo' || kind === 'live' ? { demo: kind === 'demo' } : {};
    },
  },
  columns: [
    ['Name', (merchant) => html`<a href="${merchantPath(merchant.companyId)}">${name(merchant.name)}</a>`],
    ['Company id', ({ companyId }) => companyId, 'number'],
    ['Region', ({ region }) => region],
    ['Kind', kindBadge],
    ['Currency', ({ currency }) => currency],
    ['State', ({ active }) => (active ? 'Open' : 'Closed')],
  ],
});

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });

/** Creates a live merchant, or a sandbox merchant of an organization. */
export const newMerchantScreen: OperatorScreen = form('merchant.create', {
  path: `${PATH}/new`,
  name: 'newMerchant',
  fields: [
    'name',
    'region',
    {
      name: 'currency',
      options: [...CURRENCIES].sort().map((code) => [code, `${code} – ${currencyNames.of(code)}`] as const),
    },
    'organizationId',
  ],
  submit: 'Create',
  page: () => ({ title: 'New merchant', back: [PATH, 'Merchants'] }),
  to: (_, { companyId }) => merchantPath(companyId),
});

const roleName = (role: Role): string => (role === 'owner' ? 'Owner' : 'Employee');

const ROLE_FIELD = {
  name: 'role',
  optional: false,
  options: (['employee', 'owner'] as const).map((role) => [role, roleName(role)] as const),
} as const;
const MEMBER_FIELDS = ['email', 'name', ROLE_FIELD] as const;

/** Separate field names, since another form of the page also has an address and a role. */
const INVITATION_FIELDS = [
  { name: 'email', as: 'invited' },
  { ...ROLE_FIELD, as: 'invitedAs' },
] as const;

async function memberSections(visit: OperatorVisit, here: string): Promise<Html> {
  const { operations, id, view } = visit;
  const page = { companyId: id('companyId'), limit: 200 };
  const members = await operations.call('member.list', page);
  const open = await operations.call('invitation.list', page);
  const withdrawal = ({ invitationId, email }: MemberInvitation) =>
    ownForm(
      view,
      `${here}/invitations/withdraw`,
      html`${hidden('invitationId', invitationId)}<button class="quiet" aria-label="Withdraw the invitation of ${email}">Withdraw</button>`,
    );
  const invitations = dataTable('Open invitations', open.data, [
    ['E-mail', ({ email }) => name(email)],
    ['Role', ({ role }) => roleName(role)],
    ['Until', ({ expiresAt }) => when(expiresAt)],
    ['Change', withdrawal],
  ]);
  return html`<section class="card">
    ${dataTable('People', members.data, [
      ['Name', (person) => html`<a href="${here}/members/${person.userId}">${name(person.name)}</a>`],
      ['E-mail', ({ email }) => name(email)],
      ['Role', ({ role }) => roleName(role)],
      ['Since', ({ createdAt }) => when(createdAt)],
    ])}</section>
  <section class="card"><h2>Invite a person</h2>
    <p class="small">They join with a link, which is shown to you once and works for seven days. A person without a login chooses a password there.</p>
    ${open.data.length > 0 && invitations}
    ${formOf(visit, 'invitation.create', {
      name: ['inviteMember', 'withdrawInvitation'],
      action: `${here}/invitations`,
      fields: INVITATION_FIELDS,
      submit: 'Invite',
    })}</section> <section class="card">
  <h2>Add a person directly</h2>${formOf(visit, 'member.add', {
    name: 'addMember',
    action: `${here}/members`,
    fields: MEMBER_FIELDS,
    submit: 'Add',
  })}</section>`;
}

/** Apps that work with the merchant's data: connected by OAuth, or by an approved access request. */
async function appSection({ operations, id }: OperatorVisit): Promise<Html> {
  const page = { companyId: id('companyId'), limit: 200 };
  const connected = await operations.call('connection.list', page);
  const approved = await operations.call('access-request.list', { ...page, state: 'APPROVED' });
  const linked = ({ appId, app }: { readonly appId: number; readonly app: string }) =>
    html`<a href="/operator/apps/${appId}">${name(app)}</a>`;
  if (connected.data.length + approved.data.length === 0)
    return html`<section class="card"><h2>Apps</h2><p>No app is connected.</p></section>`;
  return html`<section class="card"><h2>Apps</h2>
    ${
      connected.data.length > 0 &&
      dataTable('Connected', connected.data, [
        ['App', linked],
        ['Environment', ({ env }) => environmentBadge(env)],
        ['Since', ({ connectedAt }) => when(connectedAt)],
        ['Last token', ({ lastUsedAt }) => when(lastUsedAt)],
      ])
    }
    ${
      approved.data.length > 0 &&
      dataTable('Approved access requests', approved.data, [
        ['App', linked],
        ['Stores', ({ approvedStoreIds }) => approvedStoreIds?.join(', ')],
        ['Since', ({ decidedAt }) => when(decidedAt)],
      ])
    }</section>`;
}

const MERCHANT_PATH = '/operator/merchants/:companyId';

export const merchantScreen: OperatorScreen = {
  path: MERCHANT_PATH,
  name: 'merchant',
  async show(visit) {
    const { operations, view, form } = visit;
    const merchant = await merchantOf(visit);
    const { companyId, region, cell, currency, cashRounding, active, organizationId } = merchant;
    const here = merchantPath(companyId);
    const organization = organizationId !== null && (await operations.call('organization.show', { organizationId }));
    const opening = html`<p class="actions"><button class="secondary" name="active" value="true">Open</button></p>`;
    const body = html`<a class="back" href="${PATH}">Merchants</a><h1>${name(merchant.name)} ${kindBadge(merchant)}</h1>
    <section class="card"><dl>
  <div><dt>Company id</dt><dd>${companyId}</dd></div>
  <div><dt>Region</dt><dd>${region}</dd></div>
  <div><dt>Cell</dt><dd>${cellName({ region, cell })}</dd></div>
  <div><dt>Currency</dt><dd>${currency}</dd></div>
  <div><dt>Smallest coin</dt><dd>${cashRounding}</dd></div>
  <div><dt>State</dt><dd>${active ? 'Open' : 'Closed'}</dd></div>
  ${organization && html`<div><dt>Sandbox of</dt><dd><a href="/operator/organizations/${organizationId}">${name(organization.name)}</a></dd></div>`}
</dl>
  <p class="actions"><a class="button secondary" href="${here}/name">Rename</a></p></section> ${await appSection(visit)} ${await memberSections(visit, here)}
    <section class="card">
  <h2>${active ? 'Close the merchant' : 'Open the merchant again'}</h2>${formProblems(form('merchantState'), [])}
  <p>${active ? questionOf('merchant.deactivate', {}).effect : 'Its apps and people get their access back.'}</p>
  ${
    active
      ? html`<p class="actions"><a class="button secondary danger" href="${here}/state">Close</a></p>`
      : ownForm(view, `${here}/state`, opening)
  }
</section> <section class="card">
  <h2>Erase personal data</h2>
  <p>For a merchant that has left: its connections end and its people are erased. Its records are kept for the books.</p>
  <p class="actions"><a class="button secondary danger" href="${here}/erase">Erase</a></p>
</section>`;
    return { title: merchant.name, body };
  },
  forms: {
    addMember: { path: '/members', change: submits('member.add', MEMBER_FIELDS) },
    /** Shows the link once and mails it if there is a mail server. */
    inviteMember: {
      path: '/invitations',
      change: submits('invitation.create', INVITATION_FIELDS, {
        said(invitation, visit) {
          mailInvitation(visit, invitation);
          const { email } = invitation;
          return visit.deps.mailer ? `The invitation was sent to ${email}.` : `Send this link to ${email}.`;
        },
      }),
    },
    withdrawInvitation: { path: '/invitations/withdraw', change: submits('invitation.withdraw', ['invitationId']) },
  },
};

export const renameMerchantScreen: OperatorScreen = form('merchant.update', {
  path: `${MERCHANT_PATH}/name`,
  name: 'renameMerchant',
  fields: [{ name: 'name', optional: false }],
  submit: 'Rename',
  async page(visit) {
    const { name: current, companyId } = await merchantOf(visit);
    return {
      title: `Rename ${current}`,
      heading: 'Rename',
      back: [merchantPath(companyId), name(current)],
      values: { name: current },
    };
  },
  to: ({ id }) => merchantPath(id('companyId')),
});

async function aboutMerchant(visit: OperatorVisit) {
  const { companyId, name: text } = await merchantOf(visit);
  return { names: { companyId: text }, back: merchantPath(companyId) };
}

/** Asks before closing a merchant. A form on the merchant's page reopens it. */
export const merchantStateScreen: OperatorScreen = confirmScreen({
  path: `${MERCHANT_PATH}/state`,
  name: 'merchantState',
  outcomeOn: MERCHANT_PATH,
  async ask(visit) {
    const { names, ...rest } = await aboutMerchant(visit);
    return { ...questionOf('merchant.deactivate', names), ...rest, fields: hidden('active', 'false') };
  },
  async change({ operations, id, fields }) {
    const operation = fields.get('active') === 'true' ? 'merchant.activate' : 'merchant.deactivate';
    const input = { companyId: id('companyId') };
    return saidOf(operation, await operations.call(operation, input), input);
  },
});

export const eraseMerchantScreen: OperatorScreen = ask('merchant.erase', {
  path: `${MERCHANT_PATH}/erase`,
  name: 'eraseMerchant',
  about: aboutMerchant,
  to: ({ id }) => merchantPath(id('companyId')),
});

const MEMBER_PATH = '/operator/merchants/:companyId/members/:userId';

const personOf = ({ operations, id }: OperatorVisit): Promise<Member> =>
  memberOf(operations, id('companyId'), id('userId'));

export const memberScreen: OperatorScreen = {
  path: MEMBER_PATH,
  name: 'member',
  async show(visit) {
    const merchant = await merchantOf(visit);
    const person = await personOf(visit);
    const back = merchantPath(merchant.companyId);
    const here = `${back}/members/${person.userId}`;
    const saving = {
      name: 'member',
      action: here,
      fields: [ROLE_FIELD],
      submit: 'Save',
      values: { role: person.role },
    } as const;
    const body = html`${backLink(back, name(merchant.name))}
    <h1>${name(person.name)}</h1><p>${name(person.email)}</p>
    <section class="card"><h2>Role at ${name(merchant.name)}</h2>
      ${formOf(visit, 'member.set-role', saving)}</section>
    <section class="card"><h2>Login</h2><p><a href="/operator/people/${person.userId}/password">Create a link to a new password</a></p>
      <p><a href="/operator/people/${person.userId}">All roles of this person</a></p></section>
    <section class="card"><h2>Remove from ${name(merchant.name)}</h2>
      <p>${questionOf('member.remove', {}).effect}</p>
      <p class="actions"><a class="button secondary danger" href="${here}/remove">Remove</a></p></section>`;
    return { title: `${person.name} · ${merchant.name}`, body };
  },
  change: submits('member.set-role', ['role'], { to: ({ id }) => merchantPath(id('companyId')) }),
};

export const removeMemberScreen: OperatorScreen = ask('member.remove', {
  path: `${MEMBER_PATH}/remove`,
  name: 'removeMember',
  async about(visit) {
    const { names, back } = await aboutMerchant(visit);
    const { userId, name: person } = await personOf(visit);
    return { names: { ...names, userId: person }, back: `${back}/members/${userId}` };
  },
  to: ({ id }) => merchantPath(id('companyId')),
});
