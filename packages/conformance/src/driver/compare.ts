import { isDeepStrictEqual } from 'node:util';
import { exact } from '../decimals.ts';
import type { Answer as Actual } from '../http/send.ts';
import { ANY, type Answer, type Cause, type Detail, type Fields, type Parts } from '../specification/answer.ts';
import { operationAt } from './operations.ts';
import { rulesOfPlace, rulesOfTags, valueAt } from './places.ts';

/** The two answers to one request, compared whole. */

/** One difference, with the requirement that predicted otherwise. */
export interface Difference {
  /** `status`, a header's name, or a JSON Pointer into the body. */
  readonly at: string;
  readonly expected: unknown;
  readonly got: unknown;
  readonly rules: readonly string[];
}

/** Headers that depend on the request or the record. The others are checked with every response. */
const HEADERS = [
  'etag',
  'location',
  'idempotent-replayed',
  'tillgate-dry-run',
  'tillgate-changes-after',
  'allow',
  'www-authenticate',
  'accept-encoding',
];

/** The rules behind a code, besides the one that the request breaks. */
const RULES_OF_CODES: Readonly<Record<string, readonly string[]>> = {
  'partner.validation_failed': ['http.accepts_what_it_documents'],
  'partner.duplicate': ['records.duplicate_named', 'records.duplicate_record'],
  'partner.not_found': ['tenancy.unknown_id', 'tenancy.other_merchants_id'],
  'partner.version_mismatch': ['http.if_match'],
  'partner.reference_not_found': ['records.reference_named', 'tenancy.references'],
  'partner.idempotency_mismatch': ['http.idempotency_mismatch'],
  'partner.internal': ['http.no_server_error'],
};

const RULES_OF_STATUSES: Readonly<Record<number, readonly string[]>> = {
  413: ['http.body_limit'],
  415: ['http.media_types'],
};

/** The rules behind errors of one kind. */
const RULES_OF_ERRORS: Readonly<Record<string, string>> = {
  cursor: 'lists.cursor',
  fromAfterTo: 'lists.reversed_range',
  maxAmount: 'purchases.amounts_most',
  maxDate: 'dates.bounds',
  maxDiscount: 'purchases.discount',
  minorUnits: 'numbers.minor_units',
  readOnly: 'records.read_only_changed',
};

/** Rules of errors by their place. */
const NESTED = /^\/[^/]+\/\d+/;

/** The rules behind a predicted rejection. */
function rulesOfRejection({ rule, body, status }: Answer, method: string): string[] {
  const code = codeOf(body);
  const details = detailsOf(body);
  if (status < 400) return [rule].flat();
  const isChange = method === 'PATCH' && code === 'partner.duplicate';
  const isShape = code === 'partner.validation_failed';
  return [
    ...[rule].flat(),
    ...(isShape ? ['http.validation_details'] : (RULES_OF_CODES[code] ?? [])),
    ...(isChange ? ['records.unique_when_changed'] : []),
    ...(details.length > 1 ? ['http.every_detail', 'documents.details_complete'] : []),
    ...(isShape && details.some(({ path }) => NESTED.test(path)) ? ['http.nested_shape'] : []),
  ];
}

/** The rules that the service says a request breaks. */
const rulesBehind = ({ status, body }: Actual): string[] => [
  ...(RULES_OF_STATUSES[status] ?? []),
  ...(RULES_OF_CODES[codeOf(body)] ?? []),
  ...detailsOf(body).flatMap(({ rule }) => RULES_OF_ERRORS[rule] ?? []),
];

const detailsOf = (body: unknown): readonly Detail[] =>
  (body as { details?: readonly Detail[] } | undefined)?.details ?? [];

const rulesOfPlaces = (details: readonly Detail[], { sent }: Actual): string[] =>
  details.flatMap((detail) => rulesOfPlace(detail, sent));

const codeOf = (body: unknown): string => String((body as Fields | undefined)?.code);

export function differences(predicted: Answer, actual: Actual, baseUrl: string): Difference[] {
  const outcome = outcomeDifference(predicted, actual);
  if (outcome) return [outcome];
  const headers = HEADERS.flatMap((name) => headerDifference(predicted, actual, name, baseUrl));
  if (predicted.status >= 400) return [...detailDifference(predicted, actual), ...headers];
  return [...bodyDifferences(predicted, actual).map((one) => withProperty(one, actual)), ...headers];
}

