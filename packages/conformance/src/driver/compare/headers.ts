import type { Answer as Actual } from '../../http/send.ts';
import { ANY, type Answer } from '../../specification/answer.ts';
import type { Difference } from './difference.ts';

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

const TYPE = 'content-type';

export function headerDifferences(predicted: Answer, actual: Actual, baseUrl: string): Difference[] {
  const headers = { ...typeOf(predicted, actual), ...predicted.headers };
  const names = TYPE in headers ? [...HEADERS, TYPE] : HEADERS;
  return names.flatMap((name) => headerDifference({ ...predicted, headers }, actual, name, baseUrl));
}

/** Content type of the body that HEAD leaves out. That of a body is checked with every response. http.head */
const typeOf = ({ status }: Answer, { sent: { method } }: Actual): Answer['headers'] =>
  method === 'HEAD' && status !== 304 ? { [TYPE]: 'application/json' } : {};

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
  return [
    { at: name, expected, got, rule: headers['idempotent-replayed'] ? rule : (ruleOfHeader(name, status) ?? rule) },
  ];
}

/** Headers without the parts that a deployment may choose. */
const SHOWN: Readonly<Record<string, (value: string, baseUrl: string) => string>> = {
  [TYPE]: (value) => value.replace(/;.*/, ''),
  location: (value, baseUrl) => value.replace(baseUrl, ''),
  'www-authenticate': (value) => value.replace(/(realm|error_description)="[^"]*",? ?/g, '').replace(/[, ]+$/, ''),
};

export const ruleOfHeader = (name: string, status: number): string | undefined => HEADER_RULES[name]?.(status);

const HEADER_RULES: Readonly<Record<string, (status: number) => string>> = {
  etag: () => 'http.etag',
  location: () => 'http.location',
  'idempotent-replayed': () => 'http.idempotency_replay',
  'tillgate-dry-run': () => 'dry_run',
  'tillgate-changes-after': () => 'changes.after_list',
  allow: () => 'http.method_not_allowed',
  'www-authenticate': (status) => (status === 403 ? 'auth.scope_challenge' : 'auth.challenge'),
  'accept-encoding': () => 'http.content_encodings',
};
