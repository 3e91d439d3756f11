import { createResponseChecker } from '@tillgate/openapi/response-check';
import { document } from '../contract/bundle.ts';
import type { Finding } from '../run/outcome.ts';
import { familyOf, found, type Seen } from './checks.ts';

const { check } = createResponseChecker(document, {
  closed: true,
  outsideOperations: { 404: 'NotFound', 405: 'NotFound', 429: 'TooManyRequests' },
});

/** Which requirement a departure is against, by how it begins. */
const KINDS: readonly [RegExp, string][] = [
  [/: (required )?header /, 'http.headers_documented'],
  [/content type/, 'http.content_type'],
  [/body|undocumented property/, 'http.body_documented'],
  [/./s, 'http.status_documented'],
];

/** Status, headers, content type and body are as the contract says for the operation. */
export function checkContract({ answer, path, target }: Seen): Finding[] {
  // Methods that an endpoint of the token family does not have are answered in its own shape.
  const isTokenMethod = familyOf(path) !== 'partner' && answer.status === 405;
  if (path.startsWith('http') || isTokenMethod) return [];
  const { status, headers, body, text, sent } = answer;
  // The contract's own server URL says below which path the operations are.
  const requestPath = `/v1${path.split('?')[0]}`;
  const seen = { method: sent.method, requestPath, status, headers, body: text === '' ? undefined : body };
  const problems = check(seen);
  return problems.map((problem) =>
    found(
      KINDS.find(([kind]) => kind.test(problem))?.[1] ?? 'http.status_documented',
      `${target.name}: ${problem}`,
      answer,
    ),
  );
}
