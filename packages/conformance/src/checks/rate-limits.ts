import { familyOf } from '../contract/family.ts';
import type { Answer } from '../http/send.ts';
import { budgetOf } from '../target/target.ts';
import { type CheckedAnswer, type Finding, finding } from './finding.ts';
import type { Budget } from './memory.ts';

/** Rejections counted against the source address instead of the app. */
const AT_SOURCE = new Set([
  'partner.route_not_found',
  'partner.method_not_allowed',
  'partner.ip_denied',
  'partner.env_mismatch',
]);

/** OAuth errors that only authenticated clients receive. */
const AFTER_AUTHENTICATION = new Set(['invalid_grant', 'unauthorized_client', 'unsupported_grant_type']);

/** Rate limit headers agree with each other, with the configured limit and with earlier responses. */
export function checkRate(checked: CheckedAnswer): Finding[] {
  const { answer, memory } = checked;
  const budget = headersOf(answer);
  if (!budget) return [finding('limits.headers_consistent', 'X-RateLimit-* are missing or not numbers', answer)];
  const key = keyOf(checked);
  if (key === undefined) {
    memory.forgetApps();
    if (answer.status >= 400) memory.unattributed += 1;
  } else if (key === 'source') memory.unattributed = 0;
  const problems = [
    ...headerProblems(budget, checked),
    ...standardProblems(budget, checked),
    ...limitProblems(budget, key, checked),
    ...changeProblems(budget, key, checked),
  ];
  if (key) memory.budgets.set(key, latestOf(budget, memory.budgets.get(key), checked.request.concurrent));
  return problems;
}

/** Concurrent responses may arrive in any order, even across the end of a window. */
function latestOf(budget: Budget, last: Budget | undefined, isConcurrent = false): Budget {
  if (!last || last.limit !== budget.limit) return budget;
  if (last.reset === budget.reset) return last.remaining < budget.remaining ? last : budget;
  return isConcurrent && last.reset > budget.reset ? last : budget;
}

function headersOf({ headers }: Answer): Budget | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]);
  if (![limit, remaining, reset].every((text) => /^\d+$/.test(text ?? ''))) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) };
}

/** The limit that the response counts against; undefined if unknown. */
function keyOf({ answer, request, path }: CheckedAnswer): string | undefined {
  const { code, error } = (answer.body ?? {}) as { code?: string; error?: unknown };
  const { Authorization: token, 'X-API-Key': key } = request.headers ?? {};
  const app = request.budget && `app:${request.budget}`;
  if (answer.sent.method === 'OPTIONS') return 'source';
  switch (familyOf(path)) {
    case 'mint':
      return 'mint';
    case 'oauth':
      return answer.status === 200 || AFTER_AUTHENTICATION.has(String(error)) ? app : undefined;
    default:
      if (answer.status === 401 || AT_SOURCE.has(code ?? '')) return 'source';
      // A key that names no company counts against the source address, as the response says.
      if (key) return token || code === 'partner.company_denied' || isOfSource(answer) ? 'source' : app;
      return token ? app : 'source';
  }
}

const isOfSource = ({ headers }: Answer): boolean => headers['ratelimit-policy']?.startsWith('"source"') ?? false;

function headerProblems({ limit, remaining, reset }: Budget, checked: CheckedAnswer): Finding[] {
  const { answer, now } = checked;
  const seconds = now / 1000;
  const wrong: [boolean, string, rule?: string][] = [
    [!(remaining >= 0 && remaining < limit) && answer.status !== 429, `${remaining} of ${limit} requests remain`],
    [
      answer.status === 429 && remaining >= Math.max(1, hitsOf(checked) - 1) && !isStreamAsked(answer),
      `429 while ${remaining} requests remain`,
      'limits.rate',
    ],
    [reset % 60 !== 0, `the window ends at ${reset}, which is not on the minute`],
    [reset < seconds - 60 || reset > seconds + 120, `the window ends at ${reset}, it is ${Math.floor(seconds)}`],
  ];
  return wrong
    .filter(([is]) => is)
    .map(([, message, rule = 'limits.headers_consistent']) => finding(rule, message, answer));
}

