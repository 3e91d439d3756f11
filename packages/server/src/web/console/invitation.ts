import {
  acceptDeveloperInvitation,
  findDeveloperInvitation,
  type OpenDeveloperInvitation,
} from '../../directory/people/developer-invitations.ts';
import type { InvitationKind } from '../shared/accept-invitation.ts';
import { developerInvitationGonePage, developerInvitationPage } from './invitation-page.ts';

/** Invitations to an organization: `/console/invitations/{code}`. */
export const DEVELOPER_INVITATIONS: InvitationKind<OpenDeveloperInvitation> = {
  find: findDeveloperInvitation,
  accept: acceptDeveloperInvitation,
  page: developerInvitationPage,
  gone: developerInvitationGonePage,
  welcome: (_, { organization }) => `You have joined ${organization}.`,
  home: ({ organizationId }) => `/console?organization=${organizationId}`,
};
