import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** When the proxy cuts the connection of a request. */
export type Fault = 'none' | 'cut before' | 'cut after' | 'cut within' | 'slow' | 'limited' | 'unavailable';

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface ProxyOptions {
  readonly target: string;
  /** Chooses the fault of each request. */
  readonly fault: (path: string, body: string) => Fault;
  /** Requests in a window of one second. */
  readonly limit: number;
  /** Milliseconds that a slow response takes. */
  readonly slowness: number;
  /** Lifetime of access tokens in responses, in seconds. */
  readonly tokenLifetime: number;
}

/** Proxy between client and service that drops and delays responses on request and has its own rate limit. */
export async function startFaultyProxy({ target, fault, limit, slowness, tokenLifetime }: ProxyOptions) {
  const agent = new Agent({ keepAlive: true });
  const counts = new Map<Fault, number>();
  const window = { second: 0, used: 0 };
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing).catch(() => outgoing.destroy()));
  server.listen(0);
  await once(server, 'listening');
  const apiUrl = `http://localhost:${(server.address() as AddressInfo).port}/v1`;

  function spend(all: boolean): { headers: Record<string, string>; exceeded: boolean } {
    const second = Math.floor(Date.now() / 1000);
    if (second !== window.second) Object.assign(window, { second, used: 0 });
    window.used = all ? limit + 1 : window.used + 1;
    const remaining = String(Math.max(0, limit - window.used));
    const reset = String(second + 1);
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': reset,
    };
    return { headers, exceeded: window.used > limit };
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const kind = fault(incoming.url as string, body.toString());
    const { headers, exceeded } = spend(kind === 'limited');
    const outcome = exceeded ? 'limited' : kind;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (outcome === 'cut before') return void incoming.socket.destroy();
    if (outcome === 'limited')
      return reply(outgoing, 429, { ...headers, 'retry-after': '1' }, '{"code":"partner.rate_limited"}');
    if (outcome === 'unavailable') return reply(outgoing, 503, headers, 'no healthy upstream');
    const answer = rewritten(await forward(incoming, body));
    if (outcome === 'cut after') return void incoming.socket.destroy();
    if (outcome === 'slow') await new Promise((resolve) => setTimeout(resolve, slowness));
    outgoing.writeHead(answer.status, { ...answer.headers, ...headers, 'content-length': answer.body.length });
    if (outcome !== 'cut within') return void outgoing.end(answer.body);
    outgoing.write(answer.body.subarray(0, answer.body.length / 2), () => incoming.socket.destroy());
  }

  function forward(incoming: IncomingMessage, body: Buffer): Promise<Forwarded> {
    return new Promise((resolve, reject) => {
      const url = target.replace(/\/v1$/, '') + incoming.url;
      const headers = { ...incoming.headers, 'content-length': body.length };
      const upstream = request(url, { method: incoming.method as string, headers, agent }, async (answer) => {
        resolve({ status: answer.statusCode as number, headers: answer.headers, body: await buffer(answer) });
      });
      upstream.on('error', reject);
      upstream.end(body);
    });
  }

  /** Makes responses point at this proxy and shortens token lifetimes. */
  function rewritten(answer: Forwarded): Forwarded {
    const text = answer.body.toString();
    if (!text.includes('"expires_in":900')) return answer;
    const altered = text
      .replace('"expires_in":900', `"expires_in":${tokenLifetime}`)
      .replaceAll(`${target}/`, `${apiUrl}/`);
    return { ...answer, body: Buffer.from(altered) };
  }

  return {
    apiUrl,
    counts,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function reply(outgoing: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}
