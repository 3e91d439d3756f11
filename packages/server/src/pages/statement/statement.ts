import { html } from 'hono/html';
import { findStatement, type Statement, signStatement } from '../../control/traffic/statements.ts';
import { TRAFFIC_RULES } from '../../request-log/client-rules.ts';
import { type Route, WebProblem } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { when } from '../kit/instants.ts';
import { NEWCOMERS, type Screen, type Visit } from '../kit/screen.ts';
import { screenRoutes } from '../kit/screen-routes.ts';
import { name } from '../languages/html.ts';
import { badgeOf } from './badge.ts';

const PATH = '/statements/:appId';

const statementOf = ({ deps, id }: Visit): Promise<Statement | undefined> =>
  findStatement(deps.control.pool, id('appId'), deps.clock());

async function required(visit: Visit): Promise<Statement> {
  const statement = await statementOf(visit);
  if (!statement) throw new WebProblem('notFound');
  return statement;
}

/** What the service states about an app's traffic, for everyone. */
const statementScreen: Screen = {
  path: PATH,
  name: 'statement',
  async show(visit) {
    const { deps, view } = visit;
    const statement = await required(visit);
    const { appId, app, organization, checkedAt, expiresAt, outcome } = statement;
    const jws = await signStatement(deps.keys, deps.apiUrl, statement);
    const body = html`<h1>${name(app)}</h1><p class="by">${name(organization)} · app ${appId}</p>
    <p class="lead">${view.brand.name} found no broken rule in ${outcome.requests.toLocaleString('en')} requests of this app, from ${outcome.since} to ${outcome.until}.</p>
    <dl><div><dt>Checked</dt><dd>${when(checkedAt)}</dd></div><div><dt>Valid until</dt><dd>${when(expiresAt)}</dd></div></dl>
    <h2>Rules</h2><ul>${outcome.rules.map((rule) => html`<li>${TRAFFIC_RULES[rule]?.rule ?? rule}</li>`)}</ul>
    <h2>Verify it</h2>
    <p class="small">The statement is a JWT, signed with RS256 by a key of <code>${deps.apiUrl}/.well-known/jwks.json</code>, which is the <code>jwks_uri</code> of the service's metadata. Its issuer is <code>${deps.apiUrl}</code>; its type and audience are <code>tillgate-traffic+jwt</code>. It says nothing about requests after these days: ask for the check to be run again.</p>
    <div class="copied"><pre tabindex="0" role="region" aria-label="The signed statement"><code data-copy>${jws}</code></pre></div>
    <p><a href="/statements/${appId}/statement.jwt">The statement alone</a> · <a href="/statements/${appId}/badge.svg">Badge</a></p>`;
    return { title: `Traffic check of ${app}`, body };
  },
};

const signedScreen: Screen = {
  path: `${PATH}/statement.jwt`,
  name: 'statement.signed',
  async show(visit) {
    const { ctx, deps } = visit;
    ctx.type = 'application/jwt';
    ctx.body = await signStatement(deps.keys, deps.apiUrl, await required(visit));
    return undefined;
  },
};

const badgeScreen: Screen = {
  path: `${PATH}/badge.svg`,
  name: 'statement.badge',
  async show(visit) {
    const { ctx, view } = visit;
    const badge = badgeOf(view.brand.name, await statementOf(visit));
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
    // Pages of other origins show it.
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.type = 'image/svg+xml';
    ctx.body = String(badge);
    return undefined;
  },
};

/** Statements about apps, open to everyone. */
export const statementRoutes = (deps: WebDependencies): readonly Route[] =>
  screenRoutes(deps, NEWCOMERS, [statementScreen, signedScreen, badgeScreen]);
