import { type HeaderFields, merged } from './exchange.ts';

/** An operation of the contract. The types of its request and of its responses by status exist at compile time alone. */
// biome-ignore lint/suspicious/noExplicitAny: every operation has its own types
export interface Operation<Data = any, Responses = any> {
  readonly method: string;
  /** Relative to the base URL, with the names of its parameters in braces. */
  readonly path: string;
  readonly types?: { readonly data: Data; readonly responses: Responses };
}

export const operation = <Data, Responses>(method: string, path: string): Operation<Data, Responses> => ({
  method,
  path,
});

/** Parameters and body of a call. */
export interface Call {
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: HeaderFields;
  /** Requests that it counts as in the rate limit. */
  readonly weight: number;
  readonly options: Loose<Omit<CallOptions, 'headers'>>;
}

/** Options of one call. They override those of `createTillgate`. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds before an attempt times out. */
  readonly timeout?: number;
  /** Maximum number of retries. */
  readonly retries?: number;
  /** Milliseconds the call may spend waiting, counted from its start. */
  readonly maxWait?: number;
  /** Additional headers. They override the client's own, except for the credentials. */
  readonly headers?: HeaderFields;
}

export interface WriteOptions extends CallOptions {
  /**
   * Identifies this write: repeating it with the same key carries it out only once. By default each
   * call gets a new key.
   */
  readonly idempotencyKey?: string;
}

export interface ChangeOptions extends WriteOptions {
  /**
   * The `version` that the change is based on. If the record has changed since, the call fails with
   * `partner.version_mismatch`.
   */
  readonly ifVersion?: number;
}

/** Options of a request that has no method in `Resources`. */
export interface RawOptions extends WriteOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

type Loose<Options> = { readonly [Name in keyof Options]: Options[Name] | undefined };

/** Assigns the arguments: ids of the path, then the body of a write, then the query and the options. */
export function callOf({ method, path: template }: Operation, args: readonly unknown[]): Call {
  const rest = [...args];
  const path = template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(rest.shift())));
  const body = reads(method) ? undefined : rest.shift();
  const { signal, timeout, retries, maxWait, headers, idempotencyKey, ifVersion, ...query } = (rest.shift() ??
    {}) as ChangeOptions;
  const options = { signal, timeout, retries, maxWait, idempotencyKey };
  const condition = ifVersion === undefined ? undefined : { 'If-Match': `"${ifVersion}"` };
  return request(method, path, { ...options, headers: merged(condition, headers), query, body });
}

/** A call for which the client has no method. */
export function rawCallOf(method: string, path: string, options: RawOptions): Call {
  if (!/^\/[^?#]*$/.test(path)) {
    throw new TypeError(
      `The path must begin with a slash and have no query, which is an option: ${JSON.stringify(path)}`,
    );
  }
  return request(method, path, options);
}

const reads = (method: string): boolean => method === 'GET' || method === 'HEAD';

function request(method: string, path: string, { query = {}, body, ...options }: Loose<RawOptions>): Call {
  const { signal, timeout, retries, maxWait, headers, idempotencyKey = crypto.randomUUID() } = options;
  // Throws for an invalid header name or value before anything is sent.
  new Headers(headers);
  const search = Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .filter(([, one]) => one !== undefined && one !== null)
    .map(([name, one]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`)
    .join('&');
  return {
    method,
    path: search === '' ? path : `${path}?${search}`,
    body: body === undefined ? undefined : JSON.stringify(body),
    weight: weightOf(body as object),
    headers: merged(reads(method) ? undefined : { 'Idempotency-Key': idempotencyKey }, headers),
    options: { signal, timeout, retries, maxWait },
  };
}

/** Operations of a batch that count as one request. */
const OPERATIONS_PER_REQUEST = 100;

const weightOf = (body: { readonly operations?: ArrayLike<unknown> }): number =>
  Math.ceil((body?.operations?.length as number) / OPERATIONS_PER_REQUEST) || 1;
