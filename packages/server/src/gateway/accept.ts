import type { Next } from 'koa';
import type { Logger } from 'pino';
import { SCOPES } from '../credentials/products.ts';
import { type Body, readBodyOf } from '../http/body.ts';
import type { Context, RequestState, RouteContext } from '../http/context.ts';
import { type Admitted, AssertionRejected, type AssertionVerifier, type Verified } from './assertion.ts';
import { openSealed } from './sealed-body.ts';

/** State of a request in a region. */
export interface RegionState extends RequestState {
  verified: Verified;
}

/** Lets in what a gateway of this deployment has signed; 401 for anything else. */
export function acceptAssertion(verifier: AssertionVerifier, log: Logger) {
  return async function acceptGateway(ctx: Context, next: Next): Promise<void> {
    try {
      const verified = verifier.verify({ method: ctx.method, target: ctx.req.url ?? '', headers: ctx.req.headers });
      Object.assign(ctx.state, { verified }, admittedState(verified.assertion.admitted));
      await next();
    } catch (error) {
      if (!(error instanceof AssertionRejected)) throw error;
      log.warn({ reason: error.message, source: ctx.req.socket.remoteAddress }, 'rejected a request of no gateway');
      ctx.status = 401;
      ctx.set('WWW-Authenticate', 'Tillgate-Assertion');
      ctx.set('Cache-Control', 'no-store');
      ctx.body = `Only a gateway of this deployment may call a region: ${error.message}.\n`;
    }
  };
}

/** What the stages of the gateway would have added. The scope has been checked, as it was granted. */
function admittedState(admitted: Admitted | undefined): Partial<RequestState> {
  if (!admitted) return { correlationId: '', source: '' };
  const { principal, merchant, appName, correlationId, source } = admitted;
  return {
    correlationId,
    source,
    principal: { ...principal, scopes: new Set(SCOPES[principal.product]), allowedIps: undefined },
    merchant,
    app: { name: appName, rateLimit: null, origins: [] },
    counted: true,
  };
}

/** Reads the JSON body that the client sent, whose framing and bytes the gateway passed on under its seal. */
export async function readForwardedJson(ctx: RouteContext): Promise<Body> {
  const { verified } = ctx.state as RegionState;
  const { length, coding } = verified.assertion.body ?? {};
  const headers = { ...ctx.req.headers, 'content-length': length, 'transfer-encoding': coding };
  return readBodyOf({ headers, bytes: (limit) => openSealed(ctx.req, verified, limit) }, ['application/json']);
}
