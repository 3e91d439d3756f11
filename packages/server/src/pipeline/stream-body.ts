import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ListStream } from '../lists/stream.ts';
import { noteBuffers } from '../process/collect-buffers.ts';
import type { Load } from './load.ts';

type BodySource = Pick<ListStream, 'next' | 'close'>;

/** Longest times in milliseconds for reading a slice and the whole body, and minimum speed in bytes per millisecond. */
export interface Pace {
  readonly slice: number;
  readonly whole: number;
  /** Applies once bytes have waited for the reader longer than the time for one slice. */
  readonly leastSpeed: number;
}

const PACE: Pace = { slice: 20_000, whole: 15 * 60_000, leastSpeed: 32 };

/** Bytes passed to the connection at once. */
const SLICE = 128 * 1024;

/** Longest pause between two chunks, in milliseconds. */
const LONGEST_PAUSE = 25;

/** Ends a stream whose reader is too slow. */
class TooSlow extends Error {
  override name = 'TooSlow';
}

/**
 * A body that is read from the database only as fast as the client reads. While other requests arrive, it pauses after
 * each chunk for as long as the chunk took.
 */
export class StreamBody extends Readable {
  readonly #stream: BodySource;
  readonly #load: Pick<Load, 'begun'>;
  readonly #pace: Pace;
  readonly #deadline: NodeJS.Timeout;
  /** Runs while a slice waits for the client, not while a part waits for the database. */
  #patience: NodeJS.Timeout | undefined;
  #passedAt = performance.now();
  /** Bytes passed on, and milliseconds for which they waited for the client. */
  readonly #read = { bytes: 0, waited: 0 };
  /** Unsent rest of the last chunk. */
  #parts: Buffer[] = [];
  #chunkSince = performance.now();
  /** `load.begun` at the start of the last chunk. */
  #begun: number;
  /** Records and bytes, before compression, of the chunks that were begun. */
  readonly sent = { records: 0, bytes: 0 };
  /** True once the last line has been passed on. */
  isWhole = false;

  constructor(stream: BodySource, load: Pick<Load, 'begun'>, pace: Pace = PACE) {
    super({ highWaterMark: 1 });
    this.#stream = stream;
    this.#load = load;
    this.#begun = load.begun;
    this.#pace = pace;
    this.#deadline = setTimeout(() => this.destroy(new TooSlow('took too long')), pace.whole).unref();
  }

  override _read(): void {
    clearTimeout(this.#patience);
    this.#read.waited += performance.now() - this.#passedAt;
    if (this.#isTooSlow()) this.destroy(new TooSlow('was read too slowly'));
    else if (this.#parts.length > 0) this.#pass();
    else this.#next().catch((error) => this.destroy(error));
  }

  #isTooSlow(): boolean {
    const { bytes, waited } = this.#read;
    return waited > this.#pace.slice && bytes < this.#pace.leastSpeed * waited;
  }

  async #next(): Promise<void> {
    await this.#giveWay();
    const chunk = await this.#stream.next();
    if (this.destroyed) return;
    if (!chunk) {
      this.isWhole = true;
      this.push(null);
      return;
    }
    this.sent.records += chunk.records;
    const bytes = chunk.parts.reduce((sum, { length }) => sum + length, 0);
    this.sent.bytes += bytes;
    // Each byte is allocated twice: as the database sent it, and in a line.
    noteBuffers(2 * bytes);
    this.#parts = [...chunk.parts];
    this.#pass();
  }

  async #giveWay(): Promise<void> {
    const { begun } = this.#load;
    if (begun > this.#begun) await delay(Math.min(performance.now() - this.#chunkSince, LONGEST_PAUSE));
    this.#begun = begun;
    this.#chunkSince = performance.now();
  }

  #pass(): void {
    this.#patience = setTimeout(() => this.destroy(new TooSlow('was not read')), this.#pace.slice).unref();
    const [part = Buffer.alloc(0), ...others] = this.#parts;
    const rest = part.subarray(SLICE);
    this.#parts = rest.length > 0 ? [rest, ...others] : others;
    this.#passedAt = performance.now();
    this.#read.bytes += Math.min(part.length, SLICE);
    this.push(part.subarray(0, SLICE));
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
