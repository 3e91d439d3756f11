import { readFileSync } from 'node:fs';

const { name, version, engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export const VERSION: string = version;

const [, required] = engines.node.split('>=');
const [major = 0, minor = 0] = numbersOf(process.versions.node);
const [leastMajor = 0, leastMinor = 0] = numbersOf(required);

// Exits here, because older Node.js versions may not even parse the modules imported next.
if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  process.stderr.write(`${name} requires Node.js ${required} or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}

// Node.js 20 lacks these two functions of ES2024.
Map.groupBy ??= function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
    index += 1;
  }
  return groups;
};
Promise.withResolvers ??= function withResolvers<T>() {
  let outcome: Omit<PromiseWithResolvers<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    outcome = { resolve, reject };
  });
  return { promise, ...(outcome as Omit<PromiseWithResolvers<T>, 'promise'>) };
};
