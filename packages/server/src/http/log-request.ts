import type { Next } from 'koa';
import type { Logger } from 'pino';
import { repeatable } from '../errors.ts';
import type { Context } from './context.ts';

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

/** Longest path that is logged whole. */
const MAX_LENGTH = 512;

/** A credential by its prefix, even if it is cut off; who has one can use it. */
const PREFIXED = String.raw`svc(?:_|%5f)[\w%~+=-]*`;

/** A run of characters as long as a code or a token, such as the code of a link to a new password. */
const LONG = String.raw`[\w%~+=-]{20,}`;

const CREDENTIAL = new RegExp(`${PREFIXED}|${LONG}`, 'gi');

/** Words with hyphens are no secret, however many they are. */
const WORDS = /^[a-z]{1,20}(?:-[a-z]{1,20})+$/;

/** Replaces what begins like a credential. */
export const withoutCredentials = (text: string): string => text.replaceAll(new RegExp(PREFIXED, 'gi'), '…');

/** The path of a request as logs and traces have it: bounded, and without anything that could be a secret. */
export const loggedPath = (path: string): string =>
  repeatable(
    path.replaceAll(CREDENTIAL, (run) => (WORDS.test(run) ? run : ':code')),
    MAX_LENGTH,
  );
