import type { WebContext, WebStage } from '../../context.ts';
import type { WebDependencies } from '../../dependencies.ts';
import { type Onlooker, showRequests, showUsage } from '../../requests/show-requests.ts';
import { appPage, appPath } from '../pages/app-office.ts';
import { shownApp } from './app-overview.ts';

/** `GET /console/apps/{appId}/requests` */
export function showAppRequests(deps: WebDependencies): WebStage {
  return async function showRequestsPage(ctx) {
    await showRequests(ctx, deps, await onlookerOf(ctx));
  };
}

/** `GET /console/apps/{appId}/usage` */
export function showAppUsage(deps: WebDependencies): WebStage {
  return async function showUsagePage(ctx) {
    await showUsage(ctx, deps, await onlookerOf(ctx));
  };
}

async function onlookerOf(ctx: WebContext): Promise<Onlooker> {
  const shown = await shownApp(ctx);
  const { developer, app } = shown;
  const frame: Onlooker['frame'] = (tab, content) => appPage(shown, tab, content);
  return { operations: developer.operations, app, path: appPath(app), frame };
}
