import { DirectoryError } from './errors.ts';

/** Longest name the contract allows. */
const MAX_LENGTH = 255;

/** Control characters, surrogates, line separators, and bidirectional overrides, embeddings and isolates. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const VISIBLE = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** False for text without visible characters, such as a zero width space. */
export const saysSomething = (text: string): boolean => VISIBLE.test(text);

/** Throws a DirectoryError for invisible characters that change how text reads. */
export function checkCharacters(what: string, text: string): void {
  if (FORBIDDEN.test(text))
    throw new DirectoryError(`${what} must not contain control characters or bidirectional overrides.`);
}

const DIGIT = /\p{Nd}/u;

/** Replaces the decimal digits of any script with 0 to 9. Unicode lists each script's digits from 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    let zero = point;
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((point - zero) % 10);
  });

/** Normalizes a name for storage: NFC, without leading or trailing spaces. `what` names it in the error message. */
export function normalName(what: string, text: string): string {
  const name = text.normalize('NFC').trim();
  checkCharacters(what, name);
  if (!saysSomething(name)) throw new DirectoryError(`${what} must not be empty.`);
  if ([...name].length > MAX_LENGTH) throw new DirectoryError(`${what} must be at most ${MAX_LENGTH} characters long.`);
  return name;
}

/**
 * The rule that a URL's host breaks, if any. Parsers accept hosts that cannot exist in DNS: empty labels, as in
 * `.example.com`, quotes, and labels with a hyphen at either end (RFC 1123 §2.1). Underscores are allowed, since some
 * servers use them.
 */
export function problemOfHostName({ hostname }: URL): string | undefined {
  if (hostname.startsWith('[')) return undefined;
  const labels = hostname.replace(/\.$/, '').split('.');
  const isValid = hostname.length <= 253 && labels.every((label) => LABEL.test(label));
  return isValid ? undefined : 'must have a valid host name';
}

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
