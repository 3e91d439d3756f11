import { isDeepStrictEqual } from 'node:util';
import { CHECKED, OF_HEADERS } from '../../checks/checks.ts';
import type { Finding } from '../../checks/finding.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { operationOf } from '../../engine/traits.ts';
import type { Answer } from '../../http/send.ts';

/** Parts of a message that differ between equal findings, most specific first. */
const VARYING: readonly [RegExp, string][] = [
  [/https?:\/\/[^\s/"']+/g, ''],
  [/\bconf-[\w-]+/g, '(name)'],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '(id)'],
  [/\b\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/g, '(time)'],
  [/(?<![\w-])(?=[A-Za-z_-]*\d)[\w-]{16,}/g, '(id)'],
  [/-?\d+(?:\.\d+)?/g, '(number)'],
];

/** Message without ids, names, numbers and instants. Its other lines, such as those of a sequence, are evidence. */
export const plain = (message: string): string =>
  VARYING.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), message.split('\n', 1)[0] ?? '');

/** Message without what one cause may change: the query, flags, and the length of a list. */
const withoutData = (message: string): string =>
  plain(message)
    .replaceAll(/\?\S*/g, '?')
    .replaceAll(/\b(?:true|false)\b/g, '(flag)')
    .replaceAll(/\(number\)(?:,\(number\))+/g, '(number)')
    .replaceAll('[]', '[(number)]');

/** Message of a check of the contract without the operation and status that it begins with. */
const withoutOperation = (message: string): string => message.replace(/^[A-Z]+ \S+ \d{3}: /, '');

/** The status that a finding of `expectStatus` expected, with its code. */
export const expectedOf = ({ message }: Finding): string | undefined =>
  /^[A-Z]+ \S+: expected (\d{3}\b.*), got /.exec(message)?.[1];

/** Checks whose findings depend on the operation. Those of the others are the same everywhere. */
const OF_OPERATION = new Set(['http.no_server_error', 'http.body_documented', 'http.status_documented']);

const isChecked = (id: string): boolean => CHECKED.includes(id) && !OF_OPERATION.has(id);

/** Equal for findings that one cause explains, whatever the case and its records. */
export function signatureOf(finding: Finding, { proves }: Pick<Outcome, 'proves'>): string {
  const { answer, requirements, message } = finding;
  // A finding that names no requirement of its own carries those of its case.
  const rules = isDeepStrictEqual(requirements, proves) ? [] : requirements;
  if (!answer) return keyOf(...rules, withoutData(message));
  const place = placeOf(answer);
  const ofHeaders = isOfHeaders(requirements);
  // Whatever else is wrong with a server error follows from it.
  if (answer.status >= 500 && !ofHeaders) return keyOf(place, answer.status);
  const expected = expectedOf(finding);
  if (ofHeaders || (expected === undefined && requirements.every(isChecked)))
    return keyOf(...rules, withoutData(withoutOperation(message)));
  // A body of another shape violates the schema in many places.
  if (requirements.includes('http.body_documented')) return keyOf(place, answer.status, 'body');
  if (expected === undefined) return keyOf(...rules, place, withoutData(message));
  // Accepting what has to be rejected violates one rule; an unexpected rejection has one cause, whatever the case proves.
  return answer.status < 400
    ? keyOf(place, ...requirements, expected, answer.status)
    : keyOf(place, expected, answer.status, rejectionOf(answer));
}

/** Equal for responses that fail in the same way where success was expected; undefined for other findings. */
export function failureOf(finding: Finding): string | undefined {
  const { answer, requirements } = finding;
  if (!answer || isOfHeaders(requirements)) return undefined;
  if (answer.status >= 500) return `${answer.status}`;
  const isUnexpected = answer.status >= 400 && expectedOf(finding)?.startsWith('2');
  return isUnexpected ? `${answer.status} ${rejectionOf(answer)}` : undefined;
}

export const isOfHeaders = (requirements: readonly string[]): boolean =>
  requirements.length > 0 && requirements.every((id) => OF_HEADERS.has(id));

const keyOf = (...parts: readonly (string | number)[]): string => parts.join('\u0000');

const placeOf = ({ sent }: Answer): string =>
  operationOf(sent) ?? `${sent.method} ${plain(new URL(sent.url).pathname)}`;

/** Code and details of a rejection. */
function rejectionOf({ body, status }: Answer): string {
  const { code, error, details } = (body ?? {}) as { code?: unknown; error?: unknown; details?: unknown };
  const named = Array.isArray(details) ? details.map((detail) => plain(JSON.stringify(detail))) : [];
  return [code ?? JSON.stringify(error) ?? status, ...named].join(' ');
}
