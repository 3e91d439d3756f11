import { html } from 'hono/html';
import type { SigningKeySummary } from '../../../auth/signing-keys.ts';
import { formProblems } from '../../forms/fields.ts';
import type { FilledForm } from '../../forms/filled-form.ts';
import { instantOf } from '../../pages/instants.ts';
import type { Page } from '../../pages/layout.ts';
import { dataTable } from '../../pages/lists.ts';
import type { View } from '../../view.ts';
import { operatorOffice } from './operator-office.ts';
import { changeForm } from './operator-parts.ts';
import { keyTabs } from './tokens-page.ts';

const STATES: Readonly<Record<SigningKeySummary['state'], string>> = {
  next: 'Next',
  signing: 'Signing',
  former: 'Former, still published',
  withdrawn: 'Withdrawn',
};

/** The keys that sign access tokens, and their rotation. */
export function keysPage(view: View, keys: readonly SigningKeySummary[], form: FilledForm): Page {
  const body = html`<h1>Keys</h1>${keyTabs('keys')}
    <p class="lead">Access tokens are signed with the key that is signing; partners verify them with the published ones.</p>
    ${dataTable('Signing keys', keys, [
      ['Key', ({ kid }) => html`<code>${kid}</code>`],
      ['State', ({ state }) => STATES[state]],
      ['Signs from', ({ signsFrom }) => instantOf(signsFrom)],
      ['Published until', ({ publishedUntil }) => (publishedUntil === null ? '–' : instantOf(publishedUntil))],
    ])}
    <section class="card"><h2>Rotate</h2>${formProblems(form, [])}
      <p>A new key is published now and signs after 24 hours. The old one stays published for an hour longer, so no token that is in use is rejected.</p>
      ${changeForm(view, '/operator/keys', html`<p class="actions"><button class="secondary">Publish the next key</button></p>`)}
    </section>`;
  return { title: 'Signing keys', body, office: operatorOffice('keys') };
}
