import { isDeepStrictEqual } from 'node:util';
import type { Answer as Actual } from '../../http/send.ts';
import { ruleOfProperty } from '../../requirements/named-rules.ts';
import type { Answer, Detail } from '../../specification/answer.ts';
import type { Difference } from './difference.ts';
import { isBeyondAscii, OF_DETAILS, ruleOfError, ruleOfShape } from './error-rules.ts';
import { codeOf, detailsOf, sortedDetails } from './errors.ts';
import type { Requested } from './requested.ts';

/** Compares statuses, codes and the details of errors. */

const shown = (status: number, body: unknown): string => (status < 400 ? `${status}` : `${status} ${codeOf(body)}`);

export function outcomeDifference(predicted: Answer, actual: Actual, request: Requested): Difference | undefined {
  const [expected, got] = [shown(predicted.status, predicted.body), shown(actual.status, actual.body)];
  if (expected === got) return undefined;
  const rule = ruleOfCredential(predicted, actual, request) ?? ruleOfOutcome(predicted, actual, request);
  return { at: 'status', expected: expected + placesOf(predicted.body), got: got + placesOf(actual.body), rule };
}

function ruleOfOutcome(predicted: Answer, actual: Actual, request: Requested): string {
  if (predicted.status >= 400) return ruleOfRejection(predicted, request);
  if (predicted.status === 304 || predicted.headers['idempotent-replayed'] !== undefined) return predicted.rule;
  return ruleOfError(actual, request) ?? predicted.rule;
}

/** The rule of a credential that was to be rejected for its source address, or accepted in its spelling. */
function ruleOfCredential({ status, rule }: Answer, actual: Actual, { headers }: Requested): string | undefined {
  if (rule === 'auth.ip_denied') return [401, 403].includes(actual.status) ? rule : 'auth.allowlist';
  const isSpelled = headers.authorization !== undefined && !headers.authorization.startsWith('Bearer ');
  return isSpelled && status !== 401 && actual.status === 401 ? 'auth.scheme_spelling' : undefined;
}

/** The places that a rejection names, such as `query updatedTo: fromAfterTo`. */
const placesOf = (body: unknown): string =>
  detailsOf(body)
    .map(({ in: part, path, rule }) => `; ${part} ${path}: ${rule}`)
    .join('');

/** Rules of any error of shape. Its place or its value may have a rule of its own. */
const OF_SHAPES = new Set([
  'http.validation_details',
  'http.required_properties',
  'http.unknown_parameters',
  'lists.cursor',
]);

export function ruleOfRejection({ rule, body }: Answer, request: Requested): string {
  const [detail] = detailsOf(body);
  if (detail && codeOf(body) === 'partner.duplicate' && isBeyondAscii(detail, request)) return 'text.unique';
  if (!detail || !OF_SHAPES.has(rule)) return rule;
  return ruleOfShape(detail, request) ?? rule;
}

/** Differences within the details of equal codes. */
export function detailDifference(predicted: Answer, actual: Actual, request: Requested): Difference[] {
  const [expected, got] = [sortedDetails(predicted.body), sortedDetails(actual.body)];
  if (isDeepStrictEqual(expected, got)) return [];
  return [{ at: '/details', expected, got, rule: ruleOfDetails(expected, got, predicted, request) }];
}

/** Place of a detail inside an entry of a list. */
const NESTED = /^\/[^/]+\/\d+/;

/** Codes whose details have rules of their own. */
const OF_CODES: Readonly<Record<string, string>> = {
  'partner.duplicate': 'records.duplicate_named',
  'partner.reference_not_found': 'records.reference_named',
};

export function ruleOfDetails(
  expected: readonly Detail[],
  got: readonly Detail[],
  { body, rule }: Answer,
  request: Requested,
): string {
  const without = (from: readonly Detail[], others: readonly Detail[], key: (detail: Detail) => unknown) =>
    from.filter((one) => !others.some((other) => isDeepStrictEqual(key(one), key(other))));
  const changed = [...without(expected, got, whole), ...without(got, expected, whole)];
  if (changed.every((detail) => detail.rule === 'allowedAction'))
    return ruleOfProperty('allowedActions', request.families) ?? rule;
  const [missing, added] = [without(expected, got, placeOf), without(got, expected, placeOf)];
  const isShape = codeOf(body) === 'partner.validation_failed';
  if (missing.length === 0 && added.length === 0) {
    const isOfRecord = changed.some(({ recordId }) => recordId !== undefined);
    return isOfRecord ? 'records.duplicate_record' : rule;
  }
  if (added.length === 0) return isShape ? ruleOfMissing(missing) : 'documents.details_complete';
  const own = OF_CODES[codeOf(body)];
  if (own !== undefined || !OF_SHAPES.has(rule)) return own ?? rule;
  return missing.some(({ path }) => NESTED.test(path)) ? 'http.nested_shape' : rule;
}

/** Only one kind of error is missing if it is not noticed. */
function ruleOfMissing([first, ...others]: readonly Detail[]): string {
  const own = first && others.every(({ rule }) => rule === first.rule) ? OF_DETAILS[first.rule] : undefined;
  return own ?? 'http.every_detail';
}

const whole = (detail: Detail): Detail => detail;

const placeOf = ({ in: part, path, rule }: Detail): unknown => [part, path, rule];
