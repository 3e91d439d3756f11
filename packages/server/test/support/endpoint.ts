import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** An endpoint on this machine, with the requests that it received. Closed at the end of the test. */
export class Endpoint {
  readonly received: { readonly request: IncomingMessage; readonly body: string }[] = [];
  connections = 0;
  readonly #server: Server;

  constructor(respond: RequestListener) {
    this.#server = createServer(async (request, response) => {
      this.received.push({ request, body: await text(request) });
      respond(request, response);
    });
    this.#server.on('connection', () => {
      this.connections += 1;
    });
  }

  static async open(respond: RequestListener): Promise<Endpoint> {
    const endpoint = new Endpoint(respond);
    endpoint.#server.listen(0, '127.0.0.1');
    await once(endpoint.#server, 'listening');
    onTestFinished(() => endpoint.close());
    return endpoint;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(host = '127.0.0.1', path = '/hooks?shop=1'): string {
    return `http://${host}:${this.port}${path}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

export const answering =
  (status: number, body = '', headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);
