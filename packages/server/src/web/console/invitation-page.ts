import { html } from 'hono/html';
import type { OpenDeveloperInvitation } from '../../directory/people/invitation-kinds.ts';
import { formProblems, textField } from '../kit/form/fields.ts';
import type { FilledForm } from '../kit/form/filled-form.ts';
import { newPasswordFields, username } from '../kit/form/passwords.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { ROLE_WORDS } from './developer-roles.ts';

/** An invitation to an organization: to accept as who is signed in, after signing in, or as a new person. */
export function developerInvitationPage(
  view: View,
  invitation: OpenDeveloperInvitation,
  code: string,
  form: FilledForm,
): Page {
  const { organization, email, role } = invitation;
  const title = `Join ${organization}`;
  const body = html`<div class="card consent">
    <h1>Join ${name(organization)}</h1>
    <p><strong>${name(email)}</strong> has been invited to join <strong>${name(organization)}</strong> as ${ROLE_WORDS[role].a}.</p>
    <p class="small">${ROLE_WORDS[role].does}</p>
    ${answer(view, invitation, code, form)}
  </div>`;
  return { title, body };
}

function answer(view: View, { email, hasLogin }: OpenDeveloperInvitation, code: string, form: FilledForm): Html {
  const path = `/console/invitations/${code}`;
  if (view.user?.email === email) {
    return html`${formProblems(form, [])}<form method="post" action="${path}" class="actions">${hidden('token', view.formToken)}<button>Accept</button></form>`;
  }
  if (view.user) {
    return html`${notice('hint', html`You are signed in as ${name(view.user.email)}, but the invitation is for another address. Sign out to accept it.`)}
    <form method="post" action="/sign-out" class="actions">
      ${hidden('token', view.formToken)}${hidden('developer-invitation', code)}<button>Sign out</button>
    </form>`;
  }
  if (hasLogin) {
    return html`<p>You already have an account. Sign in to accept.</p>
      <p><a class="button" href="/sign-in?developer-invitation=${code}">Sign in</a></p>`;
  }
  return html`<form method="post" action="${path}">
    ${username(email)}
    ${textField(form, { name: 'name', label: 'Your name', attributes: html`autocomplete="name" maxlength="255"` })}
    ${newPasswordFields(view, form)}
    <button>Accept</button>
  </form>`;
}

/** For an invitation that is unknown, accepted, withdrawn or expired. */
export function developerInvitationGonePage(): Page {
  const title = 'This invitation is no longer valid';
  const body = html`<div class="card problem">
    <h1>${title}</h1>
    <p>It has been accepted or withdrawn, or it has expired. Ask for a new one.</p>
    <p><a class="button secondary" href="/">Go to the start page</a></p>
  </div>`;
  return { title, body };
}
