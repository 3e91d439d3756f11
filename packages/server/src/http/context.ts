import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { Principal } from '../auth/principal.ts';
import type { Client } from '../directory/apps/credentials.ts';
import type { KnownApp, Merchant } from '../directory/merchants/merchants.ts';
import type { FieldError } from '../errors.ts';
import type { RequestName } from '../storage/request-log/logged-request.ts';

/** State that the stages of the pipeline add to a request. */
export interface RequestState {
  correlationId: string;
  operationId?: string;
  source: string;
  /** Trace that the request is part of, if it is traced. */
  traceId?: string;
  principal?: Principal;
  merchant?: Merchant;
  app?: KnownApp;
  /** The client that authenticated itself to a token endpoint. */
  client?: Client;
  /** The app that a rejected request is of, or the client id that it presented without proof. */
  named?: { readonly appId: number } | { readonly clientId: string } | undefined;
  /** True once the request was taken from its app's budget, which had room for it. */
  counted?: boolean;
  /** True if another process has taken the request for its app's log. */
  recordedElsewhere?: boolean;
  /** The parameters and properties that it has, once it has passed validation. */
  names?: readonly RequestName[];
  /** Why the request was rejected. */
  refusal?: Refusal;
}

/** The code of a rejection, and what was wrong with which field. */
export interface Refusal {
  readonly code: string;
  readonly details?: readonly FieldError[] | undefined;
}

export type Context = Koa.ParameterizedContext<RequestState> & { params?: Record<string, string> };
export type RouteContext<State extends RequestState = RequestState> = RouterContext<State>;
export type Stage<State extends RequestState = RequestState> = (
  ctx: RouteContext<State>,
  next: Koa.Next,
) => Promise<void>;
