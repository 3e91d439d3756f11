import type { Clock } from '../clock.ts';
import type { HeaderFields } from '../exchange.ts';
import { contract } from '../generated/contract.gen.ts';
import type { Detail } from '../generated/specification/answer.ts';

/** Properties of a request that its response repeats. */
export interface RequestContext {
  readonly path: string;
  readonly correlationId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A response with a JSON body, or without a body: a 304, or one to HEAD. */
export function jsonResponse(status: number, body: unknown, headers: HeaderFields): Response {
  const caching = { 'Cache-Control': status < 400 ? 'private, no-cache' : 'no-store' };
  const described = { ...(status !== 304 && { 'Content-Type': 'application/json' }), ...caching, ...headers };
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers: described });
}

/** A response of a token endpoint, with the texts for people that the specification leaves open. */
export function tokenResponse(status: number, body: unknown, headers: HeaderFields): Response {
  const { code, error } = (body ?? {}) as { readonly code?: string; readonly error?: { readonly code: string } };
  const told = (of: string): string => `The request is rejected: ${of.replace(/^.*\./, '').replaceAll('_', ' ')}.`;
  const explained = {
    ...(body as object),
    ...(code !== undefined && { error_description: told(code) }),
    ...(typeof error === 'object' && { error: { ...error, message: told(error.code) } }),
  };
  return new Response(body === undefined ? null : JSON.stringify(explained), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** A response of JSON values as lines. */
export const linesResponse = (lines: readonly unknown[], headers: HeaderFields): Response =>
  new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    headers: { 'Cache-Control': 'private, no-cache', ...headers },
  });

/** A rejection without its texts for people. */
export interface Told {
  readonly code: string;
  readonly details?: readonly Detail[] | undefined;
  readonly headers?: HeaderFields | undefined;
}

/** A rejection with the contract's error body. */
export function rejectionResponse(
  { code, details, headers: own }: Told,
  { path, correlationId, now }: RequestContext,
  headers: HeaderFields,
): Response {
  const status = contract.statuses[code] ?? 500;
  const timestamp = new Date(now).toISOString();
  const body = { status: 'error', statusCode: status, timestamp, path, ...explained({ code, details }), correlationId };
  return jsonResponse(status, body, { ...headers, ...own });
}

interface BatchResult {
  readonly error?: Told;
}

/** The body of a success. The failed operations of a batch get the messages that the specification leaves open. */
export function explainedResults(body: unknown): unknown {
  const { results } = (body ?? {}) as { readonly results?: readonly BatchResult[] };
  if (!results) return body;
  return {
    ...(body as object),
    results: results.map((result) => (result.error ? { ...result, error: explained(result.error) } : result)),
  };
}

/** An error and each of its details with a message. */
function explained({ code, details }: Told): object {
  const told = details?.map(described);
  return { message: messageOf(code, told), code, ...(told && { details: told }) };
}

/** Messages of rules that no schema has. */
const MESSAGES: Readonly<Record<string, string>> = {
  reference: 'no such record',
  readOnly: 'is read-only, and differs from the record',
  state: 'is not allowed in the current state',
  unique: 'is already used by another record',
};

const described = ({ message, ...detail }: Detail): Required<Pick<Detail, 'message'>> & Detail => ({
  ...detail,
  message: bracketHint(detail) ?? message ?? MESSAGES[detail.rule] ?? `breaks the rule ${detail.rule}`,
});

const bracketHint = ({ path }: Detail): string | undefined =>
  path.endsWith('[]') ? `is not recognized: write ${path.slice(0, -2)} with commas` : undefined;

function messageOf(code: string, [first]: readonly Detail[] = []): string {
  const subject = first ? `${first.in} ${first.path}: ${first.message}` : code.replace('partner.', '');
  return subject.replaceAll('_', ' ');
}

/** Records of a stream that count as one request. */
const RECORDS_PER_REQUEST = 1_000;

interface Counted {
  /** Headers of the rate limit. */
  readonly headers: HeaderFields;
  /** Undefined unless the limit is exceeded. */
  readonly rejection: Told | undefined;
}

/** In milliseconds. */
const WINDOW = 60_000;

/** Requests of the app in the current minute. */
export class RateWindow {
  readonly #limit: number;
  readonly #clock: Clock;
  #window = 0;
  #used = 0;

  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Counts requests, unless they exceed the limit. */
  count(requests = 1): Counted {
    const now = this.#clock.now();
    const window = Math.floor(now / WINDOW);
    if (window !== this.#window) this.#used = 0;
    this.#window = window;
    const exceeds = this.#used + requests > this.#limit;
    if (!exceeds) this.#used += requests;
    const remaining = this.#limit - this.#used;
    const end = (window + 1) * WINDOW;
    const wait = Math.ceil((end - now) / 1000);
    const headers = {
      Date: new Date(now).toUTCString(),
      'X-RateLimit-Limit': String(this.#limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(end / 1000),
      RateLimit: `"app";r=${remaining};t=${wait}`,
      'RateLimit-Policy': `"app";q=${this.#limit};w=60`,
    };
    const rejection = { code: 'partner.rate_limited', headers: { 'Retry-After': String(wait) } };
    return { headers, rejection: exceeds ? rejection : undefined };
  }

  /** Counts a stream, whose request is counted already, by the number of its records. */
  countStream(records: number): Counted {
    const requests = Math.max(1, Math.ceil(records / RECORDS_PER_REQUEST));
    return this.count(Math.min(requests, this.#limit) - 1);
  }
}
