import type { OutputOf } from '../directory/operations.ts';
import { table } from './words.ts';

type InvitationPage = OutputOf<'invitation.list'> | OutputOf<'developer-invitation.list'>;

/** A page of open invitations, to a merchant or to an organization. */
export const invitationTable = ({ data, next }: InvitationPage): string =>
  table<InvitationPage['data'][number]>({ data, next }, [
    ['ID', ({ invitationId }) => invitationId],
    ['E-MAIL', ({ email }) => email],
    ['ROLE', ({ role }) => role],
    ['EXPIRES', ({ expiresAt }) => expiresAt],
  ]);

export const withdrawnInvitation = ({ invitationId }: { readonly invitationId: number }): string =>
  `Withdrew invitation ${invitationId}.\n`;
