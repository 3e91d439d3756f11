import type { Detail, Fields } from './answer.ts';
import type { Choices } from './choices.ts';
import type { Operation } from './contract.ts';
import type { App, Merchant } from './state.ts';

/** A request that has a valid shape, typed as in the contract. */
export interface Call {
  readonly operation: Operation;
  readonly app: App;
  /** Stores that the caller can see; undefined for all. reports.approved_stores */
  readonly stores: ReadonlySet<number> | undefined;
  /** Id of the record in the path. */
  readonly id: number | undefined;
  /** Query parameters with their defaults. */
  readonly query: Fields;
  /** Names of the query parameters that were sent. */
  readonly sent: ReadonlySet<string>;
  /** The body in canonical form: trimmed texts in NFC, decimals as responses have them. */
  readonly body: Fields;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** True for a list that is read as a stream. streams.records */
  readonly streamed: boolean;
  readonly choices: Choices;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Carries out one operation of a batch. Throws a Rejection. */
  readonly alone: (operationId: string, part: PartOfBatch, merchant: Merchant) => HandlerResult;
  readonly statusOf: (code: string) => number;
}

export interface PartOfBatch {
  readonly id?: number | undefined;
  readonly body: Fields;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON Pointer to its record in the response. */
  readonly at: string;
  /** Errors found before the operation's own checks. */
  readonly found?: readonly Detail[];
}

/** The response to a request that succeeds, and the merchant after it. */
export interface HandlerResult {
  readonly body: Fields;
  readonly merchant: Merchant;
  /** The merchant after each operation of a batch. */
  readonly steps?: readonly Merchant[];
  /** Id of the requirement that predicts the response. */
  readonly rule: string;
  /** Cursor of the changes since the page was read, on the first page of a list. changes.after_list */
  readonly changesAfter?: string | undefined;
  /** Cursors in a stream, each after a number of its records. streams.cursors */
  readonly cursors?: ReadonlyMap<number, string> | undefined;
  /** Id of the record in the response, if it has an ETag. */
  readonly record?: number | undefined;
}

export type Handler = (call: Call, merchant: Merchant) => HandlerResult;
export type Handlers = Readonly<Record<string, Handler>>;
