/** Patterns of credentials, whole or truncated: tokens, secrets, keys, codes, passwords and cookies. */
const PATTERNS: readonly [RegExp, string][] = [
  [/svc_(sk|rt|ak)_(pk|sb)_\w+/g, 'svc_$1_$2_***'],
  [/eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, '***token***'],
  [/\b(Basic|Bearer) (?!realm|error|\*)[A-Za-z0-9+/._~-]{16,}={0,2}/g, '$1 ***'],
  [
    /((?:\b|_)(?:code|password|secret|code_verifier|token)\\?"?\s*[=:]\s*\\?"?)(?!(?:partner|oauth|developer)\.)[\w%~.-]{16,}/g,
    '$1***',
  ],
  [/\b((?:__Host-)?tillgate(?:-session)?=)[^;\s]+/g, '$1***'],
];

/** Minimum length of a secret. Redacting anything shorter would blank out words. */
const SHORTEST = 6;

/** Known secrets that match no pattern: those in the configuration, and tokens issued during the run. */
export type Secrets = ReadonlySet<string>;

const NONE: Secrets = new Set();

/** Removes credentials from a text. */
export function redact(text: string, secrets: Secrets = NONE): string {
  const known = [...secrets].filter(({ length }) => length >= SHORTEST).flatMap(formsOf);
  const unknown = known.reduce((redacted, form) => redacted.replaceAll(form, '***'), text);
  return PATTERNS.reduce((redacted, [pattern, instead]) => redacted.replaceAll(pattern, instead), unknown);
}

/** A secret as plain text, in JSON, and in a URL or form. */
const formsOf = (secret: string): string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]),
];

/** Removes credentials from every text of a value, at any depth. */
export function withoutSecrets<Value>(value: Value, secrets: Secrets = NONE): Value {
  return hidden(value, secrets) as Value;
}

function hidden(value: unknown, secrets: Secrets): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (Array.isArray(value)) return value.map((one) => hidden(one, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hidden(one, secrets)]));
}
