import { developerOf } from '../../actors/require-developer.ts';
import type { WebStage } from '../../context.ts';
import type { WebDependencies } from '../../dependencies.ts';
import { sendPage } from '../../send-page.ts';
import { appsPage } from '../pages/apps-page.ts';

/** `GET /console` */
export function showApps(deps: WebDependencies): WebStage {
  return async function showAppsPage(ctx) {
    const developer = developerOf(ctx);
    const { data } = await developer.operations.call('app.list', { limit: 200 });
    sendPage(ctx, deps, 200, appsPage(developer, data));
  };
}
