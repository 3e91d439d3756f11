import { StartError } from '../process/start-error.ts';

/** A PostgreSQL error. The embedded database uses another class, so only the fields matter. */
interface DatabaseError extends Error {
  readonly severity: string;
  readonly code: string;
  readonly constraint?: string;
  readonly detail?: string;
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';

/** A database as named in messages: its setting, and the address in that setting. */
export interface NamedDatabase {
  readonly setting: string;
  readonly options: { readonly connectionString?: string | undefined };
}

const DATABASES = new WeakMap<Error, NamedDatabase>();

export function noteDatabase<E extends Error>(error: E, database: NamedDatabase): E {
  if (!DATABASES.has(error)) DATABASES.set(error, database);
  return error;
}

export function databaseOf(error: unknown): NamedDatabase | undefined {
  if (!(error instanceof Error)) return undefined;
  return DATABASES.get(error) ?? databaseOf(error.cause);
}

/** The database failed to respond a moment ago and is not tried again yet. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';

  constructor(setting: string, cause: Error) {
    super(`The database of ${setting} did not answer a moment ago: ${cause.message}`, { cause });
  }
}

/** A transaction that failed before its commit was sent. Nothing is stored, so it can run again. */
export class NotCommitted extends Error {
  override name = 'NotCommitted';

  constructor(cause: unknown) {
    super('The connection was lost before the commit.', { cause });
  }
}

/** The disk of the embedded database is full. If this happens at start, the operator has to fix it. */
export class StorageFull extends StartError {
  override name = 'StorageFull';
}

/**
 * SQLSTATE classes of an unavailable database: 08 connection exception, 53 insufficient resources,
 * 57P shutdown, 25006 a server that became a standby, 25P0x a session that ended.
 */
const UNAVAILABLE = /^(08|53|57P|25006|25P03|25P04)/;
/** The same without class 53: another connection or server may succeed. */
const CONNECTION_ENDED = /^(08|57P|25006|25P03|25P04)/;
const READ_ONLY = '25006';
const DISK_FULL = '53100';
const QUERY_CANCELED = '57014';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const IN_FAILED_TRANSACTION = '25P02';
const UNIQUE_VIOLATION = '23505';
const INSUFFICIENT_PRIVILEGE = '42501';
const FOREIGN_KEY_VIOLATION = '23503';

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** The driver's messages for errors without a code. */
const LOST =
  /Connection terminated|connection error|Client was closed|Query read timeout|timeout expired|pool after calling end/;

/** The driver's messages for a connection that ended, as opposed to a slow one. */
const ENDED = /Connection terminated(?! due to)|Client was closed|connection error and is not queryable/;

/** True if all connections stayed in use until a checkout timed out. */
export const isPoolTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('timeout exceeded when trying to connect');

type Failure = 'full' | 'overloaded' | 'unavailable' | 'upgrading';

const MESSAGES: Readonly<Record<Failure, string>> = {
  unavailable: "The merchant's region is temporarily unavailable.",
  overloaded: 'The service is temporarily overloaded.',
  upgrading: 'The service is being upgraded. Changes are listed once the previous release has stopped.',
  full: 'The database has run out of disk space. Nothing was written.',
};

export class Unavailable extends Error {
  override name = 'Unavailable';
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(MESSAGES[failure], { cause });
    this.failure = failure;
  }
}

/** Classifies a database failure; undefined if the work itself is at fault. */
function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Unavailable) return error.failure;
  if (error instanceof StorageFull) return 'full';
  if (error instanceof NotCommitted) return failureOf(error.cause);
  if (error instanceof DatabaseAway) return 'unavailable';
  if (isDatabaseError(error)) {
    if (error.code === DISK_FULL) return 'full';
    if (error.code === QUERY_CANCELED || error.code === LOCK_NOT_AVAILABLE) return 'overloaded';
    return UNAVAILABLE.test(error.code) ? 'unavailable' : undefined;
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'full';
  if (isPoolTimeout(error)) return 'overloaded';
  return SOCKET_CODES.has(code) || LOST.test(error.message) ? 'unavailable' : undefined;
}

/** True if the database is unreachable or the connection was lost, so that it may respond later. */
export const isUnavailable = (error: unknown): boolean => failureOf(error) === 'unavailable';

export const isForbidden = (error: unknown): boolean => isDatabaseError(error) && error.code === INSUFFICIENT_PRIVILEGE;

/** True if the database rejected the data: class 22 data exception, 23 integrity constraint violation. */
export const isRejected = (error: unknown): boolean => isDatabaseError(error) && /^2[23]/.test(error.code);

/** Converts a database failure to an Unavailable; returns other errors unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof Unavailable) return error;
  const failure = failureOf(error);
  return failure ? new Unavailable(failure, error) : error;
}

/** True if the server is read-only, like a former primary that became a standby. */
export const isReadOnly = (error: unknown): boolean => isDatabaseError(error) && error.code === READ_ONLY;

/** True if no server responded, or only one that is starting up or shutting down. */
export const isUnanswered = (error: unknown): boolean =>
  isDatabaseError(error) ? CONNECTION_ENDED.test(error.code) : error instanceof Error;

/** True if the connection was lost during the work, as in a failover. Another connection may succeed at once. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDatabaseError(error)) return CONNECTION_ENDED.test(error.code);
  const { code = '' } = error as NodeJS.ErrnoException;
  return SOCKET_CODES.has(code) || ENDED.test(error.message);
}

/** True if the transaction stored nothing and may succeed when it runs again. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof NotCommitted ||
  (isDatabaseError(error) && (error.code === DEADLOCK_DETECTED || error.code === SERIALIZATION_FAILURE));

/** True if an earlier statement has failed the transaction, so that the database ignored this one. */
export const isInFailedTransaction = (error: unknown): boolean =>
  isDatabaseError(error) && error.code === IN_FAILED_TRANSACTION;

export interface BrokenConstraint {
  readonly kind: 'unique' | 'reference';
  readonly name: string;
  readonly detail: string;
}

export function brokenConstraint(error: unknown): BrokenConstraint | undefined {
  if (!isDatabaseError(error) || !error.constraint) return undefined;
  const { code, constraint: name, detail = '' } = error;
  if (code === UNIQUE_VIOLATION) return { kind: 'unique', name, detail };
  return code === FOREIGN_KEY_VIOLATION ? { kind: 'reference', name, detail } : undefined;
}

export class Unreachable extends StartError {
  constructor(pool: NamedDatabase, cause: unknown) {
    super(`Cannot reach ${nameOf(pool)}: ${reasonOf(cause)}`, { cause });
  }
}

/** Names the database in a connection failure; returns other errors unchanged. */
export const toUnreachable = (error: unknown, database: NamedDatabase): unknown =>
  isUnavailable(error) ? new Unreachable(databaseOf(error) ?? database, error) : error;

/** The database's setting and its address without the password. */
export function nameOf({ setting, options }: NamedDatabase): string {
  if (!options.connectionString) return setting;
  const { hostname, port, pathname } = new URL(options.connectionString);
  return `${setting} (${hostname}:${port || 5432}${pathname})`;
}

/** Errors that describe the effect of a failure. Their cause describes the failure itself. */
const MEANINGS = [NotCommitted, Unavailable, DatabaseAway, Unreachable];

/** For hosts with several addresses, Node's error has only a code and no message. */
export function reasonOf(error: unknown): string {
  if (MEANINGS.some((kind) => error instanceof kind) && (error as Error).cause) return reasonOf((error as Error).cause);
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
