import { isDeepStrictEqual } from 'node:util';
import type { Answer as Actual, Sent } from '../../http/send.ts';
import type { Answer } from '../../specification/answer.ts';
import type { Difference } from '../compare/difference.ts';

/** Compares the two answers of a token endpoint whole. */

type Body = Readonly<Record<string, unknown>>;

const RULES: Readonly<Record<string, string>> = {
  'access-control-allow-origin': 'oauth.no_cors',
  'cache-control': 'oauth.no_store',
  pragma: 'oauth.no_store',
  'content-language': 'oauth.localised',
  vary: 'oauth.localised',
};

/** Headers, as far as they are promised. */
const shownHeaders = ({ headers }: Actual, isError: boolean): Body => ({
  allow: headers.allow,
  'accept-encoding': headers['accept-encoding'],
  'access-control-allow-origin': headers['access-control-allow-origin'],
  'cache-control': /\bno-store\b/.test(headers['cache-control'] ?? '') ? 'no-store' : headers['cache-control'],
  'content-language': isError ? headers['content-language'] : undefined,
  pragma: headers.pragma,
  'www-authenticate': headers['www-authenticate']?.split(' ')[0],
});

/** Text for people in the language that the request prefers. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  en: /^[^\p{Script=Arabic}\p{Script=Devanagari}]+$/u,
  ar: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
};

/** The lifetime that has ended too early, by the code that says so. */
const LIFETIMES: Readonly<Record<string, string>> = {
  'oauth.code_expired': 'time.code',
  'oauth.refresh_expired': 'time.refresh_token',
};

export function tokenDifferences({ status, headers, body, rule }: Answer, actual: Actual): Difference[] {
  const shown = actual.text === '' ? undefined : bodyShown(actual.body);
  const isError = status >= 400;
  const early = status < 400 ? LIFETIMES[String((shown as Body | undefined)?.code)] : undefined;
  if (actual.status !== status || (isError && !isDeepStrictEqual(body, shown))) {
    const [expected, got] = [`${status} ${codeOf(body)}`, `${actual.status} ${codeOf(shown)}`];
    const isForm = /form-urlencoded/.test(actual.sent.headers['Content-Type'] ?? '');
    const unread = status < 400 && isForm && got.includes('invalid_request') ? formRule(actual) : undefined;
    return [{ at: 'status', expected, got, rule: early ?? unread ?? rule }];
  }
  const [expected, got] = [(body ?? {}) as Body, (shown ?? {}) as Body];
  const names = new Set([...Object.keys(expected), ...Object.keys(got)]);
  const properties = [...names]
    .filter((name) => !isDeepStrictEqual(expected[name], got[name]))
    .map((name) => ({ at: `/${name}`, expected: expected[name], got: got[name], rule: ruleOf(name, rule, actual) }));
  const actualHeaders = shownHeaders(actual, isError);
  const wrong = Object.keys(actualHeaders)
    .filter((name) => (name === 'pragma' && !isError ? false : actualHeaders[name] !== headers[name]))
    .map((at) => ({ at, expected: headers[at], got: actualHeaders[at], rule: RULES[at] ?? rule }));
  return [...properties, ...wrong, ...(isError ? textDifferences(headers['content-language'], actual) : [])];
}

/** The scope and the other properties of a token response have rules; a new refresh token is why the client asks. */
function ruleOf(name: string, rule: string, { sent }: Actual): string {
  if (name === 'refresh_token' || sent.url.endsWith('/oauth/revoke')) return rule;
  if (name === 'scope') return 'auth.scope_names';
  return isOAuth(sent) ? 'oauth.token_response' : 'mint.token';
}

const isOAuth = ({ url }: Sent): boolean => /\/oauth\/\w+(\?|$)/.test(url);

/** The rule by which a form is read as its JSON is. */
const formRule = ({ sent }: Actual): string => (isOAuth(sent) ? 'oauth.form' : 'mint.form');

function textDifferences(language: string | undefined, actual: Actual): Difference[] {
  const { body, headers } = actual;
  if (language === undefined || actual.text === '') return [];
  const { error_description: text } = body as { error_description?: unknown };
  const rule = 'oauth.localised';
  const isPreferred = SCRIPTS[language]?.test(String(text));
  const varies = /\baccept-language\b/i.test(headers.vary ?? '');
  return [
    ...(isPreferred ? [] : [{ at: '/error_description', expected: language, got: text, rule }]),
    ...(varies ? [] : [{ at: 'vary', expected: 'Accept-Language', got: headers.vary, rule }]),
  ];
}

/** The body without texts for people. */
function bodyShown(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { error_description: _, error, ...others } = body as Body;
  if (typeof error !== 'object' || error === null) return error === undefined ? others : { error, ...others };
  const { message: __, ...shown } = error as Body;
  return { error: shown, ...others };
}

/** The code of either envelope, with `error` if it has one. */
function codeOf(body: unknown): string {
  const { code, error } = (body ?? {}) as { code?: unknown; error?: unknown };
  if (code !== undefined) return `${error} ${code}`;
  return String((error as { code?: unknown } | undefined)?.code ?? '');
}
