import { isUtf8 } from 'node:buffer';
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { decoded } from './coding.ts';

/** A request as it is sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers sent a second time, with this value. */
  readonly repeated?: Readonly<Record<string, string>> | undefined;
  readonly body: string | undefined;
}

/** A response, decoded. `body` is the parsed JSON, an array of it if there is one in each line, or else the text. */
export interface Answer {
  readonly sent: Sent;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly text: string;
  readonly body: unknown;
  /** In milliseconds. */
  readonly took: number;
}

/** Number of requests left, according to a response. */
export const remainingIn = ({ headers }: Answer): number => Number(headers['x-ratelimit-remaining']);

/** The deployment did not respond. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  readonly reason: string;

  constructor({ method, url }: Sent, reason: string) {
    super(`${method} ${url}: ${reason}`);
    this.reason = reason;
  }
}

const TIMEOUT = 30_000;

const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

/**
 * Sends a request unchanged: follows no redirects and adds only the length, unless the body is sent in chunks. The body
 * follows when `headSent`, called after the head, settles.
 */
export function send(sent: Sent, headSent?: () => Promise<void>): Promise<Answer> {
  const started = performance.now();
  const secure = sent.url.startsWith('https:');
  const body = sent.body === undefined ? undefined : bytesOf(sent.body);
  const hasLength = body !== undefined && !('Transfer-Encoding' in sent.headers);
  const length = hasLength ? { 'Content-Length': String(body.length) } : {};
  const options = {
    method: sent.method,
    headers: { ...length, ...sent.headers, ...twice(sent) },
    agent: secure ? agents.https : agents.http,
    timeout: TIMEOUT,
  };
  return new Promise((resolve, reject) => {
    // If a host name resolves to several addresses, the error has a code but no message.
    const refuse = (error: NodeJS.ErrnoException) =>
      reject(new NoAnswer(sent, error.message || error.code || error.name));
    const request = (secure ? httpsRequest : httpRequest)(sent.url, options, (response) => {
      read(response).then((text) => resolve(toAnswer(sent, response, text, performance.now() - started)), refuse);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (isStale(request, sent, error)) send(sent, headSent).then(resolve, reject);
      else refuse(error);
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT / 1000} s`)));
    if (!headSent) return request.end(body);
    request.flushHeaders();
    return headSent().then(() => request.end(body));
  });
}

/** Encodes a text as UTF-8. Half a surrogate pair, such as `\uD8FF`, stands for a byte that is not UTF-8, such as FF. */
const bytesOf = (text: string): Buffer => Buffer.from(text, text.isWellFormed() ? 'utf8' : 'latin1');

/** Decodes bytes into the text that `bytesOf` encodes. */
export const textOf = (bytes: Buffer): string =>
  isUtf8(bytes)
    ? bytes.toString()
    : bytes.toString('latin1').replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xd800 | byte.charCodeAt(0)));

/** Repeated headers, each with both values. */
const twice = ({ headers, repeated = {} }: Sent): Record<string, string[]> =>
  Object.fromEntries(Object.entries(repeated).map(([name, value]) => [name, [headers[name] ?? value, value]]));

/** True for a read on an idle connection that the server had closed. It is sent again on a new connection. */
const isStale = ({ reusedSocket }: ClientRequest, { method }: Sent, { code }: NodeJS.ErrnoException): boolean =>
  reusedSocket && code === 'ECONNRESET' && method === 'GET';

/** Reads the decoded body. A body that is not in its declared coding is returned undecoded. */
async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return (await decoded(bytes, response.headers['content-encoding']).catch(() => bytes)).toString();
}

function toAnswer(sent: Sent, response: IncomingMessage, text: string, took: number): Answer {
  const { 'set-cookie': cookies = [], ...others } = response.headers;
  const headers = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]));
  return { sent, status: response.statusCode ?? 0, headers, cookies, text, body: parsedBy(headers, text), took };
}

type Headers = Answer['headers'];

/** True if each line of the body is JSON. */
export const isLines = ({ 'content-type': type = '' }: Headers): boolean => /^application\/x-ndjson\b/.test(type);

function parsedBy(headers: Headers, text: string): unknown {
  if (isLines(headers)) return text.split('\n').filter(Boolean).map(parse);
  const { 'content-type': type = '' } = headers;
  return /^application\/(json|.+\+json)\b/.test(type) ? parse(text) : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
