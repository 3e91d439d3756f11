import type { Change, ChangeKind } from '../../database/change-log.ts';
import { nextVersion, type Statement, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { type FieldError, referenceNotFound, refuseInvalid, validationFailed } from '../../errors.ts';
import { atOrBefore, columnOf, type ListPlan } from '../../lists/plan.ts';
import {
  type Basis,
  changedProperties,
  inOrder,
  lockRecord,
  type Refusals,
  recordKind,
  refusing,
  type Stored,
  writeChange,
  writeRow,
} from '../record.ts';
import { type Columns, columnsOf, placed, taken, takenExternalId, unnested, valuesOf } from '../record-table.ts';
import { inFuture, refuseBeforeDate } from './dates.ts';
import type { Receipt, Received } from './rules.ts';

/** JSON text of a document in SQL: its summary joined with its lines, which are stored separately. */
export const WITH_LINES = `left(summary, -1) || ',"lines":' || lines || '}'`;

/** Documents in a list. Lines are read only for documents that are sent. */
export const DOCUMENTS: Pick<ListPlan, 'doc' | 'stored'> = {
  doc: WITH_LINES,
  stored: {
    columns: 'r.summary, r.lines',
    // Lines above 2,048 bytes are stored compressed, at about a twelfth. Their exact length would require reading them.
    size: '(octet_length(summary) + pg_column_size(lines) * case when pg_column_size(lines) < 2048 then 1 else 12 end)',
    // The summary includes the version.
    mark: 'summary',
  },
};

/** Leaves the lines out if `includeLines` is false. */
export const listedLines = (plan: ListPlan, includeLines = true): ListPlan =>
  includeLines ? plan : { ...plan, doc: 'summary', stored: undefined };

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
  /** The property with the document's number, and the prefix of a generated one. */
  readonly number: readonly [property: keyof Fields & string, prefix: string];
  /** Columns after the number, starting at `$4`. */
  readonly columns: Columns<Fields>;
  /** Columns set only on creation. */
  readonly once?: Columns<Fields>;
  readonly lineTable: string;
  /** Column of a line that refers to its document. */
  readonly parent: string;
  /** SQL types of a line's columns after its id, by property. */
  readonly lineColumns: Readonly<Partial<Record<keyof L & string, string>>>;
  /** Search text in SQL, given the document's number; absent if a trigger writes it. */
  readonly searchText?: (number: string) => string;
  /** Rejections for violated constraints on stores. */
  readonly refusals: Refusals;
}

interface Written<R, Fields> extends Stored<R> {
  readonly fields: Fields;
}

/** Statements that follow from a write, sent right after it. */
type Consequences = () => Promise<unknown>;

