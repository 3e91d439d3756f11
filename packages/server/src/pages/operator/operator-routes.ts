import type { Route } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { screenRoutes } from '../kit/screen-routes.ts';
import {
  appRequestScreen,
  appRequestsScreen,
  appScreen,
  appsScreen,
  appUsageScreen,
  archiveScreen,
  logoScreen,
  reviewsScreen,
} from './apps.ts';
import {
  eraseMerchantScreen,
  memberScreen,
  merchantScreen,
  merchantStateScreen,
  merchantsScreen,
  newMerchantScreen,
  removeMemberScreen,
  renameMerchantScreen,
} from './merchants.ts';
import {
  newOrganizationScreen,
  organizationScreen,
  organizationsScreen,
  renameOrganizationScreen,
} from './organizations.ts';
import {
  operatorsScreen,
  passwordLinkScreen,
  peopleScreen,
  personScreen,
  removeOperatorScreen,
  removePersonScreen,
  secondFactorScreen,
} from './people.ts';
import { OPERATORS, type OperatorScreen } from './screens.ts';
import { auditCsvScreen, auditScreen, healthScreen, keysScreen, revokeTokenScreen, tokensScreen } from './service.ts';

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
  passwordLinkScreen,
  secondFactorScreen,
  removePersonScreen,
  operatorsScreen,
  removeOperatorScreen,
  keysScreen,
  tokensScreen,
  revokeTokenScreen,
  auditScreen,
  auditCsvScreen,
];

export const operatorRoutes = (deps: WebDependencies): readonly Route[] => screenRoutes(deps, OPERATORS, SCREENS);
