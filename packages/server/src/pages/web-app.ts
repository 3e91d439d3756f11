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
import { accountScreen, homeScreen, invitationScreen } from './account/account.ts';
import { changePasswordScreen, forgottenPasswordScreen, newPasswordScreen } from './account/password.ts';
import { newAddressScreen, profileScreen } from './account/profile.ts';
import { signInCodeScreen, signInScreen, signOutScreen } from './account/sign-in.ts';
import { confirmAddressScreen, signedUpScreen, signUpScreen } from './account/sign-up.ts';
import { twoStepScreen } from './account/two-step.ts';
import { sendAsset, sendListedLogo } from './assets/brand.ts';
import { authorizeScreen, CONSENTING, consentLogoScreen, consentScreen } from './consent/consent.ts';
import { consoleRoutes, invitationRoutes } from './console/console-routes.ts';
import { type Route, type WebContext, WebProblem, type WebStage, type WebState } from './kit/context.ts';
import { loadSession } from './kit/cookies.ts';
import type { WebDependencies } from './kit/dependencies.ts';
import { consentErrorPage, linkGonePage, problemPage, sendPage } from './kit/layout.ts';
import { viewOf } from './kit/page.ts';
import { EVERYONE, NEWCOMERS, type Screen, signedIn } from './kit/screen.ts';
import { loadFlash, screenRoutes } from './kit/screen-routes.ts';
import { chooseLanguage } from './languages/choose-language.ts';
import { accessRequestScreen, accessRequestsScreen, revokeAccessScreen } from './merchant/access-requests.ts';
import { MEMBERS, OWNERS } from './merchant/audience.ts';
import { connectionsScreen, disconnectScreen } from './merchant/connections.ts';
import { peopleScreen, personScreen, removePersonScreen } from './merchant/people.ts';
import { storesScreen } from './merchant/stores.ts';
import { operatorRoutes } from './operator/operator-routes.ts';
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

/** The start page, sign-up, sign-in, sign-out, and a person's own account. */
export const accountRoutes = (deps: WebDependencies): readonly Route[] => [
  ...screenRoutes(deps, EVERYONE, [
    homeScreen,
    signInScreen,
    signInCodeScreen,
    forgottenPasswordScreen,
    newPasswordScreen,
    invitationScreen,
  ]),
  ...screenRoutes(deps, NEWCOMERS, [signUpScreen, signedUpScreen, confirmAddressScreen]),
  ...screenRoutes(deps, signedIn(), [
    signOutScreen,
    accountScreen,
    profileScreen,
    newAddressScreen,
    changePasswordScreen,
    twoStepScreen,
  ]),
];

export const consentRoutes = (deps: WebDependencies): readonly Route[] => [
  ...screenRoutes(deps, EVERYONE, [authorizeScreen]),
  ...screenRoutes(deps, CONSENTING, [consentScreen, consentLogoScreen]),
];

export const merchantRoutes = (deps: WebDependencies): readonly Route[] => [
  ...screenRoutes(deps, MEMBERS, [connectionsScreen, accessRequestsScreen, accessRequestScreen, storesScreen]),
  ...screenRoutes(deps, OWNERS, [disconnectScreen, revokeAccessScreen, peopleScreen, personScreen, removePersonScreen]),
];

/** Statements about the traffic of apps are withdrawn, but other sites may link to them. */
const withdrawn = (path: string, name: string): Screen => ({
  path: `/statements/:appId${path}`,
  name,
  show: () =>
    linkGonePage(
      'No longer published',
      'Statements about the traffic of apps, and their badges, are no longer published.',
      { href: '/', text: 'Go to the start page' },
    ),
});

const withdrawnRoutes = (deps: WebDependencies): readonly Route[] =>
  screenRoutes(deps, NEWCOMERS, [
    withdrawn('', 'statement'),
    withdrawn('/statement.jwt', 'statement.signed'),
    withdrawn('/badge.svg', 'statement.badge'),
  ]);

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
