import { nextVersion, type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { referenceNotFound } from '../../errors.ts';
import type { ListPlan } from '../../lists/plan.ts';
import { type Refusals, refusing, type Stored, writeRow } from '../record.ts';
import {
  type Columns,
  holderOf,
  insertedFrom,
  taken,
  takenExternalId,
  updatedFrom,
  valuesOf,
} from '../record-table.ts';

/** JSON text of a document in SQL: its summary joined with its lines, which are stored separately. */
export const WITH_LINES = `left(summary, -1) || ',"lines":' || lines || '}'`;

/** Stored lines above this many bytes are compressed, by about this ratio. Their exact length would require reading them. */
const COMPRESSED = 2048;
const RATIO = 12;

/** Documents in a list. Their lines are read only if they are sent. */
export const DOCUMENTS: Pick<ListPlan, 'doc' | 'stored'> = {
  doc: WITH_LINES,
  stored: {
    columns: 'r.summary, r.lines',
    size: `(octet_length(summary) + pg_column_size(lines) * case when pg_column_size(lines) < ${COMPRESSED} then 1 else ${RATIO} end)`,
    // It has the version.
    mark: 'summary',
  },
};

/** A list of documents. Lines are included only on request. */
export const listedLines = (plan: ListPlan, includeLines = true): ListPlan =>
  includeLines ? plan : { ...plan, doc: 'summary', stored: undefined };

/** Sorts shared by most lists of records. */
export const RECORD_SORTS: ListPlan['sorts'] = {
  entryDate: ['entry_date', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
  name: ['name', 'text', 'root_order'],
};

/** A column with a cast, for types that PostgreSQL cannot infer from the statement. */
export const typed = <Fields>(type: string, value: (fields: Fields) => unknown) => {
  const cast = (place: string): string => `${place}::${type}`;
  return { value, inserted: cast, updated: cast };
};

interface Document<Line> {
  readonly id: number;
  readonly lines: readonly Line[];
  readonly allowedActions: unknown;
  readonly externalId: string | null;
}

/** Tables of a kind of stock document. The document's row repeats its lines as JSON. */
interface DocumentPlan<Fields, Line> {
  readonly table: string;
  /** Column of the document's number, prefix of a generated number, and name of the property. */
  readonly number: readonly [column: string, prefix: string, property: keyof Fields & string];
  /** Columns after the number, starting at `$4`. */
  readonly columns: Columns<Fields>;
  readonly lineTable: string;
  /** Column of a line that refers to its document. */
  readonly parent: string;
  /** Columns of a line with their types and values. The first is the id. */
  readonly lineColumns: Readonly<Record<string, readonly [type: string, value: (line: Line) => unknown]>>;
  /** Search text in SQL, given the document's number. */
  readonly searchText: (number: string) => string;
  /** Rejections for violated constraints on stores. */
  readonly refusals: Refusals;
}

interface DocumentTable<R, Fields> {
  insert(tx: TenantTransaction, fields: Fields): Promise<Stored<R>>;
  update(tx: TenantTransaction, fields: Fields): Promise<Stored<R>>;
}

/** Writes documents of a kind, each together with its lines in one statement. */
export function documentTable<R, Line, Fields extends Document<Line>>(
  plan: DocumentPlan<Fields, Line>,
): DocumentTable<R, Fields> {
  const [insert, update] = [insertOf(plan), updateOf(plan)];
  const { columns, lineColumns, number } = plan;
  const lineValues = Object.values(lineColumns).map(([, value]) => value);
  const refusalsOf = documentRefusals(plan);
  const values = (fields: Fields): unknown[] => [
    fields.id,
    fields[number[2]],
    ...valuesOf(columns, fields),
    ...lineValues.map((value) => fields.lines.map(value)),
    JSON.stringify(fields.lines),
    JSON.stringify(fields.allowedActions),
  ];
  return {
    insert: (tx, fields) =>
      refusing(refusalsOf(tx, fields), writeRow<R>(tx, insert, [...values(fields), tx.scope.appId, tx.timestamp])),
    update: (tx, fields) =>
      refusing(refusalsOf(tx, fields), writeRow<R>(tx, update, [...values(fields), tx.timestamp])),
  };
}

function documentRefusals<Line, Fields extends Document<Line>>(plan: DocumentPlan<Fields, Line>) {
  const { table, lineTable, refusals } = plan;
  const [column, , property] = plan.number;
  const numbered = holderOf(table, column);
  const externalIdTaken = takenExternalId(table);
  return (tx: TenantTransaction, fields: Fields): Refusals => ({
    [`${table}_${column}`]: () => taken(tx, numbered, [fields[property]], `/${property}`),
    [`${table}_external_id`]: () => externalIdTaken(tx, fields),
    // The lines were checked, so the variant has only just been removed from its item.
    [`${lineTable}_variant`]: () => referenceNotFound('/lines', 'variant of its item'),
    ...refusals,
  });
}

const FIRST_COLUMN = 4;

function partsOf<Fields, Line>({ table, number: [, prefix], columns, lineColumns }: DocumentPlan<Fields, Line>) {
  const firstLine = FIRST_COLUMN + Object.keys(columns).length;
  const names = Object.keys(lineColumns);
  const next = firstLine + names.length;
  const arrays = Object.values(lineColumns).map(([type], i) => `$${firstLine + i}::${type}[]`);
  return {
    numbered: `region.document_number($1, '${table}', '${prefix}', $3::text)`,
    names,
    lineIds: arrays[0],
    lines: `unnest(${arrays.join(', ')}) as l (${names.join(', ')})`,
    json: { lines: `$${next}::json`, actions: `$${next + 1}::json` },
    next: next + 2,
  };
}

function insertOf<Fields, Line>(plan: DocumentPlan<Fields, Line>): Statement {
  const { table, number, columns, lineTable, parent, searchText } = plan;
  const { numbered, names, lines, json, next } = partsOf(plan);
  const inserted = insertedFrom(FIRST_COLUMN, columns);
  return statement(
    `${table}.insert`,
    `with document as (
       insert into region.${table} (company_id, id, ${number[0]}, ${inserted.names}, lines, allowed_actions, app_id,
         entry_date, updated_at, search_text)
       select $1, $2::bigint, n.number, ${inserted.values}, ${json.lines}, ${json.actions}, $${next}::bigint,
         $${next + 1}::timestamptz, $${next + 1}::timestamptz, ${searchText('n.number')}
       from ${numbered} as n (number)
       returning id, ${WITH_LINES} as doc, version
     ), lines as (
       insert into region.${lineTable} (company_id, ${parent}, ${names.join(', ')})
       select $1, document.id, l.* from document, ${lines}
     ) select doc, version from document`,
  );
}

/** Updates the document and its changed lines. */
function updateOf<Fields, Line>(plan: DocumentPlan<Fields, Line>): Statement {
  const {
    table,
    number: [column],
    columns,
    lineTable,
    parent,
    searchText,
  } = plan;
  const { numbered, names, lineIds, lines, json, next } = partsOf(plan);
  const changeable = names.slice(1);
  const each = (write: (name: string) => string): string => changeable.map(write).join(', ');
  return statement(
    `${table}.update`,
    `with removed as (
       delete from region.${lineTable} where company_id = $1 and ${parent} = $2 and id <> all(${lineIds})
     ), lines as (
       insert into region.${lineTable} as t (company_id, ${parent}, ${names.join(', ')})
       select $1, $2, l.* from ${lines}
       on conflict (company_id, ${parent}, id) do update set ${each((name) => `${name} = excluded.${name}`)}
       where (${each((name) => `t.${name}`)}) is distinct from (${each((name) => `excluded.${name}`)})
     ) update region.${table}
     set ${column} = case ${column} when $3::text then ${column} else ${numbered} end,
       ${updatedFrom(FIRST_COLUMN, columns)}, lines = ${json.lines}, allowed_actions = ${json.actions},
       version = ${nextVersion()}, updated_at = $${next}, search_text = ${searchText('$3::text')}
     where company_id = $1 and id = $2 returning ${WITH_LINES} as doc, version`,
  );
}
