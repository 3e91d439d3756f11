import Router from '@koa/router';
import Koa from 'koa';
import { reportUnknownSources } from '../control/service/unknown-sources.ts';
import { correlate } from '../pipeline/correlate.ts';
import { dropBody } from '../pipeline/drop-body.ts';
import { logRequest } from '../pipeline/log-request.ts';
import { accountRoutes } from './account/account-routes.ts';
import { sendAsset } from './assets/assets.ts';
import { sendListedLogo } from './assets/send-logo.ts';
import { consentRoutes } from './consent/consent-routes.ts';
import { consoleRoutes, invitationRoutes } from './console/console-routes.ts';
import type { WebContext, WebStage, WebState } from './kit/context.ts';
import type { WebDependencies } from './kit/dependencies.ts';
import { loadFlash } from './kit/form/flash-cookie.ts';
import { WebProblem } from './kit/problems.ts';
import type { Route } from './kit/routes.ts';
import { loadSession } from './kit/session/load-session.ts';
import { chooseLanguage } from './languages/choose-language.ts';
import { merchantRoutes } from './merchant/merchant-routes.ts';
import { operatorRoutes } from './operator/operator-routes.ts';
import { securePages } from './secure-pages.ts';
import { showProblems } from './show-problems.ts';
import { statementRoutes } from './statement/statement.ts';

/** Every page, by audience. */
const routesOf = (deps: WebDependencies): readonly Route[] => [
  ...accountRoutes(deps),
  ...consentRoutes(deps),
  ...merchantRoutes(deps),
  ...invitationRoutes(deps),
  ...consoleRoutes(deps),
  ...operatorRoutes(deps),
  ...statementRoutes(deps),
];

/** The web host, with the pages for merchants, developers and operators. It never serves the API. */
export function createWebApp(deps: WebDependencies): Koa<WebState> {
  const router = new Router<WebState>({ strict: true, sensitive: true });
  router.get('/assets/:file', sendAsset(deps.brand.assets));
  router.get('/logos/:digest', named('web.logo'), sendListedLogo(deps));
  const visitor = [loadSession(deps), loadFlash(deps)];
  for (const { path, name, get, post } of routesOf(deps)) {
    if (get) router.get(path, named(name), ...visitor, get);
    if (post) router.post(path, named(name), ...visitor, post);
  }
  const app = new Koa<WebState>();
  // Errors outside the pages, for example when a browser disconnects.
  app.on('error', (err) => deps.log.warn({ err }, 'not answered'));
  app.use(dropBody);
  app.use(correlate(deps.trustedProxies, reportUnknownSources('web', deps.control, deps.log)));
  if (deps.tracing) app.use(deps.tracing.request('web'));
  app.use(logRequest('web', deps.log, deps.metrics));
  app.use(securePages(deps));
  app.use(chooseLanguage(deps));
  app.use(showProblems(deps));
  app.use(router.routes());
  app.use(rejectRoute(router));
  return app;
}

/** Responds to paths without a page: 405 with Allow if another method has one, otherwise 404. */
function rejectRoute(router: Router<WebState>) {
  return async function rejectUnknownRoute(ctx: WebContext): Promise<void> {
    const { path } = router.match(ctx.path, ctx.method);
    const methods = [...new Set(path.flatMap((layer) => layer.methods))].sort();
    if (methods.length === 0) throw new WebProblem('notFound');
    throw new WebProblem('method', { Allow: methods.join(', ') });
  };
}

/** Names the page in the log. */
function named(operationId: string): WebStage {
  return async function nameRoute(ctx, next) {
    ctx.state.operationId = operationId;
    await next();
  };
}
