import { toTimestamp } from '../process/time.ts';
import type { NumberedRequest, TrafficFacts } from './logged-request.ts';

/** A request as seen by the rules for clients. Not copied, since thousands are judged per second. */
export type SeenRequest = NumberedRequest & { readonly facts: TrafficFacts };

interface Verdict<State> {
  /** State to remember until the next request; undefined to forget. */
  readonly state?: State | undefined;
  /** Requests that show that the rule is broken. */
  readonly broken?: readonly SeenRequest[] | undefined;
  /** True if the request and those before it show that the rule is kept. */
  readonly kept?: boolean;
}

/** A rule for clients that an app's own traffic can break. */
export interface TrafficRule<State = unknown> {
  readonly rule: string;
  readonly fix: string;
  /** Guide and section that explain the rule. */
  readonly guide: string;
  /** The requests that show that the rule is kept, in words. */
  readonly shownBy: string;
  /** True for a rule that does not concern ADSR apps, which have an API key and only read reports. */
  readonly isOfOAuth?: true;
  /** True for a request that shows by itself that the rule is kept. Other rules tell it by their verdict. */
  shows?(request: SeenRequest, latestDay: string | undefined): boolean;
  /** False for a request that only affects a state already remembered. */
  begins?(request: SeenRequest): boolean;
  /**
   * Key of the requests judged together; undefined for a request that the rule does not cover. `latestDay` is the
   * latest day that has begun at a store of the merchant, if the request asks for the current day of some time zone.
   */
  about(request: SeenRequest, latestDay: string | undefined): string | undefined;
  judge(request: SeenRequest, state: State | undefined, latestDay: string | undefined): Verdict<State>;
}

const rule = <State>(definition: TrafficRule<State>): TrafficRule => definition as TrafficRule;

/** True for a request of the app itself: it presented proof of its app, and the console did not send it. */
export const isSeen = (request: NumberedRequest): request is SeenRequest =>
  request.facts !== undefined && !request.unproved && !request.isConsole;

/** When the response was ready, in milliseconds since 1970. */
const endOf = ({ facts, milliseconds }: SeenRequest): number => facts.began + milliseconds;

/** Milliseconds from one response to the next request, even if a test clock jumps in between. */
const pauseAfter = (before: SeenRequest, request: SeenRequest): number =>
  Math.max(request.facts.began - endOf(before), request.at - before.at - before.milliseconds);

const isDone = ({ status }: SeenRequest): boolean => status < 300 || status === 304;

/** True for a request to an operation on a merchant's records. */
const isResource = ({ companyId, operation }: SeenRequest): boolean => companyId !== null && operation !== 'unknown';

const parameter = ({ query }: SeenRequest, name: string): string | undefined =>
  query.includes(name) ? (new URLSearchParams(query).get(name) ?? undefined) : undefined;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** True for a successful request for new tokens with a refresh token. */
const isRefresh = (request: SeenRequest): boolean => request.facts.token?.refresh !== undefined && isDone(request);

const MOST_HASTY = 6;

interface TokenUse {
  readonly since: number;
  readonly tokens: number;
  readonly calls: number;
  readonly latest?: SeenRequest | undefined;
}

/** 5xx responses to requests that followed one another too soon, and the latest pause between two. */
interface Retries {
  readonly requests: readonly SeenRequest[];
  readonly pause: number;
}

const isList = ({ operation }: SeenRequest): boolean => operation.startsWith('list') && operation !== 'listChanges';

/** True for a write that has another effect each time it is made. */
const creates = (request: SeenRequest): boolean =>
  isResource(request) && (request.method === 'POST' || request.operation.startsWith('receive'));

/** True for a request whose token and query both name a merchant. */
const namesMerchant = (request: SeenRequest): boolean =>
  request.facts.isBearer && request.companyId !== null && /^\d+$/.test(parameter(request, 'companyId') ?? '');

const SHORTEST_WALK = 4;

interface Poll {
  readonly latest: readonly SeenRequest[];
  readonly gap: number;
  readonly times: number;
}

/** Follows a request that is repeated at equal intervals, as a timer does and people do not. */
function polled(request: SeenRequest, state: Poll | undefined): Verdict<Poll> {
  const last = state?.latest.at(-1);
  const gap = last ? request.at - last.at : Number.NaN;
  if (!state || !(gap <= 15 * MINUTE)) return { state: { latest: [request], gap: 0, times: 1 } };
  if (gap < SECOND) return { state };
  // The pauses of a timer differ by at most a tenth.
  const isEven = state.times === 1 || Math.abs(gap - state.gap) <= state.gap * 0.1;
  const times = isEven ? state.times + 1 : 2;
  const latest = [...state.latest, request].slice(-3);
  const poll = { latest, gap: isEven && state.times > 1 ? state.gap : gap, times };
  // Reports every twelfth request.
  return { state: poll, broken: times % 12 === 0 ? latest : undefined };
}

