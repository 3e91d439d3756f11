import { html } from 'hono/html';
import { DirectoryError } from '../../control/errors.ts';
import type { RuleOutcome } from '../../control/usage.ts';
import { instantOf } from '../kit/instants.ts';
import { submits } from '../kit/operation-screens.ts';
import { hidden, notice, ownForm } from '../kit/page.ts';
import type { Html } from '../languages/html.ts';
import { type AppView, requestPage, requestScreen, requestsScreen } from '../shared/requests.ts';
import { usageScreen } from '../shared/usage.ts';
import { countOf, keptText, timesOf } from '../shared/words.ts';
import {
  APP_PATH,
  type AppVisit,
  appLayout,
  appPath,
  appTabScreen,
  type ConsoleScreen,
  type ConsoleVisit,
  withApp,
} from './layout.ts';
import { responseSection, runCall } from './records/api-calls.ts';
import { belowBase, operationsOf, pathOfRequest } from './records/api-operations.ts';
import { linkTo } from './records/record-views.ts';

/** Shows the client rules that the app's traffic broke, and the trials that a developer can start. */
export const readyScreen = appTabScreen({
  path: `${APP_PATH}/ready`,
  name: 'ready',
  tab: 'ready',
  async content(visit) {
    const { requests, rules, since, unavailable } = await visit.operations.call('app.check', { appId: visit.app.id });
    const inState = (wanted: RuleOutcome['state']) => rules.filter(({ state }) => state === wanted);
    const [broken, unseen, kept] = [inState('broken'), inState('unseen'), inState('kept')];
    const counts = `${kept.length} of ${rules.length} rules kept, ${unseen.length} not seen yet, ${broken.length} broken`;
    return html`<p class="lead">${requests === 0 ? `No requests since ${since}: there is nothing to check yet.` : `${counts}, in ${countOf(requests)} since ${since}.`}</p>
    <p class="small">Checked as requests arrive, in the sandbox and in production. A rule is kept once requests show it.</p>
    ${
      unavailable.length > 0 &&
      notice(
        'hint',
        `Requests in ${unavailable.join(', ')} are not checked, because the region is unavailable right now.`,
      )
    }
    ${broken.map((one) => finding(visit, one))}
    ${trials(visit, rules)}
    ${
      unseen.length > 0 &&
      html`<section class="card" id="unseen"><h2>Not seen yet</h2>
  <ul class="rows">${unseen.map(
    ({ rule, shownBy, guide }) => html`<li><p>${rule}</p>
    <p class="small">Shown by ${shownBy}. <a href="${guideLink(visit, guide)}">Read the guide<span class="unseen"> on: ${rule}</span></a></p></li>`,
  )}</ul></section>`
    }
    ${
      kept.length > 0 &&
      html`<section class="card" id="kept"><h2>Kept</h2>
  <ul class="checks">${kept.map((one) => html`<li><span class="outcome good">${keptText(one)}</span> ${one.rule}</li>`)}</ul></section>`
    }`;
  },
  forms: {
    forge: {
      path: '/forge',
      async change(visit) {
        const uri = visit.fields.get('uri') ?? '';
        const { url } = await visit.operations.call('app.forge-callback', { appId: visit.id('appId'), uri });
        const link = html`<section class="card"><h2>A forged callback</h2>
  <p>Your app has never sent its state. It has to reject it, and must not send its code to the token endpoint.</p>
  <p class="small"><code>${url}</code></p>
  <p class="actions"><a class="button" href="${url}" target="_blank" rel="noreferrer">Open it in a new tab</a></p>
</section>`;
        return appLayout(await withApp(visit), 'ready', link);
      },
    },
    alias: {
      path: '/alias',
      change: submits('app.rehearse', [], {
        input: () => ({ kind: 'alias' as const }),
        said: 'For 20 minutes, new sandbox tokens name the API by its alias. It begins within 30 seconds.',
      }),
    },
  },
});

const guideLink = ({ view }: Pick<AppVisit, 'view'>, guide: string): string =>
  new URL(`guides/${guide}`, `${view.docsUrl}/`).href;

function finding({ app, view }: AppVisit, broken: RuleOutcome): Html {
  const { name, rule, fix, guide, times, brokenSince, lastAt, requests } = broken;
  return html`<section class="card" id="${name}"><h2>${rule}</h2>
  <p>Broken since ${instantOf(brokenSince ?? '', 'second')}, ${timesOf(times)}, last ${instantOf(lastAt ?? '', 'second')}.</p>
  <p><strong>Fix:</strong> ${fix} <a href="${guideLink({ view }, guide)}">Read the guide</a></p>
  ${
    requests.length > 0 &&
    html`<ol class="rows">${requests.map(
      ({ method, path, query, status, code, at, correlationId }) => html`<li>
      <p><code>${method} ${path}${query && `?${query}`}</code></p>
      <p class="small">${status} ${code ?? ''} · ${instantOf(at, 'second')} ·
        <a href="${appPath(app, `/requests/${correlationId}`)}">In the log</a></p></li>`,
    )}</ol>`
  }
</section>`;
}

