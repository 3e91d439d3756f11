import {
  type AccessRequest,
  accessRequestsOf,
  findAccessRequest,
  findApproved,
} from '../../directory/access/access-requests.ts';
import { type NamedStore, namedStores } from '../../directory/merchants/stores.ts';
import { replaceAccessPage } from '../consent/replace-access-page.ts';
import { goOn, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { recordId } from '../kit/record-id.ts';
import { accessRequestPage, accessRequestsPage, addressOf, revokeAccessPage } from './access-request-pages.ts';
import { activityAt } from './activity.ts';
import { membershipOf, operationsOf, ownMembershipOf } from './membership.ts';
import type { CurrentMembership } from './merchant-switch.ts';

/** `GET /access-requests` */
export function showAccessRequests(deps: WebDependencies): WebStage {
  const { pool, clock } = deps.control;
  return async function showAccessRequestsPage(ctx) {
    const membership = await membershipOf(ctx, deps);
    const requests = await accessRequestsOf(pool, membership.merchant.companyId, clock());
    sendPage(ctx, deps, 200, accessRequestsPage(viewOf(ctx, deps), membership, requests));
  };
}

/** `GET /access-requests/{id}` */
export function showAccessRequest(deps: WebDependencies): WebStage {
  return async function showAccessRequestPage(ctx) {
    const membership = await membershipOf(ctx, deps);
    await sendRequest(ctx, deps, membership, await requestOf(ctx, deps, membership), 200);
  };
}

/** `GET /access-requests/{id}/revoke` */
export function askToRevoke(deps: WebDependencies): WebStage {
  return async function showRevokePage(ctx) {
    const membership = await ownMembershipOf(ctx, deps);
    const request = await requestOf(ctx, deps, membership);
    if (request.state !== 'APPROVED') throw new WebProblem('changed');
    sendPage(ctx, deps, 200, revokeAccessPage(viewOf(ctx, deps), membership, request));
  };
}

/** `POST /access-requests/{id}` */
export function decideAccess(deps: WebDependencies): WebStage {
  return async function decideAccessRequest(ctx) {
    const membership = await ownMembershipOf(ctx, deps);
    const request = await requestOf(ctx, deps, membership);
    const storeIds = chosenStores(ctx, request);
    const decision = ctx.state.form?.get('decision');
    const { companyId, id: accessRequestId } = request;
    const operations = operationsOf(ctx, deps, membership);
    if (decision === 'approve') {
      requirePending(request);
      if (await askFirst(ctx, deps, membership, request, storeIds)) return;
      const replaces = recordId(ctx.state.form?.get('replaces'));
      await operations.call('access-request.approve', { companyId, accessRequestId, storeIds, replaces });
    } else if (decision === 'decline') {
      await operations.call('access-request.decline', { companyId, accessRequestId });
    } else if (decision === 'take-back') {
      await operations.call('access-request.revoke', { accessRequestId });
    } else throw new WebProblem('forged');
    goOn(ctx, addressOf(membership, request));
  };
}

/** Rejects an approval that comes too late. */
function requirePending({ state }: AccessRequest): void {
  if (state === 'EXPIRED') throw new WebProblem('expired');
  if (state !== 'PENDING') throw new WebProblem('decided');
}

/** The stores that the form names, all of which the request must name too. */
function chosenStores(ctx: WebContext, { storeIds }: AccessRequest): number[] {
  const chosen = new Set((ctx.state.form?.getAll('store') ?? []).map(recordId));
  const known = storeIds.filter((storeId) => chosen.has(storeId));
  if (known.length < chosen.size) throw new WebProblem('forged');
  return known;
}

/** Sends a page instead of approving where the owner has chosen no store, or has not seen what would be replaced. */
async function askFirst(
  ctx: WebContext,
  deps: WebDependencies,
  membership: CurrentMembership,
  request: AccessRequest,
  storeIds: readonly number[],
): Promise<boolean> {
  if (storeIds.length === 0) {
    await sendRequest(ctx, deps, membership, request, 400);
    return true;
  }
  const approved = await findApproved(deps.control.pool, request, deps.control.clock());
  if (!approved || ctx.state.form?.has('replaces')) return false;
  const readNow = await storesOf(ctx, deps, membership, approved.approvedStoreIds);
  const chosen = await storesOf(ctx, deps, membership, storeIds);
  sendPage(ctx, deps, 200, replaceAccessPage(viewOf(ctx, deps), membership, { request, approved, readNow, chosen }));
  return true;
}

async function requestOf(
  ctx: WebContext,
  { control }: WebDependencies,
  { merchant }: CurrentMembership,
): Promise<AccessRequest> {
  const id = recordId(ctx.params.id);
  const request = id && (await findAccessRequest(control.pool, merchant.companyId, id, control.clock()));
  if (!request) throw new WebProblem('notFound');
  return request;
}

async function sendRequest(
  ctx: WebContext,
  deps: WebDependencies,
  membership: CurrentMembership,
  request: AccessRequest,
  status: 200 | 400,
): Promise<void> {
  const stores = await storesOf(ctx, deps, membership, request.storeIds);
  const isPending = request.state === 'PENDING';
  const approved = isPending && (await findApproved(deps.control.pool, request, deps.control.clock()));
  const readNow = approved ? await storesOf(ctx, deps, membership, approved.approvedStoreIds) : [];
  const isOwnApproval = request.state === 'APPROVED' && membership.role === 'owner';
  const activity = isOwnApproval ? { activity: await activityAt(ctx, deps, membership) } : {};
  const shown = { request, stores, readNow, ...activity };
  const page = accessRequestPage(viewOf(ctx, deps), membership, shown, status === 400);
  sendPage(ctx, deps, status, page);
}

const storesOf = (
  { state }: WebContext,
  { regions }: WebDependencies,
  { merchant }: CurrentMembership,
  storeIds: readonly number[] | null,
): Promise<NamedStore[]> => namedStores(regions, merchant, storeIds ?? [], state.correlationId);
