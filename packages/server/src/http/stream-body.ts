import { Readable } from 'node:stream';
import type { ListStream } from '../storage/lists/list-stream.ts';

/** How long a reader may take, in milliseconds. */
export interface Pace {
  /** For one part of up to 500 records. */
  readonly part: number;
  readonly whole: number;
}

export const PACE = { part: 20_000, whole: 15 * 60_000 };

/** A stream that ends early because its reader was too slow. */
class TooSlow extends Error {
  override name = 'TooSlow';
}

/** A list's lines as a body, read from the database only as fast as the client reads. */
export class StreamBody extends Readable {
  readonly #stream: ListStream;
  readonly #pace: Pace;
  readonly #deadline: NodeJS.Timeout;
  #patience: NodeJS.Timeout | undefined;
  /** Records and bytes, before compression, that were passed to the connection. */
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
    this.#stream.next().then(
      (chunk) => {
        if (this.destroyed) return;
        if (!chunk) {
          this.isWhole = true;
          this.push(null);
          return;
        }
        this.#patience = setTimeout(() => this.destroy(new TooSlow('was not read')), this.#pace.part).unref();
        this.sent.records += chunk.records;
        this.sent.bytes += chunk.bytes.length;
        this.push(chunk.bytes);
      },
      (error) => this.destroy(error),
    );
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