function trials({ app, view }: AppVisit, rules: readonly RuleOutcome[]): Html {
  const tried = (name: RuleOutcome['name']): Html => {
    const { triedAt, state } = rules.find((rule) => rule.name === name) ?? {};
    if (!triedAt) return html`<p>Not tried yet.</p>`;
    return html`<p>Last tried ${instantOf(triedAt)}. ${state === 'unseen' && 'No request has followed it yet.'}</p>`;
  };
  const forge = (uri: string) =>
    ownForm(
      view,
      appPath(app, '/ready/forge'),
      html`${hidden('uri', uri)}<p><code>${uri}</code></p><p class="actions"><button class="secondary">Forge a callback</button></p>`,
    );
  if (app.product === 'ADSR' || app.state === 'ARCHIVED') return html``;
  const first = html`<p>It takes a redirect URI. <a href="${appPath(app, '/settings#uri')}">Add one</a></p>`;
  return html`<section class="card" id="forged"><h2>Try: a forged callback</h2>
    <p class="small">Calls your callback with a state that your app has never sent. It has to reject it before it uses the code.</p>
    ${app.redirectUris.length === 0 ? first : html`${tried('state-not-checked')}${app.redirectUris.map(forge)}`}</section>
  <section class="card" id="alias"><h2>Try: another base URL</h2>
    <p class="small">New sandbox tokens have another <code>api_base_url</code> for 20 minutes. Requests have to go there.</p>
    ${tried('base-url-ignored')}
    ${ownForm(view, appPath(app, '/ready/alias'), html`<button class="secondary">Start</button>`, 'actions')}</section>`;
}

async function appView(given: ConsoleVisit): Promise<AppView> {
  const visit = await withApp(given);
  const { operations, organizationId, app, view } = visit;
  const { data: merchants } = await operations.call('merchant.list', { organizationId, limit: 200 });
  const sandboxes = new Map(merchants.map((merchant) => [merchant.companyId, merchant]));
  const readable = await operationsOf(app.product);
  const { docsUrl, brand } = view;
  const { support } = brand;
  const operators = support ? html`<a href="${support.href}">${support.text}</a>` : 'the people who run the service';
  return {
    operations,
    app,
    path: appPath(app),
    limitAdvice: html`Does it need more, for many merchants? Work out how much by <a href="${docsUrl}/guides/rate-limits">the guide on
    limits</a>, then ask ${operators} for a limit of its own: name app ${app.id} and the requests a minute that it needs.`,
    recordOf({ companyId, path }) {
      const merchant = sandboxes.get(companyId ?? 0);
      const about = pathOfRequest(readable, path);
      return merchant && about && linkTo({ app, merchant }, about);
    },
    again({ id, companyId, correlationId, method, path, query, operation }) {
      // Only a read without hidden values is logged completely.
      const isWhole = method === 'GET' && operation !== 'unknown' && !/[…{]/.test(path + query);
      if (!sandboxes.has(companyId ?? 0) || !isWhole) return undefined;
      const action = appPath(app, `/requests/${correlationId}/again`);
      const content = html`${hidden('request', id)}<button class="secondary">Send again</button>`;
      return ownForm(view, action, content, 'actions');
    },
    /** Works without a script: one button, which turns it on or off. */
    keepBodies(until) {
      const [minutes, text] = until === null ? [60, 'Keep bodies for an hour'] : [0, 'Stop keeping bodies'];
      const content = html`${until !== null && html`<p>Bodies of new sandbox requests are kept until ${instantOf(until)}. The page of a request shows them for an hour.</p>`}
      ${hidden('minutes', minutes)}<button class="secondary">${text}</button>`;
      return ownForm(view, appPath(app, '/requests/bodies'), content, 'actions');
    },
    layout(tab, content, companyId) {
      const isSandbox = sandboxes.has(companyId ?? 0);
      return appLayout({ ...visit, ...(isSandbox && { environment: 'SANDBOX' }) }, tab, content);
    },
  };
}

export const appRequestScreen: ConsoleScreen = {
  ...requestScreen(APP_PATH, appView),
  forms: {
    sendAgain: {
      path: '/again',
      async change(visit) {
        const view = await appView(visit);
        const { operations, app } = view;
        const correlationId = visit.param('correlationId');
        const { data } = await operations.call('request.list', { appId: app.id, correlationId });
        const request = data.find(({ id }) => String(id) === visit.fields.get('request'));
        if (!request?.companyId || !view.again?.(request))
          throw new DirectoryError('This request cannot be sent again.');
        const { path, query, companyId } = request;
        const { accessToken } = await operations.call('app.token', { appId: app.id, companyId, isOfConsole: true });
        const response = await runCall(visit.deps, accessToken, { path: belowBase(path) + (query && `?${query}`) });
        return requestPage(view, visit, responseSection(response));
      },
    },
  },
};

export const appRequestsScreen: ConsoleScreen = {
  ...requestsScreen(APP_PATH, appView),
  forms: {
    keepBodies: {
      path: '/bodies',
      change: submits('request.keep-bodies', ['minutes'], {
        said: (_, { fields }) =>
          fields.get('minutes') === '0'
            ? 'Bodies are no longer kept.'
            : 'Bodies are kept. It begins within 30 seconds.',
      }),
    },
  },
};

export const appUsageScreen: ConsoleScreen = usageScreen(APP_PATH, appView);
