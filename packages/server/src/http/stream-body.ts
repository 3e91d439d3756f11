import { Readable } from 'node:stream';
import type { ListStream } from '../storage/lists/list-stream.ts';

/** How long a reader may take, in milliseconds. */
export interface Pace {
  readonly slice: number;
  readonly whole: number;
}

const PACE: Pace = { slice: 20_000, whole: 15 * 60_000 };

/** Bytes passed to the connection at once. */
const SLICE = 128 * 1024;

/** A stream that ends early because its reader was too slow. */
class TooSlow extends Error {
  override name = 'TooSlow';
}

/** A list's lines as a body, read from the database only as fast as the client reads. */
export class StreamBody extends Readable {
  readonly #stream: ListStream;
  readonly #pace: Pace;
  readonly #deadline: NodeJS.Timeout;
  /** Runs while a slice waits for the client, not while a part waits for the database. */
  #patience: NodeJS.Timeout | undefined;
  /** What is left of the part that was read last. */
  #part: Buffer = Buffer.alloc(0);
  /** Records and bytes, before compression, of the parts that were begun. */
  readonly sent = { records: 0, bytes: 0 };
  /** True if it has passed on its last line. */
  isWhole = false;

  constructor(stream: ListStream, pace: Pace = PACE) {
    super({ highWaterMark: 1 });
    this.#stream = stream;
    this.#pace = pace;
    this.#deadline = setTimeout(() => this.destroy(new TooSlow('took too long')), pace.whole).unref();
  }

  override _read(): void {
    clearTimeout(this.#patience);
    if (this.#part.length > 0) this.#pass();
    else this.#next().catch((error) => this.destroy(error));
  }

  async #next(): Promise<void> {
    const chunk = await this.#stream.next();
    if (this.destroyed) return;
    if (!chunk) {
      this.isWhole = true;
      this.push(null);
      return;
    }
    this.sent.records += chunk.records;
    this.sent.bytes += chunk.bytes.length;
    this.#part = chunk.bytes;
    this.#pass();
  }

  #pass(): void {
    this.#patience = setTimeout(() => this.destroy(new TooSlow('was not read')), this.#pace.slice).unref();
    const slice = this.#part.subarray(0, SLICE);
    this.#part = this.#part.subarray(SLICE);
    this.push(slice);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#deadline);
    this.#stream.close().then(
      () => done(error),
      (failure) => done(error ?? failure),
    );
  }
}