/** Writes documents of a kind, each together with its lines in one statement, and logs their changes. */
export function documentKind<R extends Document<L>, L extends Line, Fields extends Document<L>>(
  plan: DocumentPlan<R, Fields, L>,
) {
  const { table, resource, storesOf, columns, lineTable } = plan;
  const [number] = plan.number;
  const [initialValues, changingValues] = [valuesOf({ ...columns, ...plan.once }), valuesOf(columns)];
  const kind = recordKind<R>(plan.kind, table, WITH_LINES);
  const { insert, update } = statementsOf(plan);
  const lineProperties = Object.keys(plan.lineColumns) as (keyof L)[];
  const linesOf = (lines: readonly L[]) => columnsOf(lines, 'id', ...lineProperties);
  const jsonOf = ({ lines, allowedActions }: Fields) => [JSON.stringify(lines), JSON.stringify(allowedActions)];

  const column = columnOf(number);
  const numbered = statement(
    `${table}.holder-of-${column}`,
    `select id from region.${table} where company_id = $1 and ${column} = $2`,
  );
  const externalIdTaken = takenExternalId(table);
  const refusalsOf = (tx: TenantTransaction, fields: Fields): Refusals => ({
    [`${table}_${column}`]: () => taken(tx, numbered, [fields[number]], `/${number}`),
    [`${table}_external_id`]: () => externalIdTaken(tx, fields),
    // The lines were checked, so the variant has only just been removed from its item.
    [`${lineTable}_variant`]: () => referenceNotFound('/lines', 'variant of its item'),
    ...plan.refusals,
  });

  const insertDocument = (tx: TenantTransaction, fields: Fields) =>
    writeRow<R>(tx, insert, [
      ...[fields.id, fields[number], ...initialValues(fields)],
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
      ...[fields.id, fields[number], ...changingValues(fields)],
      ...[isShorter ? ids : null, ...linesOf(changed), ...jsonOf(fields), tx.timestamp],
    ]);
  }

  return {
    ...kind,
    async create(tx: TenantTransaction, fields: Fields, consequences?: Consequences): Promise<Written<R, Fields>> {
      const row = refusing(refusalsOf(tx, fields), insertDocument(tx, fields));
      const written = await inOrder(row, consequences ? [consequences()] : []);
      tx.changed({ resource, id: fields.id, kind: 'created', version: written.version, storeIds: storesOf(fields) });
      return { fields, ...written };
    },
    /** Changes a locked document. */
    async change(
      tx: TenantTransaction,
      change: ChangeKind,
      current: R,
      fields: Fields,
      consequences?: Consequences,
    ): Promise<Written<R, Fields>> {
      const properties = changedProperties(current, fields).filter((name) => name in current);
      const storeIds = [...new Set([current, fields].flatMap(storesOf))];
      const entry = { resource, id: fields.id, kind: change, properties, storeIds };
      const written = await writeChange(tx, kind, entry, () => {
        const row = refusing(refusalsOf(tx, fields), updateDocument(tx, current.lines, fields));
        return inOrder(row, consequences ? [consequences()] : []);
      });
      return { fields, ...written };
    },
  };
}

/**
 * Statements that insert and update a document with its lines, passed as arrays. The update writes the changed lines
 * and, unless `$kept` is null, deletes the lines whose ids are not in it.
 */
function statementsOf<R, Fields, L extends Line>(
  plan: DocumentPlan<R, Fields, L>,
): Record<'insert' | 'update', Statement> {
  const { table, columns, lineTable, parent, searchText } = plan;
  const [property, prefix] = plan.number;
  const number = columnOf(property);
  const numbered = `region.document_number($1, '${table}', '${prefix}', $3::text)`;
  const linesFrom = (first: number) => unnested(first, { id: 'bigint', ...plan.lineColumns } as Record<string, string>);

  const initial = { ...columns, ...plan.once };
  const placeOf = (i: number, type: string) => `$${FIRST_COLUMN + i}::${type}`;
  const { names, inserted } = placed(initial, placeOf);
  const added = FIRST_COLUMN + Object.keys(initial).length;
  const lineCount = 1 + Object.keys(plan.lineColumns).length;
  const addedLines = linesFrom(added);
  const [lines, actions, app, now] = [0, 1, 2, 3].map((n) => `$${added + lineCount + n}`);
  const insert = `with document as (
       insert into region.${table} (company_id, id, ${number}, ${names}, lines, allowed_actions, app_id,
         entry_date, updated_at${searchText ? ', search_text' : ''})
       select $1, $2::bigint, n.number, ${inserted}, ${lines}::json, ${actions}::json, ${app}::bigint,
         ${now}::timestamptz, ${now}::timestamptz${searchText ? `, ${searchText('n.number')}` : ''}
       from ${numbered} as n (number)
       returning id, ${WITH_LINES} as doc, version
     ), lines as (
       insert into region.${lineTable} (company_id, ${parent}, ${addedLines.names})
       select $1, document.id, i.* from document, ${addedLines.rows}
     ) select doc, version from document`;

  const kept = FIRST_COLUMN + Object.keys(columns).length;
  const changed = linesFrom(kept + 1);
  const [changedLines, changedActions, changedAt] = [1, 2, 3].map((n) => `$${kept + lineCount + n}`);
  const excluded = Object.keys(plan.lineColumns).map((name) => `${columnOf(name)} = excluded.${columnOf(name)}`);
  const update = `with removed as (
       delete from region.${lineTable}
       where $${kept}::bigint[] is not null and company_id = $1 and ${parent} = $2 and id <> all($${kept}::bigint[])
     ), lines as (
       insert into region.${lineTable} (company_id, ${parent}, ${changed.names})
       select $1, $2, i.* from ${changed.rows}
       on conflict (company_id, ${parent}, id) do update set ${excluded.join(', ')}
     ) update region.${table}
     set ${number} = case ${number} when $3::text then ${number} else ${numbered} end,
       ${placed(columns, placeOf).updated}, lines = ${changedLines}::json, allowed_actions = ${changedActions}::json,
       version = ${nextVersion()}, updated_at = ${changedAt}${searchText ? `, search_text = ${searchText('$3::text')}` : ''}
     where company_id = $1 and id = $2 returning ${WITH_LINES} as doc, version`;

  return { insert: statement(`${table}.insert`, insert), update: statement(`${table}.update`, update) };
}

