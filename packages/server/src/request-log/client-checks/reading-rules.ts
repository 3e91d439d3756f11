import { isDone, isResource, parameter, pauseAfter, rule, type SeenRequest, type Verdict } from './seen.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const isList = ({ operation }: SeenRequest): boolean => operation.startsWith('list') && operation !== 'listChanges';

interface Walk {
  readonly pages: readonly SeenRequest[];
  readonly changed: boolean;
}

/** Values that the log hides could differ between two queries that look the same. */
const isShown = ({ query }: SeenRequest): boolean => !query.includes('…');

/** People who turn pages are slower. */
const NEXT_PAGE_WITHIN = SECOND;
const SHORTEST_WALK = 4;

export const pageWalk = rule<Walk>({
  rule: 'Read a whole list by cursor.',
  fix: 'Send the nextCursor of each page as cursor. By page=, records are skipped or repeated when the list changes.',
  guide: 'paging#read-a-whole-list',
  about(request) {
    if (!isList(request) || request.facts.total === undefined || !isShown(request)) return undefined;
    const query = new URLSearchParams(request.query);
    query.delete('page');
    return `${request.companyId} ${request.operation} ${query}`;
  },
  judge(request, state) {
    const last = state?.pages.at(-1);
    const follows = last && Number(parameter(request, 'page')) === Number(parameter(last, 'page')) + 1;
    const pause = last ? pauseAfter(last, request) : Number.NaN;
    if (!state || !follows || pause < 0 || pause > NEXT_PAGE_WITHIN) return { state: startOf(request) };
    const pages = [...state.pages, request].slice(-SHORTEST_WALK);
    const changed = state.changed || request.facts.total !== last.facts.total;
    const isMistake = changed && pages.length === SHORTEST_WALK;
    return { state: { pages, changed: changed && !isMistake }, broken: isMistake ? pages : undefined };
  },
});

const startOf = (request: SeenRequest): Walk => ({ pages: [request], changed: false });

interface Poll {
  readonly latest: readonly SeenRequest[];
  readonly gap: number;
  readonly times: number;
}

const POLL_TIMES = 12;
const POLL_GAP = { least: SECOND, most: 15 * MINUTE };
/** Part of the pause by which the pauses of a timer differ. */
const POLL_TOLERANCE = 0.1;

/** Follows a request that is repeated at equal intervals, as a timer does and people do not. */
function polled(request: SeenRequest, state: Poll | undefined): Poll {
  const last = state?.latest.at(-1);
  const gap = last ? request.at - last.at : Number.NaN;
  if (!state || !(gap <= POLL_GAP.most)) return { latest: [request], gap: 0, times: 1 };
  if (gap < POLL_GAP.least) return state;
  const isEven = state.times === 1 || Math.abs(gap - state.gap) <= state.gap * POLL_TOLERANCE;
  const times = isEven ? state.times + 1 : 2;
  return { latest: [...state.latest, request].slice(-3), gap: isEven && state.times > 1 ? state.gap : gap, times };
}

/** A finding for each dozen of requests. */
const pollVerdict = (poll: Poll, before: Poll | undefined): Verdict<Poll> => ({
  state: poll,
  broken: poll !== before && poll.times % POLL_TIMES === 0 ? poll.latest : undefined,
});

const isWholeList = (request: SeenRequest): boolean =>
  isList(request) &&
  !/(?:^|&)(?:updated(?:From|To)|cursor|ids|externalId|search|page=(?!1(?:&|$)))/.test(request.query);

export const polledList = rule<Poll>({
  rule: 'Follow the changes instead of polling lists.',
  fix: 'Read the list once, then GET /changes with the cursor of that reading and wait, or receive webhooks.',
  guide: 'staying-in-step#the-program',
  about: (request) =>
    isWholeList(request) && isDone(request) ? `${request.companyId} ${request.facts.target}` : undefined,
  judge: (request, state) => pollVerdict(polled(request, state), state),
});

export const unconditionalPoll = rule<Poll>({
  rule: 'Send If-None-Match when you read again what you have.',
  fix: 'Send the ETag of the last response as If-None-Match. What has not changed is a 304 without a body.',
  guide: 'paging#save-what-did-not-change',
  about: (request) =>
    request.method === 'GET' && isResource(request) && isDone(request) && request.operation !== 'listChanges'
      ? `${request.companyId} ${request.facts.target}`
      : undefined,
  judge(request, state) {
    const { etag, isConditional } = request.facts;
    const isSame = etag !== null && etag === state?.latest.at(-1)?.facts.etag;
    if (isConditional) return {};
    return pollVerdict(polled(request, isSame ? state : undefined), state);
  },
});

const RECORD_LISTS: Readonly<Record<string, string>> = {
  listPurchaseOrders: 'purchase-orders',
  getPurchaseOrder: 'purchase-orders',
  listStockTransfers: 'stock-transfers',
  getStockTransfer: 'stock-transfers',
  listStockAdjustments: 'stock-adjustments',
  getStockAdjustment: 'stock-adjustments',
};
const READ_AGAIN_WITHIN = MINUTE;
const MOST_READ_AGAIN = 10;

interface LineReading {
  readonly list: SeenRequest;
  readonly records: ReadonlySet<string>;
}

/** Lines are unused for certain only if the records are read again one by one. */
export const unusedLines = rule<LineReading>({
  rule: 'Read lists without lines that you do not use.',
  fix: 'Send includeLines=false with the list, or use its lines instead of reading each record again.',
  guide: 'large-catalogues#large-catalogues',
  about({ companyId, operation, status }) {
    const resource = status === 200 ? RECORD_LISTS[operation] : undefined;
    return resource && `${companyId} ${resource}`;
  },
  judge(request, state) {
    if (isList(request)) {
      const hasLines = !/(?:^|&)includeLines=(?:false|0)(?:&|$)/i.test(request.query);
      return { state: hasLines ? { list: request, records: new Set() } : undefined };
    }
    if (!state || request.at - state.list.at > READ_AGAIN_WITHIN) return {};
    const records = new Set([...state.records, request.path]);
    if (records.size < MOST_READ_AGAIN) return { state: { ...state, records } };
    return { broken: [state.list, request] };
  },
});

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const MOST_WRONG_DAYS = 3;

/** The last day of a period that a request asks for, if that is the day that it is in UTC. */
export function dayInUtc({ at, query }: Pick<SeenRequest, 'at' | 'query'>): string | undefined {
  if (!query.includes('to')) return undefined;
  const day = /(?:^|&)to(?:Date)?=(\d{4}-\d\d-\d\d)(?:&|$)/.exec(query)?.[1];
  return day === dayOf(at) ? day : undefined;
}

/** Only a day that has not begun at any store is wrong for certain; it takes several, as a period can end later. */
export const wrongZone = rule<readonly SeenRequest[]>({
  rule: "A business day is a day in the store's time zone.",
  fix: "Work out today in the store's timezone, from GET /stores, not in UTC or in the zone of your server.",
  guide: 'reports#days',
  about: (request, latestDay) =>
    latestDay !== undefined && isDone(request) ? `${request.companyId} ${request.operation}` : undefined,
  judge(request, state = [], latestDay = '') {
    if ((dayInUtc(request) ?? '') <= latestDay) return {};
    const requests = [...state, request].slice(-MOST_WRONG_DAYS);
    return { state: requests, broken: requests.length === MOST_WRONG_DAYS ? requests : undefined };
  },
});
