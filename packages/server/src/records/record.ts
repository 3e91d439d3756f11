import type { Claim } from '../contract/read-only.ts';
import { firstFailure } from '../database/batch.ts';
import type { Change } from '../database/changes/entry.ts';
import { brokenConstraint } from '../database/failures.ts';
import { type JsonText, type Statement, statement } from '../database/statement.ts';
import type { TenantStore, TenantTransaction } from '../database/tenant.ts';
import { notFound, PartnerError } from '../errors.ts';
import { refuseFalseClaims } from './claims.ts';

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
    // Lets foreign keys to this record still be checked, so that two writers never deadlock.
    lock: statement(`${table}.lock`, `${text} for no key update`),
  };
}

export interface Stored<R> {
  readonly doc: JsonText<R>;
  readonly version: number;
}

/** Another merchant's record is reported as absent, never as forbidden. */
export async function findRecord<R>(
  tenant: TenantStore,
  { kind, find }: RecordKind<R>,
  id: number,
): Promise<Stored<R>> {
  const row = await tenant.find<Stored<R>>(find, [id]);
  if (!row) throw notFound(kind, id);
  return row;
}

/** The headers If-Match and If-None-Match of a change. */
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
 * Evaluates If-Match by strong and If-None-Match by weak comparison (RFC 9110 §13.1), both by the record's version, ignoring
 * an ETag's suffix.
 */
function requireConditions({ ifMatch, ifNoneMatch }: Conditions, version: number): void {
  const isCurrent = (tag: string): boolean => tag === '*' || /^"(\d+)(?:-[^"]*)?"$/.exec(tag)?.[1] === String(version);
  const holds =
    (ifMatch === undefined || tagsIn(ifMatch).some(isCurrent)) &&
    (ifNoneMatch === undefined || !tagsIn(ifNoneMatch).some((tag) => isCurrent(tag.replace(/^W\//, ''))));
  if (!holds) throw new PartnerError('partner.version_mismatch', `The record is at version ${version}.`);
}

/** ETags of a condition. `*` stands alone; in a list it is no ETag. */
const tagsIn = (condition: string): string[] => {
  const tags = condition.split(',').map((tag) => tag.trim());
  return tags.length === 1 ? tags : tags.filter((tag) => tag !== '*');
};

/** Rejections by the violated database constraint. */
export type Refusals = Readonly<Record<string, (detail: string) => PartnerError | Promise<PartnerError>>>;

export async function refusing<T>(refusals: Refusals, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const broken = brokenConstraint(error);
    const refusal = broken && refusals[broken.name];
    throw refusal ? await refusal(broken.detail) : error;
  }
}

/** Runs statements that were sent in order. If one fails, so do those sent later; throws the first failure. */
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

/**
 * Writes a change of a locked record and logs it. A change without changed properties writes nothing and returns the record
 * as it is.
 */
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

export async function writeRow<R, More extends object = object>(
  tx: TenantTransaction,
  sql: Statement,
  values: readonly unknown[],
): Promise<Stored<R> & More> {
  const [row] = await tx.query<Stored<R> & More>(sql, values);
  if (!row) throw new Error(`${sql.name} wrote no row.`);
  return row;
}
