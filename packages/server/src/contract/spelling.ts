/** Longer names are not compared: names of the contract are shorter. */
const LONGEST = 64;

/** The known name that a name was probably meant to be: spelled alike but for case and separators, or nearly so. */
export function meantName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const spelled = plain(name);
  const most = spelled.length < 4 ? 0 : spelled.length < 8 ? 1 : 2;
  const distances = known.map((one) => [one, editsBetween(spelled, plain(one))] as const);
  const near = distances.filter(([, edits]) => edits <= most).toSorted(([, one], [, other]) => one - other);
  return near[0]?.[0];
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editsBetween(from: string, to: string): number {
  let [before, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const replaced = (last[column - 1] as number) + (isSame ? 0 : 1);
      const swapped = isSwap ? (before[column - 2] as number) + 1 : replaced;
      current.push(Math.min((last[column] as number) + 1, (current[column - 1] as number) + 1, replaced, swapped));
    }
    [before, last] = [last, current];
  }
  return last[to.length] as number;
}
