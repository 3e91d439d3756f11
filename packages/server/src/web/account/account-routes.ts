import type { WebDependencies } from '../kit/dependencies.ts';
import { acceptForm, requireFormToken } from '../kit/form/accept-form.ts';
import type { Route } from '../kit/routes.ts';
import { requireSession } from '../kit/session/load-session.ts';
import { inEnglish } from '../languages/choose-language.ts';
import { acceptInvitation, showInvitation } from '../shared/accept-invitation.ts';
import { MEMBER_INVITATIONS } from '../shared/invitation.ts';
import { endOwnSessions, showAccount } from './account.ts';
import { changeOwnPassword, showChangePassword } from './change-password.ts';
import { confirmAddress, showConfirmAddress } from './confirm-address.ts';
import { sendPasswordLink, showForgottenPassword } from './forgotten-password.ts';
import { showHome } from './home.ts';
import { setNewPassword, showNewPassword } from './new-password.ts';
import { showSignIn, signIn } from './sign-in.ts';
import { showSignInCode, signInWithCode } from './sign-in-code.ts';
import { showSignOut, signOut } from './sign-out.ts';
import { showSignedUp, showSignUp, signUpByForm } from './sign-up.ts';
import { changeTwoStep, showTwoStep } from './two-step.ts';

/** Pages for everybody: the start page, sign-in and sign-out, and one's own account. */
export const accountRoutes = (deps: WebDependencies): readonly Route[] => [
  ...signedOutRoutes(deps),
  ...signedInRoutes(deps),
];

/** Pages that lead into a session. Their forms have no session's token; a link's code is a secret of its own. */
function signedOutRoutes(deps: WebDependencies): readonly Route[] {
  const form = acceptForm(deps);
  return [
    { path: '/', name: 'web.home', get: [showHome(deps)] },
    { path: '/sign-in', name: 'web.signIn', get: [showSignIn(deps)], post: [form, signIn(deps)] },
    { path: '/sign-up', name: 'web.signUp', get: [showSignUp(deps)], post: [form, signUpByForm(deps)] },
    { path: '/sign-up/done', name: 'web.signedUp', get: [showSignedUp(deps)] },
    { path: '/sign-in/code', name: 'web.signInCode', get: [showSignInCode(deps)], post: [form, signInWithCode(deps)] },
    {
      path: '/forgotten-password',
      name: 'web.forgottenPassword',
      get: [showForgottenPassword(deps)],
      post: [form, sendPasswordLink(deps)],
    },
    {
      path: '/new-password/:code',
      name: 'web.newPassword',
      get: [showNewPassword(deps)],
      post: [form, setNewPassword(deps)],
    },
    {
      path: '/confirm-address/:code',
      name: 'web.confirmAddress',
      get: [inEnglish, showConfirmAddress(deps)],
      post: [form, inEnglish, confirmAddress(deps)],
    },
    {
      path: '/invitations/:code',
      name: 'web.invitation',
      get: [showInvitation(deps, MEMBER_INVITATIONS)],
      post: [form, acceptInvitation(deps, MEMBER_INVITATIONS)],
    },
  ];
}

function signedInRoutes(deps: WebDependencies): readonly Route[] {
  const signedIn = requireSession();
  const ownForm = [signedIn, acceptForm(deps), requireFormToken(deps)];
  return [
    { path: '/sign-out', name: 'web.signOut', get: [signedIn, showSignOut(deps)], post: [...ownForm, signOut(deps)] },
    { path: '/account', name: 'web.account', get: [signedIn, showAccount(deps)] },
    { path: '/account/sessions', name: 'web.sessions', post: [...ownForm, endOwnSessions(deps)] },
    {
      path: '/account/password',
      name: 'web.changePassword',
      get: [signedIn, showChangePassword(deps)],
      post: [...ownForm, changeOwnPassword(deps)],
    },
    {
      path: '/account/two-step',
      name: 'web.twoStep',
      get: [signedIn, showTwoStep(deps)],
      post: [...ownForm, changeTwoStep(deps)],
    },
  ];
}
