import type { Operations } from '../contract/generated/operations.gen.ts';
import type { JsonText } from '../database/statement.ts';
import type { TenantStore, TenantTransaction } from '../database/tenant.ts';
import type { Lists, MoreText, Page } from '../lists/lists.ts';
import type { ListPlan, ListQuery } from '../lists/plan.ts';
import type { ListStream } from '../lists/stream.ts';
import { type Basis, etagOf } from './record.ts';

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

/** Runs a write in one transaction, as the request asks. After a deadlock it may run again. */
export type Write = <R extends Reply>(work: (tx: TenantTransaction) => Promise<R>) => Promise<R>;

/** Runs work that waits. `ended` aborts when the client disconnects or the server shuts down. */
export type RunWaiting = <T>(part: (ended: AbortSignal) => Promise<T>) => Promise<T>;

/** A validated request and its merchant. Its basis has the read-only properties of the body as claims. */
export interface HandlerRequest<Id extends MerchantOperationId> extends Required<Basis> {
  readonly path: Part<Operations[Id], 'path'>;
  readonly query: WithDefaults<NonNullable<Part<Operations[Id], 'query', object>>>;
  readonly body: Part<Operations[Id], 'body'>;
  /** True if the whole list is streamed, instead of one page. */
  readonly streamed: boolean;
  readonly lists: Lists;
  readonly tenant: TenantStore;
  readonly write: Write;
  readonly waiting: RunWaiting;
  /** Runs work that waits for its own turn, outside the load limit. */
  readonly aside: <T>(part: () => Promise<T>) => Promise<T>;
}

declare const answers: unique symbol;

/** A reply with a status and body that the contract declares for the operation. */
export type ReplyOf<Status, Body> = Reply & { readonly status: Status; readonly [answers]?: Body };

type RepliesTo<Responses> = {
  [Status in Extract<keyof Responses, 200 | 201>]: ReplyOf<Status, Responses[Status]>;
}[Extract<keyof Responses, 200 | 201>];

export type Handler<Id extends MerchantOperationId> = (
  request: HandlerRequest<Id>,
) => Promise<RepliesTo<Operations[Id]['responses']>>;

/** One handler per operation. A missing one, an undeclared status or a wrong body does not compile. */
export type Handlers<Id extends MerchantOperationId = MerchantOperationId> = { [O in Id]: Handler<O> };

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

/** Handler that creates a record and sends its path as the Location. */
export const creating =
  <Request extends { readonly write: Write }, Body, Written extends Sent<Body>>(
    create: (tx: TenantTransaction, request: Request) => Promise<Written & Sent<Body>>,
    pathOf: (written: Written) => string,
  ) =>
  (request: Request): Promise<ReplyOf<201, Body>> =>
    request.write(async (tx) => {
      const written = await create(tx, request);
      return created(written, pathOf(written));
    });

interface ChangeRequest<Input> extends Required<Basis> {
  readonly path: { readonly id: number };
  readonly body: Input;
  readonly write: Write;
}

export const changing =
  <Input, Body>(change: (tx: TenantTransaction, id: number, input: Input, basis: Basis) => Promise<Sent<Body>>) =>
  (request: ChangeRequest<Input>): Promise<ReplyOf<200, Body>> =>
    request.write(async (tx) => ok(await change(tx, request.path.id, request.body, request)));

export interface ListRequest extends Pick<HandlerRequest<'listBrands'>, 'lists' | 'tenant' | 'streamed'> {
  readonly query: ListQuery;
}

export async function listReply<List>(
  { lists, tenant, streamed, query }: ListRequest,
  plan: ListPlan,
): Promise<ReplyOf<200, List>> {
  return streamed
    ? streamReply(await lists.stream(tenant, plan, query))
    : pageReply(await lists.read(tenant, plan, query));
}

/** A page of a list, after `members` of the same JSON object. The first page has the cursor to follow changes from. */
export function pageReply<List>(
  { page, limit, total, totalIsExact, hasMore, nextCursor, rows, more, changesAfter }: Page,
  members = '',
): ReplyOf<200, List> {
  const pagination = JSON.stringify({ page, limit, total, totalIsExact, hasMore, nextCursor });
  const [begin, end] = [`{${members}"data":[${rows}`, `],"pagination":${pagination}}`];
  const headers: Record<string, string> = changesAfter === undefined ? {} : { 'Tillgate-Changes-After': changesAfter };
  if (!more) return { status: 200, body: begin + end, headers };
  const { bytes, mark, parts: rest } = more;
  async function* parts(): AsyncGenerator<string> {
    for await (const part of rest()) yield `,${part}`;
    yield end;
  }
  return { status: 200, body: begin, headers, more: { bytes, mark: mark + end, parts } };
}

export const streamReply = (stream: ListStream): ReplyOf<200, never> => ({ status: 200, body: '', stream });
