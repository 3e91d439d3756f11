import type { KeyObject } from 'node:crypto';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Duplex, pipeline, Readable } from 'node:stream';
import type { Region } from '../process/region.ts';
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
import { agreedKey, HELLO, helloTo, PacketCodes, PROTOCOL } from './handshake.ts';
import type { Answer, RequestHead } from './messages.ts';

export interface ChannelRequest extends RequestHead {
  /** A function for a body that is still arriving, which is read at the region's pace. */
  readonly body?: Buffer | (() => AsyncIterable<Buffer>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** True if the response may take long, so that silence does not make the region suspect. */
  readonly mayWait?: boolean;
}

interface Peer {
  readonly url: string;
  readonly region: Region;
  readonly key: KeyObject;
  readonly onReceived: () => void;
  /** Called once: the channel has been lost, or its process is about to shut down. It takes no more requests. */
  readonly onRetired: (channel: RegionChannel) => void;
}

interface Exchange {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly request: ChannelRequest;
  readonly abort: () => void;
  outgoing?: OutgoingBody;
  incoming?: IncomingBody;
}

/** Connection to one process of a region, which carries any number of requests at once. */
export class RegionChannel {
  readonly #frames: FrameSocket;
  readonly #peer: Peer;
  readonly #exchanges = new Map<number, Exchange>();
  #lastId = 0;
  #pending = 0;
  #received = 0;
  #isRetired = false;

  /** Connects to a region. Both sides prove that they know its key. */
  static open(peer: Peer, signal: AbortSignal): Promise<RegionChannel> {
    const { url, region, key } = peer;
    const hello = helloTo(region, key);
    const headers = { Connection: 'Upgrade', Upgrade: PROTOCOL, [HELLO]: hello.header };
    const connect = url.startsWith('https:') ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const asked = connect(url, { agent: false, headers, signal })
        .once('error', reject)
        .once('response', (answer) => {
          answer.destroy();
          reject(new Error(refusalOf(answer)));
        });
      asked.once('upgrade', (answer: IncomingMessage, socket: Duplex, first: Buffer) => {
        try {
          const codes = new PacketCodes(agreedKey(key, hello, answer.headers[HELLO]?.toString()));
          resolve(new RegionChannel(new FrameSocket(socket, codes), first, peer));
        } catch (error) {
          socket.destroy();
          reject(error as Error);
        }
      });
      asked.end();
    });
  }

  private constructor(frames: FrameSocket, first: Buffer, peer: Peer) {
    const { socket } = frames;
    const reader = new FrameReader();
    this.#frames = frames;
    this.#peer = peer;
    socket.on('data', (chunk: Buffer) => {
      this.#received += 1;
      peer.onReceived();
      try {
        for (const frame of reader.read(chunk)) this.#receive(frame);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    let failure: Error | undefined;
    socket.on('error', (error) => {
      failure = error;
    });
    socket.once('close', () => this.#lose(failure ?? new Error('The connection to the region was lost.')));
    socket.unshift(first);
  }

  /** Number of requests without a response yet, not counting requests that may wait. */
  get pending(): number {
    return this.#pending;
  }

  /** Changes when bytes arrive. */
  get received(): number {
    return this.#received;
  }

  get isIdle(): boolean {
    return this.#exchanges.size === 0;
  }

  /** Sends a request. Rejects if the connection is lost before the response begins; a stream fails instead. */
  async exchange(request: ChannelRequest): Promise<Answer> {
    const pending = request.mayWait ? 0 : 1;
    this.#pending += pending;
    try {
      return await this.#send(request);
    } finally {
      this.#pending -= pending;
    }
  }

  #send(request: ChannelRequest): Promise<Answer> {
    const { method, target, headers, admitted, route, body, signal } = request;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      this.#lastId = (this.#lastId + 1) >>> 0;
      const id = this.#lastId;
      const abort = () => this.#abort(id, signal?.reason);
      const exchange: Exchange = { resolve, reject, request, abort };
      this.#exchanges.set(id, exchange);
      signal?.addEventListener('abort', abort);
      const head = headBytes({ method, target, headers, admitted, route });
      if (body === undefined) this.#frames.write(KIND.whole, id, head);
      else if (Buffer.isBuffer(body) && body.length <= SLICE) this.#frames.write(KIND.whole, id, head, body);
      else {
        this.#frames.write(KIND.head, id, head);
        exchange.outgoing = new OutgoingBody(this.#frames, id);
        const source = Buffer.isBuffer(body) ? Readable.from([body]) : Readable.from(body());
        pipeline(source, exchange.outgoing, (error) => error && this.#abort(id, error));
      }
    });
  }

  /** Accepts no more requests, and ends the connection after the last response. */
  retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#peer.onRetired(this);
    if (this.isIdle) this.#frames.end();
  }

  destroy(reason: Error): void {
    this.retire();
    this.#frames.socket.destroy(reason);
  }

  #receive({ kind, id, payload }: Frame): void {
    if (kind === KIND.leaving) this.retire();
    const exchange = this.#exchanges.get(id);
    // The rest of an exchange that this side has given up.
    if (!exchange) return;
    if (kind === KIND.credit) exchange.outgoing?.grant(payload);
    else if (kind === KIND.whole) {
      const { head, body } = splitHead<Omit<Answer, 'body'>>(payload);
      this.#end(id, exchange);
      exchange.resolve({ ...head, body });
    } else if (kind === KIND.head) {
      const body = new IncomingBody(this.#frames, id);
      body.once('close', () => this.#end(id, exchange));
      exchange.incoming = body;
      exchange.resolve({ ...splitHead<Omit<Answer, 'body'>>(payload).head, body });
    } else if (kind === KIND.data) exchange.incoming?.receive(payload);
    else if (kind === KIND.end) exchange.incoming?.finish();
    else if (kind === KIND.abort) this.#fail(id, exchange, new ExchangeAborted('The region has given up the request.'));
  }

  #abort(id: number, reason: Error): void {
    const exchange = this.#exchanges.get(id);
    if (!exchange) return;
    this.#frames.write(KIND.abort, id);
    this.#fail(id, exchange, reason);
  }

  #fail(id: number, exchange: Exchange, error: Error): void {
    this.#end(id, exchange);
    if (exchange.incoming) exchange.incoming.destroy(error);
    else exchange.reject(error);
  }

  #end(id: number, { request: { signal }, abort, outgoing }: Exchange): void {
    if (!this.#exchanges.delete(id)) return;
    signal?.removeEventListener('abort', abort);
    outgoing?.destroy();
    if (this.#isRetired && this.isIdle) this.#frames.end();
  }

  #lose(error: Error): void {
    this.retire();
    for (const [id, exchange] of this.#exchanges) this.#fail(id, exchange, error);
  }
}

/** A region that rejects its gateway is unusable. */
const refusalOf = ({ statusCode }: IncomingMessage): string =>
  statusCode === 401
    ? 'it rejects this gateway: compare TILLGATE_GATEWAY_KEY, TILLGATE_REGION_URL and the versions of both'
    : `it answers ${statusCode}`;
