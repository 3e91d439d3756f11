import type { Next } from 'koa';
import type { Logger } from 'pino';
import { SCOPE_SETS } from '../credentials/products.ts';
import { type Body, parseJson, readBodyOf } from '../http/body.ts';
import type { Context, RequestState, RouteContext } from '../http/context.ts';
import type { NumberedRequest } from '../storage/request-log/logged-request.ts';
import {
  type Admitted,
  AssertionRejected,
  type AssertionVerifier,
  INSTANCE,
  Misdirected,
  type Verified,
} from './assertion.ts';
import { openSealed } from './sealed-body.ts';

export interface RegionState extends RequestState {
  verified: Verified;
}

/** Accepts requests signed by a gateway of this deployment. Rejects requests for another process with 421, all others with 401. */
export function acceptAssertion(verifier: AssertionVerifier, log: Logger) {
  return async function acceptGateway(ctx: Context, next: Next): Promise<void> {
    try {
      const verified = verifier.verify({ method: ctx.method, target: ctx.req.url ?? '', headers: ctx.req.headers });
      Object.assign(ctx.state, { verified }, admittedState(verified.assertion.admitted));
      await next();
    } catch (error) {
      if (!(error instanceof AssertionRejected)) throw error;
      ctx.set(INSTANCE, verifier.instance);
      if (error instanceof Misdirected) {
        ctx.status = MISDIRECTED;
        return;
      }
      log.warn({ reason: error.message, source: ctx.req.socket.remoteAddress }, 'rejected a request of no gateway');
      ctx.status = 401;
      ctx.set('WWW-Authenticate', 'Tillgate-Assertion');
      ctx.set('Cache-Control', 'no-store');
      ctx.body = `Only a gateway of this deployment may call a region: ${error.message}.\n`;
    }
  };
}

/** Sets the state that the gateway's stages would have set. The gateway has already checked the scope. */
function admittedState(admitted: Admitted | undefined): Partial<RequestState> {
  if (!admitted) return { correlationId: '', source: '' };
  const { principal, merchant, appName, keepsBodies, correlationId, source } = admitted;
  return {
    correlationId,
    source,
    principal: { ...principal, scopes: SCOPE_SETS[principal.product], allowedIps: undefined },
    merchant,
    app: { name: appName, rateLimit: null, origins: [], rehearsals: [] },
    counted: true,
    ...(keepsBodies && { bodies: {} }),
  };
}

/** Reads the client's JSON body, which the gateway forwards sealed and with its framing. */
export async function readForwardedJson(ctx: RouteContext, limit: number): Promise<Body> {
  const { verified } = ctx.state as RegionState;
  const { length, coding } = verified.assertion.body ?? {};
  const headers = { ...ctx.req.headers, 'content-length': length, 'transfer-encoding': coding };
  return readBodyOf({ headers, bytes: (limit) => openSealed(ctx.req, verified, limit) }, ['application/json'], limit);
}

/** A newer gateway may request operations that this region does not know. */
export async function refuseUnknown(ctx: Context): Promise<void> {
  ctx.status = NOT_IMPLEMENTED;
  ctx.body = `This version of the region does not know ${ctx.method} ${ctx.path}.\n`;
}

export const NOT_IMPLEMENTED = 501;
export const MISDIRECTED = 421;

interface Dependencies {
  /** False once the region is about to shut down. */
  readonly readiness: { readonly accepting: boolean };
  readonly writeRequests: (requests: readonly NumberedRequest[]) => Promise<void>;
  readonly instance: string;
}

/** Maximum bytes of logged requests in one message from a gateway: all that it can have collected. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Handles a gateway's own requests: readiness of the region, and requests to log. */
export function answerGateways({ readiness, writeRequests, instance }: Dependencies) {
  return async function answerGateway(ctx: Context, next: Next): Promise<void> {
    if (ctx.path === HEALTH) {
      ctx.status = readiness.accepting ? 200 : 503;
      ctx.set(INSTANCE, instance);
    } else if (ctx.path === REQUESTS && ctx.method === 'POST') {
      const { verified } = ctx.state as RegionState;
      const body = await openSealed(ctx.req, verified, MOST_BYTES);
      await writeRequests(parseJson(body.toString()) as NumberedRequest[]);
      ctx.status = 204;
    } else return next();
  };
}

/** Path at which a region reports its readiness. */
export const HEALTH = '/health';

/** Path at which a region accepts requests for apps' logs. */
export const REQUESTS = '/requests';
