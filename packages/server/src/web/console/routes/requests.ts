import { developerOf } from '../../actors/require-developer.ts';
import type { WebContext, WebStage } from '../../context.ts';
import type { WebDependencies } from '../../dependencies.ts';
import { type Onlooker, showRequests, showUsage } from '../../requests/show-requests.ts';
import { consoleOffice } from '../pages/console-office.ts';

/** `GET /console/apps/{appId}/requests` */
export function showAppRequests(deps: WebDependencies): WebStage {
  return async function showRequestsPage(ctx) {
    await showRequests(ctx, deps, onlookerOf(ctx));
  };
}

/** `GET /console/apps/{appId}/usage` */
export function showAppUsage(deps: WebDependencies): WebStage {
  return async function showUsagePage(ctx) {
    await showUsage(ctx, deps, onlookerOf(ctx));
  };
}

function onlookerOf(ctx: WebContext): Onlooker {
  const developer = developerOf(ctx);
  return { operations: developer.operations, office: consoleOffice(developer, 'apps'), apps: '/console/apps' };
}
