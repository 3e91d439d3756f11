import { html } from 'hono/html';
import type { View } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import type { AppView } from '../shared/requests/app-view.ts';
import { requestsScreen } from '../shared/requests/requests.ts';
import { usageScreen } from '../shared/requests/usage.ts';
import { APP_PATH, appLayout, appPath, withApp } from './app-layout.ts';
import type { ConsoleScreen, ConsoleVisit } from './audience.ts';
import { operationsOf, pathOfRequest } from './records/api-operations.ts';
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
    layout: (tab, content) => appLayout(visit, tab, content),
  };
}

/** How a developer gets a higher limit from an operator. */
function limitAdvice({ brand, docsUrl }: View, appId: number): Html {
  const { support } = brand;
  const operators = support ? html`<a href="${support.href}">${support.text}</a>` : 'the people who run the service';
  return html`Does it need more, for many merchants? Work out how much by <a href="${docsUrl}/guides/rate-limits">the guide on
    limits</a>, then ask ${operators} for a limit of its own: name app ${appId} and the requests a minute that it needs.`;
}

export const appRequestsScreen: ConsoleScreen = requestsScreen(APP_PATH, appView);
export const appUsageScreen: ConsoleScreen = usageScreen(APP_PATH, appView);
