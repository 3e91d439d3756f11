import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type Koa from 'koa';
import type { Next } from 'koa';
import { forwardedEntries, sourceAddress, UNKNOWN_SOURCE } from '../control/source-address.ts';
import { type Context, setHeader } from './context.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export const correlationIdOf = (given: string | readonly string[] | undefined): string =>
  typeof given === 'string' && UUID.test(given) ? given.toLowerCase() : randomUUID();

/** Assigns each request its source address and a correlation id: the UUID in X-Correlation-Id, or a new one. */
export const correlate = (
  trustedProxies: number,
  onUnknownSource: (facts: { readonly entries: number; readonly trustedProxies: number }) => void,
) =>
  function correlateRequest(ctx: Context, next: Next): Promise<void> {
    ctx.state.correlationId = correlationIdOf(ctx.req.headers['x-correlation-id']);
    ctx.state.source = sourceAddress(ctx.req, trustedProxies);
    if (ctx.state.source === UNKNOWN_SOURCE) {
      onUnknownSource({ entries: forwardedEntries(ctx.req.headers).length, trustedProxies });
    }
    setHeader(ctx, 'X-Correlation-Id', ctx.state.correlationId);
    setHeader(ctx, 'X-Content-Type-Options', 'nosniff');
    return next();
  };

/** Number of unread bytes that are discarded. A longer body closes the connection. */
const MOST_DROPPED = 16 * 1024 * 1024;

/**
 * Discards the unread rest of a body, for example after a rejection. The response is sent at once but ends with the
 * body: closing the connection earlier could reset it and lose the response (RFC 9112 §9.6), and unread bytes would
 * block the next request.
 */
export async function dropBody(ctx: Koa.Context, next: Koa.Next): Promise<void> {
  await next();
  if (ctx.req.complete || ctx.method === 'HEAD') return;
  const answer = wholeOf(ctx.body);
  if (answer === undefined) return;
  if (Number(ctx.req.headers['content-length'] ?? 0) > MOST_DROPPED) ctx.set('Connection', 'close');
  const length = answer instanceof Readable ? ctx.length : Buffer.byteLength(answer);
  ctx.body = Readable.from(sendThenDrop(answer, ctx.req));
  if (length !== undefined) ctx.length = length;
}

type Answer = string | Buffer | Readable;

function wholeOf(body: unknown): Answer | undefined {
  if (typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable) return body;
  return body === null || body === undefined ? undefined : JSON.stringify(body);
}

async function* sendThenDrop(answer: Answer, request: IncomingMessage): AsyncGenerator<string | Buffer> {
  if (answer instanceof Readable) yield* answer;
  else yield answer;
  let dropped = 0;
  request.on('data', ({ length }: Buffer) => {
    dropped += length;
    if (dropped > MOST_DROPPED) request.destroy();
  });
  request.resume();
  // A body that never completes ends with its connection.
  await finished(request).catch(() => undefined);
}
