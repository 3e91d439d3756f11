import type { ApiCode, FieldError } from '../errors.ts';

/** A rejected request. The contract maps its code to a status. */
export class Refusal extends Error {
  readonly code: ApiCode;
  readonly details: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ApiCode,
    message: string,
    {
      details,
      headers = {},
    }: { readonly details?: readonly FieldError[]; readonly headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** Maximum number of errors that a response lists. */
const MOST_DETAILS = 20;

/** Throws a refusal for field errors, if any. Its message quotes the first. */
export function refuseFields(code: ApiCode, details: readonly FieldError[]): void {
  const [first] = details;
  if (!first) return;
  const place = `${first.in} ${first.path}`.trimEnd();
  throw new Refusal(code, `${place}: ${first.message}`, { details: details.slice(0, MOST_DETAILS) });
}
