import type { Reply } from '../records/handlers.ts';

/**
 * Number of releases that have changed the JSON text of a record, for example by adding a property; keyed by the first segment of
 * its path. A rewritten record keeps its version, since no client changed it and copies are still current, but its ETag changes:
 * a client with the old text would otherwise get a 304. A test fails if a text changes while its revision does not.
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
