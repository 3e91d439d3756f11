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
