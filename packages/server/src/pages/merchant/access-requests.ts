import { html } from 'hono/html';
import {
  ACCESS_REQUEST_LIFETIME,
  type AccessRequest,
  accessRequestsOf,
  findAccessRequest,
  findApproved,
} from '../../control/access-requests.ts';
import { type NamedStore, namedStores } from '../../control/merchants.ts';
import { aboutApp, cardHead, reportPermissions } from '../consent/about-app.ts';
import { recordId, WebProblem } from '../kit/context.ts';
import { fieldProblem, rejectedField } from '../kit/fields.ts';
import { instantIn, toInstant } from '../kit/instants.ts';
import type { Page } from '../kit/layout.ts';
import { confirmation, hidden, listedMark, notice, ownForm } from '../kit/page.ts';
import { confirmScreen, type Done } from '../kit/screen.ts';
import { type Html, labelled, name } from '../languages/html.ts';
import {
  factList,
  type MerchantScreen,
  type MerchantVisit,
  type MerchantVisitor,
  merchantNavigation,
  merchantSwitch,
  pageOf,
  requireOwner,
} from './audience.ts';
import { activityFor, activityOf } from './connections.ts';

const REQUESTS_PATH = '/access-requests';

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
    const cards = (title: string, shown: readonly AccessRequest[]) =>
      shown.length > 0 &&
      html`<h2>${title}</h2><ul class="cards">${shown.map((request) => requestCard(visit, request))}</ul>`;
    const body = html`${merchantSwitch(visit, REQUESTS_PATH)}
    <h1>${say.title}</h1>
    ${role !== 'owner' && notice('hint', say.ownersOnly)}
    ${
      requests.length === 0
        ? html`<div class="empty"><h2>${say.none}</h2><p>${say.noneLead}</p></div>`
        : html`<p class="lead">${say.lead(name(merchant.name))}</p>`
    }
    ${cards(say.pending, pending)}${cards(say.decided, decided)}`;
    return { title: say.title, body, navigation: merchantNavigation(visit, 'accessRequests') };
  },
};

function requestCard(visit: MerchantVisit, request: AccessRequest): Html {
  const { accessRequests: say } = visit.view.say;
  const open = request.state === 'PENDING' && visit.role === 'owner';
  const action = open ? say.review : say.details;
  const link = html`<a class="button ${open ? '' : 'secondary'}" aria-label="${labelled(action, request.appName)}"
        href="${requestPage(visit, request)}">${action}</a>`;
  return html`<li class="card">
    ${headOf(visit, request, html`<h3>${name(request.appName)}</h3>`, link)}
    ${factList(datesOf(visit, request))}
  </li>`;
}

const requestPage = (visit: MerchantVisit, { id }: Pick<AccessRequest, 'id'>, path = ''): string =>
  pageOf(visit, `${REQUESTS_PATH}/${id}${path}`);

function headOf({ view: { say } }: MerchantVisit, request: AccessRequest, heading: Html, link?: Html): Html {
  const { appName, listing, organizationName, state } = request;
  const badge = html`<span class="badge state-${state.toLowerCase()}">${say.accessRequests.states[state]}</span>`;
  const by = html`${say.connections.by(name(organizationName))} ${badge}`;
  return cardHead(listedMark(appName, listing), heading, by, link);
}

