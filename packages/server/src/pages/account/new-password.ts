import { html } from 'hono/html';
import { findPasswordLink, usePasswordLink } from '../../control/people/password-links.ts';
import type { User } from '../../control/people/users.ts';
import { ifStillValid } from '../kit/form/filled-form.ts';
import { holdsNewPassword, newPasswordFields, newPasswordHash, username } from '../kit/form/passwords.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden } from '../kit/page/parts.ts';
import { linkGonePage } from '../kit/page/problem-pages.ts';
import type { View } from '../kit/page/view.ts';
import type { Done, Screen, Visit } from '../kit/screen.ts';
import { changeLogin } from '../kit/session/change-login.ts';
import { name } from '../languages/html.ts';

/** Sets a new password through a link. Opening the link does not consume it, since mail programs also open links. */
export const newPasswordScreen: Screen = {
  path: '/new-password/:code',
  name: 'newPassword',
  async show(visit) {
    const { view } = visit;
    const user = await userOf(visit);
    if (!user) return gonePage(view);
    const { newPassword: say } = view.say;
    const body = html`<div class="card">
    <h1>${say.title}</h1>
    <p>${say.lead(html`<strong>${name(user.email)}</strong>`)}</p>
    <form method="post" action="/new-password/${visit.param('code')}">
      ${hidden('token', view.formToken)} ${username(user.email)} ${newPasswordFields(view, visit.form('newPassword'))}
      <button>${say.submit}</button>
    </form>
  </div>`;
    return { title: say.title, body };
  },
  async change(visit) {
    const { view } = visit;
    const user = await userOf(visit);
    if (!user) return gonePage(view);
    const change = { userId: user.id, passwordHash: await newPasswordHash(visit, user.email) };
    const isSet = await ifStillValid(() =>
      changeLogin(visit, async (tx) => {
        await usePasswordLink(tx, visit.param('code'), change);
        await visit.ctx.state.submission?.remember(tx, { email: user.email });
        return true;
      }),
    );
    return isSet ? SET : gonePage(view);
  },
  again: async (visit, { email }) => ((await holdsNewPassword(visit, email)) ? SET : undefined),
};

const SET: Done = { to: '/sign-in?done=password' };

const userOf = (visit: Visit): Promise<User | undefined> =>
  findPasswordLink(visit.deps.control.pool, visit.param('code'), visit.deps.control.clock());

/** Shown for an unknown, used or expired link. */
const gonePage = ({ say: { newPassword: say } }: View): Page =>
  linkGonePage(say.expiredTitle, say.expired, { href: '/forgotten-password', text: say.again });
