import {
  MEMBER_INVITATIONS as INVITATIONS,
  type OpenMemberInvitation,
} from '../../directory/people/invitation-kinds.ts';
import type { InvitationKind } from './accept-invitation.ts';
import { invitationGonePage, invitationPage } from './invitation-pages.ts';

/** Invitations to a merchant: `/invitations/{code}`. */
export const MEMBER_INVITATIONS: InvitationKind<OpenMemberInvitation> = {
  find: (...link) => INVITATIONS.find(...link),
  accept: (...link) => INVITATIONS.accept(...link),
  page: invitationPage,
  gone: invitationGonePage,
  welcome: ({ say }, { merchant }) => say.invitation.joined(merchant),
  home: ({ companyId }) => `/connections?company=${companyId}`,
};
