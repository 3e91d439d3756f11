import { spendAtSource } from '../../http/rate-limit.ts';
import { checkRequest } from '../../oauth/consent/check-request.ts';
import { queryOf } from '../../oauth/consent/client.ts';
import { Parameters } from '../../oauth/consent/parameters.ts';
import { keepRequest } from '../../oauth/consent/pending-requests.ts';
import { goOn, type WebStage } from '../kit/context.ts';
import type { WebDependencies } from '../kit/dependencies.ts';
import { WebProblem } from '../kit/problems.ts';
import { newVisit, Visits } from '../kit/session/visits.ts';

/** `GET /oauth/authorize`: a request that can be answered is kept, and its screen shown. */
export function authorize(deps: WebDependencies): WebStage {
  const { clock, control, counters, limits } = deps;
  const visits = new Visits(deps.webUrl);
  return async function keepAuthorizationRequest(ctx) {
    const budget = await spendAtSource(counters, clock, 'authorize', ctx.state.source, limits.authorize);
    if (budget.exceeded) throw new WebProblem('throttled', { 'Retry-After': String(budget.retryAfter) });
    const request = await checkRequest(queryOf(control.pool), new Parameters(ctx.querystring));
    const visit = ctx.state.visit ?? newVisit();
    const id = await keepRequest(control, request, visit);
    visits.keep(ctx, visit);
    goOn(ctx, `/oauth/consent/${id}`);
  };
}
