import type { IncomingHttpHeaders } from 'node:http';

/** Headers of the client that a region reads, and that its handlers depend on. No other reaches it; all are signed. */
export const FORWARDED = [
  'accept-encoding',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
] as const;

/** The forwarded headers that a request has. */
export function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const forwarded: Record<string, string> = {};
  // Node has joined what came more than once.
  for (const name of FORWARDED) {
    const value = headers[name];
    if (typeof value === 'string') forwarded[name] = value;
  }
  return forwarded;
}
