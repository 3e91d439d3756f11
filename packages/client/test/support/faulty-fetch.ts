import { ReadableStream, TextEncoderStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fetch } from '../../src/exchange.ts';

/** `cut` before the request arrives, after it was carried out, or within its response. */
export type Fault = 'none' | 'cut before' | 'cut after' | 'cut within' | 'slow' | 'limited' | 'unavailable';

export interface Faults {
  /** Chooses the fault of each request by its body. */
  readonly fault: (body: string) => Fault;
  /** Requests in a window of one second. */
  readonly limit: number;
  /** Milliseconds that a slow response takes. */
  readonly slowness: number;
  /** Lifetime of access tokens in responses, in seconds. */
  readonly tokenLifetime: number;
}

/** A fetch that drops and delays responses on request, and has its own rate limit. Counts the faults. */
export function faultyFetch({ fault, limit, slowness, tokenLifetime }: Faults) {
  const counts = new Map<Fault, number>();
  const window = { second: 0, used: 0 };

  function spend(all: boolean): Record<string, string> {
    const second = Math.floor(Date.now() / 1000);
    if (second !== window.second) Object.assign(window, { second, used: 0 });
    window.used = all ? limit + 1 : window.used + 1;
    return {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(Math.max(0, limit - window.used)),
      'X-RateLimit-Reset': String(second + 1),
    };
  }

  const fetchWithFaults: Fetch = async (url, init) => {
    const kind = fault(String(init.body ?? ''));
    const headers = spend(kind === 'limited');
    const outcome = window.used > limit ? 'limited' : kind;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (outcome === 'cut before') throw new TypeError('fetch failed');
    if (outcome === 'limited')
      return Response.json(
        { code: 'partner.rate_limited' },
        { status: 429, headers: { ...headers, 'Retry-After': '1' } },
      );
    if (outcome === 'unavailable') return new Response('no healthy upstream', { status: 503, headers });
    const response = await fetch(url, init);
    const text = (await response.text()).replace('"expires_in":900', `"expires_in":${tokenLifetime}`);
    if (outcome === 'cut after') throw new TypeError('fetch failed');
    if (outcome === 'slow') await delay(slowness, undefined, init.signal ? { signal: init.signal } : {});
    return new Response(outcome === 'cut within' ? bodyOf(halfOf(text)) : text, {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), ...headers },
    });
  };
  return { fetch: fetchWithFaults, counts };
}

/** A body that arrives in these parts. It breaks where the iteration throws. Node's type of a stream is not that of fetch. */
export const bodyOf = (parts: AsyncIterable<string>): BodyInit =>
  ReadableStream.from(parts).pipeThrough(new TextEncoderStream()) as unknown as BodyInit;

/** The first half of a body, after which the connection breaks. */
async function* halfOf(text: string) {
  yield text.slice(0, text.length / 2);
  throw new TypeError('terminated');
}
