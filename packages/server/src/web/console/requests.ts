import { html } from 'hono/html';
import type { WebContext, WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { type View, viewOf } from '../kit/page/view.ts';
import type { Html } from '../languages/html.ts';
import { type Onlooker, showRequests, showUsage } from '../shared/requests/show-requests.ts';
import { appPage, appPath } from './app-layout.ts';
import { shownApp } from './app-overview.ts';

/** `GET /console/apps/{appId}/requests` */
export function showAppRequests(deps: WebDependencies): WebStage {
  return async function showRequestsPage(ctx) {
    await showRequests(ctx, deps, await onlookerOf(ctx, deps));
  };
}

/** `GET /console/apps/{appId}/usage` */
export function showAppUsage(deps: WebDependencies): WebStage {
  return async function showUsagePage(ctx) {
    await showUsage(ctx, deps, await onlookerOf(ctx, deps));
  };
}

async function onlookerOf(ctx: WebContext, deps: WebDependencies): Promise<Onlooker> {
  const shown = await shownApp(ctx);
  const { developer, app } = shown;
  const frame: Onlooker['frame'] = (tab, content) => appPage(shown, tab, content);
  const limitAdvice = askForMore(viewOf(ctx, deps), app.id);
  return { operations: developer.operations, app, path: appPath(app), limitAdvice, frame };
}

/** How a developer gets a higher limit, which an operator sets. */
function askForMore({ brand, docsUrl }: View, appId: number): Html {
  const { support } = brand;
  const operators = support ? html`<a href="${support.href}">${support.text}</a>` : 'the people who run the service';
  return html`Does it need more, for many merchants? Work out how much by <a href="${docsUrl}/guides/rate-limits">the guide on
    limits</a>, then ask ${operators} for a limit of its own: name app ${appId} and the requests a minute that it needs.`;
}
