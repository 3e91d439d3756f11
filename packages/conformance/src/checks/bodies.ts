import { isDeepStrictEqual } from 'node:util';
import { createResponseCheck } from '@tillgate/openapi/response-check';
import { document } from '../contract/bundle.ts';
import { familyOf } from '../contract/family.ts';
import { type Answer, isLines } from '../http/send.ts';
import { bodyOf } from '../specification/access/refusal.ts';
import { type CheckedAnswer, type Finding, finding } from './finding.ts';

const checkResponse = createResponseCheck(document);

/** Requirement violated by a deviation, chosen by how its description begins. */
const KINDS: readonly [RegExp, string][] = [
  [/: header (Deprecation|Sunset) must be/, 'versioning.deprecation'],
  [/: (required )?header /, 'http.headers_documented'],
  [/content type/, 'http.content_type'],
  [/required property '(data|pagination)'/, 'lists.envelope'],
  [/body|undocumented property/, 'http.body_documented'],
  [/./s, 'http.status_documented'],
];

/** Status, headers, content type and body match the contract's operation. */
export function checkContract({ answer, path }: CheckedAnswer): Finding[] {
  // Unsupported methods of the token endpoints return their own error body.
  const isTokenMethod = familyOf(path) !== 'partner' && answer.status === 405;
  // Operation paths are relative to the contract's server URL.
  return path.startsWith('http') || isTokenMethod ? [] : deviations(answer, `/v1${path.split('?')[0]}`);
}

/** The consent screen, the one page in the contract, matches it. */
export function checkConsentScreen({ answer }: CheckedAnswer): Finding[] {
  const { pathname } = new URL(answer.sent.url);
  return answer.sent.method === 'GET' && pathname === '/oauth/authorize' ? deviations(answer, pathname) : [];
}

function deviations(answer: Answer, requestPath: string): Finding[] {
  const { status, headers, body, text, sent } = answer;
  const read = isLines(headers) ? text : body;
  const response = { method: sent.method, requestPath, status, headers, body: text === '' ? undefined : read };
  return checkResponse(response).map((problem) =>
    finding(KINDS.find(([kind]) => kind.test(problem))?.[1] ?? 'http.status_documented', problem, answer),
  );
}

export const checkFailure = ({ answer }: CheckedAnswer): Finding[] =>
  answer.status >= 500 ? [finding('http.no_server_error', `answered ${answer.status}`, answer)] : [];

/** Patterns of stack traces, statements and server paths. */
const INTERNALS: readonly [RegExp, string][] = [
  [/(\n|\\n)\s+at .+:\d+:\d+/, 'a stack trace'],
  [/\/node_modules\//, 'a path of the server'],
  [/\b(select|insert into|update) .+\b(from|values|set)\b.+\$\d/is, 'a statement'],
  [/\bregion_(uk|us|in|ae)\b|\bcontrol\.[a-z_]+\b/, 'the name of a table'],
  [/ECONNREFUSED|PGlite|pg_catalog/, 'an internal name'],
];

/** Bodies contain no secrets and no internals; only the token endpoints return tokens. */
export function checkLeaks({ answer, path, memory }: CheckedAnswer): Finding[] {
  const leaks = INTERNALS.filter(([pattern]) => pattern.test(answer.text)).map(([, leaked]) =>
    finding('http.no_internals', `the body contains ${leaked}`, answer),
  );
  const isTokenAnswer = answer.status === 200 && familyOf(path) !== 'partner';
  if (isTokenAnswer || !memory.hasSecret(answer.text)) return leaks;
  return [...leaks, finding('http.no_secrets', 'the body repeats a credential', answer)];
}

/** Codes of the resource endpoints and their statuses in the contract. */
const PARTNER_CODES: Readonly<Record<string, number>> =
  document.components.schemas.Error.properties.code['x-tillgate-statuses'];

/** Codes of `POST /token` and their statuses in the contract. */
const MINT_CODES: Readonly<Record<string, number>> =
  document.components.schemas.MintError.properties.error.properties.code['x-tillgate-statuses'];

/** RFC 3339 in UTC, which is also ISO 8601. */
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Milliseconds by which the target's clock may differ from the suite's. */
const CLOCK_SKEW = 120_000;

/** Errors have the body of their endpoint's family and agree with the response. */
export function checkEnvelope(checked: CheckedAnswer): Finding[] {
  const { answer, path } = checked;
  if (answer.status < 400 || answer.sent.method === 'HEAD') return [];
  const { link = '' } = answer.headers;
  const hasHelp = link.includes('; rel="help"');
  return [
    ...{ partner: checkPartner, oauth: checkOAuth, mint: checkMint }[familyOf(path)](checked),
    ...(hasHelp ? [] : [finding('errors.help_link', `the Link of an error is ${JSON.stringify(link)}`, answer)]),
  ];
}

const RATE_LIMITED = { status: 429, body: { error: 'temporarily_unavailable' } };

function checkOAuth({ answer }: CheckedAnswer): Finding[] {
  const { code, error } = (answer.body ?? {}) as { code?: unknown; error?: unknown };
  const problems = missingIn(answer.body, ['error', 'error_description', 'code']);
  const expected = /[.]rate_limited$/.test(String(code)) ? RATE_LIMITED : bodyOf(String(code), false);
  const isKnown = expected.status !== 500;
  if (isKnown && !isDeepStrictEqual(expected, { status: answer.status, body: { ...expected.body, error } }))
    problems.push(`${code} with ${error} ${answer.status}`);
  return problems.map((problem) => finding('errors.oauth_envelope', problem, answer));
}

function checkMint({ answer }: CheckedAnswer): Finding[] {
  const { error } = (answer.body ?? {}) as { error?: { code?: unknown } };
  const problems = missingIn(error, ['code', 'message']);
  const expected = MINT_CODES[String(error?.code)];
  if (expected && expected !== answer.status) problems.push(`${error?.code} with ${answer.status}`);
  return problems.map((problem) => finding('errors.mint_envelope', problem, answer));
}

function missingIn(body: unknown, names: readonly string[]): string[] {
  const members = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : []);
  return names.filter((name) => typeof members.get(name) !== 'string').map((name) => `the error has no ${name}`);
}

function checkPartner({ answer, path, target, now }: CheckedAnswer): Finding[] {
  const body = (answer.body ?? {}) as Record<string, unknown>;
  const requestPath = /^https?:/.test(path) ? new URL(path).pathname : new URL(target.baseUrl + path).pathname;
  const time = String(body.timestamp);
  const wrong: [boolean, string][] = [
    [body.status !== 'error', `status is ${body.status}`],
    [body.statusCode !== answer.status, `statusCode is ${body.statusCode}, the response ${answer.status}`],
    [decoded(body.path) !== decoded(requestPath), `path is ${body.path}, the request's ${requestPath}`],
    [body.correlationId !== answer.headers['x-correlation-id'], 'correlationId is not that of the header'],
    [PARTNER_CODES[String(body.code)] !== answer.status, `the code ${body.code} does not belong to ${answer.status}`],
    [
      !UTC.test(time) || Math.abs(Date.parse(time) - now) >= CLOCK_SKEW,
      `timestamp is ${time}, the time ${new Date(now).toISOString()}`,
    ],
    [typeof body.message !== 'string' || body.message === '', 'message is missing'],
  ];
  return wrong.filter(([is]) => is).map(([, message]) => finding('errors.partner_envelope', message, answer));
}

function decoded(path: unknown): string {
  try {
    return decodeURIComponent(String(path));
  } catch {
    return String(path);
  }
}
