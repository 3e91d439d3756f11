import type { Logger } from 'pino';
import { sourceAddress } from '../control/credentials/source-address.ts';
import type { Clock } from '../process/clock.ts';
import type { Counters } from '../process/limits/counters.ts';
import type { Refuse } from '../process/sockets/refusals.ts';
import { correlationIdOf } from './correlate.ts';
import { rateLimitHeaders, spendAtSource } from './rate-limit.ts';
import { errorEnvelope, helpLink } from './shape-errors.ts';

interface Dependencies {
  readonly clock: Clock;
  readonly counters: Counters;
  readonly log: Logger;
  /** Requests per minute of one source address. */
  readonly limit: number;
  readonly trustedProxies: number;
}

/**
 * Responds to malformed HTTP with the API's error body. The request counts against its source address, like any without
 * a valid credential. The forwarding headers of a proxy cannot be read here, so behind a proxy the source is unknown.
 */
export function refuseInEnvelope({ clock, counters, log, limit, trustedProxies }: Dependencies): Refuse {
  return async function refuseUnreadable(error, socket, request) {
    const headers = request?.headers ?? {};
    const correlationId = correlationIdOf(headers['x-correlation-id']);
    const source = sourceAddress({ socket, headers }, trustedProxies);
    const budget = await spendAtSource(counters, clock, 'source', source, limit);
    log.info({ correlationId, method: request?.method, status: error.status, code: error.code }, 'request');
    const path = request?.url?.split('?')[0] ?? '';
    return {
      headers: {
        'X-Correlation-Id': correlationId,
        'X-Content-Type-Options': 'nosniff',
        ...rateLimitHeaders(budget),
        'Cache-Control': 'no-store',
        Link: helpLink(error.code),
        'Content-Type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify(errorEnvelope(error, { path, correlationId, now: clock() })),
    };
  };
}
