import { membershipsOf } from '../../directory/people/users.ts';
import { checkClient } from '../../oauth/consent/check-client.ts';
import { checkPublished } from '../../oauth/consent/check-published.ts';
import { queryOf } from '../../oauth/consent/client.ts';
import { approve, RequestGone, refuse, returnRefused } from '../../oauth/consent/decide.ts';
import { type Eligible, eligibleOf } from '../../oauth/consent/eligibility.ts';
import { findRequest, type RequestClaim } from '../../oauth/consent/pending-requests.ts';
import { ConsentError } from '../../oauth/consent/refusals.ts';
import { goOn, originOf, type WebContext, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { sendPage } from '../kit/page/send-page.ts';
import { viewOf } from '../kit/page/view.ts';
import { WebProblem } from '../kit/problems.ts';
import { sessionOf } from '../kit/session/load-session.ts';
import { type Asking, consentPage, employeePage } from './consent-pages.ts';

/** `GET /oauth/consent/{id}` */
export function showConsent(deps: WebDependencies): WebStage {
  return async function showConsentPage(ctx) {
    const asking = await askingOf(ctx, deps);
    if (!asking.request.refusal) return sendConsent(ctx, deps, asking, 200);
    // RFC 9700 §4.11.2: a request that is wrong leads back to its app only once somebody has signed in.
    goOn(ctx, await returnRefused(deps.control, originOf(ctx), claimOf(ctx), deps.apiUrl));
  };
}

/** `POST /oauth/consent/{id}` */
export function decideConsent(deps: WebDependencies): WebStage {
  return async function decideAuthorizationRequest(ctx) {
    const decision = ctx.state.form?.get('decision');
    if (decision === 'approve') return approveRequest(ctx, deps);
    if (decision !== 'refuse') throw new WebProblem('forged');
    goOn(ctx, await refuse(deps.control, originOf(ctx), claimOf(ctx), deps.apiUrl));
  };
}

async function approveRequest(ctx: WebContext, deps: WebDependencies): Promise<void> {
  const asking = await askingOf(ctx, deps);
  const { owned, employed } = await eligible(ctx, deps, asking);
  const chosen = ctx.state.form?.get('company') ?? '';
  if (owned.length > 0 && chosen === '') return sendConsent(ctx, deps, asking, 400);
  const isNamed = ({ companyId }: { companyId: number }) => String(companyId) === chosen;
  if (owned.length === 0 && employed.length > 0) throw new WebProblem('ownersOnly');
  if (employed.some(isNamed)) throw new WebProblem('ownersOnly');
  const merchant = owned.find(isNamed);
  if (!merchant) throw new ConsentError('oauth.company_not_eligible');
  const decision = { request: claimOf(ctx), userId: sessionOf(ctx).user.id, companyId: merchant.companyId };
  goOn(ctx, await approve(deps.control, originOf(ctx), decision, deps.apiUrl));
}

export const requestIdOf = (ctx: WebContext): string => ctx.params.id ?? '';

const claimOf = (ctx: WebContext): RequestClaim => ({ id: requestIdOf(ctx), visit: ctx.state.visit });

/** The request with its app, which may have changed while the request waited. */
async function askingOf(ctx: WebContext, { control }: WebDependencies): Promise<Asking> {
  const request = await findRequest(control.pool, claimOf(ctx), control.clock());
  if (!request) throw new RequestGone();
  const client = await checkClient(queryOf(control.pool), request.clientId);
  checkPublished(client);
  return { request, client };
}

async function eligible(ctx: WebContext, { control }: WebDependencies, { client }: Asking): Promise<Eligible> {
  return eligibleOf(client, await membershipsOf(control.pool, sessionOf(ctx).user.id));
}

async function sendConsent(ctx: WebContext, deps: WebDependencies, asking: Asking, status: 200 | 400): Promise<void> {
  const { owned, employed } = await eligible(ctx, deps, asking);
  const view = viewOf(ctx, deps);
  if (owned.length > 0) return sendPage(ctx, deps, status, consentPage(view, asking, owned, status === 400));
  if (employed.length === 0) throw new ConsentError('oauth.company_not_eligible');
  sendPage(ctx, deps, status, employeePage(view, asking, employed));
}
