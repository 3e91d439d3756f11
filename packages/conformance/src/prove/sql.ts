import type { AppDependencies, Databases } from '@tillgate/server';
import { Regions } from '@tillgate/server';

type Pool = Databases['control'];
type Config = { name?: string; text: string };

/** A server whose statements are changed where they match. */
export function patchSql(
  deps: AppDependencies,
  mark: () => void,
  pattern: RegExp,
  instead: string | ((...groups: string[]) => string),
): AppDependencies {
  const change = (query: unknown): unknown => {
    if (typeof query === 'string') return changed(query);
    const config = query as Config;
    if (typeof config?.text !== 'string') return query;
    const text = changed(config.text);
    // A statement that is prepared under a name has one text.
    return text === config.text ? query : { ...config, text, ...(config.name && { name: `${config.name}!${unique}` }) };
  };
  const changed = (text: string): string => {
    const after = text.replace(pattern, instead as string);
    if (after !== text) mark();
    return after;
  };
  made += 1;
  const unique = made;
  return withDatabases(deps, wrapDatabases(deps.databases, change));
}

let made = 0;

/** The same app on other databases. */
export const withDatabases = (deps: AppDependencies, databases: Databases): AppDependencies => ({
  ...deps,
  databases,
  regions: new Regions(databases, deps.clock),
});

function wrapDatabases(databases: Databases, change: (query: unknown) => unknown): Databases {
  const wrapped = new Map<Pool, Pool>();
  const wrap = (pool: Pool): Pool => {
    const known = wrapped.get(pool) ?? wrapPool(pool, change);
    wrapped.set(pool, known);
    return known;
  };
  const regions = Object.fromEntries(Object.entries(databases.regions).map(([name, pool]) => [name, wrap(pool)]));
  return { ...databases, control: wrap(databases.control), regions: regions as Databases['regions'] };
}

const wrapPool = (pool: Pool, change: (query: unknown) => unknown): Pool =>
  intercept(pool, {
    query: (query: unknown, ...rest: unknown[]) =>
      (pool.query as (...all: unknown[]) => unknown).call(pool, change(query), ...rest),
    connect: async () => {
      const client = await pool.connect();
      return intercept(client, {
        query: (query: unknown, ...rest: unknown[]) =>
          (client.query as (...all: unknown[]) => unknown).call(client, change(query), ...rest),
      });
    },
  });

/** The object with some of its methods replaced. */
export const intercept = <T extends object>(object: T, methods: Readonly<Record<string, unknown>>): T =>
  new Proxy(object, {
    get(target, name) {
      if (typeof name === 'string' && name in methods) return methods[name];
      const member = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
