import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BrokenInput } from './problem.ts';

/** First bytes of every gzip member (RFC 1952 §2.3.1). */
const MAGIC = Buffer.from([0x1f, 0x8b]);

/** Decompresses the bytes if they start like gzip. Throws a BrokenInput if they are damaged. */
export async function* unpack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const head = await readHead(source);
  const bytes = resume(head, source);
  yield* MAGIC.equals(head.subarray(0, MAGIC.length)) ? gunzip(bytes) : bytes;
}

/** Reads enough bytes to recognise gzip, or all if there are fewer. */
async function readHead(source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array();
  while (head.length < MAGIC.length) {
    const { value, done } = await source.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

async function* resume(head: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* { [Symbol.asyncIterator]: () => source };
}

async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unzip = createGunzip();
  // A failure destroys the stream read below, which then throws it.
  pipeline(Readable.from(bytes), unzip).catch(() => {});
  try {
    yield* unzip;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw code.startsWith('Z_')
      ? new BrokenInput(`cannot be read: the gzip data is damaged or incomplete (${message})`)
      : error;
  }
}
