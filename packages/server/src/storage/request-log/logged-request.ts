import type { CellId } from '../cells.ts';

/** One problem of a request: names and rules, never values. */
export interface LoggedProblem {
  readonly in: string;
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** A request in an app's log: no token or body, and only query values that are numbers, dates or choices. */
export interface LoggedRequest {
  /** Larger than all earlier ids from the same process. */
  readonly id: number;
  /** RFC 3339, in UTC with milliseconds. */
  readonly at: string;
  readonly correlationId: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly operation: string;
  /** The merchant named by the request, if any. */
  readonly companyId: number | null;
  readonly status: number;
  /** Null if the request succeeded. */
  readonly code: string | null;
  readonly milliseconds: number;
  readonly problems: readonly LoggedProblem[];
}

/** A parameter of the contract, or a property given by its path, such as `lines[].quantity`. */
export interface RequestName {
  /** `query` or `body`. */
  readonly in: string;
  readonly name: string;
}

/** The app of a request, or the client id it presented without proof. */
type Sender = { readonly appId: number } | { readonly clientId: string };

/** A request that is about to be logged. */
export type RecordedRequest = Omit<LoggedRequest, 'id' | 'at'> &
  Sender & {
    /** Milliseconds since 1970. */
    readonly at: number;
    /** The merchant of the request, and its cell. */
    readonly merchant: (CellId & { readonly companyId: number }) | undefined;
    /** True if it counted against the app's rate limit. */
    readonly counted: boolean;
    /** Its parameters and properties, if it passed validation. */
    readonly names?: readonly RequestName[] | undefined;
  };

export type NumberedRequest = RecordedRequest & {
  readonly id: number;
  readonly appId: number;
  /** True if it presented the app's public client id without proof. */
  readonly unproved?: boolean;
};

/** Number of an app's requests stored in detail. */
export const MOST_LOGGED = 1000;

/**
 * Number of requests without proof stored in addition. Any client can send them, so they never displace the app's own.
 */
export const MOST_UNPROVED = 100;

export const MOST_OF_KIND = `case when unproved then ${MOST_UNPROVED} else ${MOST_LOGGED} end`;

/** Days for which requests and counts are stored. */
export const LOG_LIFETIME_DAYS = 30;
