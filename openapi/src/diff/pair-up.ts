interface Sides<Part, Result> {
  readonly both?: (was: Part, is: Part, name: string) => readonly Result[];
  readonly removed: (was: Part, name: string) => Result;
  readonly added: (is: Part, name: string) => Result;
}

/** Pairs the named parts of two versions: the parts of the earlier version in order, then the added ones. */
export function pairUp<Part, Result>(
  before: ReadonlyMap<string, Part>,
  after: ReadonlyMap<string, Part>,
  { both = () => [], removed, added }: Sides<Part, Result>,
): Result[] {
  const earlier = [...before].flatMap(([name, was]) => {
    const is = after.get(name);
    return is === undefined ? [removed(was, name)] : both(was, is, name);
  });
  const later = [...after].filter(([name]) => !before.has(name));
  return [...earlier, ...later.map(([name, is]) => added(is, name))];
}

/** Compares values that are either present or absent. */
export const pairUpValues = <Result>(
  before: readonly string[],
  after: readonly string[],
  sides: Pick<Sides<string, Result>, 'removed' | 'added'>,
): Result[] => pairUp(named(before), named(after), sides);

const named = (values: readonly string[]) => new Map(values.map((value) => [value, value]));
