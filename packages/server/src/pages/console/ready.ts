import { html } from 'hono/html';
import type { RuleOutcome } from '../../control/traffic/check-traffic.ts';
import { instantOf } from '../kit/page/instants.ts';
import { hidden, ownForm } from '../kit/page/parts.ts';
import type { Html } from '../languages/html.ts';
import { checkSummary, finding, unchecked } from '../shared/traffic-check.ts';
import { APP_PATH, type AppVisit, appLayout, appPath, appTabScreen, withApp } from './app-layout.ts';

/** Which rules for clients the app's own traffic broke, and the trials that a developer starts. */
export const readyScreen = appTabScreen({
  path: `${APP_PATH}/ready`,
  name: 'ready',
  tab: 'ready',
  async content(visit) {
    const { operations, app, view } = visit;
    const check = await operations.call('app.check', { appId: app.id });
    const broken = check.rules.filter(({ times }) => times > 0);
    return html`<p class="lead">${checkSummary(check)}</p>
    <p class="small">Checked as requests arrive, in the sandbox and in production. What traffic cannot show is not claimed.</p>
    ${unchecked(check)}
    ${broken.map((one) => finding(one, view.docsUrl, appPath(app, '/requests')))}
    ${check.passed && attestation(visit)}
    ${trials(visit, check.rules)}
    ${kept(check.rules.filter(({ times, triedAt }) => times === 0 && triedAt === undefined))}`;
  },
  forms: {
    forge: {
      path: '/forge',
      async change(visit) {
        const uri = visit.fields.get('uri') ?? '';
        const { url } = await visit.operations.call('app.forge-callback', { appId: visit.id('appId'), uri });
        return appLayout(await withApp(visit), 'ready', forgedLink(url));
      },
    },
    attest: {
      path: '/attest',
      async change({ operations, id }) {
        const { page } = await operations.call('app.attest', { appId: id('appId') });
        return { message: `The statement is at ${page}.` };
      },
    },
    alias: {
      path: '/alias',
      async change({ operations, id }) {
        await operations.call('app.rehearse', { appId: id('appId'), kind: 'alias' });
        return {
          message: 'For 20 minutes, new sandbox tokens name the API by its alias. It begins within 30 seconds.',
        };
      },
    },
  },
});

const forgedLink = (url: string): Html => html`<section class="card"><h2>A forged callback</h2>
  <p>Your app has never sent its state. It has to reject it, and must not send its code to the token endpoint.</p>
  <p class="small"><code>${url}</code></p>
  <p class="actions"><a class="button" href="${url}" target="_blank" rel="noreferrer">Open it in a new tab</a></p>
</section>`;

const attestation = ({ app, view }: AppVisit): Html => html`<section class="card" id="statement"><h2>Statement</h2>
  <p class="small">The service signs for 90 days that the app's traffic of the last 30 days broke no rule. Anyone can open its page and verify it.</p>
  ${ownForm(view, appPath(app, '/ready/attest'), html`<button class="secondary">Sign a statement</button>`)}
  <p class="small"><a href="/statements/${app.id}">Statement of this app</a></p></section>`;

const triedText = (rules: readonly RuleOutcome[], name: RuleOutcome['name']): Html => {
  const { triedAt, times } = rules.find((rule) => rule.name === name) ?? {};
  if (!triedAt) return html`<p>Not tried yet.</p>`;
  return html`<p>Last tried ${instantOf(triedAt)}. ${times === 0 && 'No finding.'}</p>`;
};

function trials({ app, view }: AppVisit, rules: readonly RuleOutcome[]): Html {
  const forge = (uri: string) =>
    ownForm(
      view,
      appPath(app, '/ready/forge'),
      html`${hidden('uri', uri)}<p><code>${uri}</code></p><button class="secondary">Forge a callback</button>`,
    );
  return html`${
    app.redirectUris.length > 0 &&
    html`<section class="card" id="forged"><h2>Try: a forged callback</h2>
    <p class="small">Calls your callback with a state that your app has never sent. It has to reject it before it uses the code.</p>
    ${triedText(rules, 'state-not-checked')}${app.redirectUris.map(forge)}</section>`
  }
  ${
    app.product !== 'ADSR' &&
    html`<section class="card" id="alias"><h2>Try: another base URL</h2>
    <p class="small">New sandbox tokens have another <code>api_base_url</code> for 20 minutes. Requests have to go there.</p>
    ${triedText(rules, 'base-url-ignored')}
    ${ownForm(view, appPath(app, '/ready/alias'), html`<button class="secondary">Start</button>`)}</section>`
  }`;
}

const kept = (rules: readonly RuleOutcome[]): Html => html`<section class="card"><h2>No finding</h2>
  <ul>${rules.map(({ rule }) => html`<li>${rule}</li>`)}</ul></section>`;
