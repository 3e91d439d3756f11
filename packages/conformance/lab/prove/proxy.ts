import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { encoded } from '../../src/http/coding.ts';
import { send, textOf } from '../../src/http/send.ts';
import type { Passed, Passing, ProxyChange } from './fault.ts';
import { closed, listening, urlOf } from './listening.ts';

const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'date']);

/** Headers that a client may send twice by mistake, which HTTP does not join. */
const CREDENTIALS = ['authorization', 'x-api-key'];

/** A proxy in front of the correct server. Faults can be swapped while it runs. */
export class FaultyProxy {
  readonly #server: Server;
  #upstream = '';
  #change: ProxyChange | undefined;
  #count = 0;
  #applied = false;

  private constructor(server: Server) {
    this.#server = server;
    // If the server does not respond, the proxy closes the connection without a response.
    server.on('request', (request, response) => void this.#pass(request, response).catch(() => response.destroy()));
  }

  static async open(): Promise<FaultyProxy> {
    return new FaultyProxy(await listening());
  }

  /** Public URL of the correct server. */
  get origin(): string {
    return urlOf(this.#server);
  }

  /** Sets the port of the correct server. */
  leadTo(port: number): void {
    this.#upstream = `http://localhost:${port}`;
  }

  /** Applies a change from now on, or none. */
  change(change: ProxyChange | undefined): void {
    this.#change = change;
    this.#count = 0;
    this.#applied = false;
  }

  /** True if the current change has altered a request or a response. */
  get applied(): boolean {
    return this.#applied;
  }

  close(): Promise<void> {
    return closed(this.#server);
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const passing = await passingOf(request);
    const asked = JSON.stringify(passing);
    this.#change?.request?.(passing);
    const answer = await forward(this.#upstream, passing);
    const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
    const { status, text: body } = answer;
    const passed: Passed = { ...passing, status, headers, cookies: [...answer.cookies], body, count: this.#count };
    const before = stateOf(passed);
    this.#change?.answer?.(passed);
    this.#count += 1;
    if (asked !== JSON.stringify(passing) || before !== stateOf(passed)) this.#applied = true;
    const cookies = passed.cookies.length > 0 ? { 'set-cookie': passed.cookies } : {};
    const bytes = await encoded(Buffer.from(passed.body), passed.headers['content-encoding']);
    response.writeHead(passed.status, { ...passed.headers, ...cookies }).end(bytes);
  }
}

const stateOf = ({ status, headers, cookies, body }: Passed): string =>
  JSON.stringify([status, headers, cookies, body]);

async function passingOf(request: IncomingMessage): Promise<Passing> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headersDistinct).filter(([name]) => !HOP_BY_HOP.has(name));
  const joined = (name: string, values: readonly string[] = []): string =>
    CREDENTIALS.includes(name) ? (values[0] ?? '') : values.join(', ');
  const repeated = CREDENTIALS.flatMap(
    (name) => request.headersDistinct[name]?.slice(1, 2).map((value) => [name, value]) ?? [],
  );
  return {
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    requestHeaders: Object.fromEntries(headers.map(([name, values]) => [name, joined(name, values)])),
    ...(repeated.length > 0 && { repeated: Object.fromEntries(repeated) }),
    requestBody: textOf(Buffer.concat(chunks)),
  };
}

const forward = (origin: string, { method, url, requestHeaders, repeated, requestBody }: Passing) =>
  send({
    method,
    url: origin + url,
    headers: requestHeaders,
    repeated,
    body: requestBody === '' ? undefined : requestBody,
  });
