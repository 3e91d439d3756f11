/**
 * Public API of the package. Records and payloads are named as in the contract: `Api.Item`,
 * `Api.ItemCreate` and so on.
 */

export { apiKey } from './auth/api-key.ts';
export type { AuthorizationRequest, Pending } from './auth/authorization.ts';
export type { Connected } from './auth/connections.ts';
export { type Authorization, type OAuthOptions, oauth } from './auth/oauth.ts';
export { sandbox } from './auth/sandbox.ts';
export { type ConnectionTokens, type Lock, memoryTokenStore, type TokenStore } from './auth/token-store.ts';
export type { CallOptions, ChangeOptions, RawOptions, WriteOptions } from './call.ts';
export type { ChangeOf, ChangePage, ChangeWithRecord } from './changes.ts';
export type { Clock } from './clock.ts';
export type { Credentials } from './credentials.ts';
export { debugLog } from './debug-log.ts';
export { type Decimal, type Money, money, type Quantity, quantity } from './decimal.ts';
export {
  type AnyTillgateError,
  ApiError,
  CallbackError,
  ConfigurationError,
  CursorGone,
  type GoneReason,
  isTillgateError,
  MerchantDisconnected,
  OAuthError,
  TillgateError,
  TransportError,
} from './errors.ts';
export type { CursorStore, Follow, Following, FollowOptions, ResyncReason } from './follow.ts';
export type * as Api from './generated/types.gen.ts';
export type { FailureEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.ts';
export { type BatchedResult, type BatchOptions, type BatchProgress, batchItems } from './item-batches.ts';
export type { Resources } from './methods.ts';
export type { ListedPage, Listing } from './pages.ts';
export type { Reply, ResponseInfo, WithResponse } from './results.ts';
export { createTillgate, type Tillgate, type TillgateOptions } from './tillgate.ts';
