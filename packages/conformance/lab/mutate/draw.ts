import { createHash } from 'node:crypto';
import type { Mutant, Reached } from './mutant.ts';
import { GROUPS, groupOf } from './sources.ts';
import { whyUnobservable } from './unobservable.ts';

/** Mutants to try, and those met before them that no response can show. */
export interface Drawn {
  readonly tried: readonly Reached[];
  readonly setApart: readonly { readonly mutant: Mutant; readonly reason: string }[];
}

interface DrawOptions {
  readonly seed: number;
  /** How many observable mutants to draw. */
  readonly count: number;
  readonly kind: 'embedded' | 'postgres';
}

/** Draws observable mutants by seed. */
export function draw(reached: readonly Reached[], { seed, count, kind }: DrawOptions): Drawn {
  const tried: Reached[] = [];
  const setApart: { mutant: Mutant; reason: string }[] = [];
  for (const one of inOrder(reached, seed)) {
    if (tried.length === count) break;
    const reason = whyUnobservable(one.mutant, kind);
    if (reason) setApart.push({ mutant: one.mutant, reason });
    else tried.push(one);
  }
  return { tried, setApart };
}

/** The groups take turns. */
function inOrder(reached: readonly Reached[], seed: number): Reached[] {
  const shuffled = bySeed(reached, seed, ({ mutant }) => mutant.key);
  const groups = Map.groupBy(shuffled, ({ mutant }) => groupOf(mutant));
  return takingTurns(GROUPS.map((group) => byKind(groups.get(group) ?? [])));
}

/**
 * One mutant in three is of SQL. SQL operators take turns, because some of them have a hundred times as many mutants as
 * others. So do those of responses.
 */
function byKind(shuffled: readonly Reached[]): Reached[] {
  const code = shuffled.filter(({ mutant }) => mutant.kind === 'code');
  const sql = shuffled.filter(({ mutant }) => mutant.kind !== 'code');
  return takingTurns([code, takingTurns([...Map.groupBy(sql, ({ mutant }) => mutant.operator).values()])], [2, 1]);
}

/** Sorts by a hash of the seed and each key, so that an entry that appears or disappears moves no other. */
export function bySeed<T>(entries: readonly T[], seed: number, keyOf: (entry: T) => string): T[] {
  const placeOf = (entry: T) =>
    createHash('sha256')
      .update(`${seed} ${keyOf(entry)}`)
      .digest('hex');
  return entries.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/** Takes from each list in turn, as many as its share, until all are empty. */
export function takingTurns<T>(lists: readonly (readonly T[])[], shares: readonly number[] = []): T[] {
  const taken: T[] = [];
  const next = lists.map(() => 0);
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  while (taken.length < total) {
    for (const [i, list] of lists.entries()) {
      const from = next[i] ?? 0;
      const to = from + (shares[i] ?? 1);
      taken.push(...list.slice(from, to));
      next[i] = to;
    }
  }
  return taken;
}
