import type { Client } from './generated/client/index.ts';
import { buildUrl } from './generated/client/utils.gen.ts';

// biome-ignore lint/suspicious/noExplicitAny: every operation has parameters of its own, which its own type says
export type Operation = (options: any) => unknown;

/** Parameters and body of a call. */
export interface Call {
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Record<string, string>;
  readonly options: CallOptions;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds for one attempt. */
  readonly timeout?: number;
}

export interface WriteOptions extends CallOptions {
  /**
   * Identifies this write: repeated with its key, it is not carried out again. By default each call has its own key.
   */
  readonly idempotencyKey?: string;
}

export interface ChangeOptions extends WriteOptions {
  /**
   * The `version` that the change is based on; if the record has changed since, the call fails with
   * `partner.version_mismatch`.
   */
  readonly ifVersion?: number;
}

type Description = Parameters<typeof buildUrl>[0] & { readonly method: string };

const describedAs = (method: string) => (options: object) => ({ ...options, method });

// An operation does nothing but hand what it is to a method of its client, and the contract has these three.
const describer = {
  get: describedAs('GET'),
  post: describedAs('POST'),
  patch: describedAs('PATCH'),
} as unknown as Client;

/** Puts arguments in their places: what the path names, then the body of a write, then the query with the options. */
export function callOf(operation: Operation, args: readonly unknown[]): Call {
  const description = operation({ client: describer }) as Description;
  const rest = [...args];
  const names = [...description.url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const path = Object.fromEntries(names.map((name) => [name, rest.shift()]));
  const writes = description.method !== 'GET';
  const body = writes ? JSON.stringify(rest.shift()) : undefined;
  const { signal, timeout, idempotencyKey, ifVersion, ...query } = (rest.shift() ?? {}) as ChangeOptions;
  const headers: Record<string, string> = {};
  if (writes) headers['Idempotency-Key'] = idempotencyKey ?? crypto.randomUUID();
  if (ifVersion !== undefined) headers['If-Match'] = `"${ifVersion}"`;
  const url = buildUrl({ ...description, path, query });
  return { method: description.method, path: url, body, headers, options: defined({ signal, timeout }) };
}

function defined(options: { signal: AbortSignal | undefined; timeout: number | undefined }): CallOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
