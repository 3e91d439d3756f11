import type { Headers } from './peer.ts';

export interface Answer {
  readonly status: number;
  readonly bytes: number;
  /** Text where it is not JSON. */
  readonly body: unknown;
}

/** Sends a request with a JSON body, if any, and reads the JSON answer. */
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

/** The same, for requests without which the bench cannot go on. */
export async function sendOk<T>(url: string, headers: Headers, body?: unknown): Promise<T> {
  const answer = await send(url, headers, body);
  if (answer.status >= 300) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`);
  return answer.body as T;
}
