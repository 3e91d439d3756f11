import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';

/** Largest body that is read whole before its response is relayed, in bytes. */
const WHOLE = 64 * 1024;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Response of a region. */
export interface Answer {
  readonly status: number;
  /** By lower-case name; values of a repeated header in an array. */
  readonly headers: Headers;
  /** A stream if the body is large, or of unknown length. */
  readonly body: Buffer | Readable;
}

export interface Exchanging {
  readonly signal?: AbortSignal | undefined;
  /** Called when the request is about to be written to a connection. */
  readonly onSend?: (() => void) | undefined;
}

/**
 * Sends a request once. Rejects if the connection fails, or is lost before a small response has arrived whole; the
 * stream of a large one ends with the error instead.
 */
export const exchange = (
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  exchanging: Exchanging = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new Exchange(request.method === 'HEAD', resolve, reject, exchanging));
  });

class Exchange implements Dispatcher.DispatchHandler {
  readonly #isHead: boolean;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  readonly #exchanging: Exchanging;
  readonly #chunks: Buffer[] = [];
  #abort: (() => void) | undefined;
  #status = 0;
  #headers: Headers = {};
  #stream: Readable | undefined;

  constructor(
    isHead: boolean,
    resolve: (answer: Answer) => void,
    reject: (error: Error) => void,
    exchanging: Exchanging,
  ) {
    this.#isHead = isHead;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#exchanging = exchanging;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { signal, onSend } = this.#exchanging;
    const abort = () => controller.abort(signal?.reason);
    if (signal?.aborted) {
      abort();
      return;
    }
    this.#abort = abort;
    signal?.addEventListener('abort', abort);
    onSend?.();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // An interim response, such as 100 Continue.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const isEmpty = this.#isHead || status === 204 || status === 304;
    if (isEmpty || Number(headers['content-length'] ?? Number.NaN) <= WHOLE) return;
    this.#stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!controller.aborted) controller.abort(error ?? new Error('The response is no longer read.'));
        done(error);
      },
    });
    this.#answer(this.#stream);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#stream) this.#chunks.push(chunk);
    else if (!this.#stream.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#end();
    if (this.#stream) this.#stream.push(null);
    else this.#answer(this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks));
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end();
    if (this.#stream) this.#stream.destroy(error);
    else this.#reject(error);
  }

  #answer(body: Buffer | Readable): void {
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  #end(): void {
    if (this.#abort) this.#exchanging.signal?.removeEventListener('abort', this.#abort);
  }
}

/** Text of a body, of at most a few kilobytes. */
export const textOf = async (body: Buffer | Readable): Promise<string> =>
  Buffer.isBuffer(body) ? body.toString() : text(body);

/** Leaves a body unread. */
export function discard({ body }: Answer): void {
  if (!Buffer.isBuffer(body)) body.on('error', () => {}).destroy();
}
