import { html } from 'hono/html';
import { ACCESS_REQUEST_LIFETIME, type AccessRequest, accessRequestsOf } from '../../control/access/access-requests.ts';
import { instantIn, toInstant } from '../kit/page/instants.ts';
import { listedMark, notice } from '../kit/page/parts.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import type { MerchantScreen, MerchantVisit } from './audience.ts';
import { merchantNavigation, merchantSwitch, pageOf } from './navigation.ts';

export const REQUESTS_PATH = '/access-requests';

/** Access requests of a merchant: pending ones first, then those already decided. */
export const accessRequestsScreen: MerchantScreen = {
  path: REQUESTS_PATH,
  name: 'accessRequests',
  async show(visit) {
    const { deps, view, role, merchant } = visit;
    const { accessRequests: say } = view.say;
    const requests = await accessRequestsOf(deps.control.pool, merchant.companyId, deps.control.clock());
    const pending = requests.filter(({ state }) => state === 'PENDING');
    const decided = requests.filter(({ state }) => state !== 'PENDING');
    const body = html`${merchantSwitch(visit, REQUESTS_PATH)}
    <h1>${say.title}</h1>
    ${role !== 'owner' && notice('hint', say.ownersOnly)}
    ${requests.length === 0 ? nothing(visit) : html`<p class="lead">${say.lead(name(merchant.name))}</p>`}
    ${cards(visit, say.pending, pending)}${cards(visit, say.decided, decided)}`;
    return { title: say.title, body, navigation: merchantNavigation(visit, 'accessRequests') };
  },
};

const nothing = ({ view: { say } }: MerchantVisit): Html =>
  html`<div class="empty"><h2>${say.accessRequests.none}</h2><p>${say.accessRequests.noneLead}</p></div>`;

const cards = (visit: MerchantVisit, title: string, requests: readonly AccessRequest[]): Html | false =>
  requests.length > 0 &&
  html`<h2>${title}</h2><ul class="cards">${requests.map((request) => requestCard(visit, request))}</ul>`;

function requestCard(visit: MerchantVisit, request: AccessRequest): Html {
  const { accessRequests: say, connections } = visit.view.say;
  const open = request.state === 'PENDING' && visit.role === 'owner';
  const action = open ? say.review : say.details;
  return html`<li class="card">
    <div class="app">
      ${listedMark(request.appName, request.listing)}
      <div><h3>${name(request.appName)}</h3>
      <p class="by">${connections.by(name(request.organizationName))} ${stateBadge(visit, request)}</p></div>
      <a class="button ${open ? '' : 'secondary'}" aria-label="${labelled(action, request.appName)}"
        href="${requestPage(visit, request)}">${action}</a>
    </div>
    ${factList(datesOf(visit, request))}
  </li>`;
}

export const requestPage = (visit: MerchantVisit, { id }: Pick<AccessRequest, 'id'>, path = ''): string =>
  pageOf(visit, `${REQUESTS_PATH}/${id}${path}`);

export const stateBadge = ({ view: { say } }: MerchantVisit, { state }: AccessRequest): Html =>
  html`<span class="badge state-${state.toLowerCase()}">${say.accessRequests.states[state]}</span>`;

type Fact = readonly [term: string, text: string | Html];

export function datesOf({ view }: MerchantVisit, request: AccessRequest): readonly Fact[] {
  const { accessRequests: say } = view.say;
  const { state, createdAt, decidedAt, approvedStoreIds, storeIds } = request;
  const when = (at: number) => instantIn(view.language, at);
  const asked = toInstant(createdAt);
  const stores = approvedStoreIds ? say.storeCount(approvedStoreIds.length, storeIds.length) : String(storeIds.length);
  return [
    [say.asked, when(asked)],
    ...(state === 'PENDING' ? [[say.expires, when(asked + ACCESS_REQUEST_LIFETIME)] as const] : []),
    ...(decidedAt ? [[say.decidedOn, when(toInstant(decidedAt))] as const] : []),
    [say.stores, stores],
  ];
}

export const factList = (facts: readonly Fact[]): Html =>
  html`<dl>${facts.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`;