/** The document's number is `$3`. */
const FIRST_COLUMN = 4;

/** Arrival of a document that is received when it is created. Rejects an arrival for a draft. */
export function arrivalOf(receive: boolean, arrivedAt: string | undefined): string | undefined {
  if (arrivedAt === undefined || receive) return arrivedAt && atOrBefore(arrivedAt);
  const message = 'is only for a document that is received at once, with receive=true';
  throw validationFailed([{ in: 'query', path: 'receivedAt', rule: 'exclusive', message }]);
}

interface AfterReceipt<Fields, Line> {
  readonly document: Fields;
  readonly received: readonly Received<Line>[];
}

interface ReceivablePlan<R extends Document<L>, Fields extends Document<L>, L extends Line> {
  readonly kind: ReturnType<typeof documentKind<R, L, Fields>>;
  readonly receive: (document: Fields, receipt: Receipt) => AfterReceipt<Fields, L>;
  /** Date of the document, and the store in whose time zone it applies. */
  readonly datedAt: (document: Fields) => { readonly storeId: number; readonly date: string };
  /** Moves the received stock at the instant `at`. */
  readonly bringIn: (tx: TenantTransaction, after: AfterReceipt<Fields, L>, at: string) => Promise<unknown>;
}

/** Receives documents of a kind: in parts, or at once when they are created. */
export function receivable<R extends Fields & Document<L>, Fields extends Document<L>, L extends Line>({
  kind,
  receive,
  datedAt,
  bringIn,
}: ReceivablePlan<R, Fields, L>) {
  /** Rejects an arrival in the future, or before the document's date at its store. */
  async function refuseImpossibleArrival(
    tx: TenantTransaction,
    receivedAt: string | undefined,
    document: Fields,
    where: Pick<FieldError, 'in' | 'path'>,
  ): Promise<void> {
    refuseInvalid(inFuture(where.path, receivedAt, tx.now).map((error) => ({ ...error, ...where })));
    await refuseBeforeDate(tx, receivedAt, datedAt(document), where);
  }

  return {
    /** Creates a document. If `isReceived`, receives all of it, at `receivedAt` or now. */
    async create(
      tx: TenantTransaction,
      draft: Fields,
      isReceived: boolean,
      receivedAt: string | undefined,
    ): Promise<Written<R, Fields>> {
      const after = isReceived ? receive(draft, {}) : { document: draft, received: [] };
      await refuseImpossibleArrival(tx, receivedAt, draft, { in: 'query', path: 'receivedAt' });
      return kind.create(tx, after.document, () => bringIn(tx, after, receivedAt ?? tx.timestamp));
    },
    async receive(tx: TenantTransaction, id: number, receipt: Receipt, basis: Basis = {}): Promise<Written<R, Fields>> {
      const current = await lockRecord(tx, kind, id, basis);
      const after = receive(current, receipt);
      const { receivedAt } = receipt;
      await refuseImpossibleArrival(tx, receivedAt, current, { in: 'body', path: '/receivedAt' });
      return kind.change(tx, 'received', current, after.document, () => bringIn(tx, after, receivedAt ?? tx.timestamp));
    },
  };
}
