import Router from '@koa/router';
import Koa from 'koa';
import { correlate } from '../http/correlate.ts';
import { dropBody } from '../http/drop-body.ts';
import { logRequest } from '../http/log-request.ts';
import { sendAsset } from './assets/assets.ts';
import type { WebContext, WebStage, WebState } from './context.ts';
import type { WebDependencies } from './dependencies.ts';
import { acceptForm, requireFormToken } from './forms/accept-form.ts';
import { chooseLanguage } from './languages/choose-language.ts';
import { WebProblem } from './problems.ts';
import { decideAccess, showAccessRequest, showAccessRequests } from './routes/access-requests.ts';
import { authorize } from './routes/authorize.ts';
import { askToDisconnect, endConnection, showConnections } from './routes/connections.ts';
import { decideConsent, requestIdOf, showConsent } from './routes/consent.ts';
import { showHome } from './routes/home.ts';
import { showSignIn, signIn } from './routes/sign-in.ts';
import { showSignOut, signOut } from './routes/sign-out.ts';
import { securePages } from './secure-pages.ts';
import { loadSession, requireSession } from './sessions/load-session.ts';
import { showProblems } from './show-problems.ts';

interface Route {
  readonly path: string;
  /** Name in the log. */
  readonly name: string;
  readonly get: readonly WebStage[];
  /** Target of the page's form. */
  readonly post?: readonly WebStage[];
}

/** Every page. A form is taken from our own pages only, and in a session with its token only. */
function routesOf(deps: WebDependencies): readonly Route[] {
  const form = acceptForm(deps);
  const signedIn = [requireSession()];
  const ownForm = [form, ...signedIn, requireFormToken(deps)];
  const consenting = requireSession(requestIdOf);
  return [
    { path: '/', name: 'web.home', get: [showHome(deps)] },
    { path: '/sign-in', name: 'web.signIn', get: [showSignIn(deps)], post: [form, signIn(deps)] },
    {
      path: '/sign-out',
      name: 'web.signOut',
      get: [...signedIn, showSignOut(deps)],
      post: [...ownForm, signOut(deps)],
    },
    { path: '/oauth/authorize', name: 'web.authorize', get: [authorize(deps)] },
    {
      path: '/oauth/consent/:id',
      name: 'web.consent',
      get: [consenting, showConsent(deps)],
      post: [form, consenting, requireFormToken(deps), decideConsent(deps)],
    },
    { path: '/connections', name: 'web.connections', get: [...signedIn, showConnections(deps)] },
    {
      path: '/connections/:appId/disconnect',
      name: 'web.disconnect',
      get: [...signedIn, askToDisconnect(deps)],
      post: [...ownForm, endConnection(deps)],
    },
    { path: '/access-requests', name: 'web.accessRequests', get: [...signedIn, showAccessRequests(deps)] },
    {
      path: '/access-requests/:id',
      name: 'web.accessRequest',
      get: [...signedIn, showAccessRequest(deps)],
      post: [...ownForm, decideAccess(deps)],
    },
  ];
}

/** The merchant-facing host. It never serves the API, and the API's host never serves its pages. */
export function createWebApp(deps: WebDependencies): Koa<WebState> {
  const router = new Router<WebState>({ strict: true, sensitive: true });
  router.get('/assets/:file', sendAsset);
  const session = loadSession(deps);
  for (const { path, name, get, post } of routesOf(deps)) {
    router.get(path, named(name), session, ...get);
    if (post) router.post(path, named(name), session, ...post);
  }
  const app = new Koa<WebState>();
  // Errors behind the pages, as when a browser gives up half-way.
  app.on('error', (err) => deps.log.warn({ err }, 'not answered'));
  app.use(dropBody);
  app.use(correlate(deps.trustedProxies));
  app.use(logRequest(deps.log, deps.metrics));
  app.use(securePages(deps));
  app.use(chooseLanguage(deps));
  app.use(showProblems(deps));
  app.use(router.routes());
  app.use(refuseRoute(router));
  return app;
}

/** Response for a path without a page: 405 with Allow if another method has one, otherwise 404. */
function refuseRoute(router: Router<WebState>) {
  return async function refuseUnknownRoute(ctx: WebContext): Promise<void> {
    const { path } = router.match(ctx.path, ctx.method);
    const methods = [...new Set(path.flatMap((layer) => layer.methods))].sort();
    if (methods.length === 0) throw new WebProblem('notFound');
    throw new WebProblem('method', { Allow: methods.join(', ') });
  };
}

/** Lets the log name the page from here on. */
function named(operationId: string): WebStage {
  return async function nameRoute(ctx, next) {
    ctx.state.operationId = operationId;
    await next();
  };
}
