/** Responses of the service. */

export type Fields = Readonly<Record<string, unknown>>;

/** One error of a request, as in the contract's `FieldError` but for its message. */
export interface Detail {
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** Name of a parameter or header; a JSON Pointer in the body. */
  readonly path: string;
  readonly rule: string;
  /** Text for people, but for the rule `allowedAction`, where it is the action. */
  readonly message?: string;
  readonly lineId?: number;
  readonly outstanding?: string;
  readonly recordId?: number;
}

/** Stands for a header of any value. */
export const ANY = '*';

export interface Answer {
  readonly status: number;
  /** Headers that depend on the request or the record, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Id of the requirement that predicts the response. */
  readonly rule: string;
}

/** A response lists at most this many errors. http.every_detail */
const MOST_DETAILS = 20;

/** A request that the service rejects, and the requirement that says so. */
export class Rejection extends Error {
  override name = 'Rejection';
  readonly code: string;
  readonly rule: string;
  readonly details: readonly Detail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, rule: string, details?: readonly Detail[], headers: Readonly<Record<string, string>> = {}) {
    super(`${code} by ${rule}`);
    this.code = code;
    this.rule = rule;
    this.details = details?.slice(0, MOST_DETAILS);
    this.headers = headers;
  }
}

export const inBody = (path: string, rule: string, more: Partial<Detail> = {}): Detail => ({
  in: 'body',
  path,
  rule,
  ...more,
});

/** Rejects a reference to a missing record. records.reference_named, tenancy.references */
export const referenceNotFound = (path: string): Rejection =>
  new Rejection('partner.reference_not_found', 'records.reference_named', [inBody(path, 'reference')]);

/** Throws if there are errors, naming each. documents.details_complete */
export function rejectEach(code: string, rule: string, details: readonly Detail[]): void {
  if (details.length > 0) throw new Rejection(code, rule, details);
}

/** Rejects a change that contradicts what is stored. */
export const stateConflict = (rule: string, path: string): Rejection =>
  new Rejection('partner.state_conflict', rule, [inBody(path, 'state')]);

export const inQuery = (path: string, rule: string): Detail => ({ in: 'query', path, rule });
