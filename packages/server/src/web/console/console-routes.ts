import { mailConfirmation } from '../account/confirm-address.ts';
import type { WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { acceptForm, requireFormToken } from '../kit/form/accept-form.ts';
import { acceptUpload } from '../kit/form/accept-upload.ts';
import type { Route } from '../kit/routes.ts';
import { requireSession } from '../kit/session/load-session.ts';
import { inEnglish } from '../languages/choose-language.ts';
import { acceptInvitation, showInvitation } from '../shared/accept-invitation.ts';
import { requestAccess, showAccessRequests, withdrawRequest } from './access-requests.ts';
import {
  type AppChange,
  addOrigin,
  addRedirectUri,
  archiveApp,
  askToArchive,
  askToRemoveOrigin,
  askToRemoveRedirectUri,
  changeApp,
  createApiKey,
  issueCredential,
  removeOrigin,
  removeRedirectUri,
  showApp,
  submitApp,
} from './app-overview.ts';
import { createApp, showApps, showNewApp } from './apps.ts';
import { showConnections } from './connections.ts';
import {
  askToRevoke,
  askToRotate,
  revokeApiKey,
  revokeCredential,
  rotateSecret,
  setAllowlist,
  showAllowlist,
} from './credentials.ts';
import { makeFirstCall, showFirstCall } from './first-call/first-call.ts';
import { DEVELOPER_INVITATIONS } from './invitation.ts';
import {
  addMember,
  askToRemoveMember,
  askToReset,
  createMerchant,
  removeMember,
  renameMerchant,
  resetMerchant,
  showMerchant,
  showMerchants,
  showNewMerchant,
} from './merchants.ts';
import {
  askToRemove,
  changeRole,
  inviteByForm,
  removePerson,
  renameOrganization,
  showOrganization,
  withdrawInvitation,
} from './organization.ts';
import { showAppRequests, showAppUsage } from './requests.ts';
import { requireDeveloper } from './require-developer.ts';
import { changeSettings, removeLogo, setLogo, showLogo, showSettings } from './settings.ts';

interface Page {
  readonly get?: WebStage;
  readonly post?: WebStage;
  /** Takes a form that sends a file. */
  readonly upload?: WebStage;
}

const APP = '/console/apps/:appId';
const MERCHANT = '/console/merchants/:companyId';

/** Pages for who holds a link: it is a secret of its own. */
export const invitationRoutes = (deps: WebDependencies): readonly Route[] => [
  {
    path: '/console/invitations/:code',
    name: 'console.invitation',
    get: [inEnglish, showInvitation(deps, DEVELOPER_INVITATIONS)],
    post: [acceptForm(deps), inEnglish, acceptInvitation(deps, DEVELOPER_INVITATIONS)],
  },
];

/** Pages for developers; each is of the organization that the signed-in person looks after. */
export function consoleRoutes(deps: WebDependencies): readonly Route[] {
  const developer = [requireSession(), requireDeveloper(deps)];
  const own = (accept: WebStage) => [...developer, accept, requireFormToken(deps)];
  const page = (path: string, name: string, { get, post, upload }: Page): Route => ({
    path,
    name: `console.${name}`,
    ...(get && { get: [...developer, get] }),
    ...(post && { post: [...own(acceptForm(deps)), post] }),
    ...(upload && { post: [...own(acceptUpload(deps)), upload] }),
  });
  const change = (path: string, name: string, of: AppChange, get?: WebStage) =>
    page(`${APP}${path}`, name, { post: changeApp(deps, of), ...(get && { get }) });
  return [
    page('/console', 'apps', { get: showApps(deps) }),
    page('/console/apps/new', 'newApp', { get: showNewApp(deps), post: createApp(deps) }),
    page(APP, 'app', { get: showApp(deps) }),
    page(`${APP}/first-call`, 'firstCall', { get: showFirstCall(deps), post: makeFirstCall(deps) }),
    page(`${APP}/requests`, 'requests', { get: showAppRequests(deps) }),
    page(`${APP}/usage`, 'usage', { get: showAppUsage(deps) }),
    page(`${APP}/settings`, 'settings', { get: showSettings(deps), post: changeSettings(deps) }),
    page(`${APP}/logo`, 'logo', { get: showLogo(deps), upload: setLogo(deps) }),
    page(`${APP}/logo/remove`, 'removeLogo', { post: removeLogo(deps) }),
    change('/submit', 'submit', submitApp),
    change('/archive', 'archive', archiveApp, askToArchive(deps)),
    change('/redirect-uris', 'addRedirectUri', addRedirectUri),
    change('/redirect-uris/remove', 'removeRedirectUri', removeRedirectUri, askToRemoveRedirectUri(deps)),
    change('/origins', 'addOrigin', addOrigin),
    change('/origins/remove', 'removeOrigin', removeOrigin, askToRemoveOrigin(deps)),
    change('/credentials', 'issueCredential', issueCredential),
    change('/credentials/:clientId/rotate', 'rotateSecret', rotateSecret, askToRotate(deps)),
    change('/credentials/:clientId/revoke', 'revokeCredential', revokeCredential, askToRevoke(deps)),
    page(`${APP}/credentials/:clientId/addresses`, 'credentialAddresses', {
      get: showAllowlist(deps),
      post: setAllowlist(deps),
    }),
    page(`${APP}/access-requests`, 'accessRequests', { get: showAccessRequests(deps), post: requestAccess(deps) }),
    page(`${APP}/access-requests/withdraw`, 'withdrawAccessRequest', { post: withdrawRequest(deps) }),
    page('/console/confirmation', 'confirmation', { post: mailConfirmation(deps) }),
    page('/console/connections', 'connections', { get: showConnections(deps) }),
    page('/console/organization', 'organization', { get: showOrganization(deps) }),
    page('/console/organization/invitations', 'invite', { post: inviteByForm(deps) }),
    page('/console/organization/invitations/withdraw', 'withdrawInvitation', { post: withdrawInvitation(deps) }),
    page('/console/organization/name', 'renameOrganization', { post: renameOrganization(deps) }),
    page('/console/organization/people/role', 'changeRole', { post: changeRole(deps) }),
    page('/console/organization/people/:userId/remove', 'removePerson', {
      get: askToRemove(deps),
      post: removePerson(deps),
    }),
    page('/console/merchants', 'merchants', { get: showMerchants(deps) }),
    page('/console/merchants/new', 'newMerchant', { get: showNewMerchant(deps), post: createMerchant(deps) }),
    page(MERCHANT, 'merchant', { get: showMerchant(deps) }),
    page(`${MERCHANT}/name`, 'renameMerchant', { post: renameMerchant(deps) }),
    page(`${MERCHANT}/reset`, 'resetMerchant', { get: askToReset(deps), post: resetMerchant(deps) }),
    page(`${MERCHANT}/people`, 'addMember', { post: addMember(deps) }),
    page(`${MERCHANT}/people/:userId/remove`, 'removeMember', {
      get: askToRemoveMember(deps),
      post: removeMember(deps),
    }),
    change('/keys', 'createApiKey', createApiKey),
    change('/keys/:keyId/revoke', 'revokeApiKey', revokeApiKey, askToRevoke(deps)),
    page(`${APP}/keys/:keyId/addresses`, 'keyAddresses', { get: showAllowlist(deps), post: setAllowlist(deps) }),
  ];
}
