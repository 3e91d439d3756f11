import { acceptInvitation, findInvitation, type OpenInvitation } from '../../directory/invitations.ts';
import { invitationGonePage, invitationPage } from '../pages/invitation-pages.ts';
import type { InvitationKind } from './accept-invitation.ts';

/** Invitations to a merchant: `/invitations/{code}`. */
export const MEMBER_INVITATIONS: InvitationKind<OpenInvitation> = {
  find: findInvitation,
  accept: acceptInvitation,
  page: invitationPage,
  gone: invitationGonePage,
  welcome: ({ say }, { merchant }) => say.invitation.joined(merchant),
  home: ({ companyId }) => `/connections?company=${companyId}`,
};
