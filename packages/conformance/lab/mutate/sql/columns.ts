import type { Clause, Edit, Sql } from './clauses.ts';
import type { Token } from './tokens.ts';

/** Columns of each table in their order, with their types. */
export type Columns = Readonly<Record<string, readonly (readonly [name: string, type: string])[]>>;

/** Exchanges each column with the next one of the same type in its table. */
export function exchangedColumns(sql: Sql, columns: Columns): Edit[] {
  const tables = [...new Set(sql.tokens.map(({ text }) => text))].filter((word) => Object.hasOwn(columns, word));
  return sql.tokens.flatMap((token, at) => {
    if (token.kind !== 'word' || !isRead(sql, at)) return [];
    const other = neighbourOf(token.text, tables, columns);
    if (other === undefined) return [];
    const replacement = isSelected(sql, at) ? `${other} as ${token.text}` : other;
    return [{ operator: 'column exchanged', start: token.start, end: token.end, replacement }];
  });
}

function neighbourOf(name: string, tables: readonly string[], columns: Columns): string | undefined {
  for (const table of tables) {
    const own = columns[table] ?? [];
    const at = own.findIndex(([column]) => column === name);
    if (at < 0) continue;
    const type = own[at]?.[1];
    return [...own.slice(at + 1), ...own.slice(0, at)].find((other) => other[1] === type)?.[0];
  }
  return undefined;
}

const NO_COLUMN_AFTER = new Set(['as', 'into', 'from', 'join', 'update', 'table', '::', 'lateral', 'collate', 'with']);
const NO_COLUMN_BEFORE = new Set(['(', '.', ':=']);

/** Columns of every table. Exchanging one only makes a statement fail, since joins and pages rely on it. */
const KEYS = new Set(['company_id', 'id']);

/** True if the word can be a column that is read, rather than a table, an alias, a function, or a column that is written. */
function isRead({ tokens, clauseAt }: Sql, at: number): boolean {
  const { keyword, level } = clauseAt[at] as Clause;
  if (KEYS.has(tokens[at]?.text ?? '')) return false;
  if (NO_COLUMN_AFTER.has(tokens[at - 1]?.text ?? '') || NO_COLUMN_BEFORE.has(tokens[at + 1]?.text ?? '')) return false;
  if (level.kind === 'columns' || isSchema(tokens[at - 2]) || ['create', 'declare', 'into'].includes(keyword))
    return false;
  return !(keyword === 'set' && tokens[at + 1]?.text === '=');
}

const isSchema = (token: Token | undefined): boolean => /^region(_\w+)?$/.test(token?.text ?? '');

/** True if the column names itself in the result, which has to keep that name. */
function isSelected({ tokens, clauseAt }: Sql, at: number): boolean {
  const clause = clauseAt[at] as Clause;
  if (clause.keyword !== 'select' && clause.keyword !== 'returning') return false;
  const first = tokens[at - 1]?.text === '.' ? at - 2 : at;
  const isFirst = first === clause.from || tokens[first - 1]?.text === ',';
  return isFirst && (at + 1 >= clause.to || tokens[at + 1]?.text === ',');
}
