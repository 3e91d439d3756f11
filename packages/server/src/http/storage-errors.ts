import { companyDenied, PartnerError, validationFailed } from '../errors.ts';
import { ForeignCursor } from '../storage/cursor.ts';
import { toUnavailable, Unavailable } from '../storage/failures.ts';
import { KeyInUse, KeyReused } from '../storage/idempotency.ts';
import { MerchantErased } from '../storage/residence.ts';

/** Turns an error of storage into the rejection that a partner reads; other errors pass as they are. */
export function toPartnerError(error: unknown): unknown {
  if (error instanceof KeyReused) return new PartnerError('partner.idempotency_mismatch', error.message);
  if (error instanceof KeyInUse) return new PartnerError('partner.idempotency_in_progress', error.message);
  if (error instanceof ForeignCursor) {
    return validationFailed([{ in: 'query', path: 'cursor', rule: 'cursor', message: error.message }]);
  }
  if (error instanceof MerchantErased) return companyDenied();
  const failure = toUnavailable(error);
  return failure instanceof Unavailable ? unavailable(failure) : error;
}

/** The code of each failure of a database, and the seconds after which to try again. */
const FAILURES = {
  unavailable: ['partner.region_unavailable', '5'],
  overloaded: ['partner.overloaded', '5'],
  full: ['partner.storage_full', '60'],
} as const;

function unavailable({ failure, message, cause }: Unavailable): PartnerError {
  const [code, retryAfter] = FAILURES[failure];
  return new PartnerError(code, message, { headers: { 'Retry-After': retryAfter }, cause });
}
