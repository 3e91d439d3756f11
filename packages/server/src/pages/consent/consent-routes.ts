import { EVERYONE } from '../kit/audiences.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import type { Route } from '../kit/routes.ts';
import { screenRoutes } from '../kit/screen-routes.ts';
import { authorizeScreen } from './authorize.ts';
import { CONSENTING, consentLogoScreen, consentScreen } from './consent.ts';

/** Pages on which an owner approves an app. */
export const consentRoutes = (deps: WebDependencies): readonly Route[] => [
  ...screenRoutes(deps, EVERYONE, [authorizeScreen]),
  ...screenRoutes(deps, CONSENTING, [consentScreen, consentLogoScreen]),
];
