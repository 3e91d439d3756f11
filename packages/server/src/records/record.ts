import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Claim, DECIMALS, type EntryKey } from '../contract/read-only.ts';
import { firstFailure } from '../database/batch.ts';
import type { Change } from '../database/change-log.ts';
import { brokenConstraint } from '../database/failures.ts';
import { type JsonText, type Statement, statement } from '../database/statement.ts';
import type { TenantStore, TenantTransaction } from '../database/tenant.ts';
import { type FieldError, MOST_DETAILS, notFound, PartnerError, refuseInvalid } from '../errors.ts';

/** Rejects read-only properties that differ from the stored ones. */
function refuseFalseClaims(claims: readonly Claim[], record: object): void {
  const errors: FieldError[] = [];
  // Entries of each list that claims refer to, by key.
  const indexes = new Map<unknown, Map<unknown, unknown>>();
  function below(part: unknown, step: string | EntryKey): unknown {
    if (typeof step === 'string') return (part as Record<string, unknown> | undefined)?.[step];
    if (!Array.isArray(part)) return undefined;
    const index = indexes.get(part) ?? new Map(part.map((entry) => [entry[step.key], entry]));
    indexes.set(part, index);
    return index.get(step.value);
  }
  for (const { at, path, value } of claims) {
    const stored = at.reduce<unknown>(below, record);
    if (isSame(stored, value, at.at(-1) as string)) continue;
    const message =
      path === '/version'
        ? `is read-only, and the record is at version ${stored}: read the record again, or send If-Match to get a 412 instead`
        : 'is read-only and differs from the stored value: leave it out, or read the record again';
    errors.push({ in: 'body', path, rule: 'readOnly', message });
    if (errors.length === MOST_DETAILS) break;
  }
  refuseInvalid(errors);
}

/** Compares decimals by value, ignoring trailing zeros, and everything else strictly. */
function isSame(stored: unknown, claimed: unknown, name: string): boolean {
  if (typeof stored === 'string' && typeof claimed === 'string' && DECIMALS.has(name))
    return withoutZeros(stored) === withoutZeros(claimed);
  if (typeof stored !== 'object' || typeof claimed !== 'object' || stored === null || claimed === null)
    return isDeepStrictEqual(stored, claimed);
  const [ours, theirs] = [Object.entries(stored), Object.entries(claimed)];
  const isList = Array.isArray(stored);
  return (
    isList === Array.isArray(claimed) &&
    ours.length === theirs.length &&
    ours.every(([key, value]) => isSame(value, (claimed as Record<string, unknown>)[key], isList ? name : key))
  );
}

const withoutZeros = (decimal: string): string =>
  decimal
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/\.?0+$/, (zeros) => (decimal.includes('.') ? '' : zeros))
    .replace(/^-0$/, '0');

/** Names of the properties whose values differ, except the ones that every write changes. */
export function changedProperties(before: object, after: object): string[] {
  const earlier = before as Readonly<Record<string, unknown>>;
  return Object.entries(after)
    .filter(([name, value]) => !isDeepStrictEqual(value, earlier[name]))
    .map(([name]) => name)
    .filter((name) => name !== 'version' && name !== 'updatedAt');
}

/** Fields that a write sets. The database adds the rest. */
export type FieldsOf<R> = Omit<R, 'version' | 'entryDate' | 'updatedAt'>;

export interface RecordKind<Record> {
  readonly kind: string;
  readonly find: Statement;
  /** Finds the records with the ids `$2`. */
  readonly findAll: Statement;
  readonly lock: Statement;
  readonly record?: Record;
}

/** `doc` is a record's JSON text in SQL. */
export function recordKind<Record>(kind: string, table: string, doc = 'doc'): RecordKind<Record> {
  const text = `select ${doc} as doc, version from region.${table} where company_id = $1 and id = $2`;
  return {
    kind,
    find: statement(`${table}.find`, text),
    findAll: statement(
      `${table}.find-all`,
      `select id, ${doc} as doc from region.${table} where company_id = $1 and id = any($2::bigint[])`,
    ),
    // Foreign keys to this record can still be checked, so that two writers never deadlock.
    lock: statement(`${table}.lock`, `${text} for no key update`),
  };
}

export interface Stored<R> {
  readonly doc: JsonText<R>;
  readonly version: number;
}

/** Another merchant's record is reported as absent, never as forbidden. */
export async function findRecord<R>(tenant: TenantStore, { kind, find }: RecordKind<R>, id: number) {
  const row = await tenant.find<Stored<R>>(find, [id]);
  if (!row) throw notFound(kind, id);
  return row;
}

export interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** The version and values that a change is based on. */
export interface Basis {
  readonly conditions?: Conditions;
  readonly claims?: readonly Claim[];
}

/**
 * Locks a record before a change and rejects a change based on another state. `readMore` reads
 * parts stored outside the record's row if the change has claims about them.
 */
export async function lockRecord<R extends object>(
  tx: TenantTransaction,
  { kind, lock }: RecordKind<R>,
  id: number,
  basis: Basis = {},
  readMore?: () => Promise<object>,
): Promise<R> {
  const [row] = await tx.query<{ doc: string; version: number }>(lock, [id]);
  if (!row) throw notFound(kind, id);
  const record = JSON.parse(row.doc) as R & { version: number };
  const isAboutMore = basis.claims?.some(({ at }) => !Object.hasOwn(record, at[0] as string));
  requireBasis(isAboutMore ? { ...record, ...(await readMore?.()) } : record, basis);
  return record;
}

