import { requireOperator } from '../actors/require-operator.ts';
import type { WebDependencies } from '../dependencies.ts';
import type { Route } from '../routes.ts';
import { requireSession } from '../sessions/load-session.ts';
import { showHealth } from './routes/health.ts';

/** Pages for operators of the service. */
export function operatorRoutes(deps: WebDependencies): readonly Route[] {
  const operator = [requireSession(), requireOperator(deps)];
  return [{ path: '/operator', name: 'operator.health', get: [...operator, showHealth(deps)] }];
}
