import { html } from 'hono/html';
import { ACCESS_REQUEST_LIFETIME, type AccessRequest } from '../../directory/access/access-requests.ts';
import type { NamedStore } from '../../directory/merchants/stores.ts';
import { aboutApp } from '../consent/about-app.ts';
import { sentenceList } from '../consent/permission-list.ts';
import { permissionsOf } from '../consent/permissions.ts';
import { fieldProblem } from '../kit/form/fields.ts';
import { confirmation } from '../kit/page/confirmation.ts';
import { instantIn, toInstant } from '../kit/page/instants.ts';
import type { Page } from '../kit/page/layout.ts';
import { hidden, listedMark, notice } from '../kit/page/parts.ts';
import type { View } from '../kit/page/view.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import { type Activity, activityOf } from './activity-table.ts';
import { type CurrentMembership, merchantSwitch } from './merchant-switch.ts';
import { merchantNavigation } from './navigation.ts';

export function accessRequestsPage(
  view: View,
  membership: CurrentMembership,
  requests: readonly AccessRequest[],
): Page {
  const { accessRequests: say } = view.say;
  const pending = requests.filter(({ state }) => state === 'PENDING');
  const decided = requests.filter(({ state }) => state !== 'PENDING');
  const cards = (title: string, some: readonly AccessRequest[]) =>
    some.length > 0 &&
    html`<h2>${title}</h2><ul class="cards">${some.map((request) => requestCard(view, membership, request))}</ul>`;
  const body = html`${merchantSwitch(view, '/access-requests', membership)}
    <h1>${say.title}</h1>
    ${membership.role !== 'owner' && notice('hint', say.ownersOnly)}
    ${requests.length === 0 ? nothing(view) : html`<p class="lead">${say.lead(name(membership.merchant.name))}</p>`}
    ${cards(say.pending, pending)}${cards(say.decided, decided)}`;
  return { title: say.title, body, navigation: merchantNavigation(view, membership, 'accessRequests') };
}

const nothing = ({ say }: View): Html =>
  html`<div class="empty"><h2>${say.accessRequests.none}</h2><p>${say.accessRequests.noneLead}</p></div>`;

function requestCard(view: View, membership: CurrentMembership, request: AccessRequest): Html {
  const { merchant, role } = membership;
  const { accessRequests: say } = view.say;
  const open = request.state === 'PENDING' && role === 'owner';
  const action = open ? say.review : say.details;
  return html`<li class="card">
    <div class="app">
      ${listedMark(request.appName, request.listing)}
      <div><h3>${name(request.appName)}</h3>
      <p class="by">${view.say.connections.by(name(request.organizationName))} ${stateBadge(view, request)}</p></div>
      <a class="button ${open ? '' : 'secondary'}" aria-label="${labelled(action, request.appName)}"
        href="/access-requests/${request.id}?company=${merchant.companyId}">${action}</a>
    </div>
    ${facts(datesOf(view, request))}
  </li>`;
}

const stateBadge = ({ say }: View, { state }: AccessRequest): Html =>
  html`<span class="badge state-${state.toLowerCase()}">${say.accessRequests.states[state]}</span>`;

type Fact = readonly [term: string, text: string | Html];

function datesOf(view: View, request: AccessRequest): readonly Fact[] {
  const { accessRequests: say } = view.say;
  const when = (at: number) => instantIn(view.language, at);
  const asked = toInstant(request.createdAt);
  return [
    [say.asked, when(asked)],
    ...(request.state === 'PENDING' ? [[say.expires, when(asked + ACCESS_REQUEST_LIFETIME)] as const] : []),
    ...(request.decidedAt ? [[say.decidedOn, when(toInstant(request.decidedAt))] as const] : []),
    [say.stores, storesOf(view, request)],
  ];
}

const facts = (entries: readonly Fact[]): Html =>
  html`<dl>${entries.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`;

const storesOf = ({ say }: View, { approvedStoreIds, storeIds }: AccessRequest): string =>
  approvedStoreIds ? say.accessRequests.storeCount(approvedStoreIds.length, storeIds.length) : String(storeIds.length);

/** A request with the names of its stores, and of those that the app may read by an earlier approval. */
export interface ShownRequest {
  readonly request: AccessRequest;
  readonly stores: readonly NamedStore[];
  readonly readNow: readonly NamedStore[];
  /** What apps did at the merchant; of an approved request, for owners. */
  readonly activity?: Activity;
}

