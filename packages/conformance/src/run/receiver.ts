import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closed, listening, portOf } from '../http/listening.ts';
import type { ReceiverAddress } from '../target/target.ts';
import type { Rec } from './record.ts';
import type { TargetClock } from './target-clock.ts';
import { Unavailable } from './unavailable.ts';

/** A request that an endpoint received. */
export interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly content: Rec;
  /** The earliest and the latest instant at which it was sent. */
  readonly sent: readonly [number, number];
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds to a request. Without a reply, the connection stays open until the receiver closes. */
export type Respond = (request: Received) => Reply | undefined | Promise<Reply | undefined>;

const SUCCESSFUL = [200, 201, 202, 204, 299];

/** Any status of success accepts a request. */
export const accepted: Respond = ({ body }) => ({ status: SUCCESSFUL[body.length % SUCCESSFUL.length] ?? 200 });

/** An address of the receiver. */
export class ReceiverPath {
  readonly url: string;
  readonly received: Received[] = [];
  /** Number of requests that are waiting for a response. */
  open = 0;
  /** The largest number of requests that waited at once. */
  mostOpen = 0;
  respond: Respond;

  constructor(url: string, respond: Respond) {
    this.url = url;
    this.respond = respond;
  }

  async take(request: Received): Promise<Reply | undefined> {
    this.received.push(request);
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    const reply = await this.respond(request);
    if (reply) this.open -= 1;
    return reply;
  }
}

/** A server of the suite, which receives webhooks. */
export class Receiver {
  readonly #server: Server;
  readonly #clock: TargetClock;
  readonly #origin: string;
  readonly #paths = new Map<string, ReceiverPath>();

  private constructor(server: Server, origin: string, clock: TargetClock) {
    this.#server = server;
    this.#origin = origin;
    this.#clock = clock;
    server.on('request', (request, response) => void this.#take(request, response).catch(() => response.destroy()));
  }

  static async open(address: ReceiverAddress | undefined, clock: TargetClock): Promise<Receiver> {
    if (!address) throw new Unavailable('no receiver');
    const server = await listening(undefined, address.port);
    const origin = address.port === undefined ? `${address.url}:${portOf(server)}` : address.url;
    return new Receiver(server, origin, clock);
  }

  /** A new path, which no endpoint has yet. */
  newPath(respond: Respond = accepted): ReceiverPath {
    const path = `/conf-${randomBytes(8).toString('hex')}`;
    const endpoint = new ReceiverPath(this.#origin + path, respond);
    this.#paths.set(path, endpoint);
    return endpoint;
  }

  close(): Promise<void> {
    return closed(this.#server);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = this.#paths.get(request.url ?? '');
    const [body, sent] = [await text(request), await this.#clock.span()];
    const { headers } = request;
    const reply = path ? await path.take({ headers, body, content: parsed(body), sent }) : { status: 404 };
    if (reply) response.writeHead(reply.status, reply.headers).end();
  }
}

function parsed(body: string): Rec {
  try {
    return (JSON.parse(body) ?? {}) as Rec;
  } catch {
    return {} as Rec;
  }
}
