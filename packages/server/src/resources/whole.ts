import { hash } from 'node:crypto';
import { notFound } from '../errors.ts';
import type { JsonText, Statement } from '../storage/statement.ts';
import type { TenantStore, TenantTransaction } from '../storage/tenant.ts';
import { etagOf } from './handlers.ts';

/**
 * A record sent together with related ones. `find` returns its row, with the JSON text of each
 * member in a column of that name.
 */
export interface Whole<Record> {
  readonly kind: string;
  readonly members: readonly string[];
  readonly find: Statement;
  readonly record?: Record;
}

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
  return extended(row.doc, row.version, Object.fromEntries(members.map((name) => [name, row[name] ?? 'null'])));
}

/** A record's JSON text with additional members. The ETag covers them and starts with the record's version. */
export function extended<R>(doc: string, version: number, members: Readonly<Record<string, string>>): WholeReply<R> {
  const more = Object.entries(members)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',');
  const suffix = hash('sha1', more, 'base64url').slice(0, 12);
  return { doc: `${doc.slice(0, -1)},${more}}` as JsonText<R>, etag: etagOf(version, suffix) };
}
