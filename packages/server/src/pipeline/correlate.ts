import { randomUUID } from 'node:crypto';
import type { Next } from 'koa';
import { forwardedEntries, sourceAddress, UNKNOWN_SOURCE } from '../control/credentials/source-address.ts';
import type { Context } from './context.ts';
import { setHeader } from './headers.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export const correlationIdOf = (given: string | readonly string[] | undefined): string =>
  typeof given === 'string' && UUID.test(given) ? given.toLowerCase() : randomUUID();

/** Reports a request whose source address is unknown. */
type Report = (facts: { readonly entries: number; readonly trustedProxies: number }) => void;

/** Assigns each request its source address and a correlation id: the UUID in X-Correlation-Id, or a new one. */
export function correlate(trustedProxies: number, onUnknownSource: Report) {
  return function correlateRequest(ctx: Context, next: Next): Promise<void> {
    ctx.state.correlationId = correlationIdOf(ctx.req.headers['x-correlation-id']);
    ctx.state.source = sourceAddress(ctx.req, trustedProxies);
    if (ctx.state.source === UNKNOWN_SOURCE) {
      onUnknownSource({ entries: forwardedEntries(ctx.req.headers).length, trustedProxies });
    }
    setHeader(ctx, 'X-Correlation-Id', ctx.state.correlationId);
    setHeader(ctx, 'X-Content-Type-Options', 'nosniff');
    return next();
  };
}
