import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { encoded } from '../../src/http/coding.ts';
import { closed, listening, urlOf } from '../../src/http/listening.ts';
import { send, textOf } from '../../src/http/send.ts';

/** A request, and the response to it before it reaches the client. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  status: number;
  readonly headers: Record<string, string>;
  /** `Set-Cookie`, one entry per line. */
  cookies: string[];
  body: string;
}

const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'date']);

/** Headers that a client may send twice by mistake, which HTTP does not join. */
const CREDENTIALS = ['authorization', 'x-api-key'];

/** A proxy in front of a host of the server, which sees and may change each response. */
export class HostProxy {
  readonly #server: Server;
  readonly #change: (exchange: Exchange) => void;
  #upstream = '';

  private constructor(server: Server, change: (exchange: Exchange) => void) {
    this.#server = server;
    this.#change = change;
    // If the server does not respond, the proxy closes the connection without a response.
    server.on('request', (request, response) => void this.#pass(request, response).catch(() => response.destroy()));
  }

  static async open(change: (exchange: Exchange) => void): Promise<HostProxy> {
    return new HostProxy(await listening(), change);
  }

  /** Public URL of the host. */
  get origin(): string {
    return urlOf(this.#server);
  }

  /** Sets the port of the host. */
  leadTo(port: number): void {
    this.#upstream = `http://localhost:${port}`;
  }

  close(): Promise<void> {
    return closed(this.#server);
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const { headers: requestHeaders, repeated } = headersOf(request);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length > 0 ? textOf(Buffer.concat(chunks)) : undefined;
    const answer = await send({ method, url: this.#upstream + url, headers: requestHeaders, repeated, body });
    const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
    const { status, text, cookies } = answer;
    const exchange: Exchange = { method, url, requestHeaders, status, headers, cookies: [...cookies], body: text };
    this.#change(exchange);
    const set = exchange.cookies.length > 0 ? { 'set-cookie': exchange.cookies } : {};
    const bytes = await encoded(Buffer.from(exchange.body), exchange.headers['content-encoding']);
    response.writeHead(exchange.status, { ...exchange.headers, ...set }).end(bytes);
  }
}

function headersOf({ headersDistinct }: IncomingMessage) {
  const headers = Object.fromEntries(
    Object.entries(headersDistinct)
      .filter(([name]) => !HOP_BY_HOP.has(name))
      .map(([name, values = []]) => [name, CREDENTIALS.includes(name) ? (values[0] ?? '') : values.join(', ')]),
  );
  const twice = CREDENTIALS.flatMap((name) => headersDistinct[name]?.slice(1, 2).map((value) => [name, value]) ?? []);
  return { headers, repeated: twice.length > 0 ? Object.fromEntries(twice) : undefined };
}
