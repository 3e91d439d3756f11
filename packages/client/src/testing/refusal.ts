import type { ApiCode, FieldError } from '../errors.ts';

/** A request that is not carried out. Each code's status is the contract's. */
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

/** Most errors of one request that are told. */
const MOST_DETAILS = 20;

/** Throws a refusal about fields if there are any. Its message says the first of them in words. */
export function refuseFields(code: ApiCode, details: readonly FieldError[]): void {
  const [first] = details;
  if (!first) return;
  const place = `${first.in} ${first.path}`.trimEnd();
  throw new Refusal(code, `${place}: ${first.message}`, { details: details.slice(0, MOST_DETAILS) });
}
