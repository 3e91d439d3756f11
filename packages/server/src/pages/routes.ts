import { accountScreen, homeScreen, invitationScreen } from './account/account.ts';
import { changePasswordScreen, forgottenPasswordScreen, newPasswordScreen } from './account/password.ts';
import { signInCodeScreen, signInScreen, signOutScreen } from './account/sign-in.ts';
import { confirmAddressScreen, signedUpScreen, signUpScreen } from './account/sign-up.ts';
import { twoStepScreen } from './account/two-step.ts';
import { authorizeScreen, CONSENTING, consentLogoScreen, consentScreen } from './consent/consent.ts';
import type { Route } from './kit/context.ts';
import type { WebDependencies } from './kit/dependencies.ts';
import { linkGonePage } from './kit/layout.ts';
import { EVERYONE, NEWCOMERS, type Screen, signedIn } from './kit/screen.ts';
import { screenRoutes } from './kit/screen-routes.ts';
import { accessRequestScreen, accessRequestsScreen, revokeAccessScreen } from './merchant/access-requests.ts';
import { MEMBERS, OWNERS } from './merchant/audience.ts';
import { connectionsScreen, disconnectScreen } from './merchant/connections.ts';
import { peopleScreen, personScreen, removePersonScreen } from './merchant/people.ts';

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
  ...screenRoutes(deps, signedIn(), [signOutScreen, accountScreen, changePasswordScreen, twoStepScreen]),
];

/** Pages on which an owner approves an app. */
export const consentRoutes = (deps: WebDependencies): readonly Route[] => [
  ...screenRoutes(deps, EVERYONE, [authorizeScreen]),
  ...screenRoutes(deps, CONSENTING, [consentScreen, consentLogoScreen]),
];

/** The back office, for the people of a merchant. */
export const merchantRoutes = (deps: WebDependencies): readonly Route[] => [
  ...screenRoutes(deps, MEMBERS, [connectionsScreen, accessRequestsScreen, accessRequestScreen]),
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

export const withdrawnRoutes = (deps: WebDependencies): readonly Route[] =>
  screenRoutes(deps, NEWCOMERS, [
    withdrawn('', 'statement'),
    withdrawn('/statement.jwt', 'statement.signed'),
    withdrawn('/badge.svg', 'statement.badge'),
  ]);
