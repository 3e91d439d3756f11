import { PARTNER_CODES } from './contract/generated/errors.gen.ts';

/** One thing that is wrong with a request. `path` is a parameter's name or, in a body, a JSON Pointer (RFC 6901). */
export interface FieldError {
  in: 'path' | 'query' | 'header' | 'body';
  path: string;
  rule: string;
  message: string;
  /** Line of a receipt that is too large, and the quantity still outstanding on it. */
  lineId?: number;
  outstanding?: string;
  /** Record that has a unique value already. */
  recordId?: number;
}

/** Every code that a resource endpoint can answer with. */
export type PartnerCode = keyof typeof PARTNER_CODES;

/** A rejection with a stable code. Whoever throws it says what is wrong; the pipeline shapes its body. */
export class PartnerError extends Error {
  readonly code: PartnerCode;
  readonly status: number;
  readonly details: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: PartnerCode,
    message: string,
    options: { details?: readonly FieldError[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'PartnerError';
    this.code = code;
    this.status = PARTNER_CODES[code];
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** Text of a request as an answer may repeat it: cut to a length, without NUL and halves of surrogate pairs. */
export const repeatable = (text: string, length: number): string =>
  text.slice(0, length).toWellFormed().replaceAll('\0', '\uFFFD');

/** Maximum number of errors in one rejection. */
export const MOST_DETAILS = 20;

/** An error about fields: its message says the first of them in words. */
function fieldError(code: PartnerCode, details: readonly FieldError[]): PartnerError {
  const [first] = details;
  const what = first?.in === 'body' ? `body${first.path && ` ${first.path}`}` : `${first?.in} ${first?.path}`;
  return new PartnerError(code, `${what}: ${first?.message}`, { details: details.slice(0, MOST_DETAILS) });
}

const inBody = (path: string, rule: string, message: string): FieldError => ({ in: 'body', path, rule, message });

export const validationFailed = (details: readonly FieldError[]) => fieldError('partner.validation_failed', details);

export const companyDenied = () =>
  new PartnerError('partner.company_denied', 'The credential has no access to this company.');

export const notFound = (kind: string, id: number | string) =>
  new PartnerError('partner.not_found', `No such ${kind}: ${id}.`);

/** A unique value that another record has, whose id is known unless it has let go of the value since. */
export const duplicate = (path: string, recordId?: number) =>
  fieldError('partner.duplicate', [
    { ...inBody(path, 'unique', 'is already used by another record'), ...(recordId !== undefined && { recordId }) },
  ]);

export const referenceNotFound = (path: string, kind: string) =>
  fieldError('partner.reference_not_found', [inBody(path, 'reference', `no such ${kind}`)]);

/** A change that the record's state does not allow, with the names of the actions that it does allow. */
export const stateConflict = (path: string, message: string, allowed: readonly string[] = []) =>
  fieldError('partner.state_conflict', [
    inBody(path, 'state', message),
    ...allowed.map((action) => inBody('', 'allowedAction', action)),
  ]);

/** An item that exists but that no stock document can move. */
export const notStockable = (path: string, message: string) =>
  fieldError('partner.reference_not_found', [inBody(path, 'stockable', message)]);

/** Receipts of more than is outstanding. */
export const overReceipt = (lines: readonly { path: string; lineId: number; outstanding: string }[]) =>
  fieldError(
    'partner.over_receipt',
    lines.map(({ path, lineId, outstanding }) => ({
      ...inBody(path, 'outstanding', `is more than the ${outstanding} outstanding on line ${lineId}`),
      lineId,
      outstanding,
    })),
  );
