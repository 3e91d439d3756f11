import type Router from '@koa/router';
import type { Next } from 'koa';
import type { Operation } from '../contract/contract.ts';
import { PartnerError } from '../errors.ts';
import { type Identity, nameSender } from './admit.ts';
import type { Context, RequestState, RouteContext, Stage } from './context.ts';
import { limitSource, type RateLimit } from './rate-limit.ts';

/** Routes of a path, whatever their methods. A literal path wins over one with a parameter. */
export function layersAt(router: Router<RequestState>, { path, method }: Context) {
  const layers = router.match(path, method).path;
  const literal = layers.filter((layer) => layer.path === path);
  return literal.length > 0 ? literal : layers;
}

/** Leaves requests to `refuseRoute` that only a path with a parameter would serve, although their path is a literal one. */
export function withLiteralPathsFirst(router: Router<RequestState>, literals: Iterable<string>) {
  const shadowing = new Map(
    [...literals].flatMap((path) => {
      const layers = router.match(path, 'GET').path;
      const own = layers.filter((layer) => layer.path === path);
      return own.length > 0 && own.length < layers.length ? [[path, own.flatMap(({ methods }) => methods)]] : [];
    }),
  );
  const routes = router.routes();
  return function routeRequest(ctx: RouteContext, next: Next): unknown {
    const isServed = shadowing.get(ctx.path)?.includes(ctx.method) ?? true;
    return isServed ? routes(ctx, next) : next();
  };
}

/** Rejects requests without a route: 405 with Allow if the path exists under another method, otherwise 404. */
export function refuseRoute(router: Router<RequestState>, rate: RateLimit, identity: Identity, apiUrl: string) {
  return async function refuseUnknownRoute(ctx: Context): Promise<void> {
    await limitSource(ctx, rate);
    await nameSender(ctx, identity);
    const path = layersAt(router, ctx);
    const methods = [...new Set([...path.flatMap((layer) => layer.methods), 'OPTIONS'])].sort();
    if (path.length === 0) {
      const message = `No such path: ${ctx.path}. The documentation is at ${new URL('/docs', apiUrl).href}.`;
      throw new PartnerError('partner.route_not_found', message);
    }
    throw new PartnerError('partner.method_not_allowed', `The method ${ctx.method} is not allowed for this path.`, {
      headers: { Allow: methods.join(', ') },
    });
  };
}

const POLICY = '</docs/guides/versions#deprecation>; rel="deprecation sunset"; type="text/html"';

/**
 * Announces in every response of a deprecated operation when it will be removed (RFC 9745, RFC
 * 8594). Other operations do not have this stage.
 */
export function announceDeprecation({ deprecation }: Operation): Stage[] {
  if (!deprecation) return [];
  const headers = {
    Deprecation: `@${deprecation.since / 1000}`,
    Sunset: new Date(deprecation.sunset).toUTCString(),
    Link: POLICY,
  };
  return [
    function announceOwnDeprecation(ctx, next) {
      ctx.set(headers);
      return next();
    },
  ];
}
