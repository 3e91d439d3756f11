import { randomUUID } from 'node:crypto';
import type { Next } from 'koa';
import { sourceAddress } from '../auth/source-address.ts';
import type { Context } from './context.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Names every request: by the UUID it brings in X-Correlation-Id, else by a new one. */
export function correlate(trustedProxies: number) {
  return async function correlateRequest(ctx: Context, next: Next): Promise<void> {
    const given = ctx.get('X-Correlation-Id');
    ctx.state.correlationId = UUID.test(given) ? given.toLowerCase() : randomUUID();
    ctx.state.source = sourceAddress(ctx.req, trustedProxies);
    ctx.set('X-Correlation-Id', ctx.state.correlationId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    await next();
  };
}
