/** Credentials by their form: tokens, secrets, keys, codes, passwords and cookies. */
const PATTERNS: readonly [RegExp, string][] = [
  [/svc_(sk|rt|ak)_(pk|sb)_\w+/g, 'svc_$1_$2_***'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '***token***'],
  [/\b(Basic) [A-Za-z0-9+/]{8,}={0,2}/g, '$1 ***'],
  [/("?\b(?:code|password|code_verifier|token)"?\s*[=:]\s*"?)(?!(?:partner|oauth|developer)\.)[\w%~.-]{16,}/g, '$1***'],
  [/\b((?:__Host-)?tillgate(?:-session)?=)[^;\s]+/g, '$1***'],
];

/** The text without credentials, so that a report can be shown to anybody. */
export const redact = (text: string): string =>
  PATTERNS.reduce((redacted, [pattern, instead]) => redacted.replaceAll(pattern, instead), text);
