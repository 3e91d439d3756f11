import type { JsonText } from '../storage/json-text.ts';
import type { Page } from '../storage/listing.ts';

/** Writes a page of a list as the contract has it. */
export function listOf<List>(read: Page): JsonText<List> {
  const { page, limit, total, totalIsExact, hasMore, nextCursor } = read;
  const pagination = JSON.stringify({ page, limit, total, totalIsExact, hasMore, nextCursor });
  return `{"data":[${read.rows}],"pagination":${pagination}}` as JsonText<List>;
}
