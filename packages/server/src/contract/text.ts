/**
 * Converts all texts of a value to Unicode's composed form (NFC), so that equal-looking texts are equal. Works in place
 * and without recursion, however deep the value is.
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

/** White space, and zero-width characters without meaning at the ends of a text. */
const BLANK = /^[\s\u200B\u2060]$/;

export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (start < end && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,3})0*)?(Z|[+-]\d{2}:\d{2})$/;

/** An RFC 3339 instant as spelled in responses; other text, and an instant finer than milliseconds, unchanged. */
export function spelledInstant(text: string): string {
  const [, seconds, fraction = '0', offset] = INSTANT.exec(text.toUpperCase()) ?? [];
  const at = Date.parse(`${seconds}.${fraction.padEnd(3, '0')}${offset}`);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
const BIDIRECTIONAL = /[\u202A-\u202E\u2066-\u2069]/;
const CONTROL = /\p{Cc}/u;

/** Names a forbidden character in a text; undefined for none. */
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
