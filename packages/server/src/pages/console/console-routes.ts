import { NEWCOMERS } from '../kit/audiences.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import type { Route } from '../kit/routes.ts';
import { screenRoutes } from '../kit/screen-routes.ts';
import { accessRequestsScreen } from './access-requests.ts';
import { activityScreen } from './activity.ts';
import { removeAddressScreens } from './addresses.ts';
import { appScreen, archiveScreen } from './app.ts';
import { appRequestScreen, appRequestsScreen, appUsageScreen } from './app-requests.ts';
import { appsScreen, newAppScreen } from './apps.ts';
import { type ConsoleScreen, DEVELOPERS } from './audience.ts';
import {
  editCredentialScreen,
  editKeyScreen,
  revokeApiKeyScreen,
  revokeCredentialScreen,
  rotateSecretScreen,
} from './change-credential.ts';
import { connectionsScreen } from './connections.ts';
import { credentialsScreen } from './credentials.ts';
import { firstCallScreen } from './first-call/first-call.ts';
import { invitationScreen } from './invitation.ts';
import { loadDataScreen } from './load-data.ts';
import { merchantScreen, removeMemberScreen, resetMerchantScreen } from './merchant.ts';
import { merchantsScreen, newMerchantScreen } from './merchants.ts';
import { organizationScreen, removePersonScreen } from './organization.ts';
import { readyScreen } from './ready.ts';
import { recordsScreen } from './records/records.ts';
import { scenariosScreen } from './scenarios.ts';
import { searchScreen } from './search.ts';
import { logoScreen, settingsScreen } from './settings.ts';
import { tillScreen } from './till.ts';
import { removeWebhookScreen, rotateWebhookScreen, webhookScreen } from './webhooks/webhook.ts';
import { webhooksScreen } from './webhooks/webhooks.ts';

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
  appRequestsScreen,
  appRequestScreen,
  appUsageScreen,
  readyScreen,
  settingsScreen,
  logoScreen,
  archiveScreen,
  ...removeAddressScreens,
  credentialsScreen,
  rotateSecretScreen,
  revokeCredentialScreen,
  editCredentialScreen,
  revokeApiKeyScreen,
  editKeyScreen,
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
