import { html } from 'hono/html';
import type { SigningKeySummary } from '../../control/service/signing-keys.ts';
import { formProblems } from '../kit/form/fields.ts';
import { instantOf, instantText } from '../kit/page/instants.ts';
import { dataTable } from '../kit/page/lists.ts';
import { ownForm, tabs } from '../kit/page/parts.ts';
import type { Html } from '../languages/html.ts';
import { DEFAULT_LANGUAGE } from '../languages/languages.ts';
import type { OperatorScreen } from './audience.ts';
import { operatorNavigation } from './navigation.ts';

const PATH = '/operator/keys';

/** Links between signing keys and operators' tokens. */
export const keyTabs = (current: 'keys' | 'tokens'): Html =>
  tabs('Keys', current, [
    ['keys', 'Signing keys', PATH],
    ['tokens', 'Admin tokens', '/operator/tokens'],
  ]);

const STATES: Readonly<Record<SigningKeySummary['state'], string>> = {
  next: 'Next',
  signing: 'Signing',
  former: 'Retired, still published',
  withdrawn: 'Withdrawn',
};

/** Lists the keys that sign access tokens, and rotates them. */
export const keysScreen: OperatorScreen = {
  path: PATH,
  name: 'keys',
  async show({ operations, view, form }) {
    const { data } = await operations.call('signing-key.list', {});
    const body = html`<h1>Keys</h1>${keyTabs('keys')}
      <p class="lead">One key signs access tokens. Partners verify tokens with the published keys.</p>
      ${dataTable('Signing keys', data, [
        ['Key', ({ kid }) => html`<code>${kid}</code>`],
        ['State', ({ state }) => STATES[state]],
        ['Signs from', ({ signsFrom }) => instantOf(signsFrom)],
        ['Published until', ({ publishedUntil }) => (publishedUntil === null ? '–' : instantOf(publishedUntil))],
      ])}
      <section class="card"><h2>Rotate</h2>${formProblems(form('rotateKeys'), [])}
        <p>A new key is published now and starts signing after 24 hours. The old key stays published for one more hour, so no valid token is rejected.</p>
        ${ownForm(view, PATH, html`<p class="actions"><button class="secondary">Publish the next key</button></p>`)}
      </section>`;
    return { title: 'Signing keys', body, navigation: operatorNavigation('keys') };
  },
  forms: {
    rotateKeys: {
      async change({ operations }) {
        const { signsFrom } = await operations.call('signing-key.rotate', {});
        return {
          message: `The next key is published. It signs from ${instantText(DEFAULT_LANGUAGE, Date.parse(signsFrom))}.`,
        };
      },
    },
  },
};
