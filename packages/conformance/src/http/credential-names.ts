/** Names of headers, parameters and properties whose values are credentials, whatever they look like. */
export const CREDENTIAL_NAME =
  '[\\w-]*(?:token|secret|password|passwd|api[_-]?key|verifier|assertion|csrf|session|authorization|cookies?)|code';

const WHOLE_NAME = new RegExp(`^(?:${CREDENTIAL_NAME})$`, 'i');

export const isCredentialName = (name: string): boolean => WHOLE_NAME.test(name);

/** Stable codes of errors, such as `oauth.code_invalid`. */
const STABLE_CODE = /^[a-z]+(\.[a-z_]+)+$/;

/** Length from which a `code` in JSON can be an authorization code. In a query it has any length. */
const SHORTEST_CODE = 16;

/** The value of a credential without its secret part: an `Authorization` keeps its scheme, a cookie its name. */
export function withoutValue(name: string, value: string, shortestCode = SHORTEST_CODE): string {
  if (/cookies?$/i.test(name)) return withoutCookieValues(value);
  if (/authorization$/i.test(name)) return value.replace(/^(\s*[A-Za-z-]+\s+)?.+$/s, '$1***');
  if (/^code$/i.test(name) && (STABLE_CODE.test(value) || value.length < shortestCode)) return value;
  return value === '' ? '' : '***';
}

const ATTRIBUTES = new Set(['path', 'domain', 'expires', 'max-age', 'samesite']);

/** Cookies without their values; a `Set-Cookie` line keeps its attributes. */
const withoutCookieValues = (line: string): string =>
  line.replaceAll(/([^=;\s]+)=([^;]+)/g, (all, name: string) =>
    ATTRIBUTES.has(name.toLowerCase()) ? all : `${name}=***`,
  );
