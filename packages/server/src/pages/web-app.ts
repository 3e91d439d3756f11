import Router from '@koa/router';
import Koa, { type Next } from 'koa';
import { AccessRequestDecided, AccessRequestExpired } from '../control/access-requests.ts';
import { DirectoryError } from '../control/errors.ts';
import { reportUnknownSources } from '../control/source-address.ts';
import { PartnerError } from '../errors.ts';
import { ConsentError } from '../oauth/authorization-request.ts';
import { RequestGone } from '../oauth/consent.ts';
import { correlate, dropBody } from '../pipeline/first-stages.ts';
import { logRequest } from '../pipeline/log-request.ts';
import { toPartnerError } from '../pipeline/shape-errors.ts';
import { sendAsset, sendListedLogo } from './assets/brand.ts';
import { consoleRoutes, invitationRoutes } from './console/console-routes.ts';
import { type WebContext, WebProblem, type WebStage, type WebState } from './kit/context.ts';
import { loadSession } from './kit/cookies.ts';
import type { WebDependencies } from './kit/dependencies.ts';
import { consentErrorPage, problemPage, sendPage } from './kit/layout.ts';
import { viewOf } from './kit/page.ts';
import { loadFlash } from './kit/screen-routes.ts';
import { chooseLanguage } from './languages/choose-language.ts';
import { operatorRoutes } from './operator/operator-routes.ts';
import { accountRoutes, consentRoutes, merchantRoutes, withdrawnRoutes } from './routes.ts';
import { securePages } from './secure-pages.ts';

/** Turns every error into a page, without a stack trace. */
const showProblems = (deps: WebDependencies) =>
  async function showProblemPage(ctx: WebContext, next: Next): Promise<void> {
    try {
      await next();
    } catch (error) {
      if (error instanceof ConsentError) {
        // The header helps developers who test an app.
        ctx.set('X-Tillgate-Error', error.code);
        return sendPage(ctx, deps, 400, consentErrorPage(viewOf(ctx, deps), error.code, ctx.params?.id));
      }
      const problem = toProblem(error);
      if (problem.status >= 500) deps.log.error({ err: error, correlationId: ctx.state.correlationId }, 'failed');
      ctx.set(problem.headers);
      sendPage(ctx, deps, problem.status, problemPage(viewOf(ctx, deps), problem.problem, ctx.state.correlationId));
    }
  };

function toProblem(error: unknown): WebProblem {
  if (error instanceof WebProblem) return error;
  if (error instanceof RequestGone) return new WebProblem('gone');
  if (error instanceof AccessRequestExpired) return new WebProblem('expired');
  if (error instanceof AccessRequestDecided) return new WebProblem('decided');
  if (error instanceof DirectoryError) return new WebProblem('changed');
  const failure = toPartnerError(error);
  const away = failure instanceof PartnerError && failure.status === 503;
  return away ? new WebProblem('unavailable', { 'Retry-After': '5' }) : new WebProblem('failed');
}

/** The routes of every page, by audience. */
const ROUTES = [
  accountRoutes,
  consentRoutes,
  merchantRoutes,
  invitationRoutes,
  consoleRoutes,
  operatorRoutes,
  withdrawnRoutes,
];

/** The web host, with the pages for merchants, developers and operators. It never serves the API. */
export function createWebApp(deps: WebDependencies): Koa<WebState> {
  const router = new Router<WebState>({ strict: true, sensitive: true });
  router.get('/assets/:file', sendAsset(deps.brand.assets));
  router.get('/logos/:digest', named('web.logo'), sendListedLogo(deps.control));
  const visitor = [loadSession(deps), loadFlash(deps)];
  for (const { path, name, get, post } of ROUTES.flatMap((routesOf) => routesOf(deps))) {
    if (get) router.get(path, named(name), ...visitor, get);
    if (post) router.post(path, named(name), ...visitor, post);
  }
  const app = new Koa<WebState>();
  // Errors outside the pages, for example when a browser disconnects.
  app.on('error', (err) => deps.log.warn({ err }, 'not answered'));
  app.use(dropBody);
  app.use(correlate(deps.config.trustedProxies, reportUnknownSources('web', deps.control, deps.log)));
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
const rejectRoute = (router: Router<WebState>) =>
  async function rejectUnknownRoute(ctx: WebContext): Promise<void> {
    const { path } = router.match(ctx.path, ctx.method);
    const methods = [...new Set(path.flatMap((layer) => layer.methods))].sort();
    if (methods.length === 0) throw new WebProblem('notFound');
    throw new WebProblem('method', { Allow: methods.join(', ') });
  };

/** Names the page in the log. */
const named = (operationId: string): WebStage =>
  async function nameRoute(ctx, next) {
    ctx.state.operationId = operationId;
    await next();
  };
