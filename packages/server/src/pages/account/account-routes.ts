import { EVERYONE, NEWCOMERS, type SignedIn, signedIn } from '../kit/audiences.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import type { Route } from '../kit/routes.ts';
import type { Screen } from '../kit/screen.ts';
import { screenRoutes } from '../kit/screen-routes.ts';
import { accountScreen } from './account.ts';
import { changePasswordScreen } from './change-password.ts';
import { confirmAddressScreen } from './confirm-address.ts';
import { forgottenPasswordScreen } from './forgotten-password.ts';
import { homeScreen } from './home.ts';
import { invitationScreen } from './invitation.ts';
import { newPasswordScreen } from './new-password.ts';
import { signInScreen } from './sign-in.ts';
import { signInCodeScreen } from './sign-in-code.ts';
import { signOutScreen } from './sign-out.ts';
import { signedUpScreen, signUpScreen } from './sign-up.ts';
import { twoStepScreen } from './two-step.ts';

const FOR_EVERYONE: readonly Screen[] = [
  homeScreen,
  signInScreen,
  signInCodeScreen,
  forgottenPasswordScreen,
  newPasswordScreen,
  invitationScreen,
];

const FOR_NEWCOMERS: readonly Screen[] = [signUpScreen, signedUpScreen, confirmAddressScreen];

const FOR_SIGNED_IN: readonly Screen<SignedIn>[] = [signOutScreen, accountScreen, changePasswordScreen, twoStepScreen];

/** The start page, sign-up, sign-in, sign-out, and a person's own account. */
export const accountRoutes = (deps: WebDependencies): readonly Route[] => [
  ...screenRoutes(deps, EVERYONE, FOR_EVERYONE),
  ...screenRoutes(deps, NEWCOMERS, FOR_NEWCOMERS),
  ...screenRoutes(deps, signedIn(), FOR_SIGNED_IN),
];
