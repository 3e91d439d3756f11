import type { Clause, Sql } from './clauses.ts';

/** Clauses that are conditions. */
const KEYWORDS = new Set(['where', 'on', 'having', 'when', 'if', 'elsif']);

/** The condition that a clause is, or that it is a part of in parentheses. */
export function conditionOf({ keyword, level }: Clause): string | undefined {
  if (KEYWORDS.has(keyword)) return keyword;
  return keyword === '' && level.kind === 'group' && level.within ? conditionOf(level.within) : undefined;
}

export const isCondition = ({ clauseAt }: Sql, at: number): boolean =>
  conditionOf(clauseAt[at] as Clause) !== undefined;

/** One predicate of a condition, from its first to its last token. */
export interface Condition {
  readonly keyword: string;
  readonly first: number;
  readonly last: number;
}

/** The predicates of all conditions: what `and` and `or` join. */
export function conditionsIn(sql: Sql): Condition[] {
  return sql.clauses.flatMap((clause) => {
    const keyword = conditionOf(clause);
    return keyword === undefined ? [] : partsOf(sql, clause).map(([first, last]) => ({ keyword, first, last }));
  });
}

function partsOf(sql: Sql, clause: Clause): [first: number, last: number][] {
  const parts: [number, number][] = [];
  let first = clause.from;
  for (let at = clause.from; at <= clause.to; at += 1) {
    const isEnd = at === clause.to;
    if (!isEnd && (sql.clauseAt[at] !== clause || !isConnective(sql, at))) continue;
    if (at > first) parts.push([first, at - 1]);
    first = at + 1;
  }
  return parts.filter(([from, to]) => isPredicate(sql, from, to));
}

const isConnective = (sql: Sql, at: number): boolean =>
  ['and', 'or'].includes(sql.tokens[at]?.text ?? '') && !isOfBetween(sql, at);

/** True for the `and` of `between … and …`. */
export function isOfBetween({ tokens, clauseAt }: Sql, at: number): boolean {
  if (tokens[at]?.text !== 'and') return false;
  for (let i = at - 1; i >= 0 && clauseAt[i] !== undefined; i -= 1) {
    if (clauseAt[i] !== clauseAt[at]) continue;
    const { text = '' } = tokens[i] ?? {};
    if (text === 'between') return true;
    if (text === 'and' || text === 'or' || i <= (clauseAt[at]?.from ?? 0)) return false;
  }
  return false;
}

const COMPARING = /^(?:[<>=!~]+|@>|<@|&&|\?[&|]?|in|is|not|exists|like|ilike|any|between)$/;

/** True if the tokens compare something, rather than being a value or a group whose parts are predicates themselves. */
function isPredicate({ tokens }: Sql, first: number, last: number): boolean {
  const own = tokens.slice(first, last + 1);
  if (own[0]?.text === '(' && own.at(-1)?.text === ')') return false;
  if (own.some(({ text }) => text === ',') && !own.some(({ text }) => text === '(')) return false;
  return own.some(({ text }) => COMPARING.test(text));
}
