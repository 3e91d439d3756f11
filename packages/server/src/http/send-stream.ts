import { pipeline, type Readable } from 'node:stream';
import { LINES } from '../contract/contract.ts';
import type { ListStream } from '../storage/lists/list-stream.ts';
import { type Coding, codedStream, codingOfStream } from './compression.ts';
import type { RouteContext } from './context.ts';
import { setHeader } from './headers.ts';
import type { Load } from './load.ts';
import { StreamBody } from './stream-body.ts';

/** Sends a list as lines. If it cannot be sent to its end, the connection is closed without the last line. */
export async function sendStream(ctx: RouteContext, stream: ListStream, load: Load): Promise<void> {
  ctx.status = 200;
  setHeader(ctx, 'Content-Type', LINES);
  setHeader(ctx, 'Tillgate-Total', String(stream.total));
  if (stream.changesAfter) setHeader(ctx, 'Tillgate-Changes-After', stream.changesAfter);
  const coding = codingOfStream(ctx);
  if (ctx.method === 'HEAD') return stream.close();
  if (coding) setHeader(ctx, 'Content-Encoding', coding);
  const body = new StreamBody(stream, load);
  ctx.state.stream = body;
  ctx.body = coding ? encoded(body, coding) : body;
  body.once('error', () => ctx.res.destroy());
}

const encoded = (body: StreamBody, coding: Coding): Readable => pipeline(body, codedStream(coding), () => {});
