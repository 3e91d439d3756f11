import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PartnerError } from '../../errors.ts';

export interface RefusalAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Words the response to a request that never reaches the handler. `request` is undefined if its head could not be read.
 */
export type Refuse = (
  error: PartnerError,
  socket: Socket,
  request: IncomingMessage | undefined,
) => Promise<RefusalAnswer>;

/** Rejects in plain text. */
export const refuseInText: Refuse = async ({ message }) => ({
  headers: {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body: `${message}\n`,
});

/** Bytes of a response after which the connection is closed. */
export function answerBytes(error: PartnerError, { headers, body }: RefusalAnswer): string {
  const fields = {
    ...error.headers,
    ...headers,
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`;
}

const malformed = (message: string) => new PartnerError('partner.malformed_request', message);

/** Converts an error of the HTTP parser into a rejection. */
export function parserRefusal({ code }: NodeJS.ErrnoException): PartnerError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new PartnerError('partner.headers_too_large', 'The request line and headers are larger than 16 kB.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new PartnerError('partner.body_too_large', 'The chunk extensions of the body are larger than 16 kB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new PartnerError('partner.request_timeout', 'The request did not arrive in time.');
    case 'HPE_INVALID_METHOD':
      return malformed('The request does not begin with a known HTTP method.');
    default:
      return malformed('The request is not valid HTTP/1.1.');
  }
}

export const expectationFailed = () =>
  new PartnerError('partner.expectation_failed', 'The only supported Expect header is 100-continue.');

export const connectRefused = () =>
  new PartnerError('partner.method_not_allowed', 'CONNECT is not allowed: this server is not a proxy.', {
    headers: { Allow: 'GET, HEAD, PATCH, POST' },
  });

/** An HTTP/1.1 request has exactly one Host header (RFC 9112 §3.2). */
export function checkHost({ httpVersion, rawHeaders }: IncomingMessage): PartnerError | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && /^host$/i.test(name)).length;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return malformed(hosts === 0 ? 'The request has no Host header.' : 'The request has more than one Host header.');
}
