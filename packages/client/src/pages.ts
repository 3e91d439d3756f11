import { type Call, callOf, type Operation } from './call.ts';
import { ConfigurationError } from './errors.ts';

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

/** Asks for one page. */
export type ReadPage = (call: Call) => Promise<Page>;

export function listing(operation: Operation, args: readonly unknown[], read: ReadPage): Listing<Page> {
  const pages = (limit: number) => pagesOf(operation, args, { limit, read });
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
  operation: Operation,
  args: readonly unknown[],
  { limit, read }: { readonly limit: number; readonly read: ReadPage },
): AsyncGenerator<Page, void, void> {
  const ids = args.filter((arg) => typeof arg !== 'object' && arg !== undefined);
  const query = args[ids.length] as object | undefined;
  let next: object | undefined = {};
  while (next) {
    const page = await read(callOf(operation, [...ids, { limit, ...query, ...next }]));
    yield page;
    next = following(page.pagination);
  }
}

/**
 * Pages by cursor, which neither repeats nor misses a record when others are added; by number where a list has none.
 */
function following({ page, hasMore, nextCursor }: Page['pagination']): object | undefined {
  if (nextCursor) return { cursor: nextCursor };
  return hasMore && page ? { page: page + 1 } : undefined;
}
