import { createResponseChecker } from '@tillgate/openapi/response-check';
import { document } from '../contract/bundle.ts';
import { familyOf } from '../contract/family.ts';
import type { Finding } from '../engine/outcome.ts';
import type { Answer } from '../http/send.ts';
import { finding, type Seen } from './seen.ts';

const { check } = createResponseChecker(document, { closed: true });

/** Which requirement a departure is against, by how it begins. */
const KINDS: readonly [RegExp, string][] = [
  [/: (required )?header /, 'http.headers_documented'],
  [/content type/, 'http.content_type'],
  [/body|undocumented property/, 'http.body_documented'],
  [/./s, 'http.status_documented'],
];

/** Status, headers, content type and body are as the contract says for the operation. */
export function checkContract({ answer, path }: Seen): Finding[] {
  // Methods that an endpoint of the token family does not have are answered in its own shape.
  const isTokenMethod = familyOf(path) !== 'partner' && answer.status === 405;
  // The contract's own server URL says below which path the operations are.
  return path.startsWith('http') || isTokenMethod ? [] : departures(answer, `/v1${path.split('?')[0]}`);
}

/** How an answer departs from what the contract says of the operation at a path. */
export function departures(answer: Answer, requestPath: string): Finding[] {
  const { status, headers, body, text, sent } = answer;
  const seen = { method: sent.method, requestPath, status, headers, body: text === '' ? undefined : body };
  return check(seen).map((problem) =>
    finding(KINDS.find(([kind]) => kind.test(problem))?.[1] ?? 'http.status_documented', problem, answer),
  );
}
