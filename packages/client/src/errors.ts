import type { ApiStatus } from './generated/errors.gen.ts';
import type { FieldError, MintError, OAuthError as OAuthProblem } from './generated/types.gen.ts';

/** Codes of the resource endpoints. */
export type ApiCode = keyof ApiStatus;

/** Codes of the token endpoints. */
export type OAuthCode = OAuthProblem['code'] | MintError['error']['code'];

/**
 * Why a connection has ended: any `invalid_grant`, or `client.not_connected` if the store has no
 * tokens for the merchant.
 */
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

export type WebhookCode =
  | 'webhook.headers_missing'
  | 'webhook.timestamp_out_of_range'
  | 'webhook.signature_mismatch'
  | 'webhook.body_not_raw'
  | 'webhook.body_not_json';

export type TransportCode =
  | 'client.network'
  | 'client.timeout'
  | 'client.unexpected_answer'
  | 'client.stream_cut'
  | 'client.response_too_large';

export type ConfigurationCode = 'client.base_url_invalid' | 'client.option_invalid' | 'client.secret_in_browser';

export type { FieldError };

interface Facts {
  readonly status?: number | undefined;
  readonly correlationId?: string | undefined;
  readonly details?: readonly FieldError[] | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

const MARK = Symbol.for('@tillgate/client error');

/** Base class of every error of this package. Branch on `code`; the message is for people. */
export class TillgateError<Code extends string = string> extends Error {
  readonly code: Code;
  /** HTTP status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** Identifies the request in the service's logs. Quote it to support. */
  readonly correlationId: string | undefined;
  /** Individual errors; empty for codes without details. */
  readonly details: readonly FieldError[];
  /** Seconds to wait before retrying. */
  readonly retryAfter: number | undefined;

  constructor(code: Code, message: string, { status, correlationId, details = [], retryAfter, cause }: Facts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'TillgateError';
    this.code = code;
    this.status = status;
    this.correlationId = correlationId;
    this.details = details;
    this.retryAfter = retryAfter;
    Object.defineProperty(this, MARK, { value: true });
  }
}

/** A resource endpoint rejected the request. */
export class ApiError<Code extends ApiCode = ApiCode> extends TillgateError<Code> {
  override readonly name: string = 'ApiError';
  declare readonly status: ApiStatus[Code];
}

/**
 * Why changes cannot be followed from a cursor: changes after it have been deleted, the merchant's data was restored to
 * an earlier state, or the credential or the parameters select more than before.
 */
export type GoneReason = 'expired' | 'restored' | 'view_grown';

/** Changes cannot be followed from this cursor. Read everything again, and follow from `changesAfter` of its first page. */
export class CursorGone extends ApiError<'partner.cursor_gone'> {
  override readonly name = 'CursorGone';
  readonly reason = (this.details[0]?.rule ?? 'expired') as GoneReason;
}

/** A token endpoint rejected the request. */
export class OAuthError<Code extends OAuthCode | DisconnectedCode = OAuthCode> extends TillgateError<Code> {
  override readonly name: string = 'OAuthError';
}

/** The connection has ended. Retrying does not help; ask the merchant to connect again. */
export class MerchantDisconnected extends OAuthError<DisconnectedCode> {
  override readonly name = 'MerchantDisconnected';
  /** Undefined if a code was rejected, since the merchant is not known yet. */
  readonly merchantId: number | undefined;

  constructor(merchantId: number | undefined, code: DisconnectedCode, message: string, facts?: Facts) {
    super(code, message, facts);
    this.merchantId = merchantId;
  }
}

/** The callback URL has no code, or does not belong to the pending request. */
export class CallbackError extends TillgateError<CallbackCode> {
  override readonly name = 'CallbackError';
}

/** A received request is not proved to be the service's, or cannot be proved. Respond with status 400. */
export class WebhookError extends TillgateError<WebhookCode> {
  override readonly name = 'WebhookError';
}

/** There was no response, or an unexpected one. A write may still have been carried out. */
export class TransportError extends TillgateError<TransportCode> {
  override readonly name = 'TransportError';
}

/** An option is invalid. The client was not created, or the call not sent. */
export class ConfigurationError extends TillgateError<ConfigurationCode> {
  override readonly name = 'ConfigurationError';
}

/** Union of all errors, discriminated by `code`. */
export type AnyTillgateError =
  | { [Code in ApiCode]: ApiError<Code> }[Exclude<ApiCode, CursorGone['code']>]
  | CursorGone
  | { [Code in Exclude<OAuthCode, DisconnectedCode>]: OAuthError<Code> }[Exclude<OAuthCode, DisconnectedCode>]
  | MerchantDisconnected
  | CallbackError
  | WebhookError
  | TransportError
  | ConfigurationError;

/** True for errors of this package, including its other build: a process may load both ESM and CommonJS. */
export const isTillgateError = (error: unknown): error is AnyTillgateError =>
  (error as { [MARK]?: unknown } | null | undefined)?.[MARK] === true;
