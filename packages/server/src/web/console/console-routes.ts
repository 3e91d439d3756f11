import { requireDeveloper } from '../actors/require-developer.ts';
import type { WebDependencies } from '../dependencies.ts';
import type { Route } from '../routes.ts';
import { requireSession } from '../sessions/load-session.ts';
import { showApps } from './routes/apps.ts';
import { showAppRequests, showAppUsage } from './routes/requests.ts';

/** Pages for developers. */
export function consoleRoutes(deps: WebDependencies): readonly Route[] {
  const developer = [requireSession(), requireDeveloper(deps)];
  return [
    { path: '/console', name: 'console.apps', get: [...developer, showApps(deps)] },
    { path: '/console/apps/:appId/requests', name: 'console.requests', get: [...developer, showAppRequests(deps)] },
    { path: '/console/apps/:appId/usage', name: 'console.usage', get: [...developer, showAppUsage(deps)] },
  ];
}
