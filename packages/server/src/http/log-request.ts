import type { Next } from 'koa';
import type { Logger } from 'pino';
import type { Context } from './context.ts';

/** Counts requests and how long they take, in milliseconds. */
export interface RequestMeter {
  observe(operation: string, status: number, milliseconds: number): void;
}

/** One line a request; never a token, a secret or a body. */
export function logRequest(log: Logger, meter: RequestMeter) {
  return async function logOneRequest(ctx: Context, next: Next): Promise<void> {
    const start = performance.now();
    await next();
    const duration = performance.now() - start;
    const { correlationId, operationId, principal, client, merchant } = ctx.state;
    meter.observe(operationId ?? 'none', ctx.status, duration);
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
