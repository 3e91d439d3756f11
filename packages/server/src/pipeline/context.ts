import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { Client } from '../control/app-authentication.ts';
import type { CachedApp } from '../control/directory.ts';
import type { Merchant } from '../control/merchants.ts';
import type { Environment, Product } from '../control/products.ts';
import type { FieldError } from '../errors.ts';
import { type Holder, NO_APP } from '../process/shares.ts';
import type { RequestName, TrafficFacts } from '../request-log/logged-request.ts';
import type { StreamBody } from './stream-body.ts';

export interface Principal {
  readonly appId: number;
  readonly companyId: number;
  readonly product: Product;
  readonly env: Environment;
  readonly scopes: ReadonlySet<string>;
  /** Allowed source addresses; undefined for any. */
  readonly allowedIps: BlockList | undefined;
  /** Stores that the credential is limited to; null for all. */
  readonly storeIds: readonly number[] | null;
  readonly credential: 'key' | 'token';
  /** Address that the request was sent to, if its token names the API by its alias. */
  readonly sentTo?: 'alias' | 'usual' | undefined;
  /** True for a request of the console itself. */
  readonly isConsole?: boolean | undefined;
}

export interface RequestState {
  correlationId: string;
  operationId?: string;
  source: string;
  traceId?: string;
  isByAlias?: boolean;
  principal?: Principal;
  merchant?: Merchant;
  app?: CachedApp;
  /** The authenticated client of a token endpoint. */
  client?: Client;
  /** App of a rejected request, or a client id presented without proof. */
  named?: { readonly appId: number } | { readonly clientId: string } | undefined;
  /** Milliseconds for which the request has waited for changes. */
  waited?: number;
  /** True once the request has counted against its app's rate limit. */
  counted?: boolean;
  /** The body, if an earlier stage has read it. */
  bytes?: Buffer;
  /** True if another process logs the request. */
  recordedElsewhere?: boolean;
  /** Parameters and properties of the request, recorded by validation. */
  names?: readonly RequestName[];
  refusal?: { readonly code: string; readonly details?: readonly FieldError[] | undefined };
  /** Facts for the client checks, collected by the stages. */
  facts?: Partial<TrafficFacts>;
  /** Request and response bodies, present only if the app asked to keep them. */
  bodies?: { request?: string; response?: string };
  /** A streamed body, which ends long after the pipeline's stages. */
  stream?: StreamBody;
}

export type Context = Koa.ParameterizedContext<RequestState> & { params?: Record<string, string> };
export type RouteContext<State extends RequestState = RequestState> = RouterContext<State>;
export type Stage<State extends RequestState = RequestState> = (
  ctx: RouteContext<State>,
  next: Koa.Next,
) => Promise<void>;

/** The app that sent a request, as a holder of shares. */
export function holderOf({ principal, client, named, app }: RequestState): Holder {
  const sender = principal ?? client;
  if (sender) return { appId: sender.appId, organizationId: app?.organizationId ?? null, env: sender.env };
  if (!named) return NO_APP;
  return { ...NO_APP, appId: 'appId' in named ? named.appId : named.clientId };
}

/** Sets a header much faster than Koa's `set`, which also accepts objects and lists. */
export function setHeader({ res }: { readonly res: ServerResponse }, name: string, value: string): void {
  if (!res.headersSent) res.setHeader(name, value);
}

/** True if a header, given in lower case, is repeated. `headers` would contain only one value or join them. */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let times = 0;
  // Names and values alternate. Comparing lengths first skips most names.
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] as string;
    if (sent.length === name.length && sent.toLowerCase() === name) times += 1;
  }
  return times > 1;
}
