import { html } from 'hono/html';
import { redirect } from '../kit/context.ts';
import type { Page } from '../kit/page/layout.ts';
import type { View } from '../kit/page/view.ts';
import { recordId } from '../kit/record-id.ts';
import type { Screen } from '../kit/screen.ts';
import { type Area, HOMES } from '../kit/session/areas.ts';
import type { Html } from '../languages/html.ts';

/** Redirects signed-in people to their pages. People with several roles choose. */
export const homeScreen: Screen = {
  path: '/',
  name: 'home',
  async show({ ctx, query, view }) {
    const { session } = ctx.state;
    if (!session) return homePage(view);
    const companyId = recordId(query.get('company'));
    const [first = 'merchant', ...others] = session.areas;
    if (companyId) redirect(ctx, `/connections?company=${companyId}`);
    else if (others.length === 0) redirect(ctx, HOMES[first]);
    else return choicePage(view);
    return undefined;
  },
};

function homePage(view: View): Page {
  const { home } = view.say;
  const reference = html`<a href="${view.docsUrl}">${home.reference}</a>`;
  const signUp = signUpLink(view);
  const links = signUp ? html`${signUp} · ${reference}` : reference;
  const body = html`<div class="hero">
    <h1>${home.title}</h1>
    <p class="lead">${home.lead}</p>
    <p><a class="button" href="/sign-in">${home.signIn}</a></p>
    <ul class="points">${home.points.map((point) => html`<li>${point}</li>`)}</ul>
    <p class="small">${home.developers(links)}</p>
  </div>`;
  return { title: home.title, body };
}

export const signUpLink = ({ say, signUp }: View): Html | undefined =>
  signUp === 'open' ? html`<a href="/sign-up">${say.home.signUp}</a>` : undefined;

function choicePage({ say, areas }: View): Page {
  const card = (area: Area) => html`<li><a class="card choose" href="${HOMES[area]}">${say.nav.areas[area]}</a></li>`;
  const body = html`<div class="hero"><h1>${say.home.choose}</h1><ul class="cards">${areas.map(card)}</ul></div>`;
  return { title: say.home.choose, body };
}
