import type { Operations } from '../contract/generated/operations.gen.ts';
import type { Claim } from '../contract/read-only.ts';
import type { JsonText } from '../database/statement.ts';
import type { TenantStore, TenantTransaction } from '../database/tenant.ts';
import type { Lists, MoreRows, Page } from '../lists/lists.ts';
import type { ListPlan, ListQuery } from '../lists/plan.ts';
import type { ListStream } from '../lists/stream.ts';
import type { Conditions } from './record.ts';

/** Operations that require a token and therefore run for one merchant. */
export type MerchantOperationId = Exclude<
  keyof Operations,
  'mintSandboxToken' | 'createToken' | 'revokeToken' | 'getAuthorizationServer' | 'getJwks' | 'getContract'
>;

type Part<Operation, Key extends string, Otherwise = undefined> = Key extends keyof Operation
  ? Operation[Key]
  : Otherwise;

/** Parameters with a default are always present after validation. */
type WithDefaults<Query> = Query &
  Required<Pick<Query, Extract<keyof Query, 'order' | 'sort' | 'page' | 'limit' | 'wait'>>>;

type Responses<Id extends MerchantOperationId> = Operations[Id]['responses'];

type Success<Id extends MerchantOperationId> = Extract<keyof Responses<Id>, 200 | 201>;

/** Response of a handler. The pipeline adds the common headers. `body` is JSON text, empty if there is none. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Continues the body. */
  readonly more?: MoreText | undefined;
  /** Replaces the body. */
  readonly stream?: ListStream;
}

/** The rest of a long JSON text, which is read in parts. */
export interface MoreText {
  /** Length of the whole text. */
  readonly bytes: number;
  /** Differs whenever the rest does. */
  readonly mark: string;
  parts(): AsyncGenerator<string>;
}

/** Runs a write in one transaction, as the request asks. After a deadlock it may run again. */
export type Write = <R extends Reply>(work: (tx: TenantTransaction) => Promise<R>) => Promise<R>;

/** Runs a part that waits. `ended` aborts when the client leaves or the server stops. */
export type RunWaiting = <T>(part: (ended: AbortSignal) => Promise<T>) => Promise<T>;

/** Runs a part that waits for a turn of its own and so does not count as load. */
export type RunAside = <T>(part: () => Promise<T>) => Promise<T>;

/** A validated request and its merchant. */
export interface HandlerRequest<Id extends MerchantOperationId> {
  readonly path: Part<Operations[Id], 'path'>;
  readonly query: WithDefaults<NonNullable<Part<Operations[Id], 'query', object>>>;
  /** The body without read-only properties, which are treated as claims. */
  readonly body: Part<Operations[Id], 'body'>;
  readonly conditions: Conditions;
  readonly claims: readonly Claim[];
  /** True for all of a list as a stream, instead of a page. */
  readonly streamed: boolean;
  readonly tenant: TenantStore;
  readonly write: Write;
  readonly waiting: RunWaiting;
  readonly aside: RunAside;
}

declare const answers: unique symbol;

/** A reply with a status and body that the contract declares for the operation. */
export type ReplyOf<Status, Body> = Reply & { readonly status: Status; readonly [answers]?: Body };

type DeclaredReply<Id extends MerchantOperationId> = { [S in Success<Id>]: ReplyOf<S, Responses<Id>[S]> }[Success<Id>];

export type Handler<Id extends MerchantOperationId> = (request: HandlerRequest<Id>) => Promise<DeclaredReply<Id>>;

/** One handler per operation. A missing one, an undeclared status or a wrong body does not compile. */
export type Handlers<Id extends MerchantOperationId = MerchantOperationId> = { [O in Id]: Handler<O> };

/** ETag of a record's version. A suffix distinguishes representations that cover more than the record. */
export const etagOf = (version: number, suffix = ''): string => `"${version}${suffix && `-${suffix}`}"`;

/** A record's JSON text, with its version or the ETag of everything shown. */
interface Sent<Body> {
  readonly doc: JsonText<Body>;
  readonly version?: number;
  readonly etag?: string;
}

export function ok<Body>(sent: JsonText<Body> | Sent<Body>): ReplyOf<200, Body> {
  if (typeof sent === 'string') return { status: 200, body: sent };
  const { doc, version = 1, etag = etagOf(version) } = sent;
  return { status: 200, body: doc, headers: { ETag: etag } };
}

export const created = <Body>({ doc, etag = etagOf(1) }: Sent<Body>, location: string): ReplyOf<201, Body> => ({
  status: 201,
  body: doc,
  headers: { ETag: etag, Location: location },
});

interface ListRequest {
  readonly tenant: TenantStore;
  readonly streamed: boolean;
}

/** A page of a list, or all of it. */
export async function listReply<List>(
  lists: Lists,
  { tenant, streamed }: ListRequest,
  plan: ListPlan,
  query: ListQuery,
): Promise<ReplyOf<200, List>> {
  return streamed
    ? streamReply(await lists.stream(tenant, plan, query))
    : pageReply(await lists.read(tenant, plan, query));
}

/**
 * A page of a list, after other members of its JSON object. The first page has the cursor from which the changes since then can
 * be followed.
 */
export function pageReply<List>(
  { page, limit, total, totalIsExact, hasMore, nextCursor, rows, more, changesAfter }: Page,
  members = '',
): ReplyOf<200, List> {
  const pagination = JSON.stringify({ page, limit, total, totalIsExact, hasMore, nextCursor });
  const [begin, end] = [`{${members}"data":[${rows}`, `],"pagination":${pagination}}`];
  const headers: Record<string, string> = changesAfter === undefined ? {} : { 'Tillgate-Changes-After': changesAfter };
  if (!more) return { status: 200, body: begin + end, headers };
  const { bytes, mark } = more;
  return { status: 200, body: begin, headers, more: { bytes, mark: mark + end, parts: () => rowsUntil(more, end) } };
}

async function* rowsUntil(more: MoreRows, end: string): AsyncGenerator<string> {
  for await (const rows of more.parts()) yield `,${rows}`;
  yield end;
}

export const streamReply = (stream: ListStream): ReplyOf<200, never> => ({ status: 200, body: '', stream });
