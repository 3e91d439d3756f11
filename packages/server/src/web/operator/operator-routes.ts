import type { WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { acceptForm, requireFormToken } from '../kit/form/accept-form.ts';
import type { Route } from '../kit/routes.ts';
import { screenRoutes } from '../kit/screen.ts';
import { requireSession } from '../kit/session/load-session.ts';
import * as apps from './apps.ts';
import { downloadAudit, showAudit } from './audit.ts';
import { showHealth } from './health.ts';
import { keysScreen } from './keys.ts';
import * as members from './members.ts';
import * as merchants from './merchants.ts';
import * as operators from './operators.ts';
import { OPERATORS, type OperatorScreen } from './operators-audience.ts';
import * as organizations from './organizations.ts';
import * as people from './people.ts';
import { requireOperator } from './require-operator.ts';
import { revokeTokenScreen, tokensScreen } from './tokens.ts';

type Stage = (deps: WebDependencies) => WebStage;

/** Each page by its path below `/operator`, its name in the log, and what shows it and takes its form. */
const PAGES: readonly (readonly [path: string, name: string, get: Stage | undefined, post?: Stage])[] = [
  ['', 'health', showHealth],
  ['/reviews', 'reviews', apps.showReviews],
  ['/apps', 'apps', apps.showApps],
  ['/apps/:appId', 'app', apps.showApp],
  ['/apps/:appId/logo', 'logo', apps.showLogo],
  ['/apps/:appId/decision', 'decision', undefined, apps.decideReview],
  ['/apps/:appId/limit', 'limit', undefined, apps.setLimit],
  ['/apps/:appId/archive', 'archive', apps.askToArchive, apps.archive],
  ['/apps/:appId/requests', 'requests', apps.showAppRequests],
  ['/apps/:appId/usage', 'usage', apps.showAppUsage],
  ['/organizations', 'organizations', organizations.showOrganizations],
  ['/organizations/new', 'newOrganization', organizations.showNewOrganization, organizations.createOrganization],
  ['/organizations/:organizationId', 'organization', organizations.showOrganization],
  [
    '/organizations/:organizationId/name',
    'renameOrganization',
    organizations.askForName,
    organizations.renameOrganization,
  ],
  ['/organizations/:organizationId/developers', 'addDeveloper', undefined, organizations.addDeveloper],
  ['/merchants', 'merchants', merchants.showMerchants],
  ['/merchants/new', 'newMerchant', merchants.showNewMerchant, merchants.createMerchant],
  ['/merchants/:companyId', 'merchant', merchants.showMerchant],
  ['/merchants/:companyId/name', 'renameMerchant', merchants.askForName, merchants.renameMerchant],
  ['/merchants/:companyId/state', 'merchantState', merchants.askToClose, merchants.setMerchantState],
  ['/merchants/:companyId/erase', 'eraseMerchant', merchants.askToErase, merchants.eraseMerchant],
  ['/merchants/:companyId/members', 'addMember', undefined, members.addMember],
  ['/merchants/:companyId/members/:userId', 'member', members.showMember, members.changeMember],
  ['/merchants/:companyId/members/:userId/remove', 'removeMember', members.askToRemove, members.removeMember],
  ['/merchants/:companyId/invitations', 'inviteMember', undefined, members.inviteMember],
  ['/merchants/:companyId/invitations/withdraw', 'withdrawInvitation', undefined, members.withdrawInvitation],
  ['/people', 'people', people.showPeople],
  ['/people/:userId', 'person', people.showPerson, people.changePerson],
  ['/people/:userId/password', 'passwordLink', people.askFor('password'), people.take('password')],
  ['/people/:userId/second-factor', 'secondFactor', people.askFor('second-factor'), people.take('second-factor')],
  ['/people/:userId/remove', 'removePerson', people.askFor('remove'), people.take('remove')],
  ['/operators', 'operators', operators.showOperators, operators.addOperator],
  ['/operators/:userId/remove', 'removeOperator', operators.askToRemove, operators.removeOperator],
  ['/audit', 'audit', showAudit],
  ['/audit.csv', 'auditCsv', downloadAudit],
];

const SCREENS: readonly OperatorScreen[] = [keysScreen, tokensScreen, revokeTokenScreen];

/** Pages for operators of the service. */
export function operatorRoutes(deps: WebDependencies): readonly Route[] {
  const operator = [requireSession(), requireOperator(deps)];
  const ownForm = [...operator, acceptForm(deps), requireFormToken(deps)];
  const pages = PAGES.map(([path, name, get, post]) => ({
    path: `/operator${path}`,
    name: `operator.${name}`,
    ...(get && { get: [...operator, get(deps)] }),
    ...(post && { post: [...ownForm, post(deps)] }),
  }));
  return [...pages, ...screenRoutes(deps, OPERATORS, SCREENS)];
}
