import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PartnerError } from '../errors.ts';

/** Writes the response to a request that never reaches the handler, or whose head could not be read. */
export type Refuse = (
  error: PartnerError,
  socket: Socket,
  request: IncomingMessage | undefined,
) => Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: string }>;

export const refuseInText: Refuse = async ({ message }) => ({
  headers: {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body: `${message}\n`,
});

const malformed = (message: string) => new PartnerError('partner.malformed_request', message);

export function parserRefusal({ code }: NodeJS.ErrnoException): PartnerError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new PartnerError('partner.headers_too_large', 'The request line and headers are larger than 16 kB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new PartnerError('partner.body_too_large', 'The chunk extensions of the body are larger than 16 kB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new PartnerError('partner.request_timeout', 'The request did not arrive in time.');
    case 'HPE_INVALID_METHOD':
      return malformed('The request does not begin with a known HTTP method.');
    default:
      return malformed('The request is not valid HTTP/1.1.');
  }
}

export const expectationFailed = () =>
  new PartnerError('partner.expectation_failed', 'The only supported Expect header is 100-continue.');

export const connectRefused = () =>
  new PartnerError('partner.method_not_allowed', 'CONNECT is not allowed: this server is not a proxy.', {
    headers: { Allow: 'GET, HEAD, PATCH, POST' },
  });

/** An HTTP/1.1 request has exactly one Host header (RFC 9112 §3.2). */
export function checkHost({ httpVersion, rawHeaders }: IncomingMessage): PartnerError | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && /^host$/i.test(name)).length;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return malformed(hosts === 0 ? 'The request has no Host header.' : 'The request has more than one Host header.');
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Service {
  /** Undefined until the listener serves; requests wait until then. */
  handler?: RequestListener;
  closing: boolean;
  readonly refuse: Refuse;
}

/** Milliseconds for a rejected client to read the response and close the connection. */
const LINGER = 2000;

/**
 * A client's connection. Handles its requests one at a time, in order, and reads nothing more while
 * any are waiting. A client that pipelines (RFC 9112 §9.3.2) thus delays only itself.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #service: Service;
  readonly #waiting: Exchange[] = [];
  #current: Exchange | undefined;
  /** The request last parsed, until it is finished. */
  #latest: Exchange | undefined;
  /** The request is undefined if its head could not be read. */
  #refusal: { readonly error: PartnerError; readonly request: IncomingMessage | undefined } | undefined;
  #isRefusing = false;
  #quietSince = performance.now();
  #bytesAtRest = 0;
  #wasIdle = false;

  constructor(socket: Socket, service: Service) {
    this.#socket = socket;
    this.#service = service;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    if (this.#refusal) return;
    this.#latest = { request, response };
    this.#waiting.push(this.#latest);
    if (this.#service.closing) this.announceClose();
    this.advance();
    if (this.#waiting.length === 1) process.nextTick(() => this.#pauseWhileSomeWait());
  }

  advance(): void {
    const { handler } = this.#service;
    if (this.#current || !handler) return;
    // Nothing more can be sent after a response that closed the connection.
    if (!this.#socket.writable) this.#waiting.length = 0;
    const next = this.#waiting.shift();
    if (next) this.#handle(next, handler);
    else if (this.#refusal) void this.#answerRefusal(this.#refusal.error, this.#refusal.request);
  }

  /** Rejects malformed HTTP once earlier requests have their responses, then closes the connection. */
  refuse(error: PartnerError, request?: IncomingMessage): void {
    if (this.#refusal) return;
    const unfinished = this.#latest?.request.complete === false ? this.#latest : undefined;
    this.#refusal = { error, request: request ?? unfinished?.request };
    if (unfinished?.response.headersSent) this.#socket.destroySoon();
    else if (unfinished && unfinished === this.#current) void this.#answerRefusal(error, this.#refusal.request);
    else {
      if (unfinished) this.#waiting.pop();
      this.advance();
    }
  }

  /** Adds `Connection: close` to the last pending response. */
  announceClose(): void {
    const { response } = this.#waiting.at(-1) ?? this.#current ?? {};
    if (response && !response.headersSent) response.setHeader('Connection', 'close');
  }

  /** Closes the connection if it was idle for `quiet` ms before the last call and has received nothing since. */
  closeIfIdle(quiet: number): void {
    const isBusy = this.#current || this.#waiting.length > 0 || this.#socket.bytesRead !== this.#bytesAtRest;
    const isIdle = !isBusy && performance.now() - this.#quietSince >= quiet;
    // A busy process may not have read bytes that arrived in time, so only the second call in a row closes.
    if (isIdle && this.#wasIdle) this.#socket.destroySoon();
    this.#wasIdle = isIdle;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #handle(exchange: Exchange, handler: RequestListener): void {
    this.#current = exchange;
    if (this.#waiting.length === 0) this.#socket.resume();
    exchange.response.once('close', () => this.#endTurn());
    handler(exchange.request, exchange.response);
  }

  #endTurn(): void {
    if (this.#latest === this.#current && this.#latest?.request.complete) this.#latest = undefined;
    this.#current = undefined;
    this.#quietSince = performance.now();
    this.#bytesAtRest = this.#socket.bytesRead;
    // Deferred, so that other connections get their turn.
    if (this.#waiting.length > 0 || this.#refusal) setImmediate(() => this.advance());
  }

  /** Deferred until the parser has finished, since it resumes the socket after each request. */
  #pauseWhileSomeWait(): void {
    if (this.#waiting.length > 0) this.#socket.pause();
  }

  async #answerRefusal(error: PartnerError, request: IncomingMessage | undefined): Promise<void> {
    const socket = this.#socket;
    if (this.#isRefusing) return;
    this.#isRefusing = true;
    if (!socket.writable) return void socket.destroy();
    const answer = await this.#service.refuse(error, socket, request).catch(() => undefined);
    // The client would mistake a second response for that of its next request.
    if (!answer || this.#current?.response.headersSent) return void socket.destroySoon();
    const { status } = error;
    const fields = {
      ...error.headers,
      ...answer.headers,
      Date: new Date().toUTCString(),
      Connection: 'close',
      'Content-Length': String(Buffer.byteLength(answer.body)),
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${answer.body}`);
    // Closing with unread bytes would reset the connection and could lose the response (RFC 9112 §9.6).
    request?.resume();
    socket.resume();
    const linger = setTimeout(() => socket.destroy(), LINGER);
    socket.once('close', () => clearTimeout(linger));
  }
}
