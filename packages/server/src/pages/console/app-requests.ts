import { html } from 'hono/html';
import { DirectoryError } from '../../control/directory-error.ts';
import type { LoggedRequest } from '../../request-log/logged-request.ts';
import { numberOf } from '../kit/form/filled-form.ts';
import { instantOf } from '../kit/page/instants.ts';
import { hidden, ownForm } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import type { AppView } from '../shared/requests/app-view.ts';
import { requestPage, requestScreen, requestsScreen } from '../shared/requests/requests.ts';
import { usageScreen } from '../shared/requests/usage.ts';
import { APP_PATH, type AppVisit, appLayout, appPath, withApp } from './app-layout.ts';
import type { ConsoleScreen, ConsoleVisit } from './audience.ts';
import { responseSection } from './first-call/response.ts';
import { runCall } from './first-call/run-call.ts';
import { belowBase, operationsOf, pathOfRequest } from './records/api-operations.ts';
import { linkTo } from './records/record-views.ts';

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
