import type { Headers } from './peer.ts';

export interface Answer {
  readonly status: number;
  readonly bytes: number;
  /** Parsed JSON, or else text. */
  readonly body: unknown;
}

/** Sends a request with an optional JSON body, and reads the response. */
export async function send(url: string, headers: Headers, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, bytes: Buffer.byteLength(text), body: json ? JSON.parse(text) : text };
}

/** Sends a request that has to succeed. */
export async function sendOk<T>(url: string, headers: Headers, body?: unknown): Promise<T> {
  const answer = await send(url, headers, body);
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`);
  return answer.body as T;
}
