import type { Next } from 'koa';
import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import type { Context } from './context.ts';

/** One line a request; never a token, a secret or a body. */
export function logRequest(log: Logger, metrics: Metrics) {
  return async function logOneRequest(ctx: Context, next: Next): Promise<void> {
    const start = performance.now();
    await next();
    const duration = performance.now() - start;
    const { correlationId, operationId, principal, client, merchant } = ctx.state;
    metrics.observe(operationId ?? 'none', ctx.status, duration);
    log.info(
      {
        correlationId,
        app: (principal ?? client)?.appId,
        company: principal?.companyId,
        region: merchant?.region,
        operationId,
        method: ctx.method,
        status: ctx.status,
        duration: Math.round(duration * 100) / 100,
      },
      'request',
    );
  };
}
