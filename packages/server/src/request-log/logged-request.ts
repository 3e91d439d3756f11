import type { CellId } from '../database/cells.ts';
import type { FieldError } from '../errors.ts';

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
  readonly companyId: number | null;
  /** True for a request of the console itself, such as one of its data browser. */
  readonly isConsole?: boolean | undefined;
  readonly status: number;
  /** Null if the request succeeded. */
  readonly code: string | null;
  readonly milliseconds: number;
  /** Names and rules, never values. */
  readonly problems: readonly Pick<FieldError, 'in' | 'path' | 'rule' | 'message'>[];
}

/** A parameter of the contract, or a property given by its path, such as `lines[].quantity`. */
export interface RequestName {
  /** `query` or `body`. */
  readonly in: string;
  readonly name: string;
}

/** The bodies of a request, truncated and without secrets; null for one that is empty or a stream. */
export interface KeptBodies {
  readonly request: string | null;
  readonly response: string | null;
}

/** Facts about a request for the rules for clients, in addition to its entry in the log. Never stored. */
export interface TrafficFacts {
  /** Milliseconds since 1970 on the machine's own clock, for gaps between requests. */
  readonly began: number;
  /** Digest of the method and the whole target, including values that the log hides. */
  readonly target: string;
  /** True if the client closed the connection before the response. */
  readonly isCut: boolean;
  /** True if it had an If-None-Match. */
  readonly isConditional: boolean;
  readonly etag: string | null;
  /** True for a token that names its merchant, rather than a key that is used for many. */
  readonly isBearer: boolean;
  /** Digest of the body of a write without an Idempotency-Key. */
  readonly unkeyed?: string | undefined;
  /** Exact total of the list, for a page read by its number. */
  readonly total?: number | undefined;
  readonly token?: TokenFacts | undefined;
  /** Whether the request was sent to the alias that its token named. */
  readonly alias?: 'followed' | 'ignored' | undefined;
}

export interface TokenFacts {
  readonly grant: string;
  /** The merchant of the issued token. */
  readonly companyId?: number | undefined;
  /** Family and generation of a refresh token that this deployment has issued. */
  readonly refresh?: string | undefined;
  /** True for the code of a forged callback. */
  readonly isForged?: boolean | undefined;
  /** True for a refresh token that a scenario used first. */
  readonly isStaged?: boolean | undefined;
}

export type RecordedRequest = Omit<LoggedRequest, 'id' | 'at'> &
  // The app of the request, or the client id that it presented without proof.
  ({ readonly appId: number } | { readonly clientId: string }) & {
    /** Milliseconds since 1970. */
    readonly at: number;
    readonly merchant: (CellId & { readonly companyId: number }) | undefined;
    /** True if it counted against the app's rate limit. */
    readonly counted: boolean;
    /** Its parameters and properties, if it passed validation. */
    readonly names?: readonly RequestName[] | undefined;
    readonly facts?: TrafficFacts | undefined;
    /** Present if its app asked to keep them. */
    readonly bodies?: KeptBodies | undefined;
  };

export type NumberedRequest = Omit<RecordedRequest, 'appId' | 'clientId'> & {
  readonly id: number;
  readonly appId: number;
  /** True if it presented the app's public client id without proof. */
  readonly unproved?: boolean;
};

/** Lists every property by name: a rest pattern takes several times as long, and this runs for every request. */
export const toLogged = (request: Omit<LoggedRequest, 'at'>, at: string): LoggedRequest => ({
  id: request.id,
  at,
  correlationId: request.correlationId,
  method: request.method,
  path: request.path,
  query: request.query,
  operation: request.operation,
  companyId: request.companyId,
  isConsole: request.isConsole || undefined,
  status: request.status,
  code: request.code,
  milliseconds: request.milliseconds,
  problems: request.problems,
});

/** Number of an app's requests stored in detail. */
export const MOST_LOGGED = 1000;

/** Number of unproved requests stored as well. Any client can send them, so they never displace the app's own. */
export const MOST_UNPROVED = 100;

export const MOST_OF_KIND = `case when unproved then ${MOST_UNPROVED} else ${MOST_LOGGED} end`;

/** Days for which requests and counts are stored. */
export const LOG_LIFETIME_DAYS = 30;

/** Milliseconds for which the bodies of a request are stored. */
export const BODIES_LIFETIME = 60 * 60 * 1000;
