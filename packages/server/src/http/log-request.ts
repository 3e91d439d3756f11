import type { Next } from 'koa';
import type { Logger } from 'pino';
import type { Context } from './context.ts';
import { loggedPath } from './logged-path.ts';

/** Host that a request came to. */
export type Host = 'api' | 'region' | 'web';

/** A request that has been answered. */
export interface ObservedRequest {
  readonly host: Host;
  readonly operation: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Counts requests and how long they take. */
export interface RequestMeter {
  observe(request: ObservedRequest): void;
}

/** One line a request; never a token, a secret, a body, or a value of the query. */
export function logRequest(host: Host, log: Logger, meter: RequestMeter) {
  // The fields below hold no secret; to look for one would cost a line ten times what it does.
  const lines = log.child({}, { redact: [] });
  return async function logOneRequest(ctx: Context, next: Next): Promise<void> {
    const start = performance.now();
    await next();
    const milliseconds = performance.now() - start;
    const { correlationId, traceId, operationId, principal, client, merchant, source } = ctx.state;
    meter.observe({ host, operation: operationId ?? 'none', status: ctx.status, milliseconds });
    lines.info(
      {
        correlationId,
        traceId,
        host,
        app: (principal ?? client)?.appId,
        company: principal?.companyId,
        region: merchant?.region,
        operationId,
        method: ctx.method,
        path: loggedPath(ctx.path),
        source,
        status: ctx.status,
        duration: Math.round(milliseconds * 100) / 100,
      },
      'request',
    );
  };
}
