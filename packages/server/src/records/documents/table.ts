import type { Change, ChangeKind } from '../../database/change-log.ts';
import { nextVersion, type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { referenceNotFound } from '../../errors.ts';
import type { ListPlan } from '../../lists/plan.ts';
import {
  changedProperties,
  inOrder,
  type RecordKind,
  type Refusals,
  recordKind,
  refusing,
  type Stored,
  writeChange,
  writeRow,
} from '../record.ts';
import {
  type Columns,
  columnsOf,
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

/** A column with a cast, for types that PostgreSQL cannot infer from the statement. */
export const typed = <Fields>(type: string, value: (fields: Fields) => unknown) => {
  const cast = (place: string): string => `${place}::${type}`;
  return { value, inserted: cast, updated: cast };
};

interface Line {
  readonly id: number;
}

interface Document<L extends Line> {
  readonly id: number;
  readonly lines: readonly L[];
  readonly allowedActions: unknown;
  readonly externalId: string | null;
}

/** A kind of document and its tables. The document's row repeats its lines as JSON. */
interface DocumentPlan<R, Fields, L extends Line> {
  /** The document's name in rejections, such as `stock transfer`. */
  readonly kind: string;
  readonly table: string;
  readonly resource: Change['resource'];
  /** Stores that a change of the document concerns. */
  readonly storesOf: (document: R | Fields) => readonly number[];
  /** Column of the document's number, prefix of a generated number, and name of the property. */
  readonly number: readonly [column: string, prefix: string, property: keyof Fields & string];
  /** Columns after the number, starting at `$4`. */
  readonly columns: Columns<Fields>;
  /** Columns that are set only on creation. */
  readonly once?: Columns<Fields>;
  readonly lineTable: string;
  /** Column of a line that refers to its document. */
  readonly parent: string;
  /** Columns of a line after its id, with their types and properties. */
  readonly lineColumns: Readonly<Record<string, readonly [type: string, property: keyof L & string]>>;
  /** Search text in SQL, given the document's number; absent if a trigger writes it. */
  readonly searchText?: (number: string) => string;
  /** Rejections for violated constraints on stores. */
  readonly refusals: Refusals;
}

/** A stored document, and the fields that were written. */
export interface Written<R, Fields> extends Stored<R> {
  readonly fields: Fields;
}

/** Sends what follows from a write, right after it. */
type Consequences = () => Promise<unknown>;

interface DocumentKind<R, Fields> extends RecordKind<R> {
  create(tx: TenantTransaction, fields: Fields, consequences?: Consequences): Promise<Written<R, Fields>>;
  /** Changes a locked document. */
  change(
    tx: TenantTransaction,
    kind: ChangeKind,
    current: R,
    fields: Fields,
    consequences?: Consequences,
  ): Promise<Written<R, Fields>>;
}

/** Writes documents of a kind, each together with its lines in one statement, and logs their changes. */
export function documentKind<R extends Document<L>, L extends Line, Fields extends Document<L>>(
  plan: DocumentPlan<R, Fields, L>,
): DocumentKind<R, Fields> {
  const { resource, storesOf, columns, lineColumns, number } = plan;
  const initial = { ...columns, ...plan.once };
  const kind = recordKind<R>(plan.kind, plan.table, WITH_LINES);
  const [insert, update] = [insertOf(plan), updateOf(plan)];
  const refusalsOf = documentRefusals(plan);
  const lineProperties = Object.values(lineColumns).map(([, property]) => property);
  const linesOf = (lines: readonly L[]) => columnsOf(lines, 'id', ...lineProperties);
  const jsonOf = ({ lines, allowedActions }: Fields) => [JSON.stringify(lines), JSON.stringify(allowedActions)];

  const insertDocument = (tx: TenantTransaction, fields: Fields) =>
    writeRow<R>(tx, insert, [
      ...[fields.id, fields[number[2]], ...valuesOf(initial, fields)],
      ...[...linesOf(fields.lines), ...jsonOf(fields), tx.scope.appId, tx.timestamp],
    ]);

  function updateDocument(tx: TenantTransaction, before: readonly L[], fields: Fields) {
    const earlier = new Map(before.map((line) => [line.id, line]));
    const changed = fields.lines.filter((line) => {
      const stored = earlier.get(line.id);
      return !stored || lineProperties.some((name) => line[name] !== stored[name]);
    });
    const ids = fields.lines.map(({ id }) => id);
    const kept = new Set(ids);
    const isShorter = before.some(({ id }) => !kept.has(id));
    return writeRow<R>(tx, update, [
      ...[fields.id, fields[number[2]], ...valuesOf(columns, fields)],
      ...[isShorter ? ids : null, ...linesOf(changed), ...jsonOf(fields), tx.timestamp],
    ]);
  }

  return {
    ...kind,
    async create(tx, fields, consequences) {
      const row = refusing(refusalsOf(tx, fields), insertDocument(tx, fields));
      const written = await inOrder(row, consequences ? [consequences()] : []);
      const { version } = written;
      tx.changed({ resource, id: fields.id, kind: 'created', version, storeIds: storesOf(fields) });
      return { fields, ...written };
    },
    async change(tx, change, current, fields, consequences) {
      const properties = changedProperties(current, fields).filter((name) => name in current);
      const storeIds = [...new Set([current, fields].flatMap(storesOf))];
      const written = await writeChange(
        tx,
        kind,
        { resource, id: fields.id, kind: change, properties, storeIds },
        () => {
          const row = refusing(refusalsOf(tx, fields), updateDocument(tx, current.lines, fields));
          return inOrder(row, consequences ? [consequences()] : []);
        },
      );
      return { fields, ...written };
    },
  };
}

function documentRefusals<R, L extends Line, Fields extends Document<L>>(plan: DocumentPlan<R, Fields, L>) {
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

/** Parts of a statement whose lines are arrays from `$first` on. */
function partsOf<R, Fields, L extends Line>(
  { table, number: [, prefix], lineColumns }: DocumentPlan<R, Fields, L>,
  first: number,
) {
  const names = ['id', ...Object.keys(lineColumns)];
  const arrays = ['bigint', ...Object.values(lineColumns).map(([type]) => type)].map(
    (type, i) => `$${first + i}::${type}[]`,
  );
  const next = first + names.length;
  return {
    numbered: `region.document_number($1, '${table}', '${prefix}', $3::text)`,
    names,
    lines: `unnest(${arrays.join(', ')}) as l (${names.join(', ')})`,
    json: { lines: `$${next}::json`, actions: `$${next + 1}::json` },
    next: next + 2,
  };
}

function insertOf<R, Fields, L extends Line>(plan: DocumentPlan<R, Fields, L>): Statement {
  const { table, number, lineTable, parent, searchText } = plan;
  const columns = { ...plan.columns, ...plan.once };
  const { numbered, names, lines, json, next } = partsOf(plan, FIRST_COLUMN + Object.keys(columns).length);
  const inserted = insertedFrom(FIRST_COLUMN, columns);
  return statement(
    `${table}.insert`,
    `with document as (
       insert into region.${table} (company_id, id, ${number[0]}, ${inserted.names}, lines, allowed_actions, app_id,
         entry_date, updated_at${searchText ? ', search_text' : ''})
       select $1, $2::bigint, n.number, ${inserted.values}, ${json.lines}, ${json.actions}, $${next}::bigint,
         $${next + 1}::timestamptz, $${next + 1}::timestamptz${searchText ? `, ${searchText('n.number')}` : ''}
       from ${numbered} as n (number)
       returning id, ${WITH_LINES} as doc, version
     ), lines as (
       insert into region.${lineTable} (company_id, ${parent}, ${names.join(', ')})
       select $1, document.id, l.* from document, ${lines}
     ) select doc, version from document`,
  );
}

/** Updates the document. Deletes lines unless their ids, `$removed`, are null, and writes the changed ones. */
function updateOf<R, Fields, L extends Line>(plan: DocumentPlan<R, Fields, L>): Statement {
  const {
    table,
    number: [column],
    columns,
    lineTable,
    parent,
    searchText,
  } = plan;
  const kept = FIRST_COLUMN + Object.keys(columns).length;
  const { numbered, names, lines, json, next } = partsOf(plan, kept + 1);
  return statement(
    `${table}.update`,
    `with removed as (
       delete from region.${lineTable}
       where $${kept}::bigint[] is not null and company_id = $1 and ${parent} = $2 and id <> all($${kept}::bigint[])
     ), lines as (
       insert into region.${lineTable} (company_id, ${parent}, ${names.join(', ')})
       select $1, $2, l.* from ${lines}
       on conflict (company_id, ${parent}, id) do update
       set ${names
         .slice(1)
         .map((name) => `${name} = excluded.${name}`)
         .join(', ')}
     ) update region.${table}
     set ${column} = case ${column} when $3::text then ${column} else ${numbered} end,
       ${updatedFrom(FIRST_COLUMN, columns)}, lines = ${json.lines}, allowed_actions = ${json.actions},
       version = ${nextVersion()}, updated_at = $${next}${searchText ? `, search_text = ${searchText('$3::text')}` : ''}
     where company_id = $1 and id = $2 returning ${WITH_LINES} as doc, version`,
  );
}
