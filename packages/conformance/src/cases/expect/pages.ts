import type { Caller } from '../../engine/caller.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Page, Rec } from '../../engine/record.ts';

/** Key that identifies a row, and how the list is paged. */
export interface Paging {
  readonly by: 'page' | 'cursor';
  readonly keyOf?: (row: Rec) => unknown;
  readonly hasCursors?: boolean;
}

/**
 * Reads a list in two pages, and by number also the page after the last. With an even number of
 * records the second page is full. Asserts order, total, hasMore and nextCursor of each.
 */
export async function expectPages(
  t: CaseContext,
  caller: Caller,
  url: string,
  expected: readonly unknown[],
  { by, keyOf = ({ id }) => id, hasCursors = true }: Paging,
): Promise<void> {
  const limit = Math.max(1, Math.ceil(expected.length / 2));
  const filled = Math.ceil(expected.length / limit);
  let cursor: string | null = null;
  for (let n = 0; n < (by === 'page' ? filled + 1 : Math.max(1, filled)); n += 1) {
    const at = by === 'page' ? `&page=${n + 1}` : cursor === null ? '' : `&cursor=${cursor}`;
    const { data, pagination }: Page = await caller.page(`${url}&limit=${limit}${at}`);
    const hasMore = (n + 1) * limit < expected.length;
    const what = `GET ${url}&limit=${limit}, ${by} ${n + 1}`;
    t.equal(data.map(keyOf), expected.slice(n * limit, (n + 1) * limit), what);
    t.equal([pagination.total, pagination.hasMore], [expected.length, hasMore], `${what}: total and hasMore`);
    cursor = pagination.nextCursor;
    if (hasCursors) t.equal(cursor !== null, hasMore, `${what}: presence of nextCursor`);
    if (by === 'cursor' && hasMore && cursor === null) return;
  }
}
