import type { WebDependencies } from '../kit/dependencies.ts';
import type { Route } from '../kit/routes.ts';
import { screenRoutes } from '../kit/screen-routes.ts';
import { appScreen, archiveScreen, logoScreen } from './app.ts';
import { appRequestScreen, appRequestsScreen, appUsageScreen } from './app-requests.ts';
import { appsScreen, reviewsScreen } from './apps.ts';
import { OPERATORS, type OperatorScreen } from './audience.ts';
import { auditCsvScreen, auditScreen } from './audit.ts';
import { healthScreen } from './health.ts';
import { keysScreen } from './keys.ts';
import { memberScreen, removeMemberScreen } from './members.ts';
import { eraseMerchantScreen, merchantScreen, merchantStateScreen, renameMerchantScreen } from './merchant.ts';
import { merchantsScreen, newMerchantScreen } from './merchants.ts';
import { operatorsScreen, removeOperatorScreen } from './operators.ts';
import {
  newOrganizationScreen,
  organizationScreen,
  organizationsScreen,
  renameOrganizationScreen,
} from './organizations.ts';
import { loginScreens, peopleScreen, personScreen } from './people.ts';
import { revokeTokenScreen, tokensScreen } from './tokens.ts';

/** Paths with a fixed name come before the ones with an id in the same place. */
const SCREENS: readonly OperatorScreen[] = [
  healthScreen,
  reviewsScreen,
  appsScreen,
  appScreen,
  logoScreen,
  archiveScreen,
  appRequestsScreen,
  appRequestScreen,
  appUsageScreen,
  organizationsScreen,
  newOrganizationScreen,
  organizationScreen,
  renameOrganizationScreen,
  merchantsScreen,
  newMerchantScreen,
  merchantScreen,
  renameMerchantScreen,
  merchantStateScreen,
  eraseMerchantScreen,
  memberScreen,
  removeMemberScreen,
  peopleScreen,
  personScreen,
  ...loginScreens,
  operatorsScreen,
  removeOperatorScreen,
  keysScreen,
  tokensScreen,
  revokeTokenScreen,
  auditScreen,
  auditCsvScreen,
];

/** Pages for operators of the service. */
export const operatorRoutes = (deps: WebDependencies): readonly Route[] => screenRoutes(deps, OPERATORS, SCREENS);
