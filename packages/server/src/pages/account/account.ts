import { html } from 'hono/html';
import type { ControlTransaction } from '../../control/control.ts';
import { MEMBER_INVITATIONS, type OpenMemberInvitation } from '../../control/invitations.ts';
import { UNKNOWN_SOURCE } from '../../control/source-address.ts';
import { recordId, redirect, WebProblem } from '../kit/context.ts';
import { instantIn, toInstant } from '../kit/instants.ts';
import { linkGonePage, type Navigation, type Page } from '../kit/layout.ts';
import { ownForm, type View } from '../kit/page.ts';
import type { Screen, SignedIn, Visit } from '../kit/screen.ts';
import { type Area, deviceName, endSessions, HOMES, type OwnSession, sessionsOf } from '../kit/sessions.ts';
import { changeLogin } from '../kit/sign-in.ts';
import type { Outcome } from '../kit/submission.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import { invitationScreenOf } from '../shared/members.ts';

export const cardPage = (title: string, content: Html, className = 'card'): Page => ({
  title,
  body: html`<div class="${className}">
    <h1>${title}</h1>
    ${content}
  </div>`,
});

/** Changes a login and, unless the change returns null, remembers the outcome for a second click. */
export const changeAndRemember = <T>(
  visit: Pick<Visit, 'ctx' | 'deps'>,
  outcome: Outcome,
  change: (tx: ControlTransaction) => Promise<T>,
): Promise<T> =>
  changeLogin(visit, async (tx) => {
    const result = await change(tx);
    if (result !== null) await visit.ctx.state.submission?.remember(tx, outcome);
    return result;
  });

/** Redirects signed-in people to their pages. People with several roles choose. */
export const homeScreen: Screen = {
  path: '/',
  name: 'home',
  async show({ ctx, query, view }) {
    const { home, nav } = view.say;
    const { session } = ctx.state;
    if (!session) {
      const reference = html`<a href="${view.docsUrl}">${home.reference}</a>`;
      const signUp = signUpLink(view);
      const links = signUp ? html`${signUp} · ${reference}` : reference;
      const content = html`<p class="lead">${home.lead}</p>
    <p><a class="button" href="/sign-in">${home.signIn}</a></p>
    <ul class="points">${home.points.map((point) => html`<li>${point}</li>`)}</ul>
    <p class="small">${home.developers(links)}</p>`;
      return cardPage(home.title, content, 'hero');
    }
    const companyId = recordId(query.get('company'));
    const [first = 'merchant', ...others] = session.areas;
    if (companyId) return void redirect(ctx, `/connections?company=${companyId}`);
    if (others.length === 0) return void redirect(ctx, HOMES[first]);
    const card = (area: Area) => html`<li><a class="card choose" href="${HOMES[area]}">${nav.areas[area]}</a></li>`;
    return cardPage(home.choose, html`<ul class="cards">${view.areas.map(card)}</ul>`, 'hero');
  },
};

export const signUpLink = ({ say, signUp }: View): Html | undefined =>
  signUp === 'open' ? html`<a href="/sign-up">${say.home.signUp}</a>` : undefined;

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
        html`${people.roles[role]}`,
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

const PATHS = [
  ['account', '/account'],
  ['profile', '/account/profile'],
  ['changePassword', '/account/password'],
  ['twoStep', '/account/two-step'],
] as const;

export function accountNavigation({ say }: View, current: (typeof PATHS)[number][0]): Navigation {
  const sections = PATHS.map(([section, href]) => ({ href, text: say[section].nav, current: section === current }));
  return { home: '/', sections };
}

const SESSIONS = '/account/sessions';

export const accountScreen: Screen<SignedIn> = {
  path: '/account',
  name: 'account',
  async show({ deps, session: { user, number }, view }) {
    const { account: say } = view.say;
    const sessions = await sessionsOf(deps.control.pool, user.id, deps.control.clock());
    const isOnlyOne = sessions.length < 2;
    const endOthers = html`<button name="end" value="others" class="secondary">${say.endOthers}</button>`;
    const body = html`<h1>${say.title}</h1>
    <div class="card"><div><h2>${name(user.name)}</h2><p class="by">${name(user.email)}</p></div></div>
    <h2>${say.sessions}</h2>
    <ul class="cards">${sessions.map((session) => sessionCard(view, session, session.number === number))}</ul>
    ${isOnlyOne ? html`<p class="small">${say.onlyHere}</p>` : ownForm(view, SESSIONS, endOthers, 'actions')}`;
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
  const { browser, system } = deviceName(session.userAgent);
  const device = browser && system ? say.on(browser, system) : (browser ?? system ?? say.unknownDevice);
  const end = html`<button name="end" value="${session.number}" class="secondary"
      aria-label="${labelled(say.end, device)}">${say.end}</button>`;
  return html`<li class="card">
    <div class="app">
      <div><h3>${name(device)}</h3>${isCurrent && html`<p class="by"><span class="badge live">${say.current}</span></p>`}</div>
      ${!isCurrent && ownForm(view, SESSIONS, end)}
    </div>
    <dl><div><dt>${say.signedIn}</dt><dd>${instantIn(view.language, toInstant(session.startedAt))}</dd></div>
      ${session.source && session.source !== UNKNOWN_SOURCE && html`<div><dt>${say.from}</dt><dd><code>${session.source}</code></dd></div>`}</dl>
  </li>`;
}
