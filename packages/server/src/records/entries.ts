import { isDeepStrictEqual } from 'node:util';
import type { TenantTransaction } from '../database/tenant.ts';
import { type FieldError, referenceNotFound, refuseInvalid } from '../errors.ts';

export function repetitions(entries: readonly { path: string; value: string | number }[]): FieldError[] {
  const first = new Map<string | number, string>();
  return entries.flatMap(({ path, value }) => {
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, path);
    return earlier === undefined
      ? []
      : [{ in: 'body' as const, path, rule: 'unique', message: `must differ from ${earlier}` }];
  });
}

/** Returns the next of the ids reserved for a write. */
export type NextId = () => number;

export async function takeIds(tx: TenantTransaction, count: number): Promise<NextId> {
  const ids = await tx.newIds(count);
  return () => ids.shift() as number;
}

export const idOf = (entry: object): number | undefined => (entry as { readonly id?: number }).id;

export const countNew = (entries: readonly object[] = []): number =>
  entries.filter((entry) => idOf(entry) === undefined).length;

export function refuseRepeatedIds(list: string, entries: readonly object[] = []): void {
  const sent = entries.flatMap((entry, i) => {
    const value = idOf(entry);
    return value === undefined ? [] : [{ path: `/${list}/${i}/id`, value }];
  });
  refuseInvalid(repetitions(sent));
}

interface Identified {
  readonly id: number;
}

interface List<Input> {
  readonly name: string;
  /** Names an entry in rejections, such as `line of this order`. */
  readonly kind: string;
  /** Values that a new entry would have, except generated ones. */
  readonly asNew: (entry: Input) => object;
}

/**
 * Finds the stored entry that each sent entry changes; undefined for a new one. An entry without an id matches the
 * stored entry at the same position if their values are equal. Rejects ids from another record.
 */
export function entriesBefore<Input extends object, Entry extends Identified>(
  { name, kind, asNew }: List<Input>,
  entries: readonly Input[],
  current: readonly Entry[],
): (Entry | undefined)[] {
  const existing = new Map(current.map((entry) => [entry.id, entry]));
  const sent = new Set(entries.map(idOf));
  return entries.map((entry, index) => {
    const id = idOf(entry);
    if (id === undefined) {
      const there = current[index];
      return there && !sent.has(there.id) && hasValues(there, asNew(entry)) ? there : undefined;
    }
    const before = existing.get(id);
    if (!before) throw referenceNotFound(`/${name}/${index}/id`, kind);
    return before;
  });
}

export const hasValues = (entry: object, values: object): boolean =>
  Object.entries(values).every(([name, value]) =>
    isDeepStrictEqual(value, (entry as Readonly<Record<string, unknown>>)[name]),
  );
