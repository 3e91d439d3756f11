import { isFinerThanMilliseconds, parseInstant, toTimestamp } from '../process/time.ts';

/**
 * Normalizes all text in a value to NFC, so that text that looks equal is equal. Works in place and
 * without recursion, so the depth of the value does not matter.
 */
export function composed(value: unknown): unknown {
  const whole = { value };
  const open: object[] = [whole];
  for (let part = open.pop(); part; part = open.pop()) composeMembers(part as Record<string, unknown>, open);
  return whole.value;
}

function composeMembers(part: Record<string, unknown>, open: object[]): void {
  for (const key of Object.keys(part)) {
    const member = part[key];
    if (typeof member === 'object' && member !== null) open.push(member);
    else if (typeof member === 'string' && BEYOND_ASCII.test(member)) part[key] = member.normalize('NFC');
  }
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** White space, and zero-width characters that mean nothing at the start or end of a text. */
const BLANK = /^[\s\u200B\u2060]$/;

export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (start < end && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Spells an RFC 3339 instant as in responses. Other text, and instants finer than milliseconds, stay unchanged. */
export function spelledInstant(text: string): string {
  const at = isFinerThanMilliseconds(text) ? undefined : parseInstant(text);
  return at === undefined ? text : toTimestamp(at);
}

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
const BIDIRECTIONAL = /[\u202A-\u202E\u2066-\u2069]/;
const CONTROL = /\p{Cc}/u;

/** Name of a forbidden character in the text; undefined if there is none. */
export function refusedCharacter(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const [bidirectional] = BIDIRECTIONAL.exec(text) ?? [];
  if (bidirectional)
    return `must not contain the bidirectional control character ${codePoint(bidirectional)}: remove it`;
  const [lineBreak] = LINE_BREAK.exec(text) ?? [];
  if (lineBreak) return `must be a single line: remove the line break ${codePoint(lineBreak)}`;
  const [control] = CONTROL.exec(text) ?? [];
  return control && `must not contain the control character ${codePoint(control)}: remove it`;
}

const codePoint = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
