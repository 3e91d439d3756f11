import type { Route } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { NEWCOMERS } from '../kit/screen.ts';
import { screenRoutes } from '../kit/screen-routes.ts';
import { accessRequestsScreen, connectionsScreen } from './access-requests.ts';
import { appRequestScreen, appRequestsScreen, appUsageScreen, readyScreen } from './app-requests.ts';
import { archiveScreen, logoScreen, removeAddressScreens, settingsScreen } from './app-settings.ts';
import { appScreen, appsScreen, newAppScreen, submitScreen } from './apps.ts';
import { credentialScreens, credentialsScreen } from './credentials.ts';
import { type ConsoleScreen, DEVELOPERS } from './layout.ts';
import { loadDataScreen } from './load-data.ts';
import {
  merchantScreen,
  merchantsScreen,
  newMerchantScreen,
  removeMemberScreen,
  resetMerchantScreen,
  scenariosScreen,
} from './merchants.ts';
import { activityScreen, invitationScreen, organizationScreen, removePersonScreen } from './organization.ts';
import { firstCallScreen, recordsScreen } from './records/records.ts';
import { searchScreen } from './search.ts';
import { tillScreen } from './till/till.ts';
import { removeWebhookScreen, rotateWebhookScreen, webhookScreen, webhooksScreen } from './webhooks.ts';

/** Paths with a fixed name come before the ones with an id in the same place. */
const SCREENS: readonly ConsoleScreen[] = [
  appsScreen,
  newAppScreen,
  connectionsScreen,
  organizationScreen,
  activityScreen,
  searchScreen,
  removePersonScreen,
  merchantsScreen,
  newMerchantScreen,
  merchantScreen,
  removeMemberScreen,
  resetMerchantScreen,
  tillScreen,
  loadDataScreen,
  recordsScreen,
  scenariosScreen,
  appScreen,
  firstCallScreen,
  submitScreen,
  appRequestsScreen,
  appRequestScreen,
  appUsageScreen,
  readyScreen,
  settingsScreen,
  logoScreen,
  archiveScreen,
  ...removeAddressScreens,
  credentialsScreen,
  ...credentialScreens,
  accessRequestsScreen,
  webhooksScreen,
  webhookScreen,
  rotateWebhookScreen,
  removeWebhookScreen,
];

/** Pages opened by an invitation link; the link is the credential. */
export const invitationRoutes = (deps: WebDependencies): readonly Route[] =>
  screenRoutes(deps, { ...NEWCOMERS, name: DEVELOPERS.name }, [invitationScreen]);

/** Pages for developers, each within one organization. */
export const consoleRoutes = (deps: WebDependencies): readonly Route[] => screenRoutes(deps, DEVELOPERS, SCREENS);