/** A property that was sent has its part in what a write responds with. */
function withProperty(difference: Difference, { sent }: Actual): Difference {
  const { id } = operationAt(sent.method, sent.url) ?? {};
  const [, name = ''] = difference.at.split('/');
  if (id === undefined || sent.body === undefined || valueAt(`/${name}`, sent.body) === undefined) return difference;
  return { ...difference, rules: [...difference.rules, `op.${id}.body.${name}`] };
}

const shown = (status: number, body: unknown): string => (status < 400 ? `${status}` : `${status} ${codeOf(body)}`);

function outcomeDifference(predicted: Answer, actual: Actual): Difference | undefined {
  const [expected, got] = [shown(predicted.status, predicted.body), shown(actual.status, actual.body)];
  if (expected === got) return undefined;
  const unexpected = actual.status >= 400 ? rulesBehind(actual) : [];
  const places = [...detailsOf(predicted.body), ...detailsOf(actual.body)];
  const rules = [
    ...rulesOfRejection(predicted, actual.sent.method),
    ...rulesOfProperties(predicted, actual),
    ...rulesOfPlaces(places, actual),
    ...([expected, got].some((text) => /^(304|412)/.test(text)) ? rulesOfTags(actual.sent) : []),
    ...([expected, got].includes('304') ? ['http.if_none_match'] : []),
    ...unexpected,
    ...rulesOfStatus(predicted, actual),
  ];
  return { at: 'status', expected, got, rules: [...new Set(rules)] };
}

function rulesOfStatus({ status }: Answer, { sent }: Actual): string[] {
  const operation = operationAt(sent.method, sent.url);
  return operation ? [`op.${operation.id}.status.${status}`] : [];
}

/** The rules of the properties for which a request is rejected that the specification accepts. */
function rulesOfProperties(predicted: Answer, { body }: Actual): string[] {
  if (predicted.status >= 400) return [];
  return detailsOf(body)
    .filter(({ in: part }) => part === 'body')
    .flatMap(({ path }) => ownRules(path, predicted));
}

function headerDifference(
  { headers, status, rule }: Answer,
  actual: Actual,
  name: string,
  baseUrl: string,
): Difference[] {
  const expected = headers[name];
  const value = actual.headers[name];
  const got = SHOWN[name]?.(value ?? '', baseUrl) || value;
  if (expected === got || (expected === ANY && status < 400)) return [];
  const replayed = headers['idempotent-replayed'] === undefined ? [] : [rule].flat();
  return [{ at: name, expected, got, rules: [HEADER_RULES[name] ?? rule, replayed].flat() }];
}

/** Headers without the parts that a deployment may choose. */
const SHOWN: Readonly<Record<string, (value: string, baseUrl: string) => string>> = {
  location: (value, baseUrl) => value.replace(baseUrl, ''),
  'www-authenticate': (value) => value.replace(/(realm|error_description)="[^"]*",? ?/g, '').replace(/[, ]+$/, ''),
};

const HEADER_RULES: Readonly<Record<string, Cause>> = {
  etag: ['http.etag', 'http.if_none_match'],
  location: 'http.location',
  'idempotent-replayed': 'http.idempotency_replay',
  'tillgate-dry-run': 'dry_run',
  'tillgate-changes-after': 'changes.after_list',
  allow: 'http.method_not_allowed',
  'www-authenticate': ['auth.challenge', 'auth.scope_challenge'],
};

/** Errors in an order that does not depend on the service's. */
function sorted(body: unknown): unknown[] {
  return detailsOf(body)
    .map(({ message, ...detail }) => ({ ...detail, ...(detail.rule === 'allowedAction' && { message }) }))
    .map((detail) => JSON.stringify(Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1))))
    .sort()
    .map((text) => Object.fromEntries(JSON.parse(text)));
}

function detailDifference(predicted: Answer, actual: Actual): Difference[] {
  const [expected, got] = [sorted(predicted.body), sorted(actual.body)];
  const without = (from: readonly unknown[], of: readonly unknown[]) =>
    from.filter((detail) => !of.some((one) => isDeepStrictEqual(one, detail)));
  const places = [...without(expected, got), ...without(got, expected)] as Detail[];
  const rules = [...rulesOfRejection(predicted, actual.sent.method), ...rulesOfPlaces(places, actual)];
  return isDeepStrictEqual(expected, got) ? [] : [{ at: '/details', expected, got, rules: [...new Set(rules)] }];
}

function bodyDifferences(predicted: Answer, actual: Actual): Difference[] {
  if (predicted.body === undefined) return actual.text === '' ? [] : [whole(predicted, actual)];
  const rows = rowDifference(predicted, actual);
  return rows ? [rows] : compared(withoutMessages(predicted.body), withoutMessages(actual.body), '', predicted);
}

