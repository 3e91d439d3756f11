import { endOf, isResource, pauseAfter, rule, type SeenRequest } from './seen.ts';

const MINUTE = 60_000;

interface Refused {
  readonly window: number;
  readonly requests: readonly SeenRequest[];
}

/** A second process may be rejected too, so it takes two retries of the same request. */
export const retryInWindow = rule<Refused>({
  rule: 'After a 429, wait until the window ends.',
  fix: 'Wait for the seconds of Retry-After, or until X-RateLimit-Reset, before the next request of the app.',
  guide: 'rate-limits#rate-limits',
  begins: ({ code }) => code === 'partner.rate_limited',
  about: (request) => (isResource(request) ? `${request.companyId} ${request.facts.target}` : undefined),
  judge(request, state) {
    if (request.code !== 'partner.rate_limited') return {};
    const window = Math.floor(request.at / MINUTE);
    const before = state?.window === window ? state.requests : [];
    const last = before.at(-1);
    if (last && request.facts.began < endOf(last)) return { state };
    const requests = [...before, request].slice(-3);
    return { state: { window, requests }, broken: requests.length === 3 ? requests : undefined };
  },
});

/** The pauses of a client that backs off at random are not all this short. */
const SHORTEST_PAUSE = 200;
const MOST_HASTY = 6;

export const retryWithoutBackoff = rule<readonly SeenRequest[]>({
  rule: 'Pause longer and longer between retries.',
  fix: 'After a 5xx, wait for Retry-After if there is one, and otherwise twice as long as before, plus a random part.',
  guide: 'writing-safely#repeat-a-write-idempotency-key',
  begins: ({ status }) => status >= 500,
  about: (request) => (isResource(request) ? `${request.companyId} ${request.facts.target}` : undefined),
  judge(request, state = []) {
    if (request.status < 500) return {};
    const last = state.at(-1);
    const pause = last ? pauseAfter(last, request) : Number.NaN;
    const requests = pause >= 0 && pause < SHORTEST_PAUSE ? [...state, request] : [request];
    return { state: requests.slice(-MOST_HASTY), broken: requests.length >= MOST_HASTY ? requests : undefined };
  },
});

const isReceipt = ({ operation }: SeenRequest): boolean => operation.startsWith('receive');

const REPEATED_WITHIN = 5 * MINUTE;

/** Only a write whose outcome the client does not know is a repetition; two equal writes can both be meant. */
export const unkeyedRepeat = rule<SeenRequest>({
  rule: 'A write that is repeated has an Idempotency-Key.',
  fix: 'Send your own key with every POST and PATCH, and the same key with each repetition.',
  guide: 'writing-safely#repeat-a-write-idempotency-key',
  about(request) {
    const { target, unkeyed } = request.facts;
    if (unkeyed === undefined || (request.method !== 'POST' && !isReceipt(request))) return undefined;
    return `${request.companyId} ${target} ${unkeyed}`;
  },
  judge(request, state) {
    const isRepeat = state && request.at - state.at <= REPEATED_WITHIN && request.facts.began >= endOf(state);
    const isUnknown = request.facts.isCut || request.status >= 500;
    return { state: isUnknown ? request : undefined, broken: isRepeat ? [state, request] : undefined };
  },
});