/** Rejects a change based on another state of a locked record. */
export function requireBasis(record: { readonly version: number }, { conditions = {}, claims = [] }: Basis): void {
  requireConditions(conditions, record.version);
  refuseFalseClaims(claims, record);
}

/**
 * Evaluates If-Match by strong and If-None-Match by weak comparison (RFC 9110 §13.1). Both compare the record's version
 * and ignore an ETag's suffix.
 */
function requireConditions({ ifMatch, ifNoneMatch }: Conditions, version: number): void {
  const isCurrent = (tag: string): boolean => tag === '*' || /^"(\d+)(?:-[^"]*)?"$/.exec(tag)?.[1] === String(version);
  const holds =
    (ifMatch === undefined || tagsIn(ifMatch).some(isCurrent)) &&
    (ifNoneMatch === undefined || !tagsIn(ifNoneMatch).some((tag) => isCurrent(tag.replace(/^W\//, ''))));
  if (!holds) throw new PartnerError('partner.version_mismatch', `The record is at version ${version}.`);
}

/** ETags of a condition. `*` counts only by itself, not in a list. */
const tagsIn = (condition: string): string[] => {
  const tags = condition.split(',').map((tag) => tag.trim());
  return tags.length === 1 ? tags : tags.filter((tag) => tag !== '*');
};

/** Rejections by the violated database constraint. */
export type Refusals = Readonly<Record<string, () => PartnerError | Promise<PartnerError>>>;

export async function refusing<T>(refusals: Refusals, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw (await refusals[brokenConstraint(error)?.name ?? '']?.()) ?? error;
  }
}

/** Awaits statements that were sent in order. If one fails, so do the later ones; throws the first failure. */
export async function inOrder<T>(first: Promise<T>, others: readonly Promise<unknown>[]): Promise<T> {
  const [result] = await allInOrder([first, ...others]);
  return result as T;
}

/** Waits until all promises have settled, so that nothing is sent after a rollback, then throws the first failure. */
export async function allInOrder<T extends readonly Promise<unknown>[]>(
  works: readonly [...T],
): Promise<{ [Place in keyof T]: Awaited<T[Place]> }> {
  const failure = firstFailure(await Promise.allSettled(works));
  if (failure) throw failure.reason;
  return Promise.all(works) as Promise<{ [Place in keyof T]: Awaited<T[Place]> }>;
}

/** Writes and logs a change of a locked record. If no property changes, returns the record without writing. */
export async function writeChange<R>(
  tx: TenantTransaction,
  { find }: RecordKind<R>,
  change: Omit<Change, 'version'> & Required<Pick<Change, 'properties'>>,
  write: () => Promise<Stored<R>>,
): Promise<Stored<R>> {
  if (change.properties?.length === 0) return writeRow<R>(tx, find, [change.id]);
  const written = await write();
  tx.changed({ ...change, version: written.version });
  return written;
}

export async function writeRow<R>(tx: TenantTransaction, sql: Statement, values: unknown[]): Promise<Stored<R>> {
  const [row] = await tx.query<Stored<R>>(sql, values);
  if (!row) throw new Error(`${sql.name} wrote no row.`);
  return row;
}

/** ETag of a record's version. A suffix distinguishes representations that cover more than the record. */
export const etagOf = (version: number, suffix = ''): string => `"${version}${suffix && `-${suffix}`}"`;

/**
 * A record sent with related records as members. `find` returns its row, with the JSON text of each member in a column
 * of that name; `findAll` returns the rows with the ids `$2`.
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

type WholeRow = Readonly<Record<string, string | null | undefined>> & { readonly doc: string };

export const findWhole = async <R>(tenant: TenantStore, whole: Whole<R>, id: number): Promise<WholeReply<R>> =>
  replyOf(whole, id, await tenant.read(whole.find, [id]));

/** Reads the record within a write. */
export const writtenWhole = async <R>(tx: TenantTransaction, whole: Whole<R>, id: number): Promise<WholeReply<R>> =>
  replyOf(whole, id, await tx.query(whole.find, [id]));

function replyOf<R>({ kind, members }: Whole<R>, id: number, [row]: readonly unknown[]): WholeReply<R> {
  if (!row) throw notFound(kind, id);
  return extended(row as WholeRow, (row as Stored<R>).version, members);
}

/** Reads the members stored outside the record's row. */
export async function membersOf<R>(
  tx: TenantTransaction,
  { members, find }: Whole<R>,
  id: number,
): Promise<Record<string, unknown>> {
  const [row] = await tx.query<WholeRow>(find, [id]);
  return Object.fromEntries(members.map((name) => [name, JSON.parse(row?.[name] ?? 'null')]));
}

/** A record with additional members. The ETag covers them and starts with the record's version. */
export function extended<R>(row: WholeRow, version: number, members: readonly string[]): WholeReply<R> {
  const suffix = hash('sha1', memberTexts(row, members), 'base64url').slice(0, 12);
  return { doc: withMembers(row, members), etag: etagOf(version, suffix) };
}

const memberTexts = (row: WholeRow, members: readonly string[]): string =>
  members.map((name) => `"${name}":${row[name] ?? 'null'}`).join(',');

export const withMembers = <R>(row: WholeRow, members: readonly string[]): JsonText<R> =>
  `${row.doc.slice(0, -1)},${memberTexts(row, members)}}` as JsonText<R>;
