import type { Call } from './call.ts';
import { type ApiCode, ApiError, CursorGone, type FieldError, TransportError } from './errors.ts';
import type { Answer } from './exchange.ts';

/** Status, headers and rate limit of a successful response. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
  /** Identifies the request in the service's logs. */
  readonly correlationId: string;
  /** ETag of the record, for the headers If-None-Match and If-Match. */
  readonly etag: string | undefined;
  /** Requests remaining at the time of the response; undefined if not reported. */
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly resetsAt: Date } | undefined;
  /** On the first page of a list, the place in the change feed as it was before the page was read. */
  readonly changesAfter: string | undefined;
  /** True if this is the stored response to an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean;
}

export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseInfo;
}

/** Sends the requests of a method that reads a whole list. */
export interface Source {
  /** Name of the call. */
  readonly operation: string;
  readonly read: (call: Call) => Promise<WithResponse<unknown>>;
}

/** Promise of the response body, with a way to get the rest of the response. */
export interface Reply<Data> extends Promise<Data> {
  /** Resolves with the body and the response's status, headers, ETag and rate limit. */
  withResponse(): Promise<WithResponse<Data>>;
}

export function replyOf<Data>(answered: Promise<WithResponse<Data>>): Reply<Data> {
  const body = answered.then(({ data }) => data);
  const withResponse = () => {
    // The caller awaits the other promise. Without this handler, a rejection of this one would end the process.
    body.catch(() => {});
    return answered;
  };
  return Object.assign(body, { withResponse });
}

interface ErrorBody {
  readonly message: string;
  readonly correlationId: string;
  readonly details?: readonly FieldError[];
}

/** Error code from the service. JSON from a proxy may have a `code` of another type, such as a number. */
export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && /^(?:partner|oauth|developer)\./.test(code) ? code : undefined;
}

/** Expected body of a success: a page of a list, another object, all of a list, or, for a raw request, anything or nothing. */
export type ResultKind = 'list' | 'record' | 'stream' | 'anything';

/** Returns the body of a success together with its response; throws for any other response. */
export function resultOf(answer: Answer, operation: string, kind: ResultKind): WithResponse<unknown> {
  const { status, body, correlationId, retryAfter } = answer;
  const succeeded = status >= 200 && status < 300 && isResult(answer, kind);
  if (succeeded || (kind === 'anything' && status === 304))
    return { data: kind === 'stream' ? answer.texts : body, response: infoOf(answer) };
  const code = codeOf(body) as ApiCode | undefined;
  if (!code) throw unexpected(answer, operation);
  const { message, details, ...error } = body as ErrorBody;
  const facts = { status, details, retryAfter, correlationId: error.correlationId ?? correlationId };
  throw code === 'partner.cursor_gone' ? new CursorGone(code, message, facts) : new ApiError(code, message, facts);
}

function isResult({ body, text, texts }: Answer, kind: ResultKind): boolean {
  if (kind === 'stream') return texts !== undefined;
  if (kind === 'anything') return body !== undefined || text === '';
  const { data, pagination } = (body ?? {}) as { readonly data?: unknown; readonly pagination?: unknown };
  if (kind === 'list') return Array.isArray(data) && isObject(pagination);
  return isObject(body);
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

function infoOf({ status, headers, correlationId, quota }: Answer): ResponseInfo {
  const { limit, remaining, reset } = quota;
  const known = limit >= 0 && remaining >= 0 && reset >= 0;
  return {
    status,
    headers,
    correlationId,
    etag: headers.get('ETag') ?? undefined,
    rateLimit: known ? { limit, remaining, resetsAt: new Date(reset * 1000) } : undefined,
    changesAfter: headers.get('Tillgate-Changes-After') ?? undefined,
    replayed: headers.get('Idempotent-Replayed') === 'true',
  };
}

/** Number of characters of an unexpected response quoted by its error. */
const QUOTED = 200;

/** Error for a response outside the contract, for example from a proxy. Quotes the start of its text without markup. */
export function unexpected({ status, text, correlationId, retryAfter }: Answer, operation: string): TransportError {
  const words = text
    .replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, QUOTED);
  const message = `${operation} got an unexpected response with status ${status}${words ? `: ${words}` : '.'}`;
  return new TransportError('client.unexpected_answer', message, { status, retryAfter, correlationId });
}
