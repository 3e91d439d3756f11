import type { Pool } from 'pg';
import type { Sql } from 'sql-template-tag';
import { DirectoryError } from './errors.ts';

export const rowsOf = async <Row extends object>(db: Pool, statement: Sql): Promise<Row[]> =>
  (await db.query<Row>(statement)).rows;

export const firstRowOf = async <Row extends object>(db: Pool, statement: Sql): Promise<Row | undefined> =>
  (await rowsOf<Row>(db, statement))[0];

/** A part of a list: at most `limit` rows after the key `after`. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: number | undefined;
}

export interface Page<Row> {
  readonly data: readonly Row[];
  /** `after` of the next page; null on the last one. */
  readonly next: number | null;
}

/** A list ordered by a unique number. */
export interface ListSource {
  readonly columns: string;
  readonly from: string;
  readonly key: string;
  /** Newest first. */
  readonly descending?: boolean;
  /** Values of `$1`, `$2` and so on in the columns and in `from`. */
  readonly values?: readonly unknown[];
}

/** Values keyed by SQL condition, with `$` as the placeholder. Conditions with an undefined value are omitted. */
export type Conditions = Readonly<Record<string, unknown>>;

export async function readPage<Row extends object>(
  db: Pool,
  { columns, from, key, descending = false, values: given = [] }: ListSource,
  conditions: Conditions,
  { limit, after }: PageRequest,
): Promise<Page<Row>> {
  const values = [...given];
  const where: string[] = [];
  const follows = { [`${key} ${descending ? '<' : '>'} $`]: after };
  for (const [condition, value] of Object.entries({ ...conditions, ...follows })) {
    if (value === undefined) continue;
    values.push(value);
    where.push(condition.replaceAll('$', () => `$${values.length}`));
  }
  const { rows } = await db.query<Row & { pageKey: number }>(
    `select ${columns}, ${key} as "pageKey" from ${from}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}
     order by ${key}${descending ? ' desc' : ''} limit ${limit + 1}`,
    values,
  );
  const page = rows.slice(0, limit);
  return {
    data: page.map(({ pageKey: _, ...row }) => row as unknown as Row),
    next: rows.length > limit ? (page.at(-1)?.pageKey ?? null) : null,
  };
}

/** Reads the row that meets all conditions. Throws a DirectoryError with the message if there is none. */
export async function readOne<Row extends object>(
  db: Pool,
  source: ListSource,
  conditions: Conditions,
  message: string,
): Promise<Row> {
  const { data } = await readPage<Row>(db, source, conditions, { limit: 1 });
  if (data[0]) return data[0];
  throw new DirectoryError(message);
}

/** SQL condition: the column contains the text, ignoring case. */
export const contains = (column: string): string => `position(lower($) in lower(${column})) > 0`;
