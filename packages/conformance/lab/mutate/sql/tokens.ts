/** A token of SQL. Words are in lower case. */
export interface Token {
  readonly kind: 'word' | 'number' | 'text' | 'parameter' | 'symbol';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Spaces, comments, and the quotes around a function's body, which is read like any other SQL. */
const SKIPPED = /\s+|--[^\n]*|\$\$/y;

const KINDS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['text', /'(?:[^']|'')*'/y],
  ['parameter', /\$\d+/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['word', /[a-z_][\w$]*|"[^"]+"/iy],
  ['symbol', /::|[-+*/<>=~!@#%^&|?:]+|[(),.;[\]]/y],
];

/** The tokens of a statement, in order. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length; ) {
    SKIPPED.lastIndex = at;
    const skipped = SKIPPED.exec(sql);
    if (skipped) at += skipped[0].length;
    else {
      const token = tokenAt(sql, at);
      tokens.push(token);
      at = token.end;
    }
  }
  return tokens;
}

function tokenAt(sql: string, start: number): Token {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = start;
    const [found] = pattern.exec(sql) ?? [];
    if (found) return { kind, text: kind === 'word' ? found.toLowerCase() : found, start, end: start + found.length };
  }
  throw new Error(`No token of SQL at ${start}: ${sql.slice(start, start + 40)}`);
}
