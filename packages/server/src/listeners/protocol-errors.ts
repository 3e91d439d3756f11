import type { IncomingMessage } from 'node:http';
import { PartnerError } from '../errors.ts';

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

/** An HTTP/1.1 request names its host exactly once (RFC 9112 §3.2). */
export function checkHost({ httpVersion, rawHeaders }: IncomingMessage): PartnerError | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && /^host$/i.test(name)).length;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return malformed(hosts === 0 ? 'The request has no Host header.' : 'The request has more than one Host header.');
}
