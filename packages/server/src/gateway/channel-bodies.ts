import { Readable, Writable } from 'node:stream';
import { type FrameSocket, KIND, SLICE } from './frames.ts';

/** Bytes of one body that may be on their way. The receiver grants more as it reads. */
const WINDOW = 256 * 1024;

/** The body of an exchange went unfinished. */
export class ExchangeAborted extends Error {
  override name = 'ExchangeAborted';
}

/** A body sent in frames, at the pace of its receiver. */
export class OutgoingBody extends Writable {
  readonly #frames: FrameSocket;
  readonly #id: number;
  #room = WINDOW;
  #proceed: (() => void) | undefined;

  constructor(frames: FrameSocket, id: number) {
    super();
    this.#frames = frames;
    this.#id = id;
  }

  /** Notes that the receiver has read more. */
  grant(credit: Buffer): void {
    this.#room += credit.readUInt32LE(0);
    if (this.#room <= 0) return;
    this.#proceed?.();
    this.#proceed = undefined;
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    for (let at = 0; at < chunk.length; at += SLICE)
      this.#frames.write(KIND.data, this.#id, chunk.subarray(at, at + SLICE));
    this.#room -= chunk.length;
    if (this.#room > 0) done();
    else this.#proceed = done;
  }

  override _final(done: () => void): void {
    this.#frames.write(KIND.end, this.#id);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.writableFinished) this.#frames.write(KIND.abort, this.#id);
    done(error);
  }
}

/** A body received in frames. */
export class IncomingBody extends Readable {
  readonly #frames: FrameSocket;
  readonly #id: number;
  #unread = 0;
  /** True once all of it has arrived. */
  complete = false;

  constructor(frames: FrameSocket, id: number) {
    super();
    this.#frames = frames;
    this.#id = id;
    // Nobody may be reading it any more.
    this.on('error', () => {});
  }

  receive(chunk: Buffer): void {
    this.#unread += chunk.length;
    this.push(chunk);
  }

  finish(): void {
    this.complete = true;
    this.push(null);
  }

  override read(size?: number): Buffer | null {
    const chunk = super.read(size) as Buffer | null;
    this.#grantRead();
    return chunk;
  }

  override _read(): void {}

  /** Lets the sender continue once enough of the body has left the buffer. */
  #grantRead(): void {
    const read = this.#unread - this.readableLength;
    if (read < WINDOW / 4 || this.complete) return;
    this.#unread -= read;
    const credit = Buffer.allocUnsafe(4);
    credit.writeUInt32LE(read, 0);
    this.#frames.write(KIND.credit, this.#id, credit);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.complete) this.#frames.write(KIND.abort, this.#id);
    done(error);
  }
}
