import { html } from 'hono/html';
import { profileLogo } from '../../control/app-logos.ts';
import { connectedOf } from '../../control/connections.ts';
import { membershipsOf } from '../../control/members.ts';
import type { Merchant } from '../../control/merchants.ts';
import { ConsentError, openRequest, type RequestClaim } from '../../oauth/authorization-request.ts';
import {
  type Approval,
  approve,
  approveAgain,
  type Browser,
  type ConsentRequest,
  eligibleOf,
  refuse,
  requestOf,
  returnRefused,
} from '../../oauth/consent.ts';
import { spendAtSource } from '../../pipeline/rate-limit.ts';
import { sendLogo } from '../assets/brand.ts';
import { originOf, redirect, type WebContext, WebProblem } from '../kit/context.ts';
import { Cookies, newVisit } from '../kit/cookies.ts';
import { fieldProblem, rejectedField } from '../kit/fields.ts';
import type { Page } from '../kit/layout.ts';
import { appMark, badge, hidden, listedMark, notice, ownForm, switchAccount, type View } from '../kit/page.ts';
import { type Screen, type SignedIn, signedIn, type Visit } from '../kit/screen.ts';
import { requireBudget } from '../kit/sign-in.ts';
import { type Html, name } from '../languages/html.ts';
import { aboutApp, cardHead, permissionList } from './about-app.ts';

/** The authorization endpoint. Stores a valid request and redirects to its consent page. */
export const authorizeScreen: Screen = {
  path: '/oauth/authorize',
  name: 'authorize',
  async show({ ctx, deps }) {
    const { control, limits, webUrl } = deps;
    requireBudget(await spendAtSource(deps, 'authorize', ctx.state.source, limits.authorize));
    const visit = ctx.state.visit ?? newVisit();
    const id = await openRequest(control, ctx.querystring, visit);
    new Cookies(webUrl).set(ctx, 'visit', visit);
    redirect(ctx, `/oauth/consent/${id}`);
    return undefined;
  },
};

/** Signed-in people. Others return to the request in the path after signing in. */
export const CONSENTING = signedIn(({ id = '' }) => `?request=${encodeURIComponent(id)}`);

type ConsentVisit = Visit<SignedIn>;

/** Asks an owner whether an app may access a merchant. Tells employees who can decide. */
export const consentScreen: Screen<SignedIn> = {
  path: '/oauth/consent/:id',
  name: 'consent',
  async show(visit) {
    const { ctx, deps, view } = visit;
    const asked = await requestOf(deps.control, claimOf(ctx));
    if (asked.request.refusal) {
      // RFC 9700 §4.11.2: an invalid request is returned to its app only after the person has signed in.
      redirect(ctx, await returnRefused(browserOf(visit), claimOf(ctx)));
      return undefined;
    }
    const { owned, employed } = await eligible(visit, asked);
    if (owned.length > 0) {
      const companyIds = owned.map(({ companyId }) => companyId);
      const { pool, clock } = deps.control;
      return consentPage(visit, asked, owned, await connectedOf(pool, asked.client, companyIds, clock()));
    }
    if (employed.length === 0) throw new ConsentError('oauth.company_not_eligible');
    return employeePage(view, asked, employed);
  },
  async change(visit) {
    const { ctx, deps, fields, session, view } = visit;
    const decision = fields.get('decision');
    if (decision === 'refuse') return { to: await refuse(browserOf(visit), claimOf(ctx)) };
    if (decision !== 'approve') throw new WebProblem('forged');
    const { owned, employed } = await eligible(visit, await requestOf(deps.control, claimOf(ctx)));
    const chosen = fields.get('company') ?? '';
    if (owned.length > 0 && chosen === '') throw rejectedField('company', view.say.consent.chooseFirst);
    const isNamed = ({ companyId }: Merchant) => String(companyId) === chosen;
    if (owned.length === 0 ? employed.length > 0 : employed.some(isNamed)) throw new WebProblem('ownersOnly');
    const merchant = owned.find(isNamed);
    if (!merchant) throw new ConsentError('oauth.company_not_eligible');
    const approved = { request: claimOf(ctx), userId: session.user.id, companyId: merchant.companyId };
    return { to: await approve(browserOf(visit), approved) };
  },
  async again(visit, { to, approval }) {
    const approved = approval as Approval | undefined;
    if (!approved) return { to };
    if (approved.userId !== visit.ctx.state.session?.user.id || approved.hasRepeated) return undefined;
    return { to: await approveAgain(browserOf(visit), approved) };
  },
};

/** The deciding browser. Remembers the decision for a second click. */
const browserOf = ({ ctx, deps }: Visit): Browser => ({
  control: deps.control,
  origin: originOf(ctx),
  issuer: deps.apiUrl,
  async remember(tx, decided) {
    return (await ctx.state.submission?.remember(tx, decided))?.approval as Approval | undefined;
  },
});

const claimOf = ({ params, state }: WebContext): RequestClaim => ({ id: params.id ?? '', visit: state.visit });

