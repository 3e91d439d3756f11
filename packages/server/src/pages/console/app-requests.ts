import { html } from 'hono/html';
import { DirectoryError } from '../../control/errors.ts';
import type { RuleOutcome } from '../../control/usage.ts';
import type { LoggedRequest } from '../../request-log/logged-request.ts';
import { numberOf } from '../kit/fields.ts';
import { instantOf } from '../kit/instants.ts';
import { hidden, ownForm, type View } from '../kit/page.ts';
import type { Html } from '../languages/html.ts';
import { type AppView, requestPage, requestScreen, requestsScreen } from '../shared/requests.ts';
import { usageScreen } from '../shared/usage.ts';
import { checkSummary, finding, unchecked } from '../shared/words.ts';
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

async function appView(given: ConsoleVisit): Promise<AppView> {
  const visit = await withApp(given);
  const { operations, organizationId, app, view } = visit;
  const { data: merchants } = await operations.call('merchant.list', { organizationId, limit: 200 });
  const sandboxes = new Map(merchants.map((merchant) => [merchant.companyId, merchant]));
  const readable = await operationsOf(app.product);
  return {
    operations,
    app,
    path: appPath(app),
    limitAdvice: limitAdvice(view, app.id),
    recordOf({ companyId, path }) {
      const merchant = sandboxes.get(companyId ?? 0);
      const about = pathOfRequest(readable, path);
      return merchant && about && linkTo({ app, merchant }, about);
    },
    again(request) {
      const { companyId, correlationId } = request;
      if (!sandboxes.has(companyId ?? 0) || !isWhole(request)) return undefined;
      const action = appPath(app, `/requests/${correlationId}/again`);
      return ownForm(
        view,
        action,
        html`${hidden('request', request.id)}<button class="secondary">Send again</button>`,
        'actions',
      );
    },
    keepBodies: (until) => bodiesSwitch(visit, until),
    layout(tab, content, companyId) {
      const isSandbox = sandboxes.has(companyId ?? 0);
      return appLayout({ ...visit, ...(isSandbox && { environment: 'SANDBOX' }) }, tab, content);
    },
  };
}

/** Works without a script: one button, which turns it on or off. */
function bodiesSwitch({ app, view }: AppVisit, until: string | null): Html {
  const [minutes, text] =
    until === null ? ([60, 'Keep bodies for an hour'] as const) : ([0, 'Stop keeping bodies'] as const);
  return ownForm(
    view,
    appPath(app, '/requests/bodies'),
    html`${until !== null && html`<p>Bodies of new sandbox requests are kept until ${instantOf(until)}. The page of a request shows them for an hour.</p>`}
      ${hidden('minutes', minutes)}<button class="secondary">${text}</button>`,
    'actions',
  );
}

/** How a developer gets a higher limit from an operator. */
function limitAdvice({ brand, docsUrl }: View, appId: number): Html {
  const { support } = brand;
  const operators = support ? html`<a href="${support.href}">${support.text}</a>` : 'the people who run the service';
  return html`Does it need more, for many merchants? Work out how much by <a href="${docsUrl}/guides/rate-limits">the guide on
    limits</a>, then ask ${operators} for a limit of its own: name app ${appId} and the requests a minute that it needs.`;
}

/** True if the log has everything of the request: it only reads, and none of its values are hidden. */
const isWhole = ({ method, path, query, operation }: LoggedRequest): boolean =>
  method === 'GET' && operation !== 'unknown' && !/[…{]/.test(path + query);

const shownRequest = requestScreen(APP_PATH, appView);

export const appRequestScreen: ConsoleScreen = {
  ...shownRequest,
  forms: {
    sendAgain: {
      path: '/again',
      async change(visit) {
        const app = await appView(visit);
        const { data } = await visit.operations.call('request.list', {
          appId: app.app.id,
          correlationId: visit.param('correlationId'),
        });
        const request = data.find(({ id }) => String(id) === visit.fields.get('request'));
        if (!request?.companyId || !app.again?.(request))
          throw new DirectoryError('This request cannot be sent again.');
        const { path, query, companyId } = request;
        const { accessToken } = await visit.operations.call('app.token', { appId: app.app.id, companyId });
        const call = { path: belowBase(path) + (query && `?${query}`) };
        const response = await runCall(visit.deps, accessToken, call);
        return requestPage(app, visit, responseSection(response));
      },
    },
  },
};

export const appRequestsScreen: ConsoleScreen = {
  ...requestsScreen(APP_PATH, appView),
  forms: {
    keepBodies: {
      path: '/bodies',
      async change({ operations, id, fields }) {
        const minutes = numberOf(fields, 'minutes');
        await operations.call('request.keep-bodies', { appId: id('appId'), minutes });
        return {
          message: minutes === 0 ? 'Bodies are no longer kept.' : 'Bodies are kept. It begins within 30 seconds.',
        };
      },
    },
  },
};
export const appUsageScreen: ConsoleScreen = usageScreen(APP_PATH, appView);
