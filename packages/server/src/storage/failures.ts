import { PartnerError } from '../errors.ts';

/** What PostgreSQL reports; the embedded database has an error class of its own, so the fields decide. */
interface DatabaseError extends Error {
  readonly severity: string;
  readonly code: string;
  readonly constraint?: string;
  readonly detail?: string;
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';

/** Class 08 connection exception, 53 insufficient resources, 57P shutdown: the region is away, not the request wrong. */
const UNAVAILABLE = /^(08|53|57P)/;
const QUERY_CANCELED = '57014';
const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENOENT',
]);

/** An error of the database as the API reports it; other errors pass as they are. */
export function toPartnerError(error: unknown): unknown {
  if (isDatabaseError(error)) {
    if (error.code === QUERY_CANCELED) return overloaded(error);
    if (UNAVAILABLE.test(error.code)) return unavailable(error);
    return error;
  }
  if (!(error instanceof Error) || error instanceof PartnerError) return error;
  if (/timeout exceeded when trying to connect/.test(error.message)) return overloaded(error);
  if (SOCKET_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return unavailable(error);
  if (/Connection terminated|connection error|Client was closed/.test(error.message)) return unavailable(error);
  return error;
}

const RETRY_AFTER = { 'Retry-After': '5' };

const unavailable = (cause: unknown) =>
  new PartnerError('partner.region_unavailable', "The merchant's region cannot be reached at the moment.", {
    headers: RETRY_AFTER,
    cause,
  });

const overloaded = (cause: unknown) =>
  new PartnerError('partner.overloaded', 'The service is too busy at the moment.', { headers: RETRY_AFTER, cause });

/** Whether the database gave this transaction up in favour of another, so that running it again is right. */
export const isRetryable = (error: unknown): boolean =>
  isDatabaseError(error) && (error.code === DEADLOCK_DETECTED || error.code === SERIALIZATION_FAILURE);

/** The constraint that a write broke, if it broke one. */
export function brokenConstraint(
  error: unknown,
): { kind: 'unique' | 'reference'; name: string; detail: string } | undefined {
  if (!isDatabaseError(error) || !error.constraint) return undefined;
  const detail = error.detail ?? '';
  if (error.code === UNIQUE_VIOLATION) return { kind: 'unique', name: error.constraint, detail };
  if (error.code === FOREIGN_KEY_VIOLATION) return { kind: 'reference', name: error.constraint, detail };
  return undefined;
}
