import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send } from '../http/send.ts';
import type { Passed, Passing, ProxyFault } from './fault.ts';

export interface Proxy {
  /** As the API's base URL, ending in /v1. */
  readonly baseUrl: string;
  applied: () => number;
  close: () => Promise<void>;
}

const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'date']);

/** The server behind a proxy that does what a fault says. Where the server names itself, the proxy names itself instead. */
export async function startProxy(origin: string, fault: ProxyFault): Promise<Proxy> {
  let applied = 0;
  let count = 0;
  const server = createServer(async (request, response) => {
    const passing = await passingOf(request);
    const asked = JSON.stringify(passing);
    fault.ask?.(passing);
    const answer = await forward(origin, passing);
    const body = answer.text.replaceAll(origin, ownOrigin(server));
    const passed: Passed = {
      ...passing,
      status: answer.status,
      headers: localized(answer.headers, origin, server),
      body,
      count,
    };
    const before = JSON.stringify([passed.status, passed.headers, passed.body]);
    fault.change?.(passed);
    count += 1;
    if (asked !== JSON.stringify(passing) || before !== JSON.stringify([passed.status, passed.headers, passed.body]))
      applied += 1;
    response.writeHead(passed.status, passed.headers).end(passed.body);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return { baseUrl: `${ownOrigin(server)}/v1`, applied: () => applied, close };
}

const ownOrigin = (server: Server): string => `http://localhost:${(server.address() as AddressInfo).port}`;

async function passingOf(request: IncomingMessage): Promise<Passing> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name));
  return {
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    requestHeaders: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    requestBody: Buffer.concat(chunks).toString(),
  };
}

const forward = (origin: string, { method, url, requestHeaders, requestBody }: Passing) =>
  send({ method, url: origin + url, headers: requestHeaders, body: requestBody === '' ? undefined : requestBody });

function localized(headers: Readonly<Record<string, string>>, origin: string, server: Server): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, value.replaceAll(origin, ownOrigin(server))]));
}
