import { html } from 'hono/html';
import type { Merchant } from '../../directory/merchants/merchants.ts';
import type { AuthorizingClient } from '../../oauth/consent/client.ts';
import type { PendingRequest } from '../../oauth/consent/pending-requests.ts';
import { fieldProblem } from '../kit/form/fields.ts';
import type { Page } from '../kit/page/layout.ts';
import { badge, hidden, listedMark, notice, switchAccount } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, name } from '../languages/html.ts';
import { aboutApp } from './about-app.ts';
import { permissionList } from './permission-list.ts';
import { permissionsOf } from './permissions.ts';

/** An app that asks for approval. */
export interface Asking {
  readonly client: AuthorizingClient;
  readonly request: PendingRequest;
}

/** The question to the owner. Nothing is chosen beforehand where there is a choice. */
export function consentPage(view: View, asking: Asking, merchants: readonly Merchant[], unchosen = false): Page {
  const { client, request } = asking;
  const { consent } = view.say;
  const body = html`<div class="card consent">
    ${appHeading(view, client, consent.heading(name(client.appName)))}
    <p class="lead">${wants(view, client, merchants)}</p>
    ${aboutApp(view, client.listing)}
    ${client.env === 'SANDBOX' && notice('hint', consent.sandboxNote)}
    <form method="post" action="/oauth/consent/${request.id}">
      ${hidden('token', view.formToken)} ${merchantChoice(view, merchants, unchosen)}
      <section class="permissions"><h2>${consent.may}</h2>${permissionList(view, permissionsOf(client.product, view.say))}</section>
      <p class="small assurance">${consent.anyTime}</p>
      <div class="actions">
        <button name="decision" value="approve">${consent.approve}</button>
        <button name="decision" value="refuse" class="secondary" formnovalidate>${consent.refuse}</button>
      </div>
    </form>
    <p class="small">${consent.returnTo(html`<strong>${name(new URL(request.redirectUri).host)}</strong>`)}</p>
    ${switchAccount(view, request.id)}
  </div>`;
  return { title: consent.title(client.appName), body, returnsTo: request.redirectUri };
}

/** An employee is told who can decide (consent.owner_only). */
export function employeePage(view: View, { client, request }: Asking, merchants: readonly Merchant[]): Page {
  const { employee } = view.say;
  const named = new Intl.ListFormat(view.language.locale, { type: 'disjunction' }).formatToParts(
    merchants.map((merchant) => merchant.name),
  );
  const names = html`${named.map(({ type, value }) => (type === 'element' ? name(value) : value))}`;
  const body = html`<div class="card consent">
    ${appHeading(view, client, html`${employee.title}`)}
    <p class="lead">${employee.lead(name(client.appName), names)}</p>
    ${aboutApp(view, client.listing)}
    <p>${employee.why}</p>
    <form method="post" action="/oauth/consent/${request.id}" class="actions">
      ${hidden('token', view.formToken)}
      <button name="decision" value="refuse" class="secondary">${employee.refuse}</button>
    </form>
    ${switchAccount(view, request.id)}
  </div>`;
  return { title: employee.title, body, returnsTo: request.redirectUri };
}

const appHeading = (view: View, client: AuthorizingClient, heading: Html): Html => html`<div class="app">
  ${listedMark(client.appName, client.listing)}
  <div><h1>${heading}</h1>
  <p class="by">${view.say.consent.by(name(client.organizationName))} ${badge(view, client.env)}</p></div>
</div>`;

function wants({ say }: View, client: AuthorizingClient, [merchant, ...others]: readonly Merchant[]): Html {
  const app = html`<strong>${name(client.appName)}</strong>`;
  if (!merchant || others.length > 0) return say.consent.wantsOne(app);
  return say.consent.wants(app, html`<strong>${name(merchant.name)}</strong>`);
}

function merchantChoice({ say }: View, merchants: readonly Merchant[], unchosen: boolean): Html {
  const [only, ...others] = merchants;
  if (only && others.length === 0) return hidden('company', only.companyId);
  const radio = ({ companyId, name: text }: Merchant, at: number) =>
    html`<label class="choice"><input type="radio" name="company" value="${companyId}" required ${at === 0 && html`id="company"`} /> ${name(text)}</label>`;
  return html`<fieldset ${unchosen && html`aria-describedby="company-problem"`}><legend>${say.consent.choose}</legend>
    ${unchosen && fieldProblem('company', say.consent.chooseFirst)}${merchants.map(radio)}</fieldset>`;
}
