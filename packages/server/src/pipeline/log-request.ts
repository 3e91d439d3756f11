import type { Next } from 'koa';
import type { Logger } from 'pino';
import { LINES } from '../contract/contract.ts';
import { repeatable } from '../errors.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Context } from './context.ts';

export type Host = 'api' | 'region' | 'web';

/** Logs one line per request. Never logs a token, a secret, a body, or a value of the query. */
export function logRequest(host: Host, log: Logger, metrics: Metrics) {
  // These fields contain no secret. Searching them for one would take ten times as long as writing the line.
  const lines = log.child({}, { redact: [] });
  return async function logOneRequest(ctx: Context, next: Next): Promise<void> {
    const start = performance.now();
    await next();
    whenSent(ctx, () => write(ctx, start));
  };

  function write(ctx: Context, start: number): void {
    const { stream, waited = 0 } = ctx.state;
    // A wait is no slow response.
    const milliseconds = performance.now() - start - waited;
    const isCut = stream && !ctx.res.writableFinished;
    if (stream && ctx.response.is(LINES)) metrics.streamed(stream.sent.records, isCut ? 'cut' : 'whole');
    const { correlationId, traceId, operationId, principal, client, merchant, source } = ctx.state;
    metrics.observe(host, operationId ?? 'none', ctx.status, milliseconds);
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
        waited: waited > 0 ? Math.round(waited) : undefined,
        ...(stream && { ...stream.sent, cut: isCut }),
      },
      'request',
    );
  }
}

/** Runs work once the response is known: that of a stream when its connection is done with it. */
export function whenSent({ res, state }: Context, work: () => void): void {
  if (state.stream && !res.closed) res.once('close', work);
  else work();
}

/** Longest path that is logged in full. */
const MAX_LENGTH = 512;

/** A credential with its prefix, even a truncated one, which might still be usable. */
const PREFIXED = String.raw`svc(?:_|%5f)[\w%~+=-]*`;

/** A run of characters that may be a code or token, such as the code of a password link. */
const LONG = String.raw`[\w%~+=-]{20,}`;

const CREDENTIAL = new RegExp(`${PREFIXED}|${LONG}`, 'gi');

/** A part of a path that may be an e-mail address. */
const ADDRESS = /[^/]*(?:@|%(?:25)*40)[^/]*/g;

/** Hyphenated words are not secret. */
const WORDS = /^[a-z]{1,20}(?:-[a-z]{1,20})+$/;

export const withoutCredentials = (text: string): string => text.replaceAll(new RegExp(PREFIXED, 'gi'), '…');

/** A path for logs and traces, truncated and without anything that may be secret or a person's. */
export const loggedPath = (path: string): string =>
  repeatable(
    path.replaceAll(ADDRESS, ':address').replaceAll(CREDENTIAL, (run) => (WORDS.test(run) ? run : ':code')),
    MAX_LENGTH,
  );
