import type { Token } from './tokens.ts';

/** A clause of a statement: its keyword, and its tokens with everything in parentheses. */
export interface Clause {
  readonly keyword: string;
  /** Index of its first token, after the keyword. */
  readonly from: number;
  /** Index of the token after its last one. */
  to: number;
  /** The clauses in whose parentheses it is. */
  readonly level: Level;
}

/** What is between two parentheses, or between `case` and `end`. */
export interface Level {
  readonly kind: 'statement' | 'arguments' | 'columns' | 'group' | 'case';
  /** The clause that contains it. */
  readonly within: Clause | undefined;
}

export interface Structure {
  readonly clauses: readonly Clause[];
  /** The innermost clause of each token, by its index. */
  readonly clauseAt: readonly Clause[];
}

/** A statement, split into tokens and clauses. */
export interface Sql extends Structure {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** One change of a statement's text. */
export interface Edit {
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Words that begin a clause. */
const KEYWORDS = new Set(
  `select from where on having order group limit offset returning values set when then else using union except with
  if elsif return perform raise loop exit begin declare conflict into do update insert delete create window language`.split(
    /\s+/,
  ),
);

/** In a definition, words before one of these are no SQL of a query. */
const AFTER_DEFINITION = new Set(['as', 'return', 'begin', 'when']);

/** Divides a statement, or the body of a function, into clauses. */
export function structureOf(tokens: readonly Token[]): Structure {
  const clauses: Clause[] = [];
  const clauseAt: Clause[] = [];
  const open: Clause[] = [];
  const begin = (keyword: string, from: number, level: Level): void => {
    const clause = { keyword, from, to: tokens.length, level };
    clauses.push(clause);
    open.push(clause);
  };
  const end = (at: number): Clause => {
    const clause = open.pop() as Clause;
    clause.to = at;
    return clause;
  };
  const nest = (kind: Level['kind'], at: number): void => begin('', at + 1, { kind, within: open.at(-1) });
  begin('', 0, { kind: 'statement', within: undefined });
  for (const [at, { text, kind }] of tokens.entries()) {
    const current = open.at(-1) as Clause;
    if (isEnd(text, current)) end(at);
    clauseAt.push(open.at(-1) ?? current);
    if (text === '(') nest(kindOf(tokens, at), at);
    else if (text === 'case' && tokens[at - 1]?.text !== 'end') nest('case', at);
    else if (text === ';') begin('', at + 1, end(at).level);
    else if (kind === 'word' && begins(tokens, at, current)) begin(text, at + 1, end(at).level);
  }
  while (open.length > 0) end(tokens.length);
  return { clauses, clauseAt };
}

const isEnd = (text: string, { level }: Clause): boolean =>
  (text === ')' && level.kind !== 'case' && level.within !== undefined) || (text === 'end' && level.kind === 'case');

function begins(tokens: readonly Token[], at: number, current: Clause): boolean {
  const { text } = tokens[at] as Token;
  const before = tokens[at - 1]?.text;
  if (current.keyword === 'create') return AFTER_DEFINITION.has(text);
  if (before === '.' || !KEYWORDS.has(text)) return false;
  // `is distinct from`, `extract(… from …)`, `for update`
  if (text === 'from') return before !== 'distinct' && current.level.kind !== 'arguments';
  return !(text === 'update' && before === 'for');
}

/** Words and signs after which a parenthesis groups parts of a condition. */
const GROUPING = new Set(['(', 'and', 'or', 'not', 'where', 'on', 'when', 'if', 'elsif', 'having', 'filter']);

/** What a parenthesis opens. */
function kindOf(tokens: readonly Token[], at: number): Level['kind'] {
  const [before, after] = [tokens[at - 1]?.text ?? '', tokens[at + 1]?.text ?? ''];
  if (after === 'select' || after === 'with') return 'statement';
  // `as i (kind, value)` names columns, too.
  if (before === 'conflict' || tokens[at - 2]?.text === 'as' || isAfterTable(tokens, at)) return 'columns';
  return GROUPING.has(before) ? 'group' : 'arguments';
}

/** True for `insert into region.items (` and `insert into region.items as i (`. */
function isAfterTable(tokens: readonly Token[], at: number): boolean {
  let i = at - 1;
  if (tokens[i - 1]?.text === 'as') i -= 2;
  if (tokens[i - 1]?.text === '.') i -= 2;
  return tokens[i - 1]?.text === 'into';
}
