import { DEVELOPER_INVITATIONS, type OpenDeveloperInvitation } from '../../directory/people/invitation-kinds.ts';
import { invitationScreenOf } from '../shared/invitation-screen.ts';
import { developerInvitationGonePage, developerInvitationPage } from './invitation-page.ts';

/** An invitation to an organization. */
export const invitationScreen = invitationScreenOf<OpenDeveloperInvitation>({
  path: '/console/invitations',
  invitations: DEVELOPER_INVITATIONS,
  page: developerInvitationPage,
  gone: developerInvitationGonePage,
  welcome: (_, { organization }) => `You have joined ${organization}.`,
  home: ({ organizationId }) => `/console?organization=${organizationId}`,
});
