import { pipeline, type Readable } from 'node:stream';
import { LINES } from '../contract/contract.ts';
import type { Chunk, ListStream } from '../lists/list-stream.ts';
import type { MoreText } from '../records/handlers.ts';
import { type Coding, codedStream, codingOfStream } from './compression.ts';
import type { RouteContext } from './context.ts';
import { setHeader } from './headers.ts';
import type { Load } from './load.ts';
import { type BodySource, StreamBody } from './stream-body.ts';

/** Sends a list as lines. If it cannot be sent to its end, the connection is closed without the last line. */
export async function sendStream(ctx: RouteContext, stream: ListStream, load: Load): Promise<void> {
  ctx.status = 200;
  setHeader(ctx, 'Content-Type', LINES);
  setHeader(ctx, 'Tillgate-Total', String(stream.total));
  if (stream.changesAfter) setHeader(ctx, 'Tillgate-Changes-After', stream.changesAfter);
  const coding = codingOfStream(ctx);
  if (ctx.method === 'HEAD') return stream.close();
  if (coding) setHeader(ctx, 'Content-Encoding', coding);
  send(ctx, new StreamBody(stream, load), coding);
}

interface LongText {
  readonly begin: string;
  readonly more: MoreText;
  readonly coding: Coding | undefined;
}

/** Sends a long JSON text as it is read, so that neither its size nor its reader holds up others. */
export function sendLong(ctx: RouteContext, { begin, more, coding }: LongText, load: Load): StreamBody {
  const body = new StreamBody(textSource(begin, more), load);
  if (ctx.method === 'HEAD') body.destroy();
  else send(ctx, body, coding);
  return body;
}

function send(ctx: RouteContext, body: StreamBody, coding: Coding | undefined): void {
  ctx.state.stream = body;
  ctx.body = coding ? encoded(body, coding) : body;
  body.once('error', () => ctx.res.destroy());
}

const encoded = (body: StreamBody, coding: Coding): Readable => pipeline(body, codedStream(coding), () => {});

function textSource(begin: string, more: MoreText): BodySource {
  let first: string | undefined = begin;
  const parts = more.parts();
  return {
    async next(): Promise<Chunk | undefined> {
      const text = first ?? (await parts.next()).value;
      first = undefined;
      return text === undefined ? undefined : { parts: [Buffer.from(text)], records: 0 };
    },
    async close(): Promise<void> {
      await parts.return(undefined);
    },
  };
}
