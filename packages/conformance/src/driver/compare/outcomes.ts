import { isDeepStrictEqual } from 'node:util';
import type { Answer as Actual } from '../../http/send.ts';
import type { Answer, Detail } from '../../specification/answer.ts';
import { operationAt } from '../operations.ts';
import type { Difference } from './difference.ts';
import { codeOf, detailsOf, sortedDetails } from './errors.ts';
import { ownRules } from './property-rules.ts';
import { rulesOfKey, rulesOfPlace, rulesOfTags } from './request-rules.ts';

/** Compares statuses, codes and the details of errors. */

const shown = (status: number, body: unknown): string => (status < 400 ? `${status}` : `${status} ${codeOf(body)}`);

export function outcomeDifference(predicted: Answer, actual: Actual): Difference | undefined {
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
    ...(predicted.headers['idempotent-replayed'] === undefined ? [] : rulesOfKey(actual.sent)),
    ...unexpected,
    ...(areTwoRejections(predicted, actual) ? ['http.order_of_checks'] : []),
    ...rulesOfStatus(predicted, actual),
  ];
  const [expectedWhole, gotWhole] = [expected + placesOf(predicted.body), got + placesOf(actual.body)];
  return { at: 'status', expected: expectedWhole, got: gotWhole, rules: [...new Set(rules)] };
}

/** What a rejection names, such as `query updatedTo: fromAfterTo`. */
const placesOf = (body: unknown): string =>
  detailsOf(body)
    .map(({ in: part, path, rule }) => `; ${part} ${path}: ${rule}`)
    .join('');

/** True if another check than the predicted one rejected the request first. */
const areTwoRejections = (predicted: Answer, actual: Actual): boolean =>
  predicted.status >= 400 && actual.status >= 400 && predicted.status !== actual.status;

function rulesOfStatus({ status }: Answer, { sent }: Actual): string[] {
  const operation = operationAt(sent.method, sent.url);
  return operation ? [`op.${operation.id}.status.${status}`] : [];
}

/** Requirements of the properties that the service rejects and the specification accepts. */
function rulesOfProperties(predicted: Answer, { body }: Actual): string[] {
  if (predicted.status >= 400) return [];
  return detailsOf(body)
    .filter(({ in: part }) => part === 'body')
    .flatMap(({ path }) => ownRules(path, predicted));
}

export function detailDifference(predicted: Answer, actual: Actual): Difference[] {
  const [expected, got] = [sortedDetails(predicted.body), sortedDetails(actual.body)];
  const without = (from: readonly unknown[], of: readonly unknown[]) =>
    from.filter((detail) => !of.some((one) => isDeepStrictEqual(one, detail)));
  const places = [...without(expected, got), ...without(got, expected)] as Detail[];
  const rules = [...rulesOfRejection(predicted, actual.sent.method), ...rulesOfPlaces(places, actual)];
  return isDeepStrictEqual(expected, got) ? [] : [{ at: '/details', expected, got, rules: [...new Set(rules)] }];
}

/** Requirements of a code, besides the one that the request violates. */
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
  415: ['http.media_types', 'http.media_types_alike'],
};

/** Requirements by the rule of a detail. */
const RULES_OF_ERRORS: Readonly<Record<string, string>> = {
  cursor: 'lists.cursor',
  encoding: 'http.encoding',
  fromAfterTo: 'lists.reversed_range',
  maxAmount: 'purchases.amounts_most',
  maxDate: 'dates.bounds',
  maxDepth: 'http.body_depth',
  maxDiscount: 'purchases.discount',
  maxValues: 'http.body_values',
  minorUnits: 'numbers.minor_units',
  readOnly: 'records.read_only_changed',
  selection: 'modifiers.bounds',
  view_grown: 'changes.view_grown',
};

/** Place of a detail inside an entry of a list. */
const NESTED = /^\/[^/]+\/\d+/;

/** Requirements of a predicted response. */
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

/** Requirements that the service says a request violates. */
const rulesBehind = ({ status, body }: Actual): string[] => [
  ...(RULES_OF_STATUSES[status] ?? []),
  ...(RULES_OF_CODES[codeOf(body)] ?? []),
  ...detailsOf(body).flatMap(({ rule }) => RULES_OF_ERRORS[rule] ?? []),
];

const rulesOfPlaces = (details: readonly Detail[], { sent }: Actual): string[] =>
  details.flatMap((detail) => rulesOfPlace(detail, sent));
