import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PartnerError } from '../../errors.ts';
import { answerBytes, type Refuse } from './refusals.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Refusal {
  readonly error: PartnerError;
  /** The rejected request, if its head could be read. */
  readonly request: IncomingMessage | undefined;
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
  #refusal: Refusal | undefined;
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
    else if (this.#refusal) void this.#answerRefusal(this.#refusal);
  }

  /** Rejects malformed HTTP once earlier requests have their responses, then closes the connection. */
  refuse(error: PartnerError, request?: IncomingMessage): void {
    if (this.#refusal) return;
    const unfinished = this.#latest?.request.complete === false ? this.#latest : undefined;
    this.#refusal = { error, request: request ?? unfinished?.request };
    if (unfinished?.response.headersSent) this.#socket.destroySoon();
    else if (unfinished && unfinished === this.#current) void this.#answerRefusal(this.#refusal);
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

  /** Closes the connection if it was idle for `quiet` milliseconds before the last call, and nothing has come since. */
  closeIfIdle(quiet: number): void {
    const isBusy = this.#current || this.#waiting.length > 0 || this.#socket.bytesRead !== this.#bytesAtRest;
    const isIdle = !isBusy && performance.now() - this.#quietSince >= quiet;
    // In a busy process, what has arrived in time is read only after it.
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

  async #answerRefusal({ error, request }: Refusal): Promise<void> {
    const socket = this.#socket;
    if (this.#isRefusing) return;
    this.#isRefusing = true;
    if (!socket.writable) return void socket.destroy();
    const answer = await this.#service.refuse(error, socket, request).catch(() => undefined);
    // The client would take a second response for that of its next request.
    if (!answer || this.#current?.response.headersSent) return void socket.destroySoon();
    socket.end(answerBytes(error, answer));
    // Closing with unread bytes would reset the connection and could lose the response (RFC 9112 §9.6).
    request?.resume();
    socket.resume();
    const linger = setTimeout(() => socket.destroy(), LINGER);
    socket.once('close', () => clearTimeout(linger));
  }
}
