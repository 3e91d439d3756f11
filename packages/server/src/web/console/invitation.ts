import {
  DEVELOPER_INVITATIONS as INVITATIONS,
  type OpenDeveloperInvitation,
} from '../../directory/people/invitation-kinds.ts';
import type { InvitationKind } from '../shared/accept-invitation.ts';
import { developerInvitationGonePage, developerInvitationPage } from './invitation-page.ts';

/** Invitations to an organization: `/console/invitations/{code}`. */
export const DEVELOPER_INVITATIONS: InvitationKind<OpenDeveloperInvitation> = {
  find: (...link) => INVITATIONS.find(...link),
  accept: (...link) => INVITATIONS.accept(...link),
  page: developerInvitationPage,
  gone: developerInvitationGonePage,
  welcome: (_, { organization }) => `You have joined ${organization}.`,
  home: ({ organizationId }) => `/console?organization=${organizationId}`,
};
