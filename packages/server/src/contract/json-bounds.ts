export interface JsonBounds {
  readonly values: number;
  readonly depth: number;
}

export interface SizedSchema {
  readonly properties?: Readonly<Record<string, SizedSchema>>;
  readonly items?: SizedSchema;
  readonly maxItems?: number;
}

/**
 * Derives bounds from a schema. They allow lists several times too long, so that validation can still name the
 * oversized list. No value in the contract is nested that deep.
 */
export const boundsOf = (schema: SizedSchema): JsonBounds => ({ values: 1_000 + 4 * mostValues(schema), depth: 32 });

function mostValues({ properties = {}, items, maxItems = 0 }: SizedSchema): number {
  const inObject = Object.values(properties).reduce((sum, property) => sum + mostValues(property), 0);
  return 1 + inObject + (items ? maxItems * mostValues(items) : 0);
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const opens = (code: number): boolean => code === 0x5b || code === 0x7b;
const closes = (code: number): boolean => code === 0x5d || code === 0x7d;

/** Finds the bound that a JSON text exceeds, in one pass and without parsing it. */
export function exceededBound(text: string, bounds: JsonBounds): keyof JsonBounds | undefined {
  let [values, depth] = [1, 0];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (closes(code)) depth -= 1;
    else if (opens(code)) depth += 1;
    if (code === COMMA || opens(code)) values += 1;
    if (depth > bounds.depth) return 'depth';
    if (values > bounds.values) return 'values';
  }
  return undefined;
}

/** Counts the objects in the list of a JSON text such as `{ "operations": [{ … }] }`, without parsing it. */
export function countEntries(text: string): number {
  let [entries, depth] = [0, 0];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (closes(code)) depth -= 1;
    else if (opens(code)) {
      if (depth === 2) entries += 1;
      depth += 1;
    }
  }
  return entries;
}

/** Finds a name that a valid JSON object has twice; parsing keeps only the last member. Ignores nested objects. */
export function repeatedMember(text: string): string | undefined {
  const names = new Set<string>();
  for (let [i, depth] = [0, 0]; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (closes(code)) depth -= 1;
    else if (opens(code)) depth += 1;
    if (code !== QUOTE) continue;
    const start = i;
    i = endOfString(text, i);
    COLON.lastIndex = i + 1;
    if (depth !== 1 || !COLON.test(text)) continue;
    const name: string = JSON.parse(text.slice(start, i + 1));
    if (names.has(name)) return name;
    names.add(name);
  }
  return undefined;
}

/** Only the name of a member is followed by a colon. */
const COLON = /\s*:/y;

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
