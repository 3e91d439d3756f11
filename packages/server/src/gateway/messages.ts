import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Merchant } from '../control/merchants.ts';
import type { Environment, Product } from '../control/products.ts';

/** Client headers that regions read. Only these are forwarded. */
export const FORWARDED = [
  'accept',
  'accept-encoding',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'transfer-encoding',
] as const;

export function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const forwarded: Record<string, string> = {};
  // Node.js has joined repeated headers.
  for (const name of FORWARDED) {
    const value = headers[name];
    if (typeof value === 'string') forwarded[name] = value;
  }
  return forwarded;
}

/** Caller and merchant of a request that the gateway has admitted. */
export interface Admitted {
  readonly principal: {
    readonly appId: number;
    readonly companyId: number;
    readonly product: Product;
    readonly env: Environment;
    readonly storeIds: readonly number[] | null;
    readonly credential: 'key' | 'token';
    readonly sentTo?: 'alias' | 'usual' | undefined;
    readonly isConsole?: boolean | undefined;
  };
  readonly merchant: Merchant;
  readonly appName: string | null;
  /** Absent in requests from a gateway of an earlier release. */
  readonly organizationId?: number | null;
  readonly keepsBodies?: boolean;
  readonly correlationId: string;
  readonly source: string;
}

export interface Route {
  readonly operation: string;
  /** Parameters in the path, as sent. */
  readonly params: Readonly<Record<string, string>>;
}

export interface RequestHead {
  readonly method: string;
  /** Path with the query, as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a gateway's own request. */
  readonly admitted?: Admitted | undefined;
  readonly route?: Route | undefined;
}

export interface Answer {
  readonly status: number;
  /** By lower-case name; values of a repeated header in an array. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** A stream if the body is large, or of unknown length. */
  readonly body: Buffer | Readable;
}

/** Reads a body of at most a few kilobytes as text. */
export const textOf = async (body: Buffer | Readable): Promise<string> =>
  Buffer.isBuffer(body) ? body.toString() : text(body);

export function discard({ body }: Answer): void {
  if (!Buffer.isBuffer(body)) body.on('error', () => {}).destroy();
}
