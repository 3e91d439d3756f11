import { html } from 'hono/html';
import { changePassword } from '../../control/people/password-links.ts';
import type { SignedIn } from '../kit/audiences.ts';
import { textField } from '../kit/form/fields.ts';
import {
  CURRENT_PASSWORD,
  holdsNewPassword,
  newPasswordFields,
  newPasswordHash,
  requirePassword,
  username,
} from '../kit/form/passwords.ts';
import { hidden } from '../kit/page/parts.ts';
import type { Screen } from '../kit/screen.ts';
import { changeLogin } from '../kit/session/change-login.ts';
import { throttledNotice } from '../kit/session/throttle.ts';
import { accountNavigation } from './navigation.ts';

/** Changes a person's password. Requires the current one and ends their other sessions. */
export const changePasswordScreen: Screen<SignedIn> = {
  path: '/account/password',
  name: 'changePassword',
  show(visit) {
    const { session, view } = visit;
    const { changePassword: say } = view.say;
    const form = visit.form('changePassword');
    const body = html`<h1>${say.title}</h1>
  <div class="card">
    <p>${say.lead}</p>
    ${throttledNotice(view, form)}
    <form method="post" action="/account/password">
      ${hidden('token', view.formToken)} ${username(session.user.email)}
      ${textField(form, { name: 'password', label: say.current, attributes: CURRENT_PASSWORD })}
      ${newPasswordFields(view, form)}
      <div class="actions"><button>${say.submit}</button></div>
    </form>
  </div>`;
    return { title: say.title, body, navigation: accountNavigation(view, 'changePassword') };
  },
  async change(visit) {
    const { session, view } = visit;
    const { changePassword: say } = view.say;
    const { user, number: sessionNumber } = session;
    await requirePassword(visit, say.wrong);
    const passwordHash = await newPasswordHash(visit, user.email);
    const change = { userId: user.id, sessionNumber, passwordHash };
    await changeLogin(visit, async (tx) => {
      await changePassword(tx, change);
      await visit.ctx.state.submission?.remember(tx, { email: user.email });
    });
    return { to: '/account', message: say.done };
  },
  async again(visit, { email }) {
    const isSet = visit.view.user?.email === email && (await holdsNewPassword(visit, email));
    return isSet ? { to: '/account', message: visit.view.say.changePassword.done } : undefined;
  },
};
