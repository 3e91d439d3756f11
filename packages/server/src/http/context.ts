import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { Principal } from '../auth/principal.ts';
import type { Client } from '../directory/credentials.ts';
import type { KnownApp, Merchant } from '../directory/merchants.ts';
import type { Arrival } from '../oauth/exchanges.ts';
import type { TokenFields } from '../oauth/token-fields.ts';

/** What the stages of the pipeline learn about a request. */
export interface RequestState {
  correlationId: string;
  operationId?: string;
  source: string;
  principal?: Principal;
  merchant?: Merchant;
  app?: KnownApp;
  /** Of a request to the token or revocation endpoint: when it came, its fields, the client that proved itself. */
  arrival?: Arrival;
  fields?: TokenFields;
  client?: Client;
}

export type Context = Koa.ParameterizedContext<RequestState> & { params?: Record<string, string> };
export type RouteContext = RouterContext<RequestState>;
export type Stage = (ctx: RouteContext, next: Koa.Next) => Promise<void>;