/** Parameters that select a part of a list. */
const OF_A_PART = /(?:^|&)(?:updated(?:From|To)|cursor|ids|externalId|search|page=(?!1(?:&|$)))/;

const MOST_WRONG_DAYS = 3;

const dayOf = (at: number): string => toTimestamp(at).slice(0, 10);

/** Last day of the period that a request asks for, if it is the current day of some time zone. */
export function currentDay({ at, query }: Pick<SeenRequest, 'at' | 'query'>): string | undefined {
  if (!query.includes('to')) return undefined;
  const day = /(?:^|&)to(?:Date)?=(\d{4}-\d\d-\d\d)(?:&|$)/.exec(query)?.[1];
  return day !== undefined && [at - DAY, at, at + DAY].map(dayOf).includes(day) ? day : undefined;
}

export const TRAFFIC_RULES = {
  /** Requests with the same refresh token whose responses both arrived. */
  'refreshes-in-parallel': rule<{ readonly latest: SeenRequest }>({
    rule: 'One refresh at a time for each merchant.',
    fix: 'Take a lock for the merchant before you refresh, and read the stored token again once you have it.',
    guide: 'authorization#refresh',
    shownBy: 'a refresh that succeeds',
    isOfOAuth: true,
    shows: isRefresh,
    about: ({ facts: { token, isCut } }) => (isCut ? undefined : token?.refresh),
    judge(request, state) {
      if (!state) return { state: { latest: request } };
      const { latest } = state;
      const isParallel = latest.facts.began < endOf(request) && request.facts.began < endOf(latest);
      const broken = isParallel ? [latest, request] : undefined;
      return { state: { latest: endOf(request) > endOf(latest) ? request : latest }, broken };
    },
  }),

  'refresh-token-reused': rule({
    rule: 'A refresh token is used once.',
    fix: 'Save the new refresh token before you use the new access token, and never present the one before it again.',
    guide: 'authorization#refresh',
    shownBy: 'a refresh that succeeds',
    isOfOAuth: true,
    shows: isRefresh,
    about: ({ code, facts: { token } }) => (code === 'oauth.refresh_reused' && !token?.isStaged ? code : undefined),
    judge: (request) => ({ broken: [request] }),
  }),

  /** A burst of processes that start together mints many tokens, but uses each more than once. */
  'token-for-each-call': rule<TokenUse>({
    rule: 'One access token for each merchant until it expires.',
    fix: 'Keep the token of a merchant and use it for 15 minutes, until about 60 seconds before it expires.',
    guide: 'rate-limits#fewer-requests',
    shownBy: 'a call with a token that has been used before',
    isOfOAuth: true,
    about: (request) => {
      if (!isDone(request)) return undefined;
      const companyId = request.facts.token?.companyId ?? (request.facts.isBearer ? request.companyId : null);
      return companyId === null ? undefined : String(companyId);
    },
    judge(request, state) {
      const isFresh = state !== undefined && request.at - state.since < 15 * MINUTE;
      const use = isFresh ? state : { since: request.at, tokens: 0, calls: 0 };
      if (!request.facts.token) {
        const calls = use.calls + 1;
        return { state: { ...use, calls, latest: request }, kept: use.tokens > 0 && calls >= 2 * use.tokens };
      }
      const tokens = use.tokens + 1;
      const isMistake = tokens > 20 && use.calls >= use.tokens / 2 && use.calls <= use.tokens * 1.5;
      const broken = isMistake ? [...(use.latest ? [use.latest] : []), request] : undefined;
      return { state: { ...use, tokens }, broken };
    },
  }),

  /** A second process may be rejected too, so it takes two retries of the same request. */
  'retry-in-window': rule<{ readonly window: number; readonly requests: readonly SeenRequest[] }>({
    rule: 'After a 429, wait until the window ends.',
    fix: 'Wait for the seconds of Retry-After, or until X-RateLimit-Reset, before the next request of the app.',
    guide: 'rate-limits#rate-limits',
    shownBy: 'a request that is repeated in the next minute after a 429',
    begins: ({ code }) => code === 'partner.rate_limited',
    about: (request) => (isResource(request) ? `${request.companyId} ${request.facts.target}` : undefined),
    judge(request, state) {
      const window = Math.floor(request.at / MINUTE);
      const kept = state !== undefined && window > state.window;
      if (request.code !== 'partner.rate_limited') return { kept };
      const before = state?.window === window ? state.requests : [];
      const last = before.at(-1);
      if (last && request.facts.began < endOf(last)) return { state };
      const requests = [...before, request].slice(-3);
      return { state: { window, requests }, broken: requests.length === 3 ? requests : undefined, kept };
    },
  }),

  'retry-without-backoff': rule<Retries>({
    rule: 'Pause longer and longer between retries.',
    fix: 'After a 5xx, wait for Retry-After if there is one, and otherwise twice as long as before, plus a random part.',
    guide: 'writing-safely#repeat-a-write-idempotency-key',
    shownBy: 'a second retry after a 5xx, with a longer pause than the first',
    begins: ({ status }) => status >= 500,
    about: (request) => (isResource(request) ? `${request.companyId} ${request.facts.target}` : undefined),
    judge(request, state) {
      const last = state?.requests.at(-1);
      const pause = last ? pauseAfter(last, request) : Number.NaN;
      const kept = state !== undefined && pause > state.pause && pause >= 200;
      if (request.status < 500) return { kept };
      // The pauses of a client that backs off at random are not all this short.
      const requests = state && pause >= 0 && pause < 200 ? [...state.requests, request] : [request];
      const broken = requests.length >= MOST_HASTY ? requests : undefined;
      return { state: { requests: requests.slice(-MOST_HASTY), pause }, broken, kept };
    },
  }),

  /** Only a write whose outcome the client does not know is a repetition; two equal writes can both be meant. */
  'write-without-key': rule<SeenRequest>({
    rule: 'A write that is repeated has an Idempotency-Key.',
    fix: 'Send your own key with every POST and PATCH, and the same key with each repetition.',
    guide: 'writing-safely#repeat-a-write-idempotency-key',
    shownBy: 'a POST with an Idempotency-Key',
    isOfOAuth: true,
    shows: (request) => creates(request) && request.facts.unkeyed === undefined && isDone(request),
    about(request) {
      const { target, unkeyed } = request.facts;
      if (unkeyed === undefined || !creates(request)) return undefined;
      return `${request.companyId} ${target} ${unkeyed}`;
    },
    judge(request, state) {
      const isRepeat = state && request.at - state.at <= 5 * MINUTE && request.facts.began >= endOf(state);
      const isUnknown = request.facts.isCut || request.status >= 500;
      return { state: isUnknown ? request : undefined, broken: isRepeat ? [state, request] : undefined };
    },
  }),

  'page-walk': rule<{ readonly pages: readonly SeenRequest[]; readonly changed: boolean }>({
    rule: 'Read a whole list by cursor.',
    fix: 'Send the nextCursor of each page as cursor. By page=, records are skipped or repeated when the list changes.',
    guide: 'paging#read-a-whole-list',
    shownBy: 'a page of a list by cursor',
    shows: (request) => isList(request) && isDone(request) && parameter(request, 'cursor') !== undefined,
    about(request) {
      // Values that the log hides could differ between two queries that look the same.
      const isHidden = request.query.includes('…');
      if (!isList(request) || request.facts.total === undefined || isHidden) return undefined;
      const query = new URLSearchParams(request.query);
      query.delete('page');
      return `${request.companyId} ${request.operation} ${query}`;
    },
    judge(request, state) {
      const last = state?.pages.at(-1);
      const follows = last && Number(parameter(request, 'page')) === Number(parameter(last, 'page')) + 1;
      const pause = last ? pauseAfter(last, request) : Number.NaN;
      // People who turn pages are slower.
      if (!state || !follows || pause < 0 || pause > SECOND) {
        return { state: { pages: [request], changed: false } };
      }
      const pages = [...state.pages, request].slice(-SHORTEST_WALK);
      const changed = state.changed || request.facts.total !== last.facts.total;
      const isMistake = changed && pages.length === SHORTEST_WALK;
      return { state: { pages, changed: changed && !isMistake }, broken: isMistake ? pages : undefined };
    },
  }),

  'polled-list': rule<Poll>({
    rule: 'Follow the changes instead of polling lists.',
    fix: 'Read the list once, then GET /changes with the cursor of that reading and wait, or receive webhooks.',
    guide: 'staying-in-step#the-program',
    shownBy: 'a read of GET /changes',
    isOfOAuth: true,
    shows: (request) => request.operation === 'listChanges' && isDone(request),
    about: (request) =>
      isList(request) && !OF_A_PART.test(request.query) && isDone(request)
        ? `${request.companyId} ${request.facts.target}`
        : undefined,
    judge: polled,
  }),

  'unconditional-poll': rule<Poll>({
    rule: 'Send If-None-Match when you read again what you have.',
    fix: 'Send the ETag of the last response as If-None-Match. What has not changed is a 304 without a body.',
    guide: 'paging#save-what-did-not-change',
    shownBy: 'a GET with If-None-Match',
    shows: ({ method, facts: { isConditional } }) => method === 'GET' && isConditional,
    about: (request) =>
      request.method === 'GET' && isResource(request) && isDone(request) && request.operation !== 'listChanges'
        ? `${request.companyId} ${request.facts.target}`
        : undefined,
    judge(request, state) {
      const { etag, isConditional } = request.facts;
      const isSame = etag !== null && etag === state?.latest.at(-1)?.facts.etag;
      if (isConditional) return {};
      return polled(request, isSame ? state : undefined);
    },
  }),

  /** Lines are certainly unused only if the records are read again one by one. */
  'unused-lines': rule<{ readonly list: SeenRequest; readonly records: ReadonlySet<string> }>({
    rule: 'Read lists without lines that you do not use.',
    fix: 'Send includeLines=false with the list, or use its lines instead of reading each record again.',
    guide: 'large-catalogues#large-catalogues',
    shownBy: 'a list with includeLines=false',
    isOfOAuth: true,
    shows: (request) => isList(request) && isDone(request) && parameter(request, 'includeLines') === 'false',
    about({ companyId, operation, status }) {
      const [, resource] = /^(?:list|get)(PurchaseOrder|StockTransfer|StockAdjustment)s?$/.exec(operation) ?? [];
      return status === 200 && resource ? `${companyId} ${resource}` : undefined;
    },
    judge(request, state) {
      if (isList(request)) {
        const hasLines = !/(?:^|&)includeLines=(?:false|0)(?:&|$)/i.test(request.query);
        return { state: hasLines ? { list: request, records: new Set() } : undefined };
      }
      if (!state || request.at - state.list.at > MINUTE) return {};
      const records = new Set([...state.records, request.path]);
      if (records.size < 10) return { state: { ...state, records } };
      return { broken: [state.list, request] };
    },
  }),

  'state-not-checked': rule({
    rule: 'A callback with an unknown state is rejected.',
    fix: 'Keep the state in the session of the person who began, compare it in the callback, and only then use the code.',
    guide: 'authorization#the-flow',
    shownBy: 'a forged callback whose code is not sent to the token endpoint',
    isOfOAuth: true,
    about: ({ facts: { token } }) => (token?.isForged ? 'state' : undefined),
    judge: (request) => ({ broken: [request] }),
  }),

  'base-url-ignored': rule({
    rule: 'Requests go to the api_base_url of their token.',
    fix: 'Build each URL from the api_base_url of the token response, not from a setting.',
    guide: 'versions#versions',
    shownBy: 'a request to the alias that its token names',
    isOfOAuth: true,
    shows: ({ facts: { alias } }) => alias === 'followed',
    about: ({ facts: { alias } }) => (alias === 'ignored' ? 'alias' : undefined),
    judge: (request) => ({ broken: [request] }),
  }),

  'other-merchants-token': rule({
    rule: 'A token is used for its own merchant only.',
    fix: 'Keep tokens, cursors and ETags by merchant, and look them up by the merchant of the request.',
    guide: 'authorization#a-second-company',
    shownBy: 'a request that names the merchant of its token by companyId',
    isOfOAuth: true,
    shows: (request) =>
      namesMerchant(request) && isDone(request) && Number(parameter(request, 'companyId')) === request.companyId,
    about: (request) =>
      namesMerchant(request) && Number(parameter(request, 'companyId')) !== request.companyId ? 'merchant' : undefined,
    judge: (request) => ({ broken: [request] }),
  }),

  /** A day is certainly wrong only if it has not begun at any store. It takes several, since a period may end later. */
  'wrong-time-zone': rule<readonly SeenRequest[]>({
    rule: "A business day is a day in the store's time zone.",
    fix: "Work out today in the store's timezone, from GET /stores, not in UTC or in the zone of your server.",
    guide: 'reports#days',
    shownBy: 'a period that ends today at a store, while the date in UTC is another',
    shows: (request, latestDay) =>
      latestDay !== undefined &&
      latestDay !== dayOf(request.at) &&
      isDone(request) &&
      currentDay(request) === latestDay,
    about: (request, latestDay) =>
      latestDay !== undefined && isDone(request) ? `${request.companyId} ${request.operation}` : undefined,
    judge(request, state = [], latestDay = '') {
      const day = currentDay(request) ?? '';
      if (day !== dayOf(request.at) || day <= latestDay) return {};
      const requests = [...state, request].slice(-MOST_WRONG_DAYS);
      return { state: requests, broken: requests.length === MOST_WRONG_DAYS ? requests : undefined };
    },
  }),
} as const satisfies Readonly<Record<string, TrafficRule>>;

export type TrafficRuleName = keyof typeof TRAFFIC_RULES;