function datesOf({ view }: MerchantVisit, request: AccessRequest): Parameters<typeof factList>[0] {
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

const PATH = `${REQUESTS_PATH}/:id`;

export const accessRequestScreen: MerchantScreen = {
  path: PATH,
  name: 'accessRequest',
  async show(visit) {
    const request = await requestOf(visit);
    const { view, role, merchant } = visit;
    const { accessRequest: say, accessRequests, nav } = view.say;
    const [app, isPending, isOwner] = [name(request.appName), request.state === 'PENDING', role === 'owner'];
    const heading = html`<h1>${isPending ? say.heading(app) : app}</h1>`;
    const stores = await storesOf(visit, request.storeIds);
    const approved = isPending && (await approvedBefore(visit, request));
    const readNow = approved ? await storesOf(visit, approved.approvedStoreIds) : [];
    const activity = request.state === 'APPROVED' ? await activityFor(visit) : undefined;
    const body = html`<p><a class="back" href="${pageOf(visit, REQUESTS_PATH)}">${accessRequests.title}</a></p>
  <div class="card">
    ${headOf(visit, request, heading)}
    ${aboutApp(view, request.listing)}
    ${outcomeOf(visit, request)}
    ${readNow.length > 0 && html`<section>${notice('hint', say.has(app))}${storeNames(visit, readNow)}</section>`}
    ${!isOwner && notice('hint', accessRequests.ownersOnly)}
    ${factList([[nav.company, name(merchant.name)], ...datesOf(visit, request)])}
    <section class="permissions"><h2>${say.may}</h2><div class="may">${reportPermissions(view)}</div><p class="small">${say.never}</p></section>
    ${isOwner && isPending ? decisionForm(visit, request, stores) : storeList(visit, request, stores)}
    ${activityOf(visit, activity, request.appId)}
    ${
      isOwner &&
      request.state === 'APPROVED' &&
      html`<p class="actions"><a class="button secondary danger"
    href="${requestPage(visit, request, '/revoke')}">${say.takeBack}</a></p>`
    }
  </div>`;
    const navigation = merchantNavigation(visit, 'accessRequests');
    return { title: labelled(accessRequests.title, request.appName), body, navigation };
  },
  change: decide,
};

/** Asks for confirmation if an approval would replace an earlier one that the owner has not been shown. */
async function decide(visit: MerchantVisit): Promise<Done | Page> {
  requireOwner(visit);
  const request = await requestOf(visit);
  const { operations, fields, view } = visit;
  const chosen = new Set(fields.getAll('store').map(recordId));
  const storeIds = request.storeIds.filter((storeId) => chosen.has(storeId));
  if (storeIds.length < chosen.size) throw new WebProblem('forged');
  const { companyId, id: accessRequestId } = request;
  const decision = fields.get('decision');
  if (decision === 'approve') {
    if (request.state === 'EXPIRED') throw new WebProblem('expired');
    if (request.state !== 'PENDING') throw new WebProblem('decided');
    if (storeIds.length === 0) throw rejectedField('store', view.say.accessRequest.chooseFirst);
    const approved = fields.has('replaces') ? undefined : await approvedBefore(visit, request);
    if (approved) return replacePage(visit, request, approved, storeIds);
    const replaces = recordId(fields.get('replaces'));
    await operations.call('access-request.approve', { companyId, accessRequestId, storeIds, replaces });
  } else if (decision === 'decline') await operations.call('access-request.decline', { companyId, accessRequestId });
  else if (decision === 'take-back') await operations.call('access-request.revoke', { accessRequestId });
  else throw new WebProblem('forged');
  return { to: requestPage(visit, request) };
}

async function requestOf({ deps, merchant, id }: MerchantVisit): Promise<AccessRequest> {
  const request = await findAccessRequest(deps.control.pool, merchant.companyId, id('id'), deps.control.clock());
  if (!request) throw new WebProblem('notFound');
  return request;
}

/** An earlier approved request of the app that is still valid. */
const approvedBefore = ({ deps }: MerchantVisit, request: AccessRequest): Promise<AccessRequest | undefined> =>
  findApproved(deps.control.pool, request, deps.control.clock());

const storesOf = ({ ctx, deps, merchant }: MerchantVisit, storeIds: readonly number[] | null): Promise<NamedStore[]> =>
  namedStores(deps.regions, merchant, storeIds ?? [], ctx.state.correlationId);

function outcomeOf({ view }: MerchantVisit, { state, appName }: AccessRequest): Html | undefined {
  const { accessRequest: say } = view.say;
  const app = name(appName);
  if (state === 'APPROVED') return notice('good', say.approved(app));
  if (state === 'DECLINED') return notice('hint', say.declined(app));
  if (state === 'REVOKED') return notice('hint', say.takenBack(app));
  if (state === 'REPLACED') return notice('hint', say.replaced);
  if (state === 'WITHDRAWN') return notice('hint', say.withdrawn);
  if (state === 'EXPIRED') return notice('hint', say.expired);
  return undefined;
}

function decisionForm(visit: MerchantVisit, request: AccessRequest, stores: readonly NamedStore[]): Html {
  const { accessRequest: say } = visit.view.say;
  const [problem] = visit.form('accessRequest').problems;
  const box = (store: NamedStore, at: number) =>
    html`<label class="choice"><input type="checkbox" name="store" value="${store.id}" checked ${at === 0 && html`id="store"`} /> ${storeName(visit, store)}</label>`;
  const fields = html`
    <fieldset ${problem && html`aria-describedby="store-problem"`}><legend>${say.lead}</legend>
      ${problem && fieldProblem('store', problem.message)}${stores.map(box)}</fieldset>
    <div class="actions">
      <button name="decision" value="approve">${say.approve}</button>
      <button name="decision" value="decline" class="secondary">${say.decline}</button>
    </div>`;
  return ownForm(visit.view, requestPage(visit, request), fields);
}

function storeList(visit: MerchantVisit, { approvedStoreIds }: AccessRequest, stores: readonly NamedStore[]): Html {
  const shown = approvedStoreIds ? stores.filter(({ id }) => approvedStoreIds.includes(id)) : stores;
  return html`<section><h2>${visit.view.say.accessRequest.stores}</h2>${storeNames(visit, shown)}</section>`;
}

const storeNames = (visit: MerchantVisit, stores: readonly NamedStore[]): Html =>
  html`<ul class="plain">${stores.map((store) => html`<li>${storeName(visit, store)}</li>`)}</ul>`;

const storeName = ({ view: { say } }: MerchantVisit, store: NamedStore): Html | string =>
  store.name === undefined ? say.accessRequests.store(store.id) : name(store.name);

export const revokeAccessScreen: MerchantScreen = confirmScreen<MerchantVisitor>({
  path: `${PATH}/revoke`,
  name: 'revokeAccess',
  async ask(visit) {
    const request = await requestOf(visit);
    if (request.state !== 'APPROVED') throw new WebProblem('changed');
    const { revokeAccess: say, accessRequest } = visit.view.say;
    const app = name(request.appName);
    const back = requestPage(visit, request);
    return {
      title: say.title(request.appName),
      heading: say.heading(app),
      effect: say.lead(app, name(visit.merchant.name)),
      action: back,
      fields: hidden('decision', 'take-back'),
      submit: accessRequest.takeBack,
      back,
      keep: say.keep,
      navigation: merchantNavigation(visit, 'accessRequests'),
    };
  },
});

/** Shows the stores before and after an approval that would replace an earlier one, and asks for confirmation. */
async function replacePage(
  visit: MerchantVisit,
  request: AccessRequest,
  approved: AccessRequest,
  storeIds: readonly number[],
): Promise<Page> {
  const { replaceAccess: say } = visit.view.say;
  const app = name(request.appName);
  const readNow = await storesOf(visit, approved.approvedStoreIds);
  const chosen = await storesOf(visit, storeIds);
  const back = requestPage(visit, request);
  const body = confirmation(visit.view, {
    title: say.heading(app),
    effect: say.lead(app, name(visit.merchant.name)),
    details: html`<section><h2>${say.now}</h2>${storeNames(visit, readNow)}</section>
      <section><h2>${say.afterwards}</h2>${storeNames(visit, chosen)}</section>`,
    action: back,
    fields: html`${hidden('decision', 'approve')}${hidden('replaces', approved.id)}${chosen.map(({ id }) => hidden('store', id))}`,
    submit: say.submit,
    back,
    keep: say.keep,
  });
  return { title: say.title(request.appName), body, navigation: merchantNavigation(visit, 'accessRequests') };
}
