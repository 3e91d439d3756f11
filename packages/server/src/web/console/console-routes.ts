import { requireDeveloper } from '../actors/require-developer.ts';
import type { WebDependencies } from '../dependencies.ts';
import type { Route } from '../routes.ts';
import { requireSession } from '../sessions/load-session.ts';
import { showApps } from './routes/apps.ts';

/** Pages for developers. */
export function consoleRoutes(deps: WebDependencies): readonly Route[] {
  const developer = [requireSession(), requireDeveloper(deps)];
  return [{ path: '/console', name: 'console.apps', get: [...developer, showApps(deps)] }];
}
