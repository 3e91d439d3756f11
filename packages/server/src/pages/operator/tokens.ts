import { html } from 'hono/html';
import type { AdminToken } from '../../control/service/admin-tokens.ts';
import { confirmScreen } from '../kit/confirm-screen.ts';
import { textOf } from '../kit/form/filled-form.ts';
import { secretsOf } from '../kit/form/secrets.ts';
import { when } from '../kit/page/instants.ts';
import { dataTable, olderLink } from '../kit/page/lists.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import { type Html, name } from '../languages/html.ts';
import type { OperatorScreen, OperatorVisit } from './audience.ts';
import { fieldsForm } from './fields-form.ts';
import { keyTabs } from './keys.ts';
import { operatorNavigation } from './navigation.ts';

const PATH = '/operator/tokens';

/** Tokens with which a command line on another machine acts as the operator. */
export const tokensScreen: OperatorScreen = {
  path: PATH,
  name: 'tokens',
  async show({ operations, query, view, form }) {
    const { data, next } = await operations.call('admin-token.list', { after: recordId(query.get('after')) });
    const filled = { action: PATH, form: form('createToken'), fields: FIELDS, submit: 'Create' };
    const body = html`<h1>Keys</h1>${keyTabs('tokens')}
      <p class="lead">With an admin token, a <code>tillgate</code> command line on another machine can do whatever an operator can. Give each machine its own.</p>
      ${data.length === 0 ? html`<p>There are no admin tokens yet.</p>` : tokenTable(data)}
      ${olderLink(PATH, new URLSearchParams(), next)}
      <section class="card"><h2>Create a token</h2>${fieldsForm(view, filled)}</section>`;
    return { title: 'Admin tokens', body, navigation: operatorNavigation('keys') };
  },
  forms: {
    createToken: {
      async change({ operations, fields }) {
        const created = await operations.call('admin-token.create', { name: textOf(fields, 'name') ?? '' });
        return { message: `Created the admin token ${created.name}.`, secrets: secretsOf(created) };
      },
    },
  },
};

const FIELDS = [
  {
    name: 'name',
    label: 'Name',
    hint: 'The machine or the pipeline that uses it.',
    attributes: html`maxlength="255" autocomplete="off"`,
  },
];

const tokenTable = (tokens: readonly AdminToken[]): Html =>
  dataTable('Admin tokens', tokens, [
    ['Name', (token) => name(token.name)],
    ['Token', ({ hint }) => html`<code>…${hint}</code>`],
    ['Created', ({ createdAt }) => when(createdAt)],
    ['State', stateOf],
  ]);

const stateOf = ({ adminTokenId, name: text, revokedAt }: AdminToken): Html =>
  revokedAt === null
    ? html`<a href="${PATH}/${adminTokenId}/revoke" aria-label="Revoke: ${text}">Revoke</a>`
    : html`Revoked ${when(revokedAt)}`;

/** The token in the path, which the list has directly after the ids below it. */
async function activeToken({ operations, id }: OperatorVisit): Promise<AdminToken> {
  const adminTokenId = id('adminTokenId');
  const page = { limit: 1, ...(adminTokenId > 1 && { after: adminTokenId - 1 }) };
  const [token] = (await operations.call('admin-token.list', page)).data;
  if (token?.adminTokenId !== adminTokenId || token.revokedAt !== null) throw new WebProblem('notFound');
  return token;
}

export const revokeTokenScreen: OperatorScreen = confirmScreen({
  path: `${PATH}/:adminTokenId/revoke`,
  name: 'revokeToken',
  async ask(visit) {
    const token = await activeToken(visit);
    return {
      title: 'Revoke an admin token',
      heading: html`Revoke the admin token ${name(token.name)} …${token.hint}?`,
      effect: 'Command lines that use it are rejected from now on. This cannot be undone.',
      submit: 'Revoke',
      back: PATH,
      navigation: operatorNavigation('keys'),
    };
  },
  async change({ operations, id }) {
    await operations.call('admin-token.revoke', { adminTokenId: id('adminTokenId') });
    return { to: PATH, message: 'The admin token is revoked.' };
  },
});
