import type { WebDependencies } from './dependencies.ts';
import { acceptForm, requireFormToken } from './forms/accept-form.ts';
import { showHome } from './routes/home.ts';
import { showSignIn, signIn } from './routes/sign-in.ts';
import { showSignOut, signOut } from './routes/sign-out.ts';
import type { Route } from './routes.ts';
import { requireSession } from './sessions/load-session.ts';

/** Pages for everybody: the start page, sign-in and sign-out. */
export function accountRoutes(deps: WebDependencies): readonly Route[] {
  const form = acceptForm(deps);
  const signedIn = requireSession();
  return [
    { path: '/', name: 'web.home', get: [showHome(deps)] },
    { path: '/sign-in', name: 'web.signIn', get: [showSignIn(deps)], post: [form, signIn(deps)] },
    {
      path: '/sign-out',
      name: 'web.signOut',
      get: [signedIn, showSignOut(deps)],
      post: [form, signedIn, requireFormToken(deps), signOut(deps)],
    },
  ];
}
