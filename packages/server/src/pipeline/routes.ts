import type Router from '@koa/router';
import type { Next } from 'koa';
import type { Operation } from '../contract/contract.ts';
import type { Directory } from '../control/directory.ts';
import { PartnerError } from '../errors.ts';
import { type Admission, nameSender } from './admit.ts';
import type { Context, RequestState, RouteContext, Stage } from './context.ts';
import { limitSource, type RateLimit } from './rate-limit.ts';

/** Routes of a path, for any method. A literal path wins over one with a parameter. */
function layersAt(router: Router<RequestState>, { path, method }: Context) {
  const layers = router.match(path, method).path;
  const literal = layers.filter((layer) => layer.path === path);
  return literal.length > 0 ? literal : layers;
}

/** Serves a literal path by its own routes only: other methods go to `refuseRoute`, not to a path with a parameter. */
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

/** True if a PATCH with `status` 0 takes the record out of use, instead of DELETE. */
const isDeactivated = ({ method, bodySchema }: Operation): boolean =>
  method === 'patch' && [bodySchema, ...(bodySchema.allOf ?? [])].some(({ properties }) => properties?.status);

/** Rejects requests without a route: 405 with Allow if the path exists under another method, otherwise 404. */
export function refuseRoute(
  router: Router<RequestState>,
  admission: Admission,
  { apiUrl, operations }: { readonly apiUrl: string; readonly operations: readonly Operation[] },
) {
  const deactivated = new Set(operations.filter(isDeactivated).map(({ path }) => `/v1${path}`));
  return async function refuseUnknownRoute(ctx: Context): Promise<void> {
    await limitSource(ctx, admission.rate);
    await nameSender(ctx, admission);
    const path = layersAt(router, ctx);
    const methods = [...new Set([...path.flatMap((layer) => layer.methods), 'OPTIONS'])].sort();
    if (path.length === 0) {
      const message = `No such path: ${ctx.path}. The documentation is at ${new URL('/docs', apiUrl).href}.`;
      throw new PartnerError('partner.route_not_found', message);
    }
    const isKept = ctx.method === 'DELETE' && path.some((layer) => deactivated.has(String(layer.path)));
    const instead = isKept ? ' Records are not deleted: set `status` to 0 with PATCH.' : '';
    const message = `The method ${ctx.method} is not allowed for this path.${instead}`;
    throw new PartnerError('partner.method_not_allowed', message, { headers: { Allow: methods.join(', ') } });
  };
}

/** Announces the removal of a deprecated operation in each of its responses (RFC 9745, RFC 8594). */
export function announceDeprecation({ deprecation }: Operation): Stage[] {
  if (!deprecation) return [];
  const headers = {
    Deprecation: `@${deprecation.since / 1000}`,
    Sunset: new Date(deprecation.sunset).toUTCString(),
    Link: '</docs/guides/versions#deprecation>; rel="deprecation sunset"; type="text/html"',
  };
  return [
    function announceOwnDeprecation(ctx, next) {
      ctx.set(headers);
      return next();
    },
  ];
}

/** Origins whose scripts may read a path's responses: any, the ones that apps have registered, or none. */
export type Readers = 'any' | 'apps' | 'none';

export interface Offer {
  readonly methods: readonly string[];
  readonly readers: Readers;
}

/** Headers that a script may send. X-API-Key is excluded, because a key in a page is public. */
const SENT =
  'Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, traceparent, tracestate, ' +
  'X-Correlation-Id';

/** Headers that a script may read in addition to the safelisted ones. */
const EXPOSED =
  'Accept-Encoding, Allow, Deprecation, ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, ' +
  'Retry-After, Sunset, Tillgate-Changes-After, Tillgate-Dry-Run, Tillgate-Total, WWW-Authenticate, X-Correlation-Id, ' +
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED };

export const allowAnyOrigin: Stage = function allowOriginsOfAll(ctx, next) {
  ctx.set(ANY_ORIGIN);
  return next();
};

/**
 * Lets scripts read a response if the app has registered their origin. A response rejected before the app was known
 * contains no merchant data, so pages of any live app may read it. Browser credentials are never allowed.
 */
export const allowOwnOrigins = (directory: Directory): Stage =>
  async function allowOriginsOfApp(ctx, next) {
    ctx.vary('Origin');
    const { origin } = ctx.req.headers;
    if (origin === undefined) return next();
    try {
      await next();
    } finally {
      const appId = ctx.state.principal?.appId;
      const isAllowed = async (): Promise<boolean> =>
        appId === undefined ? directory.hasOrigin(origin) : (await directory.app(appId)).origins.includes(origin);
      if (await isAllowed().catch(() => false)) ctx.set({ ...ANY_ORIGIN, 'Access-Control-Allow-Origin': origin });
    }
  };

/** Responds to OPTIONS on every path. Preflights carry no token, so the origins of all live apps are allowed. */
export const answerOptions = (router: Router<RequestState>, offers: ReadonlyMap<string, Offer>, rate: RateLimit) =>
  async function answerOptionsOfPath(ctx: Context, next: () => Promise<void>): Promise<void> {
    const offer = ctx.method === 'OPTIONS' ? offerOf(router, offers, ctx) : undefined;
    if (!offer) return next();
    await limitSource(ctx, rate);
    const { readers } = offer;
    const get = offer.methods.includes('GET') ? ['HEAD'] : [];
    const methods = [...new Set([...offer.methods, ...get, 'OPTIONS'])].sort().join(', ');
    ctx.status = 204;
    ctx.set({ Allow: methods, 'Cache-Control': 'no-store' });
    ctx.vary('Origin');
    const { origin, 'access-control-request-method': asked } = ctx.req.headers;
    if (origin === undefined || asked === undefined) return;
    if (readers === 'any' || (readers === 'apps' && (await rate.directory.hasOrigin(origin)))) {
      ctx.set({
        'Access-Control-Allow-Origin': readers === 'any' ? '*' : origin,
        'Access-Control-Allow-Methods': methods,
        'Access-Control-Allow-Headers': SENT,
        // Seconds for which a browser may cache the preflight.
        'Access-Control-Max-Age': '600',
      });
    }
  };

/** Methods and readers of all routes of a path. A server-wide `*` combines all paths. */
function offerOf(router: Router<RequestState>, offers: ReadonlyMap<string, Offer>, ctx: Context): Offer | undefined {
  const paths = layersAt(router, ctx).map(({ path }) => String(path));
  const found = ctx.req.url === '*' ? [...offers.values()] : paths.flatMap((path) => offers.get(path) ?? []);
  const [first] = found;
  return first && { readers: first.readers, methods: found.flatMap(({ methods }) => methods) };
}
