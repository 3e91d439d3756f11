import type { Next } from 'koa';
import { parseJson } from '../http/body.ts';
import type { Context } from '../http/context.ts';
import type { NumberedRequest } from '../storage/request-log/logged-request.ts';
import type { RegionState } from './accept.ts';
import { HEALTH, REQUESTS } from './paths.ts';
import { openSealed } from './sealed-body.ts';

/** A gateway of a later version may ask for what this region does not have yet. */
export async function refuseUnknown(ctx: Context): Promise<void> {
  ctx.status = NOT_IMPLEMENTED;
  ctx.body = `This version of the region does not know ${ctx.method} ${ctx.path}.\n`;
}

export const NOT_IMPLEMENTED = 501;

interface Dependencies {
  /** False once the region is about to stop. */
  readonly readiness: { readonly accepting: boolean };
  readonly writeRequests: (requests: readonly NumberedRequest[]) => Promise<void>;
}

/** Bytes of the requests that a gateway hands over at once: all that it may have collected. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Answers what gateways ask for themselves: whether the region takes requests, and to log those that they rejected. */
export function answerGateways({ readiness, writeRequests }: Dependencies) {
  return async function answerGateway(ctx: Context, next: Next): Promise<void> {
    if (ctx.path === HEALTH) ctx.status = readiness.accepting ? 200 : 503;
    else if (ctx.path === REQUESTS && ctx.method === 'POST') {
      const { verified } = ctx.state as RegionState;
      const body = await openSealed(ctx.req, verified, MOST_BYTES);
      await writeRequests(parseJson(body.toString()) as NumberedRequest[]);
      ctx.status = 204;
    } else await next();
  };
}
