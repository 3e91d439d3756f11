import { authorize } from '../consent/authorize.ts';
import { decideConsent, requestIdOf, showConsent } from '../consent/consent.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { acceptForm, requireFormToken } from '../kit/form/accept-form.ts';
import type { Route } from '../kit/routes.ts';
import { requireSession } from '../kit/session/load-session.ts';
import { askToRevoke, decideAccess, showAccessRequest, showAccessRequests } from './access-requests.ts';
import { askToDisconnect, endConnection, showConnections } from './connections.ts';
import { askToRemove, changePerson, invitePerson, showPeople, showPerson, withdrawInvitation } from './people.ts';

/** Pages for the people of a merchant: consent and the back office. */
export function merchantRoutes(deps: WebDependencies): readonly Route[] {
  const form = acceptForm(deps);
  const signedIn = [requireSession()];
  const ownForm = [...signedIn, form, requireFormToken(deps)];
  const consenting = requireSession(requestIdOf);
  return [
    { path: '/oauth/authorize', name: 'web.authorize', get: [authorize(deps)] },
    {
      path: '/oauth/consent/:id',
      name: 'web.consent',
      get: [consenting, showConsent(deps)],
      post: [consenting, form, requireFormToken(deps), decideConsent(deps)],
    },
    { path: '/connections', name: 'web.connections', get: [...signedIn, showConnections(deps)] },
    {
      path: '/connections/:appId/disconnect',
      name: 'web.disconnect',
      get: [...signedIn, askToDisconnect(deps)],
      post: [...ownForm, endConnection(deps)],
    },
    { path: '/access-requests', name: 'web.accessRequests', get: [...signedIn, showAccessRequests(deps)] },
    {
      path: '/access-requests/:id',
      name: 'web.accessRequest',
      get: [...signedIn, showAccessRequest(deps)],
      post: [...ownForm, decideAccess(deps)],
    },
    { path: '/access-requests/:id/revoke', name: 'web.revokeAccess', get: [...signedIn, askToRevoke(deps)] },
    {
      path: '/people',
      name: 'web.people',
      get: [...signedIn, showPeople(deps)],
      post: [...ownForm, invitePerson(deps)],
    },
    {
      path: '/people/:userId',
      name: 'web.person',
      get: [...signedIn, showPerson(deps)],
      post: [...ownForm, changePerson(deps)],
    },
    { path: '/people/:userId/remove', name: 'web.removePerson', get: [...signedIn, askToRemove(deps)] },
    { path: '/people/invitations/:id', name: 'web.withdrawInvitation', post: [...ownForm, withdrawInvitation(deps)] },
  ];
}
