import { html } from 'hono/html';
import { MEMBER_INVITATIONS, type OpenMemberInvitation } from '../../directory/people/invitation-kinds.ts';
import { formProblems, textField } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import { newPasswordFields, username } from '../kit/form/passwords.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { invitationScreenOf } from '../shared/invitation-screen.ts';

const PATH = '/invitations';

/** An invitation to a merchant, to accept as the signed-in person, after signing in, or as a new person. */
export const invitationScreen = invitationScreenOf<OpenMemberInvitation>({
  path: PATH,
  invitations: MEMBER_INVITATIONS,
  page: invitationPage,
  gone: invitationGonePage,
  welcome: ({ say }, { merchant }) => say.invitation.joined(merchant),
  home: ({ companyId }) => `/connections?company=${companyId}`,
});

function invitationPage(view: View, invitation: OpenMemberInvitation, code: string, form: FilledForm): Page {
  const { invitation: say, people } = view.say;
  const { merchant, email, role } = invitation;
  const body = html`<div class="card consent">
    <h1>${say.heading(name(merchant))}</h1>
    <p>${say.lead(html`<strong>${name(email)}</strong>`, html`<strong>${name(merchant)}</strong>`, people.roles[role])}</p>
    <p class="small">${people.roleHints[role]}</p>
    ${acceptance(view, invitation, code, form)}
  </div>`;
  return { title: say.title(merchant), body };
}

function acceptance(view: View, invitation: OpenMemberInvitation, code: string, form: FilledForm): Html {
  const { invitation: say, signOut } = view.say;
  const action = `${PATH}/${code}`;
  if (view.user?.email === invitation.email) {
    return html`${formProblems(form, [])}<form method="post" action="${action}" class="actions">
      ${hidden('token', view.formToken)}<button>${say.submit}</button>
    </form>`;
  }
  if (view.user) {
    return html`${notice('hint', say.other(name(view.user.email)))}
    <form method="post" action="/sign-out" class="actions">
      ${hidden('token', view.formToken)}${hidden('invitation', code)}<button>${signOut.submit}</button>
    </form>`;
  }
  if (invitation.hasLogin) {
    return html`<p>${say.signIn}</p>
    <p><a class="button" href="/sign-in?invitation=${code}">${say.signInSubmit}</a></p>`;
  }
  return html`<form method="post" action="${action}">
    ${username(invitation.email)}
    ${textField(form, { name: 'name', label: say.name, attributes: html`autocomplete="name" maxlength="255" dir="auto"` })}
    ${newPasswordFields(view, form)}
    <button>${say.submit}</button>
  </form>`;
}

function invitationGonePage({ say, homeUrl }: View): Page {
  const { invitation, problems } = say;
  const body = html`<div class="card problem">
    <h1>${invitation.expiredTitle}</h1>
    <p>${invitation.expired}</p>
    <p><a class="button secondary" href="${homeUrl}">${problems.start}</a></p>
  </div>`;
  return { title: invitation.expiredTitle, body };
}
