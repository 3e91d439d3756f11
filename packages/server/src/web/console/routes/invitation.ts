import {
  acceptDeveloperInvitation,
  findDeveloperInvitation,
  type OpenDeveloperInvitation,
} from '../../../directory/developer-invitations.ts';
import type { InvitationKind } from '../../routes/accept-invitation.ts';
import { developerInvitationGonePage, developerInvitationPage } from '../pages/invitation-page.ts';

/** Invitations to an organization: `/console/invitations/{code}`. */
export const DEVELOPER_INVITATIONS: InvitationKind<OpenDeveloperInvitation> = {
  find: findDeveloperInvitation,
  accept: acceptDeveloperInvitation,
  page: developerInvitationPage,
  gone: developerInvitationGonePage,
  welcome: (_, { organization }) => `You have joined ${organization}.`,
  home: ({ organizationId }) => `/console?organization=${organizationId}`,
};
