import { isDeepStrictEqual } from 'node:util';

/** Properties that every write changes. */
const OF_EVERY_WRITE = new Set(['version', 'updatedAt']);

/** Names of the properties whose values differ from the record before. */
export function changedProperties(before: object, after: object): string[] {
  const earlier = before as Readonly<Record<string, unknown>>;
  return Object.entries(after)
    .filter(([name, value]) => !OF_EVERY_WRITE.has(name) && !isDeepStrictEqual(value, earlier[name]))
    .map(([name]) => name);
}
