import { nextVersion, type Statement, statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { duplicate, referenceNotFound } from '../errors.ts';
import { columnOf, type ListPlan, sortsBy } from '../lists/plan.ts';
import { writeRow } from './record.ts';

/** Rejects a unique value that another record has. Looks that record up, because the constraint does not name it. */
export async function taken(tx: TenantTransaction, holder: Statement, values: unknown[], path: string) {
  const [row] = await tx.readAfterFailure<{ id: number }>(holder, values);
  return duplicate(path, row?.id);
}

/** Rejects an externalId that another record of the same app has. That app need not be the one changing this record. */
export function takenExternalId(table: string) {
  const holder = statement(
    `${table}.holder-of-external-id`,
    `select id from region.${table} where company_id = $1 and external_id = $2
     and app_id = coalesce((select app_id from region.${table} where company_id = $1 and id = $3), $4)`,
  );
  return (tx: TenantTransaction, { id, externalId }: { readonly id: number; readonly externalId: string | null }) =>
    taken(tx, holder, [externalId, id, tx.scope.appId], '/externalId');
}

/** Finds which external ids belong to existing rows of a table that meet a condition. */
export function knownExternalIds(table: string, condition = 'true') {
  const sql = statement(
    `${table}.known`,
    `select external_id as "externalId" from region.${table}
   where company_id = $1 and ${condition} and external_id = any($2::text[])`,
  );
  return async (tx: TenantTransaction, externalIds: readonly string[]): Promise<Set<string>> => {
    const rows = await tx.query<{ externalId: string }>(sql, [externalIds]);
    return new Set(rows.map(({ externalId }) => externalId));
  };
}

/**
 * Rejects a list that refers to a missing record of a table. Looks up which one, because row-level security hides
 * values in the database's message.
 */
export function missingFrom(table: string, kind: string) {
  const sql = statement(
    `missing-from.${table}`,
    `select n::integer - 1 as index from unnest($2::bigint[]) with ordinality as r (id, n)
     where not exists (select 1 from region.${table} t where t.company_id = $1 and t.id = r.id) order by n limit 1`,
  );
  return async (tx: TenantTransaction, ids: readonly number[], path: (index: number) => string) => {
    const [row] = await tx.readAfterFailure<{ index: number }>(sql, [ids]);
    return referenceNotFound(path(row?.index ?? 0), kind);
  };
}

/** Turns rows into one list of values per column, for `unnest`. */
export const columnsOf = <Row, Name extends keyof Row>(rows: readonly Row[], ...names: readonly Name[]) =>
  names.map((name) => rows.map((row) => row[name]));

/** Lists of values, one per property, as columns of rows `i` in SQL; `$first` is the first list. */
export function unnested(first: number, types: Readonly<Record<string, string>>) {
  const names = Object.keys(types).map(columnOf).join(', ');
  const lists = Object.values(types).map((type, i) => `$${first + i}::${type}[]`);
  return { names, rows: `unnest(${lists.join(', ')}) as i (${names})` };
}

/**
 * Inserts rows into a table, if there are any. `types` maps each property to its SQL type. `parent` is a column with
 * the same value in all rows.
 */
export function rowInsert<Name extends string>(
  name: string,
  table: string,
  types: Readonly<Record<Name, string>>,
  { parent, onConflict = '' }: { readonly parent?: string; readonly onConflict?: string } = {},
) {
  const properties = Object.keys(types) as Name[];
  const { names, rows } = unnested(parent ? 3 : 2, types);
  const sql = statement(
    name,
    `insert into region.${table} (company_id, ${parent ? `${parent}, ` : ''}${names})
   select $1, ${parent ? '$2, ' : ''}${names} from ${rows} ${onConflict}`.trimEnd(),
  );
  type Row = Readonly<Record<Name, unknown>>;
  return (tx: TenantTransaction, rows: readonly Row[], ...parentId: number[]): Promise<unknown>[] =>
    rows.length === 0 ? [] : [tx.query(sql, [...parentId, ...columnsOf(rows, ...properties)])];
}

/** A column whose value is computed, or passes through an SQL expression. */
interface Computed<Fields> {
  readonly type: string;
  readonly value?: (fields: Fields) => unknown;
  readonly inserted?: (place: string) => string;
  readonly updated?: (place: string) => string;
}

/** SQL type of each property with a column, in the order in which a statement takes their values. */
export type Columns<Fields> = Readonly<
  Partial<Record<(keyof Fields & string) | 'searchText', string | Computed<Fields>>>
>;

const entriesOf = <Fields>(columns: Columns<Fields>) =>
  Object.entries<string | Computed<Fields>>(columns as Readonly<Record<string, string | Computed<Fields>>>).map(
    ([name, column]) => [name, typeof column === 'string' ? { type: column } : column] as [string, Computed<Fields>],
  );

/** Reads the values of a row, with JSON as text. */
export function valuesOf<Fields>(columns: Columns<Fields>): (fields: Fields) => unknown[] {
  const entries = entriesOf(columns);
  return (fields) =>
    entries.map(([name, { type, value }]) => {
      const found = value ? value(fields) : fields[name as keyof Fields];
      return type === 'json' ? JSON.stringify(found) : (found ?? null);
    });
}

/** Columns in SQL: names and values of an insert, assignments of an update. `placeOf` returns a value's placeholder. */
export function placed<Fields>(
  columns: Columns<Fields>,
  placeOf: (index: number, type: string, column: string) => string,
): Record<'names' | 'inserted' | 'updated', string> {
  const places = entriesOf(columns).map(([name, column], i) => {
    const { type, inserted = String, updated = String } = column;
    const place = placeOf(i, type, columnOf(name));
    return { name: columnOf(name), inserted: inserted(place), updated: `${columnOf(name)} = ${updated(place)}` };
  });
  const list = (part: 'name' | 'inserted' | 'updated') => places.map((place) => place[part]).join(', ');
  return { names: list('name'), inserted: list('inserted'), updated: list('updated') };
}

export function recordTable<R, Fields>(table: string, columns: Columns<Fields>) {
  const { names, inserted, updated } = placed(columns, (i) => `$${3 + i}`);
  const valuesIn = valuesOf(columns);
  const next = 3 + Object.keys(columns).length;
  const insert = statement(
    `${table}.insert`,
    `insert into region.${table} (company_id, id, ${names}, app_id, entry_date, updated_at)
     values ($1, $2, ${inserted}, $${next}, $${next + 1}, $${next + 1}) returning doc, version`,
  );
  const update = statement(
    `${table}.update`,
    `update region.${table} set ${updated}, version = ${nextVersion()}, updated_at = $${next}
     where company_id = $1 and id = $2 returning doc, version`,
  );
  return {
    insert: (tx: TenantTransaction, id: number, fields: Fields) =>
      writeRow<R>(tx, insert, [id, ...valuesIn(fields), tx.scope.appId, tx.timestamp]),
    update: (tx: TenantTransaction, id: number, fields: Fields) =>
      writeRow<R>(tx, update, [id, ...valuesIn(fields), tx.timestamp]),
  };
}

export const RECORD_SORTS: ListPlan['sorts'] = {
  ...sortsBy({ entryDate: 'timestamptz', updatedAt: 'timestamptz' }),
  name: ['name', 'text', 'root_order'],
};
