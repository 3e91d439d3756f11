import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  ExchangeAborted,
  type Frame,
  FrameReader,
  FrameSocket,
  headBytes,
  IncomingBody,
  KIND,
  OutgoingBody,
  SLICE,
  splitHead,
} from './frames.ts';
import type { PacketCodes } from './handshake.ts';
import type { Admitted, RequestHead, Route } from './messages.ts';

/** A request from a channel, with the parts of Node's IncomingMessage that the pipeline reads. */
export class ForwardedRequest extends IncomingBody {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly admitted: Admitted | undefined;
  readonly route: Route | undefined;
  readonly socket: Socket;

  constructor(frames: FrameSocket, id: number, { method, target, headers, admitted, route }: RequestHead) {
    super(frames, id);
    this.method = method;
    this.url = target;
    this.headers = headers;
    this.admitted = admitted;
    this.route = route;
    this.socket = frames.socket as Socket;
  }
}

type HeaderValue = number | string | readonly string[];

/** The response to a forwarded request, with the parts of Node's ServerResponse that the pipeline sets. */
class ForwardedResponse extends OutgoingBody {
  statusCode = 404;
  statusMessage = '';
  headersSent = false;
  readonly #frames: FrameSocket;
  readonly #id: number;
  readonly #headers: Record<string, HeaderValue> = {};
  #isWhole = false;

  constructor(frames: FrameSocket, id: number) {
    super(frames, id);
    this.#frames = frames;
    this.#id = id;
    this.on('error', () => {});
  }

  setHeader(name: string, value: HeaderValue): this {
    this.#headers[name.toLowerCase()] = typeof value === 'number' ? String(value) : value;
    return this;
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.#headers[name.toLowerCase()];
  }

  getHeaders(): Readonly<Record<string, HeaderValue>> {
    return this.#headers;
  }

  getHeaderNames(): string[] {
    return Object.keys(this.#headers);
  }

  hasHeader(name: string): boolean {
    return name.toLowerCase() in this.#headers;
  }

  removeHeader(name: string): void {
    delete this.#headers[name.toLowerCase()];
  }

  /** Sends a short response whole, in one frame. */
  override end(...given: unknown[]): this {
    const [body = ''] = given;
    const isShort = (typeof body === 'string' || Buffer.isBuffer(body)) && Buffer.byteLength(body) <= SLICE;
    if (this.headersSent || this.destroyed || !isShort) return super.end(...(given as []));
    this.#isWhole = true;
    this.#sendHead(KIND.whole, Buffer.from(body as string));
    return super.end();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: () => void): void {
    if (!this.headersSent) this.#sendHead(KIND.head);
    super._write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    if (!this.headersSent) this.#sendHead(KIND.head);
    if (this.#isWhole) done();
    else super._final(done);
  }

  #sendHead(kind: typeof KIND.whole | typeof KIND.head, ...body: Buffer[]): void {
    this.headersSent = true;
    const head = headBytes({ status: this.statusCode, headers: this.#headers });
    this.#frames.write(kind, this.#id, head, ...body);
  }
}

/** Milliseconds of silence before a connection is probed. */
const KEEP_ALIVE = 30_000;

interface Exchange {
  readonly request: ForwardedRequest;
  readonly response: ForwardedResponse;
}

/** Connection from a gateway. Passes its requests to the handler. */
export class GatewayChannel {
  readonly #frames: FrameSocket;
  readonly #handler: RequestListener;
  readonly #exchanges = new Map<number, Exchange>();

  constructor(
    socket: Socket,
    { codes, first, handler }: { codes: PacketCodes; first: Buffer; handler: RequestListener },
  ) {
    const reader = new FrameReader(codes);
    this.#frames = new FrameSocket(socket);
    this.#handler = handler;
    socket.setNoDelay(true);
    // Detects a gateway whose machine is down.
    socket.setKeepAlive(true, KEEP_ALIVE);
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const frame of reader.read(chunk)) this.#receive(frame);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    // The gateway ends the connection after its last response.
    socket.once('end', () => this.#frames.end());
    socket.once('close', () => this.#lose());
    socket.unshift(first);
  }

  /** Tells the gateway to send its requests elsewhere. It ends the connection once it has all responses. */
  leave(): void {
    this.#frames.write(KIND.leaving, 0);
  }

  destroy(): void {
    this.#frames.socket.destroy();
  }

  #receive({ kind, id, payload }: Frame): void {
    if (kind === KIND.whole || kind === KIND.head) this.#begin(id, payload, kind === KIND.whole);
    const exchange = this.#exchanges.get(id);
    if (!exchange) return;
    const { request, response } = exchange;
    if (kind === KIND.data) request.receive(payload);
    else if (kind === KIND.end) request.finish();
    else if (kind === KIND.credit) response.grant(payload);
    else if (kind === KIND.abort) abort(exchange);
  }

  #begin(id: number, payload: Buffer, isWhole: boolean): void {
    const { head, body } = splitHead<RequestHead>(payload);
    const request = new ForwardedRequest(this.#frames, id, head);
    const response = new ForwardedResponse(this.#frames, id);
    this.#exchanges.set(id, { request, response });
    response.once('close', () => {
      this.#exchanges.delete(id);
      request.destroy();
    });
    if (body.length > 0) request.receive(body);
    if (isWhole) request.finish();
    // Both implement only the parts of Node's classes that the pipeline uses.
    this.#handler(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  }

  #lose(): void {
    for (const exchange of this.#exchanges.values()) abort(exchange);
  }
}

/** Ends an exchange that the gateway has given up. */
function abort({ request, response }: Exchange): void {
  request.destroy(new ExchangeAborted('The gateway has given up the request.'));
  response.destroy();
}
