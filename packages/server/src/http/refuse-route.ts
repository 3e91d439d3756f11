import type Router from '@koa/router';
import { PartnerError } from '../errors.ts';
import { type Identity, nameSender } from './admit.ts';
import type { Context, RequestState } from './context.ts';
import { limitSource, type RateLimit } from './rate-limit.ts';

const documentationOf = (apiUrl: string): string => new URL('/docs', apiUrl).href;

/** Rejects requests without a route: 405 with Allow if the path exists under another method, otherwise 404. */
export function refuseRoute(router: Router<RequestState>, rate: RateLimit, identity: Identity, apiUrl: string) {
  return async function refuseUnknownRoute(ctx: Context): Promise<void> {
    await limitSource(ctx, rate);
    await nameSender(ctx, identity);
    const { path } = router.match(ctx.path, ctx.method);
    const methods = [...new Set([...path.flatMap((layer) => layer.methods), 'OPTIONS'])].sort();
    if (path.length === 0) {
      const message = `No such path: ${ctx.path}. The documentation is at ${documentationOf(apiUrl)}.`;
      throw new PartnerError('partner.route_not_found', message);
    }
    throw new PartnerError('partner.method_not_allowed', `The method ${ctx.method} is not allowed for this path.`, {
      headers: { Allow: methods.join(', ') },
    });
  };
}
