import { hash } from 'node:crypto';
import { type JsonText, type Statement, statement } from '../database/statement.ts';
import type { TenantStore, TenantTransaction } from '../database/tenant.ts';
import { notFound } from '../errors.ts';
import { etagOf } from './handlers.ts';

/**
 * A record sent together with related ones. `find` returns its row, with the JSON text of each
 * member in a column of that name; `findAll` those of the ids `$2`.
 */
export interface Whole<Record> {
  readonly kind: string;
  readonly members: readonly string[];
  readonly find: Statement;
  readonly findAll: Statement;
  readonly record?: Record;
}

/** `rows` returns the rows whose id meets the condition. */
export const wholeRecord = <Record>(
  kind: string,
  members: readonly string[],
  name: string,
  rows: (condition: string) => string,
): Whole<Record> => ({
  kind,
  members,
  find: statement(`${name}.find-whole`, rows('= $2')),
  findAll: statement(`${name}.find-all-whole`, rows('= any($2::bigint[])')),
});

export interface WholeReply<R> {
  readonly doc: JsonText<R>;
  readonly etag: string;
}

type Row = Readonly<Record<string, string>> & { readonly doc: string; readonly version: number };

export const findWhole = async <R>(tenant: TenantStore, whole: Whole<R>, id: number): Promise<WholeReply<R>> =>
  replyOf(whole, id, await tenant.read<Row>(whole.find, [id]));

/** Reads the record within a write. */
export const writtenWhole = async <R>(tx: TenantTransaction, whole: Whole<R>, id: number): Promise<WholeReply<R>> =>
  replyOf(whole, id, await tx.query<Row>(whole.find, [id]));

/** Reads the members stored outside the record's row. */
export async function membersOf<R>(
  tx: TenantTransaction,
  { members, find }: Whole<R>,
  id: number,
): Promise<Record<string, unknown>> {
  const [row] = await tx.query<Row>(find, [id]);
  return Object.fromEntries(members.map((name) => [name, JSON.parse(row?.[name] ?? 'null')]));
}

function replyOf<R>({ kind, members }: Whole<R>, id: number, [row]: readonly Row[]): WholeReply<R> {
  if (!row) throw notFound(kind, id);
  return extended(row.doc, row.version, membersIn(row, members));
}

const membersIn = (row: Row, members: readonly string[]): Record<string, string> =>
  Object.fromEntries(members.map((name) => [name, row[name] ?? 'null']));

/** Reads the records with these ids; JSON texts by id, null for one that the statement returns without its text. */
export async function findWholes<R>(
  tenant: TenantStore,
  { members, findAll }: Whole<R>,
  ids: readonly number[],
): Promise<Map<number, JsonText<R> | null>> {
  const rows = await tenant.read<Row & { readonly id: number }>(findAll, [ids]);
  const textOf = (row: Row) => withMembers<R>(row.doc, memberTexts(membersIn(row, members)));
  return new Map(rows.map((row) => [row.id, row.doc === null ? null : textOf(row)]));
}

/** A record's JSON text with additional members. The ETag covers them and starts with the record's version. */
export function extended<R>(doc: string, version: number, members: Readonly<Record<string, string>>): WholeReply<R> {
  const more = memberTexts(members);
  const suffix = hash('sha1', more, 'base64url').slice(0, 12);
  return { doc: withMembers(doc, more), etag: etagOf(version, suffix) };
}

const memberTexts = (members: Readonly<Record<string, string>>): string =>
  Object.entries(members)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',');

const withMembers = <R>(doc: string, members: string): JsonText<R> => `${doc.slice(0, -1)},${members}}` as JsonText<R>;
