import { checkRequest } from '../../oauth/consent/check-request.ts';
import { queryOf } from '../../oauth/consent/client.ts';
import { Parameters } from '../../oauth/consent/parameters.ts';
import { keepRequest } from '../../oauth/consent/pending-requests.ts';
import { spendAtSource } from '../../pipeline/rate-limit.ts';
import { redirect } from '../kit/context.ts';
import type { Screen } from '../kit/screen.ts';
import { requireBudget } from '../kit/session/throttle.ts';
import { newVisit, Visits } from '../kit/session/visits.ts';

/** The authorization endpoint. Stores a valid request and redirects to its consent page. */
export const authorizeScreen: Screen = {
  path: '/oauth/authorize',
  name: 'authorize',
  async show({ ctx, deps }) {
    const { clock, control, counters, limits, webUrl } = deps;
    requireBudget(await spendAtSource(counters, clock, 'authorize', ctx.state.source, limits.authorize));
    const request = await checkRequest(queryOf(control), new Parameters(ctx.querystring));
    const visit = ctx.state.visit ?? newVisit();
    const id = await keepRequest(control, request, visit);
    new Visits(webUrl).keep(ctx, visit);
    redirect(ctx, `/oauth/consent/${id}`);
    return undefined;
  },
};
