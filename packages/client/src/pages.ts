import { callOf, type Operation } from './call.ts';
import { ConfigurationError, TransportError } from './errors.ts';
import type { Source } from './results.ts';

/** The part of a page that iteration reads. */
export interface Page {
  readonly data: readonly unknown[];
  readonly pagination: { readonly page: number | null; readonly hasMore: boolean; readonly nextCursor?: string | null };
}

export type Row<List> = List extends { data: readonly (infer R)[] } ? R : never;

/** A page with, on the first page of the list, the place in the change feed as it was before the page was read. */
export type ListedPage<List> = List & { readonly changesAfter?: string };

/** All records of a list, page by page. Each loop starts over from where the call asked to begin. */
export interface Listing<List> extends AsyncIterable<Row<List>> {
  /**
   * Pages of the list, requested as the loop reaches them. To resume after a page, even in another
   * process, pass its `pagination.nextCursor` as `cursor` with the same filters.
   */
  pages(): AsyncGenerator<ListedPage<List>, void, void>;
  /** Resolves with the first records, at most `max`. */
  toArray(options: { readonly max: number }): Promise<Row<List>[]>;
}

/** Rows per page: the API's maximum. */
const LIMIT = 100;

export function listing(list: Operation, args: readonly unknown[], source: Source): Listing<Page> {
  const pages = (limit: number) => pagesOf(list, args, { limit, ...source });
  return {
    pages: () => pages(LIMIT),
    async *[Symbol.asyncIterator]() {
      for await (const { data } of pages(LIMIT)) yield* data;
    },
    async toArray({ max }) {
      if (!(max >= 1)) throw new ConfigurationError('client.option_invalid', 'max must be a number from 1 up.');
      const rows: unknown[] = [];
      for await (const { data } of pages(Math.min(LIMIT, max))) {
        rows.push(...data.slice(0, max - rows.length));
        if (rows.length >= max) break;
      }
      return rows;
    },
  };
}

async function* pagesOf(
  list: Operation,
  args: readonly unknown[],
  { limit, operation, read }: Source & { readonly limit: number },
): AsyncGenerator<Page, void, void> {
  const ids = args.filter((arg) => typeof arg !== 'object' && arg !== undefined);
  const query = args[ids.length] as { readonly cursor?: unknown } | undefined;
  const places = new Set<unknown>([query?.cursor]);
  let next: Next | undefined = {};
  while (next) {
    const { data, response } = await read(callOf(list, [...ids, { limit, ...query, ...next }]));
    const page = data as Page;
    yield { ...page, ...(response.changesAfter && { changesAfter: response.changesAfter }) };
    next = following(page.pagination);
    const place = next?.cursor ?? next?.page;
    // Without this error, the loop would read the same pages forever.
    if (places.has(place) && next)
      throw new TransportError('client.unexpected_answer', `${operation} got the cursor of an earlier page again.`);
    places.add(place);
  }
}

/** Start of the next page; absent for the first. */
interface Next {
  readonly cursor?: string;
  readonly page?: number;
}

/**
 * Prefers the cursor, which neither repeats nor misses records when others are added. Lists without
 * cursors use page numbers.
 */
function following({ page, hasMore, nextCursor }: Page['pagination']): Next | undefined {
  if (nextCursor) return { cursor: nextCursor };
  return hasMore && page ? { page: page + 1 } : undefined;
}
