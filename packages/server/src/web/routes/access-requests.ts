import {
  type AccessRequest,
  accessRequestsOf,
  approveAccess,
  declineAccess,
  findAccessRequest,
  revokeAccess,
} from '../../directory/access-requests.ts';
import { type ControlTransaction, changeControl } from '../../directory/control.ts';
import { statement } from '../../storage/statement.ts';
import { goOn, originOf, type WebContext, type WebStage } from '../context.ts';
import type { WebDependencies } from '../dependencies.ts';
import { accessRequestPage, accessRequestsPage, type NamedStore } from '../pages/access-request-pages.ts';
import type { Company } from '../pages/connection-pages.ts';
import { WebProblem } from '../problems.ts';
import { sendPage, viewOf } from '../view.ts';
import { companyOf, ownCompanyOf, recordId } from './company.ts';

/** `GET /access-requests` */
export function showAccessRequests(deps: WebDependencies): WebStage {
  const { pool, clock } = deps.control;
  return async function showAccessRequestsPage(ctx) {
    const company = await companyOf(ctx, deps);
    const requests = await accessRequestsOf(pool, company.merchant.companyId, clock());
    sendPage(ctx, deps, 200, accessRequestsPage(viewOf(ctx, deps), company, requests));
  };
}

/** `GET /access-requests/{id}` */
export function showAccessRequest(deps: WebDependencies): WebStage {
  return async function showAccessRequestPage(ctx) {
    await sendRequest(ctx, deps, await companyOf(ctx, deps), 200);
  };
}

/** `POST /access-requests/{id}` */
export function decideAccess(deps: WebDependencies): WebStage {
  return async function decideAccessRequest(ctx) {
    const company = await ownCompanyOf(ctx, deps);
    const { id, storeIds } = await requestOf(ctx, deps, company);
    const chosen = (ctx.state.form?.getAll('store') ?? []).map(recordId);
    const known = storeIds.filter((storeId) => chosen.includes(storeId));
    if (known.length < new Set(chosen).size) throw new WebProblem('forged');
    const decision = ctx.state.form?.get('decision');
    if (decision === 'approve' && known.length === 0) return sendRequest(ctx, deps, company, 400);
    await changeControl(deps.control, originOf(ctx), (tx) =>
      decide(tx, decision, { companyId: company.merchant.companyId, id, storeIds: known }),
    );
    goOn(ctx, `/access-requests/${id}?company=${company.merchant.companyId}`);
  };
}

type Decided = Parameters<typeof approveAccess>[1];

function decide(tx: ControlTransaction, decision: string | null | undefined, request: Decided): Promise<void> {
  if (decision === 'approve') return approveAccess(tx, request);
  if (decision === 'decline') return declineAccess(tx, request);
  if (decision === 'take-back') return revokeAccess(tx, request);
  throw new WebProblem('forged');
}

async function requestOf(ctx: WebContext, { control }: WebDependencies, { merchant }: Company): Promise<AccessRequest> {
  const id = recordId(ctx.params.id);
  const request = id && (await findAccessRequest(control.pool, merchant.companyId, id, control.clock()));
  if (!request) throw new WebProblem('notFound');
  return request;
}

async function sendRequest(ctx: WebContext, deps: WebDependencies, company: Company, status: 200 | 400): Promise<void> {
  const request = await requestOf(ctx, deps, company);
  const stores = await storesOf(ctx, deps, company, request);
  const page = accessRequestPage(viewOf(ctx, deps), company, request, stores, status === 400);
  sendPage(ctx, deps, status, page);
}

const STORE_NAMES = statement(
  'web.store-names',
  'select id, name from region.stores where company_id = $1 and id = any($2) order by name_key, id',
);

/** Those that the request names, by name; the back office reads as the merchant, not as an app. */
async function storesOf(
  ctx: WebContext,
  { regions }: WebDependencies,
  { merchant }: Company,
  { storeIds }: AccessRequest,
): Promise<NamedStore[]> {
  const tenant = regions.tenant({ ...merchant, appId: 0, appName: null, correlationId: ctx.state.correlationId });
  const found = await tenant.read<NamedStore>(STORE_NAMES, [storeIds]);
  const missing = storeIds.filter((id) => !found.some((store) => store.id === id));
  return [...found, ...missing.map((id) => ({ id, name: undefined }))];
}
