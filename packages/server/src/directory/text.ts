import { DirectoryError } from './directory-error.ts';

/** The longest name that the contract allows. */
const MAX_LENGTH = 255;

/** Control characters, line separators, and bidirectional overrides, embeddings and isolates. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const VISIBLE = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** Rejects text with characters that a reader cannot see but that change what they read. */
export function checkCharacters(what: string, text: string): void {
  if (FORBIDDEN.test(text)) {
    throw new DirectoryError(`${what} must not contain control characters or bidirectional overrides.`);
  }
}

/** Normalizes a name for storage: NFC, without leading or trailing spaces. `what` names it in the error message. */
export function normalName(what: string, text: string): string {
  const name = text.normalize('NFC').trim();
  checkCharacters(what, name);
  if (!VISIBLE.test(name)) throw new DirectoryError(`${what} must not be empty.`);
  if ([...name].length > MAX_LENGTH) throw new DirectoryError(`${what} must be at most ${MAX_LENGTH} characters long.`);
  return name;
}
