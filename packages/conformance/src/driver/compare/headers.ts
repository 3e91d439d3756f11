import type { Answer as Actual } from '../../http/send.ts';
import { ANY, type Answer } from '../../specification/answer.ts';
import type { Difference } from './difference.ts';

/** Headers that depend on the request or the record, and are absent elsewhere. The others are checked with every response. */
const HEADERS = [
  'etag',
  'location',
  'idempotent-replayed',
  'tillgate-dry-run',
  'tillgate-changes-after',
  'tillgate-total',
  'allow',
  'www-authenticate',
  'accept-encoding',
];

export function headerDifferences(predicted: Answer, actual: Actual, baseUrl: string): Difference[] {
  const headers = { ...typeOf(predicted, actual), ...predicted.headers };
  const names = [...new Set([...HEADERS, ...Object.keys(headers)])];
  return names.flatMap((name) => headerDifference({ ...predicted, headers }, actual, name, baseUrl));
}

/** Content type of the body that HEAD leaves out. That of a body is checked with every response. http.head */
const typeOf = ({ status }: Answer, { sent: { method } }: Actual): Answer['headers'] =>
  method === 'HEAD' && status !== 304 ? { 'content-type': 'application/json' } : {};

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
  return [{ at: name, expected, got, rule: headers['idempotent-replayed'] ? rule : ruleOfHeader(name, status, rule) }];
}

/** Headers without the parts that a deployment may choose. */
const SHOWN: Readonly<Record<string, (value: string, baseUrl: string) => string>> = {
  'content-type': (value) => value.replace(/;.*/, ''),
  location: (value, baseUrl) => (value.startsWith(baseUrl) ? value.slice(baseUrl.length) : value && `only ${value}`),
  'www-authenticate': (value) => value.replace(/(realm|error_description)="[^"]*",? ?/g, '').replace(/[, ]+$/, ''),
};

/** The rule of a header of a response that `rule` predicts. */
export const ruleOfHeader = (name: string, status: number, rule: string): string =>
  HEADER_RULES[name]?.(status, rule) ?? rule;

const HEADER_RULES: Readonly<Record<string, (status: number, rule: string) => string>> = {
  etag: () => 'http.etag',
  location: () => 'http.location',
  'idempotent-replayed': () => 'http.idempotency_replay',
  'tillgate-dry-run': () => 'dry_run',
  'tillgate-changes-after': () => 'changes.after_list',
  'tillgate-total': () => 'streams.last_line',
  allow: (_status, rule) => (rule === 'http.options' ? rule : 'http.method_not_allowed'),
  'www-authenticate': (status, rule) => {
    if (status === 403) return 'auth.scope_challenge';
    return rule === 'auth.token_required' ? rule : 'auth.challenge';
  },
  'accept-encoding': () => 'http.content_encodings',
};