/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10) say the same as X-RateLimit-*. */
function standardProblems({ limit, remaining, reset }: Budget, { answer, now }: CheckedAnswer): Finding[] {
  const { ratelimit = '', 'ratelimit-policy': policy = '' } = answer.headers;
  const [, name, left, ends] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(ratelimit) ?? [];
  const [, named, most, seconds] = /^"(\w+)";q=(\d+);w=(\d+)$/.exec(policy) ?? [];
  const same = name !== undefined && name === named && Number(left) === remaining && Number(most) === limit;
  const until = reset - now / 1000;
  // Each request counts once, and a new minute resets the limit.
  const fits = same && seconds === '60' && Number(ends) <= 60 && Math.abs(Number(ends) - until) <= 120;
  const message = `${ratelimit} of ${policy} is not ${remaining} of ${limit} until ${reset}`;
  return fits ? [] : [finding('limits.headers_consistent', message, answer)];
}

function limitProblems(
  { limit }: Budget,
  key: string | undefined,
  { answer, target, request }: CheckedAnswer,
): Finding[] {
  const limited = target.apps.some((app) => app.role === 'limited' && budgetOf(app) === request.budget);
  if (key === undefined || limited) return [];
  const expected = key === 'mint' ? target.limits.mintsPerMinute : target.limits.requestsPerMinute;
  if (limit === expected) return [];
  const requirement = key === 'mint' ? 'limits.mint' : 'limits.rate';
  return [finding(requirement, `X-RateLimit-Limit is ${limit}, the limit ${expected}`, answer)];
}

/** A stream that does not fit into the rest of the window is rejected while requests remain. streams.counted */
const isStreamAsked = ({ sent }: Answer): boolean => /ndjson/i.test(sent.headers.Accept ?? '');

/** How often a response counts: a stream once for each 1,000 records begun, a batch for each 100 operations. */
function weightOf(checked: CheckedAnswer, limit: number): number {
  return checked.answer.status === 429 ? 1 : Math.min(limit, Math.max(partsOf(checked.answer), hitsOf(checked)));
}

/** How many times 1,000 records a stream begins; one for any other response. streams.counted */
function partsOf({ status, headers, sent }: Answer): number {
  const records = status === 200 && sent.method === 'GET' ? Number(headers['tillgate-total'] ?? 1) : 1;
  return Math.max(1, Math.ceil(records / 1_000));
}

function ruleOf(checked: CheckedAnswer): string {
  if (partsOf(checked.answer) > 1) return 'streams.counted';
  return hitsOf(checked) > 1 ? 'batches.weight' : 'limits.headers_consistent';
}

const MOST_OPERATIONS = 1000;

/** How often a request counts: a batch once for each 100 operations begun, of which a longer one has none. batches.weight */
function hitsOf({ path, request: { body } }: CheckedAnswer): number {
  const { operations } = (path.startsWith('/items/batch') ? (body ?? {}) : {}) as { operations?: unknown };
  return Array.isArray(operations) && operations.length <= MOST_OPERATIONS ? Math.ceil(operations.length / 100) : 1;
}

/** A request counts against its limit by its weight, and a new minute resets it. */
function changeProblems(
  { remaining, reset, limit }: Budget,
  key: string | undefined,
  checked: CheckedAnswer,
): Finding[] {
  const { answer, memory, request } = checked;
  const last = key === undefined ? undefined : memory.budgets.get(key);
  if (!last || request.concurrent) return [];
  if (reset < last.reset) return [finding('limits.headers_consistent', `the window moved back to ${reset}`, answer)];
  if (limit !== last.limit || reset > last.reset) return [];
  const expected = Math.max(0, last.remaining - weightOf(checked, limit));
  // Other clients at the same source address count against its limit too.
  const fits = key === 'source' || key === 'mint' ? remaining <= expected : remaining === expected;
  return fits ? [] : [finding(ruleOf(checked), `${remaining} requests remain after ${last.remaining}`, answer)];
}
