import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Response of a region. */
export interface Answer {
  readonly status: number;
  /** By lower-case name; values of a repeated header in an array. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** A stream if the body is large, or of unknown length. */
  readonly body: Buffer | Readable;
}

/** Text of a body, of at most a few kilobytes. */
export const textOf = async (body: Buffer | Readable): Promise<string> =>
  Buffer.isBuffer(body) ? body.toString() : text(body);

/** Leaves a body unread. */
export function discard({ body }: Answer): void {
  if (!Buffer.isBuffer(body)) body.on('error', () => {}).destroy();
}
