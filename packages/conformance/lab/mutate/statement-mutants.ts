import { type Mutant, oneLine } from './mutant.ts';
import type { SentStatement } from './sent-statements.ts';
import type { Edit } from './sql/clauses.ts';
import type { Columns } from './sql/columns.ts';
import { applyAll, editsOf } from './sql/operators.ts';

/** A mutant of a statement, with the changes of its text. */
export interface StatementMutant extends Mutant {
  readonly edits: readonly Edit[];
}

/** All mutants of a statement. The same change to several lists is one mutant, since one line of code composes it for all. */
export function mutantsOfStatement({ name, text }: SentStatement, columns: Columns): StatementMutant[] {
  const place = placeOf(name, text);
  return mutantsOfText(text, { kind: 'statement', place, subject: `SQL ${place.split('.')[0]}` }, columns);
}

/** All mutants of a file of the schema. */
export function mutantsOfFunction(name: string, sql: string, columns: Columns): StatementMutant[] {
  return mutantsOfText(sql, { kind: 'function', place: `${name}.sql`, subject: 'SQL functions' }, columns);
}

type Placed = Pick<Mutant, 'kind' | 'place' | 'subject'>;

/** Equal changes of equal parts are one mutant, since one line of the server writes those parts. */
function mutantsOfText(text: string, placed: Placed, columns: Columns): StatementMutant[] {
  const mutants = editsOf(text, columns).map((edit) => mutantOf(text, edit, placed));
  return [...Map.groupBy(mutants, ({ key }) => key).values()].flatMap((same) =>
    same.slice(0, 1).map((one) => ({ ...one, edits: same.flatMap(({ edits }) => edits) })),
  );
}

function mutantOf(text: string, edit: Edit, placed: Placed): StatementMutant {
  const { operator, start, end, replacement } = edit;
  const changed = normal(text.slice(start, end));
  const context = changed.length < SHORT ? CONTEXT : 0;
  const isPredicate = placed.place === LISTS && OF_PREDICATE.has(operator);
  const around = [normal(text.slice(Math.max(0, start - 80), start)), normal(text.slice(end, end + 80))] as const;
  const [left, right] = isPredicate ? predicateOf(...around) : around;
  const before = context > 0 ? left.slice(-context) : '';
  const after = right.slice(0, context);
  const original = oneLine(before + changed + after);
  const mutated = oneLine(before + normal(replacement) + after);
  const key = [placed.place, operator, `${original} → ${mutated}`].join(' | ');
  return { ...placed, key, id: key, operator, original, replacement: mutated, edits: [edit] };
}

/** The place of every list's statement. */
export const LISTS = 'lists';

/** A change of fewer characters needs those around it to be recognized. */
const SHORT = 8;
const CONTEXT = 16;

/** Operators whose mutants are identified by their predicate alone: lists surround it with different ones. */
const OF_PREDICATE = new Set(['boundary', 'equality negated']);

/** The rest of a predicate on both sides of an operator. */
const predicateOf = (before: string, after: string) =>
  [
    before.replace(/^.*(?:\(|\b(?:and|or|where) )/, ''),
    after.replace(/(?: and | or | limit | order |\)).*$/, ''),
  ] as const;

/** Places of parameters, names of schemas and the column that is sorted by differ between the texts of lists. */
const normal = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\border by r\.\w+( collate [\w.]+)?/g, 'order by r.key')
    .replaceAll(/\$\d+/g, '$n')
    .replaceAll(/\bregion_\w+\./g, 'region.');

const TABLE = /(?<=\b(?:region_\w+|control)\.)\w+|(?<=\b(?:from|into|update) )[a-z_]+\b(?![.])/;

/** Name of a statement that is not a list's. Those without a name are known by their table and verb. */
function placeOf(name: string, text: string): string {
  if (/^list\.\w+\./.test(name) || / as last_key\b/.test(text)) return LISTS;
  if (name) return name;
  const [table = 'nothing'] = TABLE.exec(text) ?? [];
  const [verb] = /\b(?:insert|update|delete|select)\b/.exec(text) ?? ['run'];
  return `${table}.${verb} (unnamed)`;
}

/** Applies one mutant to the statements that it is of. */
export function withMutant(key: string): (sent: SentStatement, columns: Columns) => string {
  const known = new Map<string, string>();
  return (sent, columns) => {
    const id = `${sent.name}\n${sent.text}`;
    let text = known.get(id);
    if (text === undefined) {
      const mutant = mutantsOfStatement(sent, columns).find((one) => one.key === key);
      text = mutant ? applyAll(sent.text, mutant.edits) : sent.text;
      known.set(id, text);
    }
    return text;
  };
}
