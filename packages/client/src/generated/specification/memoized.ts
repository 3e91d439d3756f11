// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The function, which computes each value once. Objects as keys need a WeakMap. */
export function memoized<Key, Value>(
  compute: (key: Key) => Value,
  known: Memory<Key, Value> = new Map(),
): (key: Key) => Value {
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