/** One request: to decide about, or to look at. */
export function accessRequestPage(
  view: View,
  membership: CurrentMembership,
  shown: ShownRequest,
  unchosen = false,
): Page {
  const { request, stores, readNow } = shown;
  const { accessRequest: say, accessRequests } = view.say;
  const app = name(request.appName);
  const heading = request.state === 'PENDING' ? say.heading(app) : app;
  const decides = membership.role === 'owner';
  const body = html`<p><a class="back" href="/access-requests?company=${membership.merchant.companyId}">${accessRequests.title}</a></p>
  <div class="card">
    <div class="app">${listedMark(request.appName, request.listing)}<div><h1>${heading}</h1>
      <p class="by">${view.say.connections.by(name(request.organizationName))} ${stateBadge(view, request)}</p></div></div>
    ${aboutApp(view, request.listing)}
    ${outcome(view, request)}
    ${readNow.length > 0 && html`<section>${notice('hint', say.has(app))}${storeNames(view, readNow)}</section>`}
    ${!decides && notice('hint', accessRequests.ownersOnly)}
    ${facts([[view.say.nav.company, name(membership.merchant.name)], ...datesOf(view, request)])}
    <section class="permissions"><h2>${say.may}</h2><div class="may">${sentenceList(permissionsOf('ADSR', view.say).see)}</div><p class="small">${say.never}</p></section>
    ${decides && request.state === 'PENDING' ? decisionForm(view, membership, shown, unchosen) : storeList(view, request, stores)}
    ${'activity' in shown && activityOf(view, shown.activity, request.appId)}
    ${decides && request.state === 'APPROVED' && takeBackLink(view, membership, request)}
  </div>`;
  return {
    title: labelled(accessRequests.title, request.appName),
    body,
    navigation: merchantNavigation(view, membership, 'accessRequests'),
  };
}

function outcome({ say }: View, { state, appName }: AccessRequest): Html | undefined {
  const app = name(appName);
  if (state === 'APPROVED') return notice('good', say.accessRequest.approved(app));
  if (state === 'DECLINED') return notice('hint', say.accessRequest.declined(app));
  if (state === 'REVOKED') return notice('hint', say.accessRequest.takenBack(app));
  if (state === 'REPLACED') return notice('hint', say.accessRequest.replaced);
  if (state === 'WITHDRAWN') return notice('hint', say.accessRequest.withdrawn);
  if (state === 'EXPIRED') return notice('hint', say.accessRequest.expired);
  return undefined;
}

export const addressOf = ({ merchant }: CurrentMembership, { id }: AccessRequest): string =>
  `/access-requests/${id}?company=${merchant.companyId}`;

const storeName = ({ say }: View, store: NamedStore): Html | string =>
  store.name === undefined ? say.accessRequests.store(store.id) : name(store.name);

function decisionForm(
  view: View,
  membership: CurrentMembership,
  { request, stores }: ShownRequest,
  unchosen: boolean,
): Html {
  const { accessRequest: say } = view.say;
  const box = (store: NamedStore, at: number) =>
    html`<label class="choice"><input type="checkbox" name="store" value="${store.id}" checked ${at === 0 && html`id="store"`} /> ${storeName(view, store)}</label>`;
  return html`<form method="post" action="${addressOf(membership, request)}">
    ${hidden('token', view.formToken)}
    <fieldset ${unchosen && html`aria-describedby="store-problem"`}><legend>${say.lead}</legend>
      ${unchosen && fieldProblem('store', say.chooseFirst)}${stores.map(box)}</fieldset>
    <div class="actions">
      <button name="decision" value="approve">${say.approve}</button>
      <button name="decision" value="decline" class="secondary">${say.decline}</button>
    </div>
  </form>`;
}

function storeList(view: View, { approvedStoreIds }: AccessRequest, stores: readonly NamedStore[]): Html {
  const shown = approvedStoreIds ? stores.filter(({ id }) => approvedStoreIds.includes(id)) : stores;
  return html`<section><h2>${view.say.accessRequest.stores}</h2>${storeNames(view, shown)}</section>`;
}

export const storeNames = (view: View, stores: readonly NamedStore[]): Html =>
  html`<ul class="plain">${stores.map((store) => html`<li>${storeName(view, store)}</li>`)}</ul>`;

const takeBackLink = ({ say }: View, { merchant }: CurrentMembership, { id }: AccessRequest): Html =>
  html`<p class="actions"><a class="button secondary danger"
    href="/access-requests/${id}/revoke?company=${merchant.companyId}">${say.accessRequest.takeBack}</a></p>`;

/** Asks before an approval is revoked. */
export function revokeAccessPage(view: View, membership: CurrentMembership, request: AccessRequest): Page {
  const { revokeAccess: say, accessRequest } = view.say;
  const back = addressOf(membership, request);
  const body = confirmation(view, {
    title: say.heading(name(request.appName)),
    effect: say.lead(name(request.appName), name(membership.merchant.name)),
    action: back,
    fields: hidden('decision', 'take-back'),
    submit: accessRequest.takeBack,
    back,
    keep: say.keep,
  });
  return {
    title: say.title(request.appName),
    body,
    navigation: merchantNavigation(view, membership, 'accessRequests'),
  };
}
