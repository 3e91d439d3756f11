import { Socket } from 'node:net';

interface Part {
  readonly chunk: Buffer;
}

/**
 * A TCP socket that sends what is corked as one piece. The driver writes a statement in four or five parts; sent alone, or
 * as a vector of parts, they cost more than the statement does.
 */
export class JoiningSocket extends Socket {
  override _writev(parts: readonly Part[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }
}
