/** Names of headers, parameters and properties whose values are credentials, whatever they look like. */
const CREDENTIAL_NAME =
  '[\\w-]*(?:token|secret|password|passwd|api[_-]?key|verifier|assertion|csrf|session|authorization|cookies?)|code';

const WHOLE_NAME = new RegExp(`^(?:${CREDENTIAL_NAME})$`, 'i');

export const isCredentialName = (name: string): boolean => WHOLE_NAME.test(name);

/** Stable codes of errors, such as `oauth.code_invalid`. */
const STABLE_CODE = /^[a-z]+(\.[a-z_]+)+$/;

/** Length from which a `code` in JSON can be an authorization code. In a query it has any length. */
const SHORTEST_CODE = 16;

/** The value of a credential without its secret part: an `Authorization` keeps its scheme, a cookie its name. */
function withoutValue(name: string, value: string, shortestCode = SHORTEST_CODE): string {
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

/** Shapes of credentials, whole or truncated. */
const SHAPES: readonly [RegExp, string][] = [
  [/svc_(sk|rt|ak)_(pk|sb)_[\w-]+/g, 'svc_$1_$2_***'],
  [/whsec_[\w+/=]+/g, 'whsec_***'],
  [/svc_adm_[\w-]+/g, 'svc_adm_***'],
  [/eyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, '***token***'],
  [/\b(Basic|Bearer)(\s+|%20)(?!realm|error|\*)[A-Za-z0-9+/._~%-]{16,}={0,2}/gi, '$1$2***'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(?:-+END [A-Z ]*-+)?/g, '***private key***'],
  // Private members of a JSON Web Key (RFC 7518 §6).
  [/("(?:d|p|q|dp|dq|qi|k)\\*"\s*:\s*\\*")[\w-]{16,}/g, '$1***'],
  [/(https?:\/\/)[^\s/?#@'"]+@/g, '$1***@'],
  [/\b((?:__Host-|__Secure-)?tillgate[\w-]*=)[^;\s"'\\]+/g, '$1***'],
];

/** Not within another name; an escaped `?` or `&` may precede it. */
const START = '(?:(?<![\\w-])|(?<=%[\\dA-Fa-f]{2}))';

/** `"name":"value"`, also within another JSON string. The value ends with a quote as often escaped as the first. */
const IN_JSON = new RegExp(`${START}(${CREDENTIAL_NAME})(\\\\*"\\s*:\\s*(\\\\*)")((?:(?!(?<!\\\\)\\3").)+)`, 'gis');
/** `name=value` in a query, a fragment or a form, also within another URL. */
const IN_QUERY = new RegExp(`${START}(${CREDENTIAL_NAME})(=|%3D)((?:(?!%26)[^&\\s"'<>;\\\\)])+)`, 'gi');
/** `Name: value` of a header. */
const IN_HEADER = /(?<![\w-])((?:proxy-)?authorization|x-api-key|(?:set-)?cookie)(:\s*)([^'"\n\\]+)/gi;
const INPUT = /<input\b[^>]*>/gi;
const VALUE = /(\bvalue\s*=\s*\\*)(?:"[^"]*"?|'[^']*'?|[^\s"'>]+)/i;

/** Minimum length of a secret. Redacting anything shorter would blank out words. */
const SHORTEST = 6;

/** Known secrets that match no pattern: those in the configuration, and tokens issued during the run. */
export type Secrets = ReadonlySet<string>;

const NONE: Secrets = new Set();

/** Removes credentials from a text. */
export const redact = (text: string, secrets: Secrets = NONE): string => withoutKnown(text, formsOf(secrets));

/** Removes credentials from every text of a value, at any depth. */
export function withoutSecrets<Value>(value: Value, secrets: Secrets = NONE): Value {
  return hidden(value, formsOf(secrets)) as Value;
}

function withoutKnown(text: string, forms: Forms): string {
  return withoutNamed(withoutShapes(withoutForms(text, forms)));
}

/** Replaces known secrets, also where a message was cut off within one. */
function withoutForms(text: string, forms: Forms): string {
  if (forms.size === 0) return text;
  let redacted = '';
  let from = 0;
  let at = 0;
  while (at <= text.length - SHORTEST) {
    const candidates = forms.get(text.slice(at, at + SHORTEST)) ?? [];
    const length = Math.max(0, ...candidates.map((form) => lengthOfSecret(text, at, form)));
    if (length > 0) {
      redacted += `${text.slice(from, at)}***`;
      from = at + length;
    }
    at += Math.max(1, length);
  }
  return redacted + text.slice(from);
}

/** Length from which the start of a secret is recognized where a message was cut off within it. */
const SHORTEST_START = 12;

/** How many characters of a secret stand at a place; 0 if they are too few to be recognized. */
function lengthOfSecret(text: string, at: number, secret: string): number {
  let length = 0;
  while (length < secret.length && text[at + length] === secret[length]) length += 1;
  return length === secret.length || length >= SHORTEST_START ? length : 0;
}

const withoutShapes = (text: string): string =>
  SHAPES.reduce((redacted, [pattern, instead]) => redacted.replaceAll(pattern, instead), text);

const withoutNamed = (text: string): string =>
  text
    .replaceAll(IN_JSON, (_, name, between, __, value) => name + between + withoutValue(name, value))
    .replaceAll(IN_QUERY, (_, name, between, value) => name + between + withoutValue(name, value, 0))
    .replaceAll(IN_HEADER, (_, name, between, value) => name + between + withoutValue(name, value))
    .replaceAll(INPUT, withoutInput);

function withoutInput(tag: string): string {
  const [, name = ''] = /\bname\s*=\s*\\*["']?([\w-]+)/i.exec(tag) ?? [];
  return isCredentialName(name) ? tag.replace(VALUE, '$1"***"') : tag;
}

/** Secrets in every spelling, by their first characters. */
type Forms = ReadonlyMap<string, readonly string[]>;

interface Known {
  /** Number of secrets whose forms are there. */
  size: number;
  readonly forms: Map<string, string[]>;
}

/** Forms by set of secrets, which only grows. */
const known = new WeakMap<Secrets, Known>();

function formsOf(secrets: Secrets): Forms {
  const kept = known.get(secrets) ?? { size: 0, forms: new Map<string, string[]>() };
  const added = kept.size === secrets.size ? [] : [...secrets].slice(kept.size);
  for (const form of added.filter((one) => one.length >= SHORTEST && !isShaped(one)).flatMap(spelled)) {
    const start = form.slice(0, SHORTEST);
    kept.forms.set(start, [...(kept.forms.get(start) ?? []), form]);
  }
  kept.size = secrets.size;
  known.set(secrets, kept);
  return kept.forms;
}

/** True for a secret that its shape gives away, such as a JSON Web Token. */
const isShaped = (secret: string): boolean =>
  /^(?:svc_\w{2,3}_(?:\w\w_)?)?\*{3}(?:token\*{3})?$/.test(withoutShapes(secret));

/** A secret as plain text, in JSON, in JSON within JSON, in HTML, in a URL and in a form. */
function spelled(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const html = secret.replaceAll(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character);
  const lowerCase = url.replaceAll(/%../g, (octet) => octet.toLowerCase());
  return [...new Set([secret, json, JSON.stringify(json).slice(1, -1), url, lowerCase, form, html])];
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function hidden(value: unknown, forms: Forms, name = ''): unknown {
  if (typeof value === 'string') return withoutKnown(isCredentialName(name) ? withoutValue(name, value) : value, forms);
  if (Array.isArray(value)) return value.map((one) => hidden(one, forms, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [withoutKnown(key, forms), hidden(one, forms, key)]),
  );
}
