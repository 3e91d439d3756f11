import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { PartnerError } from '../errors.ts';
import { answerBytes, type Refuse } from './refusals.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Refusal {
  readonly error: PartnerError;
  /** The rejected request, if its head was readable. */
  readonly request: IncomingMessage | undefined;
}

export interface Service {
  /** Undefined until the listener serves; requests wait for it. */
  handler?: RequestListener;
  closing: boolean;
  readonly refuse: Refuse;
}

/** How long a rejected client may take to read the response and close the connection, in milliseconds. */
const LINGER = 2000;

/**
 * A client's connection. Its requests are handled one at a time in order, and nothing more is read while any wait, so
 * that a client that pipelines (RFC 9112 §9.3.2) delays only itself.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #service: Service;
  readonly #waiting: Exchange[] = [];
  #current: Exchange | undefined;
  /** The request that the parser read last, until it is finished. */
  #latest: Exchange | undefined;
  #refusal: Refusal | undefined;
  #isRefusing = false;
  #quietSince = performance.now();
  #bytesAtRest = 0;

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
    // Nothing can be sent after a response that closed the connection.
    if (!this.#socket.writable) this.#waiting.length = 0;
    const next = this.#waiting.shift();
    if (next) this.#handle(next, handler);
    else if (this.#refusal) void this.#answerRefusal(this.#refusal);
  }

  /** Rejects invalid HTTP after the responses to earlier requests, and closes the connection. */
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

  /** Closes the connection if it was idle for `quiet` milliseconds. */
  closeIfIdle(quiet: number): void {
    const isBusy = this.#current || this.#waiting.length > 0 || this.#socket.bytesRead !== this.#bytesAtRest;
    if (!isBusy && performance.now() - this.#quietSince >= quiet) this.#socket.destroySoon();
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
    // Deferred, so that other connections come first.
    if (this.#waiting.length > 0 || this.#refusal) setImmediate(() => this.advance());
  }

  /** Deferred until the parser has finished, because it resumes the socket after each request. */
  #pauseWhileSomeWait(): void {
    if (this.#waiting.length > 0) this.#socket.pause();
  }

  async #answerRefusal({ error, request }: Refusal): Promise<void> {
    const socket = this.#socket;
    if (this.#isRefusing) return;
    this.#isRefusing = true;
    if (!socket.writable) return void socket.destroy();
    const answer = await this.#service.refuse(error, socket, request).catch(() => undefined);
    // A second response would be read as the response to the next request.
    if (!answer || this.#current?.response.headersSent) return void socket.destroySoon();
    socket.end(answerBytes(error, answer));
    // Closing with unread bytes would reset the connection and could lose the response (RFC 9112 §9.6).
    request?.resume();
    socket.resume();
    const linger = setTimeout(() => socket.destroy(), LINGER);
    socket.once('close', () => clearTimeout(linger));
  }
}
