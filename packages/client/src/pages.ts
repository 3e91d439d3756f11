import { type Call, callOf, type Operation } from './call.ts';

/** A page of a list, as far as reading on needs it. */
export interface Page {
  readonly data: readonly unknown[];
  readonly pagination: { readonly nextCursor: string | null };
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
  let cursor: string | null | undefined;
  do {
    const page = await read(callOf(operation, [...ids, { limit: LIMIT, ...query, ...(cursor && { cursor }) }]));
    yield* page.data;
    cursor = page.pagination.nextCursor;
  } while (cursor);
}
