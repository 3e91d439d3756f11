import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { Principal } from '../auth/principal.ts';
import type { Client } from '../directory/credentials.ts';
import type { KnownApp, Merchant } from '../directory/merchants.ts';

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
  /** The client that authenticated itself to the token or revocation endpoint. */
  client?: Client;
}

export type Context = Koa.ParameterizedContext<RequestState> & { params?: Record<string, string> };
export type RouteContext<State extends RequestState = RequestState> = RouterContext<State>;
export type Stage<State extends RequestState = RequestState> = (
  ctx: RouteContext<State>,
  next: Koa.Next,
) => Promise<void>;
