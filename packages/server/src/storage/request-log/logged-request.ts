import type { CellId } from '../cells.ts';

/** One problem of a request: names and rules, never a value. */
export interface LoggedProblem {
  readonly in: string;
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** A request in an app's log: no token, no body, and only values of the query that are numbers, dates or choices. */
export interface LoggedRequest {
  /** Larger than the id of every earlier request of the same process. */
  readonly id: number;
  /** RFC 3339, in UTC with milliseconds. */
  readonly at: string;
  readonly correlationId: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly operation: string;
  /** The merchant that the request named, if any. */
  readonly companyId: number | null;
  readonly status: number;
  /** Null for a request that succeeded. */
  readonly code: string | null;
  readonly milliseconds: number;
  readonly problems: readonly LoggedProblem[];
}

/** A parameter of the contract, or a property by its path, such as `lines[].quantity`. */
export interface RequestName {
  /** `query` or `body`. */
  readonly in: string;
  readonly name: string;
}

/** The app of a request, or the client id that it presented without proof. */
type Sender = { readonly appId: number } | { readonly clientId: string };

/** A request on its way to the log. */
export type RecordedRequest = Omit<LoggedRequest, 'id' | 'at'> &
  Sender & {
    /** Milliseconds since 1970. */
    readonly at: number;
    /** The merchant of the request, and its cell. */
    readonly merchant: (CellId & { readonly companyId: number }) | undefined;
    /** True if it was counted against the app's rate limit. */
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

/** Requests of an app that are stored in detail. */
export const MOST_LOGGED = 1000;

/**
 * Requests without proof that are stored in addition: any client can send them, and they never displace the app's own.
 */
export const MOST_UNPROVED = 100;

export const MOST_OF_KIND = `case when unproved then ${MOST_UNPROVED} else ${MOST_LOGGED} end`;

/** How long requests and counts are stored, in days. */
export const LOG_LIFETIME_DAYS = 30;
