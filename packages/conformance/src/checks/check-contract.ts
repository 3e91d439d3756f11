import { createResponseChecker } from '@tillgate/openapi/response-check';
import { document } from '../contract/bundle.ts';
import { familyOf } from '../contract/family.ts';
import { type Answer, isLines } from '../http/send.ts';
import type { Finding } from './finding.ts';
import { finding, type Seen } from './seen.ts';

const { check } = createResponseChecker(document, { closed: true });

/** Requirement violated by a deviation, chosen by how its description begins. */
const KINDS: readonly [RegExp, string][] = [
  [/: header (Deprecation|Sunset) must be/, 'versioning.deprecation'],
  [/: (required )?header /, 'http.headers_documented'],
  [/content type/, 'http.content_type'],
  [/body|undocumented property/, 'http.body_documented'],
  [/./s, 'http.status_documented'],
];

/** Status, headers, content type and body match the contract's operation. */
export function checkContract({ answer, path }: Seen): Finding[] {
  // Unsupported methods of the token endpoints return their own error body.
  const isTokenMethod = familyOf(path) !== 'partner' && answer.status === 405;
  // Operation paths are relative to the contract's server URL.
  return path.startsWith('http') || isTokenMethod ? [] : departures(answer, `/v1${path.split('?')[0]}`);
}

/** Deviations of a response from the contract's operation at a path. */
export function departures(answer: Answer, requestPath: string): Finding[] {
  const { status, headers, body, text, sent } = answer;
  const read = isLines(headers) ? text : body;
  const seen = { method: sent.method, requestPath, status, headers, body: text === '' ? undefined : read };
  return check(seen).map((problem) =>
    finding(KINDS.find(([kind]) => kind.test(problem))?.[1] ?? 'http.status_documented', problem, answer),
  );
}
