import { CHECKED } from '../../checks/checks.ts';
import type { Finding } from '../../checks/finding.ts';
import { operationOf } from '../../engine/coverage.ts';
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
const plain = (message: string): string =>
  VARYING.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), message.split('\n', 1)[0] ?? '');

/** A finding of `expectStatus`: the expected status, with its code. */
const expectedOf = ({ message }: Finding): string | undefined =>
  /^[A-Z]+ \S+: expected (\d{3}\b.*), got /.exec(message)?.[1];

/** Findings of the same operation with other requirements, which the cause may be behind. */
const OF_OPERATION = new Set(['http.no_server_error', 'http.body_documented', 'http.status_documented']);

const isChecked = (id: string): boolean => CHECKED.includes(id) && !OF_OPERATION.has(id);

/** Equal for findings that one cause explains, whatever the case and its records. */
export function signatureOf(finding: Finding): string {
  const { answer, requirements, message, brokeOff } = finding;
  const expected = expectedOf(finding);
  if (answer && isServerError(finding, answer, expected)) return keyOf(placeOf(answer), answer.status);
  // An unexpected rejection has the same cause in every case that meets it, whatever the case proves.
  if (answer && expected?.startsWith('2') && answer.status >= 400)
    return keyOf(placeOf(answer), expected, answer.status, rejectionOf(answer));
  if (brokeOff) return keyOf(plain(message));
  const place = answer && !requirements.every(isChecked) ? placeOf(answer) : '';
  return keyOf(place, ...requirements, expected ?? '', answer?.status ?? '', plain(message));
}

const keyOf = (...parts: readonly (string | number)[]): string => parts.join('\u0000');

const isServerError = ({ requirements }: Finding, { status }: Answer, expected: string | undefined): boolean =>
  status >= 500 && (expected !== undefined || requirements.includes('http.no_server_error'));

const placeOf = ({ sent }: Answer): string =>
  operationOf(sent) ?? `${sent.method} ${plain(new URL(sent.url).pathname)}`;

/** Code and details of a rejection. */
function rejectionOf({ body, status }: Answer): string {
  const { code, error, details } = (body ?? {}) as { code?: unknown; error?: unknown; details?: unknown };
  const named = Array.isArray(details) ? details.map((detail) => plain(JSON.stringify(detail))) : [];
  return [code ?? JSON.stringify(error) ?? status, ...named].join(' ');
}
