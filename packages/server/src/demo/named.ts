/** Looks up the record that a name in the demo's data refers to. */
export function named<T>(entries: ReadonlyMap<string, T>, name: string): T {
  const entry = entries.get(name);
  if (entry === undefined) throw new Error(`The demo's data names nothing called ${name}.`);
  return entry;
}
