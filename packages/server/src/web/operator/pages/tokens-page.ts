import { html } from 'hono/html';
import type { AdminToken } from '../../../directory/admin-tokens.ts';
import { formProblems, textField } from '../../forms/fields.ts';
import type { FilledForm } from '../../forms/filled-form.ts';
import { type Html, name } from '../../languages/html.ts';
import { confirmation } from '../../pages/confirmation.ts';
import type { Page } from '../../pages/layout.ts';
import { dataTable, olderLink } from '../../pages/lists.ts';
import type { View } from '../../view.ts';
import { operatorOffice } from './operator-office.ts';
import { changeForm, day, tabs } from './operator-parts.ts';

const PATH = '/operator/tokens';

/** Links between the keys that sign access tokens and the tokens of command lines. */
export const keyTabs = (current: 'keys' | 'tokens'): Html =>
  tabs('Keys', current, [
    ['keys', 'Signing keys', '/operator/keys'],
    ['tokens', 'Admin tokens', PATH],
  ]);

interface Tokens {
  readonly data: readonly AdminToken[];
  readonly next: number | null;
}

/** Tokens by which command lines on other machines act as the operator. */
export function tokensPage(view: View, { data, next }: Tokens, form: FilledForm): Page {
  const body = html`<h1>Keys</h1>${keyTabs('tokens')}
    <p class="lead">With an admin token a <code>tillgate</code> command line on another machine may do whatever an operator may. Give each machine its own.</p>
    ${data.length === 0 ? html`<p>There is no admin token yet.</p>` : tokenTable(data)}
    ${olderLink(PATH, new URLSearchParams(), next)}
    <section class="card"><h2>Create a token</h2>${formProblems(form, ['name'])}
      ${changeForm(
        view,
        PATH,
        html`${textField(form, {
          name: 'name',
          label: 'Name',
          hint: 'The machine or the pipeline that uses it.',
          attributes: html`maxlength="255" autocomplete="off"`,
        })}<p class="actions"><button class="secondary">Create</button></p>`,
      )}</section>`;
  return { title: 'Admin tokens', body, office: operatorOffice('keys') };
}

const tokenTable = (tokens: readonly AdminToken[]): Html =>
  dataTable('Admin tokens', tokens, [
    ['Name', (token) => name(token.name)],
    ['Token', ({ hint }) => html`<code>…${hint}</code>`],
    ['Created', ({ createdAt }) => day(createdAt)],
    ['State', stateOf],
  ]);

const stateOf = ({ adminTokenId, name: text, revokedAt }: AdminToken): Html =>
  revokedAt === null
    ? html`<a href="${PATH}/${adminTokenId}/revoke" aria-label="Revoke: ${text}">Revoke</a>`
    : html`Revoked ${day(revokedAt)}`;

export function revokeTokenPage(view: View, adminTokenId: number, form: FilledForm): Page {
  const body = confirmation(view, {
    title: `Revoke admin token ${adminTokenId}?`,
    effect: 'Command lines that use it are refused from now on. This cannot be undone.',
    action: `${PATH}/${adminTokenId}/revoke`,
    submit: 'Revoke',
    back: PATH,
    problems: formProblems(form, []),
  });
  return { title: 'Revoke an admin token', body, office: operatorOffice('keys') };
}