const eligible = async ({ deps, session }: ConsentVisit, { client }: ConsentRequest) =>
  eligibleOf(client, await membershipsOf(deps.control.pool, session.user.id));

/**
 * Asks the owner, and says what is already connected. With several merchants, none is preselected.
 */
function consentPage(
  visit: ConsentVisit,
  { client, request }: ConsentRequest,
  merchants: readonly Merchant[],
  connected: ReadonlySet<number>,
): Page {
  const { view } = visit;
  const { consent } = view.say;
  const [problem] = visit.form('consent').problems;
  const [only, ...others] = merchants;
  const isConnected = others.length === 0 && connected.has(only?.companyId ?? 0);
  const fields = html`
      ${merchantChoice(view, merchants, connected, problem?.message)}
      <section class="permissions"><h2>${consent.may}</h2>${permissionList(view, client.product)}</section>
      <p class="small assurance">${consent.anyTime}</p>
      <div class="actions">
        <button name="decision" value="approve">${consent.approve}</button>
        <button name="decision" value="refuse" class="secondary" formnovalidate>${consent.refuse}</button>
      </div>`;
  const body = html`<div class="card consent">
    ${appHeading(view, { client, request }, consent.heading(name(client.appName)))}
    <p class="lead">${wants(view, client, merchants)}</p>
    ${isConnected && only && notice('good', consent.connected(name(client.appName), name(only.name)))}
    ${aboutApp(view, client.listing)}
    ${client.env === 'SANDBOX' && notice('hint', consent.sandboxNote)}
    ${ownForm(view, `/oauth/consent/${request.id}`, fields)}
    <p class="small">${consent.returnTo(html`<strong>${name(new URL(request.redirectUri).host)}</strong>`)}</p>
    ${switchAccount(view, request.id)}
  </div>`;
  return { title: consent.title(client.appName), body, returnsTo: request.redirectUri };
}

/** Tells an employee who can decide (consent.owner_only). */
function employeePage(view: View, { client, request }: ConsentRequest, merchants: readonly Merchant[]): Page {
  const { employee } = view.say;
  const named = new Intl.ListFormat(view.language.locale, { type: 'disjunction' }).formatToParts(
    merchants.map((merchant) => merchant.name),
  );
  const button = html`<button name="decision" value="refuse" class="secondary">${employee.refuse}</button>`;
  const names = html`${named.map(({ type, value }) => (type === 'element' ? name(value) : value))}`;
  const body = html`<div class="card consent">
    ${appHeading(view, { client, request }, html`${employee.title}`)}
    <p class="lead">${employee.lead(name(client.appName), names)}</p>
    ${aboutApp(view, client.listing)}
    <p>${employee.why}</p>
    ${ownForm(view, `/oauth/consent/${request.id}`, button, 'actions')}
    ${switchAccount(view, request.id)}
  </div>`;
  return { title: employee.title, body, returnsTo: request.redirectUri };
}

/** The app's logo in the sandbox, which merchants do not see before it is approved. */
export const consentLogoScreen: Screen<SignedIn> = {
  path: `${consentScreen.path}/logo`,
  name: 'consentLogo',
  async show({ ctx, deps: { control } }) {
    const { client } = await requestOf(control, claimOf(ctx));
    sendLogo(ctx, client.env === 'SANDBOX' ? await profileLogo(control.pool, client.appId) : undefined);
    return undefined;
  },
};

function appHeading(view: View, { client, request }: ConsentRequest, heading: Html): Html {
  const { appName, env, listing, organizationName } = client;
  const isSandbox = env === 'SANDBOX';
  const mark =
    isSandbox && listing?.logo
      ? appMark(appName, `/oauth/consent/${request.id}/logo`)
      : listedMark(appName, isSandbox ? null : listing);
  const by = html`${view.say.consent.by(name(organizationName))} ${badge(view, env)}`;
  return cardHead(mark, html`<h1>${heading}</h1>`, by);
}

function wants({ say }: View, client: ConsentRequest['client'], [merchant, ...others]: readonly Merchant[]): Html {
  const app = html`<strong>${name(client.appName)}</strong>`;
  if (!merchant || others.length > 0) return say.consent.wantsOne(app);
  return say.consent.wants(app, html`<strong>${name(merchant.name)}</strong>`);
}

function merchantChoice(
  { say }: View,
  merchants: readonly Merchant[],
  connected: ReadonlySet<number>,
  problem: string | undefined,
): Html {
  const [only, ...others] = merchants;
  if (only && others.length === 0) return hidden('company', only.companyId);
  const radio = ({ companyId, name: text }: Merchant, at: number) =>
    html`<label class="choice"><input type="radio" name="company" value="${companyId}" required ${at === 0 && html`id="company"`} /> <span>${name(text)} ${connected.has(companyId) && html`<span class="badge">${say.consent.connectedMark}</span>`}</span></label>`;
  return html`<fieldset ${problem && html`aria-describedby="company-problem"`}><legend>${say.consent.choose}</legend>
    ${problem && fieldProblem('company', problem)}${merchants.map(radio)}</fieldset>`;
}
