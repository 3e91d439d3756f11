import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { BodyError, readBytes } from '../http/body.ts';
import { AssertionRejected, bodyCode, type Signed, type Verified } from './assertion.ts';

/** First byte of a sealed body. It is available before the body, so the head can be sent at once. */
const BEGIN = Buffer.from([1]);

const CODE = 32;

/** Bytes that sealing adds to a body. */
export const SEAL = BEGIN.length + CODE;

/**
 * A request's body as it arrives, then the code that binds it to its assertion. Reads on demand and
 * discards what is left unread.
 */
export async function* sealed(request: IncomingMessage, signed: Signed): AsyncGenerator<Buffer> {
  if (request.destroyed && !request.readableEnded) throw new BodyError('aborted');
  yield BEGIN;
  const code = bodyCode(signed);
  const body = new PassThrough();
  const broken = () => {
    if (!request.complete) body.destroy(new BodyError('aborted'));
  };
  request.once('close', broken).pipe(body);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      code.update(chunk);
      yield chunk;
    }
    yield code.digest();
  } finally {
    request.off('close', broken).unpipe(body).resume();
  }
}

/** A complete body, followed by its code. */
export const sealedWhole = (body: Buffer, signed: Signed): Buffer =>
  Buffer.concat([BEGIN, body, bodyCode(signed).update(body).digest()]);

/**
 * Reads a sealed body of at most `limit` bytes. Throws a BodyError if the client's body is at
 * fault, AssertionRejected if the seal is.
 */
export async function openSealed(request: IncomingMessage, verified: Verified, limit: number): Promise<Buffer> {
  const { length } = verified.assertion.body ?? {};
  if (Number(length ?? 0) > limit) throw new BodyError('too-large', limit);
  const bytes = await readBytes(request, limit + SEAL, request.headers['content-length']);
  const [body, code] = [bytes.subarray(BEGIN.length, -CODE), bytes.subarray(-CODE)];
  const expected = bodyCode(verified).update(body).digest();
  if (bytes.length < SEAL || !timingSafeEqual(code, expected)) throw new AssertionRejected('its body is another');
  return body;
}
