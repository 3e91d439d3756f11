import type { Fetch } from '../../src/exchange.ts';
import { apiKey, createTillgate, type Resources, type TillgateOptions } from '../../src/index.ts';
import { recorder, type Sent } from './service.ts';

export const START = Date.parse('2026-03-02T08:15:30.000Z');

/** Clock and randomness for tests: only sleeping moves the clock, and random numbers are constant. */
export function manualClock(start = START) {
  const clock = {
    time: start,
    slept: [] as number[],
    now: () => clock.time,
    random: () => 0.5,
    async sleep(milliseconds: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      clock.slept.push(milliseconds);
      const end = clock.time + milliseconds;
      await new Promise(setImmediate);
      clock.time = Math.max(clock.time, end);
      signal?.throwIfAborted();
    },
  };
  return clock;
}

type Step = Response | Error | ((sent: Sent, index: number) => Response | Promise<Response>);

/** A client whose requests get the responses of `steps` in turn; the last step serves all later requests. */
export function scene(steps: readonly Step[], options: Partial<TillgateOptions<object>> = {}) {
  const clock = manualClock();
  const recorded = recorder(async (sent, index) => {
    const step = steps[Math.min(index, steps.length - 1)];
    if (step instanceof Error) throw step;
    return typeof step === 'function' ? step(sent, index) : (step as Response).clone();
  });
  const app = createTillgate({
    baseUrl: 'https://api.example/v1',
    credentials: apiKey('svc_ak_sb_key'),
    fetch: recorded.fetch,
    clock,
    ...options,
  });
  const tillgate: Resources = app.merchant(7);
  return { clock, app, tillgate, ...recorded };
}

/** A fetch whose response never arrives. */
export const hanging: Fetch = (_, { signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  answer(status, { status: 'error', statusCode: status, message: code, code, correlationId: 'c-1' }, headers);

/** Rate limit headers: remaining requests, and the end of the window in seconds after the start. */
export const budget = (remaining: number, endsIn: number, limit = 300): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(START / 1000 + endsIn),
});

export const PAGE = { data: [], pagination: { nextCursor: null } };
