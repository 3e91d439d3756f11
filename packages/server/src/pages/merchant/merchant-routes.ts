import type { WebDependencies } from '../kit/dependencies.ts';
import type { Route } from '../kit/routes.ts';
import { screenRoutes } from '../kit/screen-routes.ts';
import { accessRequestScreen, revokeAccessScreen } from './access-request.ts';
import { accessRequestsScreen } from './access-requests.ts';
import { MEMBERS, type MerchantScreen, OWNERS } from './audience.ts';
import { connectionsScreen, disconnectScreen } from './connections.ts';
import { peopleScreen } from './people.ts';
import { personScreen, removePersonScreen } from './person.ts';

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