/** The results of a batch without texts for people, and with errors in an order that does not depend on the service's. */
function withoutMessages(body: unknown): unknown {
  const { results } = (body ?? {}) as { results?: unknown };
  if (!Array.isArray(results)) return body;
  const shownResult = ({ error, ...result }: Fields): Fields =>
    error ? { ...result, error: { code: codeOf(error), details: sorted(error) } } : result;
  return { ...(body as Fields), results: results.map(shownResult) };
}

const whole = ({ body, rule }: Answer, actual: Actual): Difference => ({
  at: '',
  expected: body,
  got: actual.body,
  rules: [rule].flat(),
});

const orderRules = ({ order = ['lists.sort', 'lists.ties'] }: Parts = {}): string[] => [order].flat();

/** Other rows, or the rows in another order. Their properties are compared only when the rows are the same. */
function rowDifference({ body, rule, parts }: Answer, actual: Actual): Difference | undefined {
  const [expected, got] = [idsOf(body), idsOf(actual.body)];
  if (!expected || !got || isDeepStrictEqual(expected, got)) return undefined;
  const isOrder = isDeepStrictEqual(expected.toSorted(), got.toSorted());
  return { at: '/data', expected, got, rules: isOrder ? orderRules(parts) : [rule].flat() };
}

/** Properties that tell apart rows without an id. */
const KEY = ['storeId', 'date', 'itemId', 'variantId', 'currency'];

function idsOf(body: unknown): unknown[] | undefined {
  const { data } = (body ?? {}) as { data?: unknown };
  return Array.isArray(data)
    ? data.map(({ id, ...row }: Fields) => id ?? JSON.stringify(KEY.map((name) => row[name])))
    : undefined;
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function compared(expected: unknown, got: unknown, at: string, predicted: Answer): Difference[] {
  if (Array.isArray(expected) !== Array.isArray(got) || !isObject(expected) || !isObject(got))
    return isDeepStrictEqual(expected, got)
      ? []
      : [{ at, expected, got, rules: rulesAt(at, expected, got, predicted) }];
  if (Array.isArray(expected) && Array.isArray(got) && expected.length !== got.length)
    return [{ at, expected, got, rules: rulesAt(at, expected, got, predicted) }];
  const names = new Set([...Object.keys(expected), ...Object.keys(got)]);
  return [...names].flatMap((name) => compared(expected[name], got[name], `${at}/${name}`, predicted));
}

/** The requirements of the innermost property that has some of its own, of the kind of value, and of the answer. */
function rulesAt(at: string, expected: unknown, got: unknown, predicted: Answer): string[] {
  const { parts = {}, rule } = predicted;
  if (at.startsWith('/dryRun')) return ['dry_run.movements', ...[parts.movements ?? []].flat()];
  const ofEntry = ENTRY_ID.test(at) ? ['lines.keep_ids'] : [];
  return [...new Set([ofEntry, ownRules(at, predicted), ofValue(expected, got), parts['*'] ?? rule].flat())];
}

/** The id of an entry of a record, alone or in a list. */
const ENTRY_ID = /^(\/data\/\d+)?\/(lines|options|variants)\/\d+\/id$/;

function ownRules(at: string, { parts = {} }: Answer): readonly string[] {
  const names = at
    .split('/')
    .filter((name) => !/^\d+$/.test(name))
    .toReversed();
  const keys = names.flatMap((name, i) => [`${names[i + 1]}/${name}`, name]);
  const own = keys.find((key) => key !== '' && Object.hasOwn(parts, key));
  return own === undefined ? [] : [parts[own] ?? []].flat();
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Amounts, quantities and texts have rules of their own. */
function ofValue(expected: unknown, got: unknown): string[] {
  if (typeof expected !== 'string' || typeof got !== 'string') return [];
  if (!DECIMAL.test(expected) || !DECIMAL.test(got)) return ofText(expected, got);
  return exact(expected) === exact(got) ? ['numbers.canonical'] : ['numbers.exact'];
}

const DAY = /^\d{4}-\d\d-\d\d/;

/** White space and characters without width at both ends. */
const ENDS = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/** Texts that differ only in what is normalized, trimmed or refused. */
function ofText(expected: string, got: string): string[] {
  const alike = (form: (text: string) => string) => form(expected) === form(got);
  if (alike((text) => text.normalize())) return ['text.normalized'];
  if (alike((text) => text.replace(ENDS, ''))) return ['text.trimmed'];
  if (alike((text) => text.replace(/\p{Cf}/gu, ''))) return ['text.refused'];
  return DAY.test(expected) ? [] : ['http.text_kept'];
}
