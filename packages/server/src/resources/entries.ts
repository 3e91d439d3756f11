import { referenceNotFound, referencesNotFound, validationFailed } from '../errors.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import { repetitions } from './repetitions.ts';

/** Returns the next of the ids reserved for a write. */
export type NextId = () => number;

export async function takeIds(tx: TenantTransaction, count: number): Promise<NextId> {
  const ids = await tx.newIds(count);
  return () => ids.shift() as number;
}

const idOf = (entry: object): number | undefined => (entry as { readonly id?: number }).id;

export const countNew = (entries: readonly object[] = []): number =>
  entries.filter((entry) => idOf(entry) === undefined).length;

export function refuseRepeatedIds(list: string, entries: readonly object[] = []): void {
  const sent = entries.flatMap((entry, i) => {
    const value = idOf(entry);
    return value === undefined ? [] : [{ path: `/${list}/${i}/id`, value }];
  });
  const repeated = repetitions(sent);
  if (repeated.length > 0) throw validationFailed(repeated);
}

interface Identified {
  readonly id: number;
}

/** Rejects lines with the id of another document, and names each of them. */
export function refuseUnknownLines(lines: readonly object[], current: readonly Identified[], kind: string): void {
  const known = new Set(current.map(({ id }) => id));
  const unknown = lines.flatMap((line, i) => {
    const id = idOf(line);
    return id === undefined || known.has(id) ? [] : [`/lines/${i}/id`];
  });
  if (unknown.length > 0) throw referencesNotFound(unknown, kind);
}

/** Finds the stored entry that each sent one changes; undefined for a new one. Rejects ids from another record. */
export function entriesBefore<Entry extends Identified>(
  list: string,
  entries: readonly object[],
  current: readonly Entry[],
  kind: string,
): (Entry | undefined)[] {
  const existing = new Map(current.map((entry) => [entry.id, entry]));
  return entries.map((entry, index) => {
    const id = idOf(entry);
    const before = id === undefined ? undefined : existing.get(id);
    if (id !== undefined && !before) throw referenceNotFound(`/${list}/${index}/id`, kind);
    return before;
  });
}
