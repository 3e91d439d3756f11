import { type Call, callOf, type Operation } from './call.ts';
import { ConfigurationError, TransportError } from './errors.ts';

/** A page of a list, as far as reading on needs it. */
export interface Page {
  readonly data: readonly unknown[];
  readonly pagination: { readonly page: number | null; readonly hasMore: boolean; readonly nextCursor?: string | null };
}

export type Row<List> = List extends { data: readonly (infer R)[] } ? R : never;

/** Every record of a list, whichever page it is on. Each loop over it reads the list from where it was asked to begin. */
export interface Listing<List> extends AsyncIterable<Row<List>> {
  /**
   * The pages of the list, each requested when the loop reaches it. A page's `pagination.nextCursor`, passed as `cursor`
   * with the same filters, goes on behind it, also in another process.
   */
  pages(): AsyncGenerator<List, void, void>;
  /** The first records, at most `max` of them. */
  toArray(options: { readonly max: number }): Promise<Row<List>[]>;
}

/** Rows per page: as many as the API gives. */
const LIMIT = 100;

/** A list that is read page by page. */
interface Source {
  /** Name of the call. */
  readonly operation: string;
  /** Requests one page. */
  readonly read: (call: Call) => Promise<Page>;
}

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
    const page = await read(callOf(list, [...ids, { limit, ...query, ...next }]));
    yield page;
    next = following(page.pagination);
    const place = next?.cursor ?? next?.page;
    // Without an end, the loop would read the same pages for ever.
    if (places.has(place) && next) throw repeated(operation);
    places.add(place);
  }
}

/** Where the next page begins; the first page is nowhere. */
interface Next {
  readonly cursor?: string;
  readonly page?: number;
}

const repeated = (operation: string) =>
  new TransportError('client.unexpected_answer', `${operation} got the cursor of an earlier page again.`);

/**
 * Pages by cursor, which neither repeats nor misses a record when others are added; by number where a list has none.
 */
function following({ page, hasMore, nextCursor }: Page['pagination']): Next | undefined {
  if (nextCursor) return { cursor: nextCursor };
  return hasMore && page ? { page: page + 1 } : undefined;
}
