import { Socket } from 'node:net';

interface Part {
  readonly chunk: Buffer;
}

/**
 * A TCP socket that sends what one turn of the event loop writes as one piece. The driver writes a statement in four or
 * five parts, and statements of one turn often follow each other; each part sent alone, or as a vector of parts, costs
 * more than the statement does.
 */
export class JoiningSocket extends Socket {
  #isJoining = false;

  /** The driver holds back the parts of each statement; here statements are held back too, to the end of the turn. */
  override cork(): void {
    super.cork();
    if (this.#isJoining) return;
    this.#isJoining = true;
    super.cork();
    setImmediate(() => {
      this.#isJoining = false;
      this.uncork();
    });
  }

  override _writev(parts: readonly Part[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }
}
