import { accountScreen, homeScreen, invitationScreen } from './account/account.ts';
import { changePasswordScreen, forgottenPasswordScreen, newPasswordScreen } from './account/password.ts';
import { signInCodeScreen, signInScreen, signOutScreen } from './account/sign-in.ts';
import { confirmAddressScreen, signedUpScreen, signUpScreen } from './account/sign-up.ts';
import { twoStepScreen } from './account/two-step.ts';
import { authorizeScreen, CONSENTING, consentLogoScreen, consentScreen } from './consent/consent.ts';
import type { Route } from './kit/context.ts';
import type { WebDependencies } from './kit/dependencies.ts';
import { linkGonePage } from './kit/layout.ts';
import { EVERYONE, NEWCOMERS, type Screen, type SignedIn, signedIn } from './kit/screen.ts';
import { screenRoutes } from './kit/screen-routes.ts';
import { accessRequestScreen, accessRequestsScreen, revokeAccessScreen } from './merchant/access-requests.ts';
import { MEMBERS, type MerchantScreen, OWNERS } from './merchant/audience.ts';
import { connectionsScreen, disconnectScreen } from './merchant/connections.ts';
import { peopleScreen, personScreen, removePersonScreen } from './merchant/people.ts';

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

/** Pages on which an owner approves an app. */
export const consentRoutes = (deps: WebDependencies): readonly Route[] => [
  ...screenRoutes(deps, EVERYONE, [authorizeScreen]),
  ...screenRoutes(deps, CONSENTING, [consentScreen, consentLogoScreen]),
];

const FOR_MEMBERS: readonly MerchantScreen[] = [connectionsScreen, accessRequestsScreen, accessRequestScreen];

const FOR_OWNERS: readonly MerchantScreen[] = [
  disconnectScreen,
  revokeAccessScreen,
  peopleScreen,
  personScreen,
  removePersonScreen,
];

/** The back office, for the people of a merchant. */
export const merchantRoutes = (deps: WebDependencies): readonly Route[] => [
  ...screenRoutes(deps, MEMBERS, FOR_MEMBERS),
  ...screenRoutes(deps, OWNERS, FOR_OWNERS),
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
