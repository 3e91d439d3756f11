import { html } from 'hono/html';
import { MEMBER_INVITATIONS, type OpenMemberInvitation } from '../../control/people/invitation-kinds.ts';
import { linkGonePage } from '../kit/page/problem-pages.ts';
import { name } from '../languages/html.ts';
import { invitationScreenOf } from '../shared/invitation-screen.ts';

export const invitationScreen = invitationScreenOf<OpenMemberInvitation>({
  path: '/invitations',
  invitations: MEMBER_INVITATIONS,
  codeField: 'invitation',
  words({ say: { invitation: say, people, signOut } }, { merchant, email, role }) {
    return {
      title: say.title(merchant),
      heading: say.heading(name(merchant)),
      lead: say.lead(
        html`<strong>${name(email)}</strong>`,
        html`<strong>${name(merchant)}</strong>`,
        people.roles[role],
      ),
      hint: people.roleHints[role],
      accept: say.submit,
      signIn: [say.signIn, say.signInSubmit],
      signOut: [say.other, signOut.submit],
      name: { name: 'name', label: say.name, attributes: html`autocomplete="name" maxlength="255" dir="auto"` },
    };
  },
  gone: ({ say: { invitation: say, problems }, homeUrl }) =>
    linkGonePage(say.expiredTitle, say.expired, { href: homeUrl, text: problems.start }),
  welcome: ({ say }, { merchant }) => say.invitation.joined(merchant),
  home: ({ companyId }) => `/connections?company=${companyId}`,
});
