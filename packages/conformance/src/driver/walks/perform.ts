import type { Answer } from '../../http/send.ts';
import type { Fields } from '../../specification/answer.ts';
import type { Operation } from '../../specification/contract.ts';
import { pathOf, queryOf } from '../../specification/request.ts';
import { LINES } from '../../specification/streams.ts';
import { UNKNOWN_ID } from '../requests/factor.ts';
import type { Condition, Cursor, Drafted, Key } from '../requests/request.ts';
import { tableAt } from '../tables.ts';
import type { Walker } from '../walker.ts';
import type { Sending } from '../world.ts';

/** Carries out a drafted request: with a condition, a key that is used again, a cursor, or as a dry run first. */

export interface Manner {
  readonly condition: Condition;
  readonly key: Key;
  readonly cursor: Cursor;
  /** The same request with other values. */
  readonly other: () => Drafted;
}

type Headers = Readonly<Record<string, string>>;

/** The last response. */
export async function perform(
  walker: Walker,
  operation: Operation,
  request: Drafted,
  id: number | undefined,
  manner: Manner,
): Promise<Answer> {
  if (operation.method === 'GET') return performRead(walker, operation, request, manner);
  const headers = { ...keyed(walker, manner.key), ...(await conditional(walker, operation, request, id, manner)) };
  const answer = await write(walker, operation, request, headers);
  if (answer.status === 412) return write(walker, operation, request, keyed(walker, manner.key));
  if (manner.key === 'replayed') return write(walker, operation, request, headers);
  if (manner.key === 'reused') return write(walker, operation, manner.other(), headers);
  if (manner.key === 'moved') return write(walker, operation, elsewhere(walker, operation, request, id), headers);
  if (answer.headers['tillgate-dry-run'] !== 'true') return answer;
  return write(walker, operation, { ...request, url: withoutDryRun(request.url) }, headers);
}

const write = (walker: Walker, { method }: Operation, { url, body }: Drafted, headers: Headers): Promise<Answer> =>
  walker.send({ method, url, body, headers });

const keyed = (walker: Walker, key: Key): Headers => (key === 'none' ? {} : { 'Idempotency-Key': walker.name() });

/** The URL with another query. */
function withQuery(url: string, change: (query: URLSearchParams) => void): string {
  const query = queryOf(url);
  change(query);
  const text = query.toString();
  return text === '' ? pathOf(url) : `${pathOf(url)}?${text}`;
}

/** The same request about another record; a create with another query. */
function elsewhere(walker: Walker, { path }: Operation, request: Drafted, id: number | undefined): Drafted {
  const table = tableAt(path);
  if (id === undefined || !table)
    return { ...request, url: withQuery(request.url, (query) => query.append('dryRun', '0')) };
  const other = walker.records(table).find((row) => row.id !== id)?.id ?? UNKNOWN_ID;
  return { ...request, url: request.url.replace(`/${id}`, `/${other}`) };
}

const withoutDryRun = (url: string): string => withQuery(url, (query) => query.delete('dryRun'));

async function conditional(
  walker: Walker,
  operation: Operation,
  request: Drafted,
  id: number | undefined,
  { condition }: Manner,
): Promise<Headers> {
  const table = tableAt(operation.path);
  if (condition === 'none' || table === undefined || id === undefined) return {};
  const etag = (await walker.read(table, id))?.headers.etag ?? '"none"';
  if (condition === 'stale') await write(walker, operation, { ...request, url: withoutDryRun(request.url) }, {});
  return { [condition === 'unless' ? 'If-None-Match' : 'If-Match']: tagsFor(condition, etag) };
}

function tagsFor(condition: Condition, etag: string): string {
  if (condition === 'any') return '*';
  if (condition === 'weak') return `W/${etag}`;
  if (condition === 'several') return `"other", W/"x,y" ,${etag}`;
  return condition === 'other' ? '"other"' : etag;
}

/** Of this many pages, one is read as a stream too. */
export const STREAMED = 4;

/** The whole list that a page is of, as a stream. */
export const asStream = ({ method, url }: Sending): Sending => ({
  method,
  url: withoutPages(url),
  headers: { Accept: LINES },
});

const withoutPages = (url: string): string =>
  withQuery(url, (query) => {
    query.delete('page');
    query.delete('limit');
  });

async function performRead(
  walker: Walker,
  { streams }: Operation,
  request: Drafted,
  { condition, cursor }: Manner,
): Promise<Answer> {
  const url = cursor === 'none' ? request.url : await continued(walker, request.url, cursor);
  const answer = await walker.send({ method: 'GET', url });
  if (streams && walker.draw(STREAMED) === 0) await walker.send(asStream({ method: 'GET', url }));
  const { etag } = answer.headers;
  if (condition === 'none' || etag === undefined) return answer;
  const tags = tagsFor(condition === 'stale' ? 'other' : condition, etag);
  return walker.send({ method: 'GET', url, headers: { 'If-None-Match': tags } });
}

/** The URL of the page after one. */
async function continued(walker: Walker, url: string, cursor: Cursor): Promise<string> {
  const next = withQuery(url, (query) => query.delete('page'));
  if (cursor === 'broken') return withCursor(next, 'broken');
  const first = withQuery(next, (query) => {
    if (cursor === 'after one' || cursor === 'after a later page') query.set('limit', '1');
    if (cursor === 'after a later page') query.set('page', '2');
    if (cursor === "another list's") query.set('order', query.get('order') === 'asc' ? 'desc' : 'asc');
  });
  const { body } = await walker.send({ method: 'GET', url: first });
  const { nextCursor } = ((body as Fields | undefined)?.pagination ?? {}) as { nextCursor?: string | null };
  return typeof nextCursor === 'string' ? withCursor(next, nextCursor) : url;
}

const withCursor = (url: string, cursor: string): string => withQuery(url, (query) => query.set('cursor', cursor));
