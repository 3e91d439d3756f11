import { html } from 'hono/html';
import { DEVELOPER_INVITATIONS, type OpenDeveloperInvitation } from '../../control/people/invitation-kinds.ts';
import { linkGonePage } from '../kit/page/problem-pages.ts';
import { name } from '../languages/html.ts';
import { invitationScreenOf } from '../shared/invitation-screen.ts';
import { ROLE_WORDS } from './developer-roles.ts';

export const invitationScreen = invitationScreenOf<OpenDeveloperInvitation>({
  path: '/console/invitations',
  invitations: DEVELOPER_INVITATIONS,
  codeField: 'developer-invitation',
  words: (_, { organization, email, role }) => ({
    title: `Join ${organization}`,
    heading: html`Join ${name(organization)}`,
    lead: html`<strong>${name(email)}</strong> has been invited to join <strong>${name(organization)}</strong> as ${ROLE_WORDS[role].a}.`,
    hint: ROLE_WORDS[role].does,
    accept: 'Accept',
    signIn: ['You already have an account. Sign in to accept.', 'Sign in'],
    signOut: [
      (other) => html`You are signed in as ${other}, but the invitation is for another address. Sign out to accept it.`,
      'Sign out',
    ],
    name: { name: 'name', label: 'Your name', attributes: html`autocomplete="name" maxlength="255"` },
  }),
  gone: () =>
    linkGonePage(
      'This invitation is no longer valid',
      'It has been accepted or withdrawn, or it has expired. Ask for a new one.',
      { href: '/', text: 'Go to the start page' },
    ),
  welcome: (_, { organization }) => `You have joined ${organization}.`,
  home: ({ organizationId }) => `/console?organization=${organizationId}`,
});
