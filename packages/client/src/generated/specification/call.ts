// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import type { Cause, Detail, Fields, Parts } from './answer.ts';
import type { Choices } from './choices.ts';
import type { Operation } from './contract.ts';
import type { App, Merchant } from './state.ts';

/** A request that has a valid shape, typed as in the contract. */
export interface Call {
  readonly operation: Operation;
  readonly app: App;
  /** The approved stores, which are the only ones that the caller sees; undefined for all. reports.approved_stores */
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
  /** True for all of a list at once. streams.records */
  readonly streamed: boolean;
  readonly choices: Choices;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Carries out another operation as a part of this request. Throws a Rejection. */
  readonly alone: (operationId: string, part: PartOfBatch, merchant: Merchant) => Outcome;
  /** The status of an error code. */
  readonly statusOf: (code: string) => number;
}

/** An operation of a batch, and where its record is in the response. */
export interface PartOfBatch {
  readonly id?: number | undefined;
  readonly body: Fields;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: string;
  /** Errors of the operation that are found already. */
  readonly found?: readonly Detail[];
}

/** A response that carries out the request, and the merchant afterwards. */
export interface Outcome {
  readonly body: Fields;
  readonly merchant: Merchant;
  /** The merchant after each operation of a batch. */
  readonly steps?: readonly Merchant[];
  /** The requirement behind the response. */
  readonly rule: Cause;
  readonly parts?: Parts | undefined;
  /** Cursor of the changes since the page was read, on the first page of a list. changes.after_list */
  readonly changesAfter?: string | undefined;
  /** Cursors in a stream, each after a number of its records. streams.cursors */
  readonly cursors?: ReadonlyMap<number, string> | undefined;
  /** Id of the record in the response, if it is one that has an ETag. */
  readonly record?: number | undefined;
}

export type Handler = (call: Call, merchant: Merchant) => Outcome;
export type Handlers = Readonly<Record<string, Handler>>;
