import { html } from 'hono/html';
import { UNKNOWN_SOURCE } from '../../control/credentials/source-address.ts';
import type { SignedIn } from '../kit/audiences.ts';
import { instantIn, toInstant } from '../kit/page/instants.ts';
import { hidden } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import type { Screen } from '../kit/screen.ts';
import { changeLogin } from '../kit/session/change-login.ts';
import { deviceName } from '../kit/session/device-name.ts';
import { endSessions, type OwnSession, sessionsOf } from '../kit/session/sessions.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import { accountNavigation } from './navigation.ts';

/** A person's account, with the browsers they are signed in with. */
export const accountScreen: Screen<SignedIn> = {
  path: '/account',
  name: 'account',
  async show({ deps, session: { user, number }, view }) {
    const { account: say } = view.say;
    const sessions = await sessionsOf(deps.control.pool, user.id, deps.control.clock());
    const body = html`<h1>${say.title}</h1>
    <div class="card"><div><h2>${name(user.name)}</h2><p class="by">${name(user.email)}</p></div></div>
    <h2>${say.sessions}</h2>
    <ul class="cards">${sessions.map((session) => sessionCard(view, session, session.number === number))}</ul>
    ${
      sessions.length > 1
        ? html`<form method="post" action="/account/sessions" class="actions">
      ${hidden('token', view.formToken)}<button name="end" value="others" class="secondary">${say.endOthers}</button>
    </form>`
        : html`<p class="small">${say.onlyHere}</p>`
    }`;
    return { title: say.title, body, navigation: accountNavigation(view, 'account') };
  },
  forms: {
    sessions: {
      path: '/sessions',
      /** Ends one of the person's other sessions, or all of them. */
      async change(visit) {
        const { user, number } = visit.session;
        const { account: say } = visit.view.say;
        const end = visit.fields.get('end');
        const one = recordId(end);
        if (end !== 'others' && !one) throw new WebProblem('forged');
        const which = one ? { number: one } : { except: number };
        await changeLogin(visit, (tx) => endSessions(tx, user.id, which));
        return { message: one ? say.ended : say.endedOthers };
      },
    },
  },
};

function sessionCard(view: View, session: OwnSession, isCurrent: boolean): Html {
  const { account: say } = view.say;
  const device = deviceText(view, session);
  return html`<li class="card">
    <div class="app">
      <div><h3>${name(device)}</h3>${isCurrent && html`<p class="by"><span class="badge live">${say.current}</span></p>`}</div>
      ${!isCurrent && endForm(view, session, device)}
    </div>
    <dl><div><dt>${say.signedIn}</dt><dd>${instantIn(view.language, toInstant(session.startedAt))}</dd></div>
      ${session.source && session.source !== UNKNOWN_SOURCE && html`<div><dt>${say.from}</dt><dd><code>${session.source}</code></dd></div>`}</dl>
  </li>`;
}

function deviceText({ say }: View, { userAgent }: OwnSession): string {
  const { browser, system } = deviceName(userAgent);
  if (browser && system) return say.account.on(browser, system);
  return browser ?? system ?? say.account.unknownDevice;
}

const endForm = ({ say, formToken }: View, { number }: OwnSession, device: string): Html =>
  html`<form method="post" action="/account/sessions">
    ${hidden('token', formToken)}<button name="end" value="${number}" class="secondary"
      aria-label="${labelled(say.account.end, device)}">${say.account.end}</button>
  </form>`;
