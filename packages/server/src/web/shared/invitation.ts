import { acceptInvitation, findInvitation, type OpenInvitation } from '../../directory/people/invitations.ts';
import type { InvitationKind } from './accept-invitation.ts';
import { invitationGonePage, invitationPage } from './invitation-pages.ts';

/** Invitations to a merchant: `/invitations/{code}`. */
export const MEMBER_INVITATIONS: InvitationKind<OpenInvitation> = {
  find: findInvitation,
  accept: acceptInvitation,
  page: invitationPage,
  gone: invitationGonePage,
  welcome: ({ say }, { merchant }) => say.invitation.joined(merchant),
  home: ({ companyId }) => `/connections?company=${companyId}`,
};
