import type { ApiStatus } from './generated/errors.gen.ts';
import type { FieldError, MintError, OAuthError as OAuthProblem } from './generated/types.gen.ts';

/** Every code of a resource endpoint. */
export type ApiCode = keyof ApiStatus;

/** Every code of the endpoints that give tokens. */
export type OAuthCode = OAuthProblem['code'] | MintError['error']['code'];

/** Why a connection is over: every `invalid_grant`. `client.not_connected`: the token store has none for the merchant. */
export type DisconnectedCode =
  | Extract<
      OAuthCode,
      | `oauth.${'code' | 'refresh'}_${string}`
      | 'oauth.redirect_uri_mismatch'
      | 'oauth.pkce_failed'
      | 'oauth.grant_revoked'
    >
  | 'client.not_connected';

export type CallbackCode =
  | 'callback.state_mismatch'
  | 'callback.issuer_mismatch'
  | 'callback.access_denied'
  | 'callback.refused'
  | 'callback.code_missing';

export type TransportCode = 'client.network' | 'client.timeout' | 'client.unexpected_answer';

export type { FieldError };

interface Facts {
  readonly status?: number | undefined;
  readonly correlationId?: string | undefined;
  readonly details?: readonly FieldError[] | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** Whatever goes wrong here. Branch on `code`; the message is for people. */
export class TillgateError<Code extends string = string> extends Error {
  readonly code: Code;
  /** Of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /** Names the request in the service's logs: quote it to support. */
  readonly correlationId: string | undefined;
  /** What exactly is wrong; empty where the code says it all. */
  readonly details: readonly FieldError[];
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;

  constructor(code: Code, message: string, { status, correlationId, details = [], retryAfter, cause }: Facts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'TillgateError';
    this.code = code;
    this.status = status;
    this.correlationId = correlationId;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/** A resource endpoint refused the request. */
export class ApiError<Code extends ApiCode = ApiCode> extends TillgateError<Code> {
  override readonly name = 'ApiError';
  declare readonly status: ApiStatus[Code];
}

/** A token endpoint refused the request. */
export class OAuthError<Code extends OAuthCode | DisconnectedCode = OAuthCode> extends TillgateError<Code> {
  override readonly name: string = 'OAuthError';
}

/** The connection is over, and no retry mends it: have the merchant connect again. */
export class MerchantDisconnected extends OAuthError<DisconnectedCode> {
  override readonly name = 'MerchantDisconnected';
  /** Undefined where a code was refused, which has no merchant yet. */
  readonly merchantId: number | undefined;

  constructor(merchantId: number | undefined, code: DisconnectedCode, message: string, facts?: Facts) {
    super(code, message, facts);
    this.merchantId = merchantId;
  }
}

/** The merchant did not come back with a code, or not from where they were sent. */
export class CallbackError extends TillgateError<CallbackCode> {
  override readonly name = 'CallbackError';
}

/** There was no answer, or none that the contract knows. A write may have been done all the same. */
export class TransportError extends TillgateError<TransportCode> {
  override readonly name = 'TransportError';
}

/** All of them, told apart by `code`. */
export type AnyTillgateError =
  | { [Code in ApiCode]: ApiError<Code> }[ApiCode]
  | { [Code in Exclude<OAuthCode, DisconnectedCode>]: OAuthError<Code> }[Exclude<OAuthCode, DisconnectedCode>]
  | MerchantDisconnected
  | CallbackError
  | TransportError;

export const isTillgateError = (error: unknown): error is AnyTillgateError => error instanceof TillgateError;
