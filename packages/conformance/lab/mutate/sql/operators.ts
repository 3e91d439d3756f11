import { type Clause, type Edit, type Sql, structureOf } from './clauses.ts';
import { type Columns, exchangedColumns } from './columns.ts';
import { conditionsIn, isCondition, isOfBetween } from './conditions.ts';
import { type Token, tokensOf } from './tokens.ts';

type Operator = (sql: Sql) => readonly Edit[];

/** All changes that the operators make to a statement or a function, each by itself. */
export function editsOf(text: string, columns: Columns): Edit[] {
  const tokens = tokensOf(text);
  const sql = { text, tokens, ...structureOf(tokens) };
  return [...OPERATORS.flatMap((operator) => operator(sql)), ...exchangedColumns(sql, columns)];
}

/** Applies edits that do not overlap. */
export const applyAll = (text: string, edits: readonly Edit[]): string =>
  [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce((before, { start, end, replacement }) => before.slice(0, start) + replacement + before.slice(end), text);

/** Replaces single tokens; `where` looks at the tokens around. */
const exchanging =
  (
    operator: string,
    pairs: Readonly<Record<string, string>>,
    where: (sql: Sql, at: number) => boolean = () => true,
  ): Operator =>
  (sql) =>
    sql.tokens.flatMap(({ kind, text, start, end }, at) => {
      const replacement = kind === 'text' ? undefined : pairs[text];
      return replacement !== undefined && where(sql, at) ? [{ operator, start, end, replacement }] : [];
    });

const textAt = ({ tokens }: Sql, at: number): string => tokens[at]?.text ?? '';
const isCall = (sql: Sql, at: number): boolean => textAt(sql, at + 1) === '(';

/** False for a sign, and for the operators of other types that look alike. */
function isBinary({ tokens }: Sql, at: number): boolean {
  const before = tokens[at - 1];
  return before !== undefined && (before.kind !== 'symbol' || before.text === ')') && !STARTS.has(before.text);
}
const STARTS = new Set(['select', 'when', 'then', 'else', 'and', 'or', 'by', 'limit', 'offset', 'return']);

/** The predicate stays in the text, because a parameter that no statement mentions has no type. */
const predicates: Operator = (sql) =>
  conditionsIn(sql).map(({ keyword, first, last }) => {
    const [start, end] = [(sql.tokens[first] as Token).start, (sql.tokens[last] as Token).end];
    const operator = keyword === 'on' ? 'join condition dropped' : 'predicate dropped';
    return { operator, start, end, replacement: `(${sql.text.slice(start, end)} or true)` };
  });

const rangeOf = ({ tokens }: Sql, from: number, to: number) => ({
  start: (tokens[from] as Token).start,
  end: (tokens[to - 1] as Token).end,
});

const clausesOf = ({ clauses }: Sql, keyword: string): Clause[] =>
  clauses.filter((clause) => clause.keyword === keyword && clause.to > clause.from);

const ordersDropped: Operator = (sql) =>
  clausesOf(sql, 'order').map(({ from, to }) => ({
    operator: 'order dropped',
    ...rangeOf(sql, from - 1, to),
    replacement: '',
  }));

const ordersReversed: Operator = (sql) =>
  clausesOf(sql, 'order').map(({ from, to }) => {
    const first = endOfFirst(sql, from, to);
    const last = sql.tokens[first - 1] as Token;
    const isStated = last.text === 'asc' || last.text === 'desc';
    const start = isStated ? last.start : last.end;
    const replacement = last.text === 'desc' ? 'asc' : isStated ? 'desc' : ' desc';
    return { operator: 'order reversed', start, end: last.end, replacement };
  });

/** Index after the first key of an order. */
function endOfFirst(sql: Sql, from: number, to: number): number {
  const clause = sql.clauseAt[from];
  for (let at = from; at < to; at += 1) if (textAt(sql, at) === ',' && sql.clauseAt[at] === clause) return at;
  return to;
}

const pagesShifted: Operator = (sql) =>
  ['limit', 'offset'].flatMap((keyword) =>
    clausesOf(sql, keyword).map(({ from, to }) => {
      const { end } = rangeOf(sql, from, to);
      return { operator: `${keyword} off by one`, start: end, end, replacement: ' + 1' };
    }),
  );

const coalesceRemoved: Operator = (sql) =>
  sql.tokens.flatMap(({ text, start }, at) => {
    if (text !== 'coalesce' || !isCall(sql, at)) return [];
    const within = sql.clauseAt[at + 2] as Clause;
    const first = endOfFirst(sql, at + 2, within.to);
    const { start: from, end: to } = rangeOf(sql, at + 2, first);
    const end = (sql.tokens[within.to] as Token).end;
    return [{ operator: 'coalesce removed', start, end, replacement: `(${sql.text.slice(from, to)})` }];
  });

/** Replaces what a pattern finds outside texts and comments. */
const matching =
  (operator: string, pattern: RegExp, replacement: string): Operator =>
  ({ text, tokens }) => {
    const starts = new Set(tokens.map(({ start }) => start));
    return [...text.matchAll(pattern)]
      .filter(({ index }) => starts.has(index))
      .map(({ 0: found, index }) => ({ operator, start: index, end: index + found.length, replacement }));
  };

const OPERATORS: readonly Operator[] = [
  predicates,
  exchanging('and for or', { and: 'or', or: 'and' }, (sql, at) => isCondition(sql, at) && !isOfBetween(sql, at)),
  exchanging('boundary', { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }),
  exchanging('equality negated', { '=': '<>', '<>': '=' }, isCondition),
  matching('null test negated', /\bis null\b/g, 'is not null'),
  matching('null test negated', /\bis not null\b/g, 'is null'),
  matching('difference negated', /\bis distinct from\b/g, 'is not distinct from'),
  matching('difference negated', /\bis not distinct from\b/g, 'is distinct from'),
  matching('negation removed', /(?<!\bis )\bnot (?!null\b|materialized\b|distinct\b)/g, ''),
  ordersDropped,
  ordersReversed,
  pagesShifted,
  coalesceRemoved,
  exchanging('arithmetic', { '+': '-', '-': '+' }, isBinary),
  exchanging('extreme exchanged', { min: 'max', max: 'min', greatest: 'least', least: 'greatest' }, isCall),
  matching('distinct removed', /(?<!\bis |\bnot )\bdistinct (?!on\b|from\b)/g, ''),
  matching('outer join made inner', /\bleft join\b/g, 'join'),
  matching(
    'lock left out',
    /\bfor (no key )?update( of \w+)?( skip locked| nowait)?|\bfor (key )?share( of \w+)?/g,
    '',
  ),
  matching('lock left out', /\bpg_advisory_xact_lock\b/g, 'pg_try_advisory_xact_lock'),
];
