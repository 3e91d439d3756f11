import type Router from '@koa/router';
import type { Directory } from '../control/directory.ts';
import type { Context, RequestState, Stage } from './context.ts';
import { limitSource, type RateLimit } from './rate-limit.ts';
import { layersAt } from './routes.ts';

/** Origins whose scripts may read responses of a path: any, those of apps, or none. */
export type Readers = 'any' | 'apps' | 'none';

export interface Offer {
  readonly methods: readonly string[];
  readonly readers: Readers;
}

/** Headers that a script may send. X-API-Key is excluded, because a key in a page is public. */
const SENT = [
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'traceparent',
  'tracestate',
  'X-Correlation-Id',
].join(', ');

/** Headers that a script may read in addition to the safelisted ones. */
export const EXPOSED = [
  'Accept-Encoding',
  'Allow',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'Tillgate-Changes-After',
  'Tillgate-Dry-Run',
  'Tillgate-Total',
  'WWW-Authenticate',
  'X-Correlation-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** Seconds for which a browser may cache a preflight. */
const PREFLIGHT_AGE = 600;

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED.join(', ') };

export const allowAnyOrigin: Stage = function allowOriginsOfAll(ctx, next) {
  ctx.set(ANY_ORIGIN);
  return next();
};

/**
 * Lets scripts read a response if the app has registered their origin. A response rejected before the app was known
 * contains no merchant data, so pages of any live app may read it. Browser credentials are never allowed.
 */
export function allowOwnOrigins(directory: Directory): Stage {
  return async function allowOriginsOfApp(ctx, next) {
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
}

/**
 * Responds to OPTIONS on every existing path. Preflights carry no token, so the origins of all live apps are allowed.
 */
export function answerOptions(router: Router<RequestState>, offers: ReadonlyMap<string, Offer>, rate: RateLimit) {
  return async function answerOptionsOfPath(ctx: Context, next: () => Promise<void>): Promise<void> {
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
        'Access-Control-Max-Age': String(PREFLIGHT_AGE),
      });
    }
  };
}

/** Methods and readers of all routes of a path. A server-wide `*` combines those of all paths. */
function offerOf(router: Router<RequestState>, offers: ReadonlyMap<string, Offer>, ctx: Context): Offer | undefined {
  const paths = layersAt(router, ctx).map(({ path }) => String(path));
  const found = ctx.req.url === '*' ? [...offers.values()] : paths.flatMap((path) => offers.get(path) ?? []);
  const [first] = found;
  return first && { readers: first.readers, methods: found.flatMap(({ methods }) => methods) };
}
