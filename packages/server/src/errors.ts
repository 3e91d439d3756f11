import { PARTNER_CODES } from './contract/generated/errors.gen.ts';

/** One error in a request. `path` is a parameter's name or, for the body, a JSON Pointer (RFC 6901). */
export interface FieldError {
  in: 'path' | 'query' | 'header' | 'body';
  path: string;
  rule: string;
  message: string;
  /** The line whose receipt is too large, and the quantity outstanding on it. */
  lineId?: number;
  outstanding?: string;
  /** The record that already has the unique value. */
  recordId?: number;
}

type PartnerCode = keyof typeof PARTNER_CODES;

/** A rejection with a stable code. The thrower states what is wrong; the pipeline shapes the body. */
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

/** Makes text of a request safe to repeat in a response: truncates it and removes NUL and lone surrogates. */
export const repeatable = (text: string, length: number): string =>
  text.slice(0, length).toWellFormed().replaceAll('\0', '\uFFFD');

/** Members shared by error bodies and batch results. */
export const repeatableError = ({ message, code, details }: PartnerError) => ({
  message: repeatable(message, 2048),
  code,
  ...(details && { details: details.map(repeatableField) }),
});

/** Names of parameters and properties come from the request. */
const repeatableField = ({ path, message, ...field }: FieldError): FieldError => ({
  ...field,
  path: repeatable(path, 1024),
  message: repeatable(message, 2048),
});

export const MOST_DETAILS = 20;

/** An error about fields. The message quotes the first one. */
function fieldError(code: PartnerCode, details: readonly FieldError[]): PartnerError {
  const [first] = details;
  const what = first?.in === 'body' ? `body${first.path && ` ${first.path}`}` : `${first?.in} ${first?.path}`;
  return new PartnerError(code, `${what}: ${first?.message}`, { details: details.slice(0, MOST_DETAILS) });
}

const inBody = (path: string, rule: string, message: string): FieldError => ({ in: 'body', path, rule, message });

export const validationFailed = (details: readonly FieldError[]) => fieldError('partner.validation_failed', details);

export function refuseInvalid(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw validationFailed(errors);
}

export const cursorGone = (path: string, rule: string, message: string) =>
  fieldError('partner.cursor_gone', [{ in: 'query', path, rule, message }]);

/** The challenge names the required scope (RFC 6750 §3.1). */
export const scopeDenied = (scope: string, message: string) =>
  new PartnerError('partner.scope_denied', message, {
    headers: {
      'WWW-Authenticate': `Bearer realm="partner-api", error="insufficient_scope", error_description="The operation requires another scope", scope="${scope}"`,
    },
  });

export const companyDenied = () =>
  new PartnerError('partner.company_denied', 'The credential has no access to this company.');

export const notFound = (kind: string, id: number | string) =>
  new PartnerError('partner.not_found', `No such ${kind}: ${id}.`);

/** Another record has this unique value. Its id is unknown if it has dropped the value in the meantime. */
export const duplicate = (path: string, recordId?: number) =>
  fieldError('partner.duplicate', [
    { ...inBody(path, 'unique', 'is already used by another record'), ...(recordId !== undefined && { recordId }) },
  ]);

export const referenceNotFound = (path: string, kind: string) => referencesNotFound([path], kind);

export const referencesNotFound = (paths: readonly string[], kind: string) =>
  unusableReferences(paths.map((path) => missingReference(path, kind)));

export const missingReference = (path: string, kind: string): FieldError =>
  inBody(path, 'reference', `no such ${kind}`);

/** The item exists, but stock documents cannot move it. */
export const notStockable = (path: string, message: string): FieldError => inBody(path, 'stockable', message);

export const unusableReferences = (details: readonly FieldError[]) =>
  fieldError('partner.reference_not_found', details);

/** The record's state does not allow the change; `allowed` names the actions it does allow. */
export const stateConflict = (path: string, message: string, allowed: readonly string[] = []) =>
  fieldError('partner.state_conflict', [
    inBody(path, 'state', message),
    ...allowed.map((action) => inBody('', 'allowedAction', action)),
  ]);

export const overReceipt = (lines: readonly { path: string; lineId: number; outstanding: string }[]) =>
  fieldError(
    'partner.over_receipt',
    lines.map(({ path, lineId, outstanding }) => ({
      ...inBody(path, 'outstanding', `is more than the ${outstanding} outstanding on line ${lineId}`),
      lineId,
      outstanding,
    })),
  );
