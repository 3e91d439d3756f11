import type Router from '@koa/router';
import { PartnerError } from '../errors.ts';
import type { Context, RequestState } from './context.ts';
import { limitSource, type RateLimit } from './limit-rate.ts';

/** Rejects requests that no route took: 405 with Allow where the path is known under another method, else 404. */
export function refuseRoute(router: Router<RequestState>, rate: RateLimit) {
  return async function refuseUnknownRoute(ctx: Context): Promise<void> {
    await limitSource(ctx, rate);
    const { path } = router.match(ctx.path, ctx.method);
    const methods = [...new Set(path.flatMap((layer) => layer.methods))].sort();
    if (methods.length === 0) throw new PartnerError('partner.route_not_found', `No such path: ${ctx.path}.`);
    throw new PartnerError('partner.method_not_allowed', `The method ${ctx.method} is not allowed for this path.`, {
      headers: { Allow: methods.join(', ') },
    });
  };
}
