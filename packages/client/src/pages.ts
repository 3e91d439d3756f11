import { type Call, callOf, type Operation } from './call.ts';

/** A page of a list, as far as reading on needs it. */
export interface Page {
  readonly data: readonly unknown[];
  readonly pagination: { readonly page: number | null; readonly hasMore: boolean; readonly nextCursor?: string | null };
}

/** Rows per page: as many as the API gives. */
const LIMIT = 100;

export async function* iterate(
  operation: Operation,
  args: readonly unknown[],
  read: (call: Call) => Promise<Page>,
): AsyncGenerator<unknown, void, void> {
  const ids = args.filter((arg) => typeof arg !== 'object' && arg !== undefined);
  const query = args[ids.length] as object | undefined;
  let next: object | undefined = {};
  while (next) {
    const { data, pagination } = await read(callOf(operation, [...ids, { limit: LIMIT, ...query, ...next }]));
    yield* data;
    next = following(pagination);
  }
}

/**
 * Pages by cursor, which neither repeats nor misses a record when others are added; by number where a list has none.
 */
function following({ page, hasMore, nextCursor }: Page['pagination']): object | undefined {
  if (nextCursor) return { cursor: nextCursor };
  return hasMore && page ? { page: page + 1 } : undefined;
}
