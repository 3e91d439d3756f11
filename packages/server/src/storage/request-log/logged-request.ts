import type { CellId } from '../cells.ts';

/** One thing that was wrong with a request; names and rules, never a value. */
export interface LoggedProblem {
  readonly in: string;
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** A request as an app's log shows it: no token, no body, and of its query's values those that are numbers, dates or choices. */
export interface LoggedRequest {
  /** Larger than that of every earlier request of the same process. */
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

/** The app of a request, or the client id that it named itself by without proof. */
type Sender = { readonly appId: number } | { readonly clientId: string };

/** A request on its way to the log. */
export type RecordedRequest = Omit<LoggedRequest, 'id' | 'at'> &
  Sender & {
    /** Milliseconds since 1970. */
    readonly at: number;
    /** The merchant that the request reached, and where it lives. */
    readonly merchant: (CellId & { readonly companyId: number }) | undefined;
    /** It took from the app's budget. */
    readonly counted: boolean;
    /** Parameters and properties that it has, if it passed validation. */
    readonly names?: readonly RequestName[] | undefined;
  };

/** A recorded request with its id and its app. */
export type NumberedRequest = RecordedRequest & {
  readonly id: number;
  readonly appId: number;
  /** It named the app by its public client id, and proved nothing. */
  readonly unproved?: boolean;
};

/** Requests of an app that are kept in detail. */
export const MOST_LOGGED = 1000;

/** Requests without proof that are kept besides: anybody can send them, and they never replace the app's own. */
export const MOST_UNPROVED = 100;

/** The same in SQL, for a batch. */
export const MOST_OF_KIND = `case when unproved then ${MOST_UNPROVED} else ${MOST_LOGGED} end`;

/** Time that requests and counts are kept, in days. */
export const LOG_LIFETIME_DAYS = 30;
