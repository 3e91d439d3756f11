import type { Reply } from '../resources/handlers.ts';

/**
 * How often a release has changed the text of stored records, such as by a new property, by the first segment of their paths.
 * Such a record keeps its version, because nobody has changed it, and a copy of it is still current. Its ETag is another one:
 * a client that has the earlier text would otherwise get a 304. The test of this file fails if a text changes without this.
 */
export const REVISIONS: Readonly<Record<string, number>> = {
  brands: 0,
  categories: 0,
  items: 0,
  menus: 0,
  modifiers: 0,
  'purchase-orders': 0,
  'stock-adjustments': 1,
  'stock-transfers': 0,
  stores: 0,
  suppliers: 0,
};

/** Adds the revision to the ETags of the records at a path. */
export function revisionOf(path: string, revisions = REVISIONS): (reply: Reply) => Reply {
  const revision = revisions[path.split('/')[1] ?? ''] ?? 0;
  if (revision === 0) return (reply) => reply;
  return (reply) => {
    const etag = reply.headers?.ETag;
    return etag ? { ...reply, headers: { ...reply.headers, ETag: etag.replace(/"$/, `-r${revision}"`) } } : reply;
  };
}
