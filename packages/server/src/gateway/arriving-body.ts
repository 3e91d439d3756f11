import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { BodyError } from '../pipeline/body.ts';

/** A request's body as it arrives. Reads on demand and discards what is left unread. */
export async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  if (request.destroyed && !request.readableEnded) throw new BodyError('aborted');
  const body = new PassThrough();
  const broken = () => {
    if (!request.complete) body.destroy(new BodyError('aborted'));
  };
  request.once('close', broken).pipe(body);
  try {
    yield* body as AsyncIterable<Buffer>;
  } finally {
    request.off('close', broken).unpipe(body).resume();
  }
}
