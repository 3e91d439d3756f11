import type { AppDependencies } from '@tillgate/server/app.ts';
import type { Databases } from '@tillgate/server/storage/database.ts';
import { Regions } from '@tillgate/server/storage/regions.ts';
import type { WebDependencies } from '@tillgate/server/web/dependencies.ts';
import type { Mark } from './fault.ts';

type Pool = Databases['control'];
type AnyPool = WebDependencies['control']['pool'];
type Config = { name?: string; text: string };
type Run = (query: unknown, ...rest: unknown[]) => unknown;
/** What is done in the place of running a query. */
type Around = (run: Run, query: unknown, rest: unknown[]) => unknown;
export type Row = Record<string, unknown>;

/** What stands in the place of what a pattern matches, as `replace` takes it. */
export type Instead = string | ((...groups: string[]) => string);

/** A server whose statements are changed where they match. */
export const patchSql = (deps: AppDependencies, mark: Mark, pattern: RegExp, instead: Instead): AppDependencies =>
  withDatabases(deps, wrapDatabases(deps.databases, changing(mark, pattern, instead)));

/** A web host whose statements are changed where they match. */
export const patchWebSql = (deps: WebDependencies, mark: Mark, pattern: RegExp, instead: Instead): WebDependencies =>
  onControl(deps, changing(mark, pattern, instead));

/** A server that reads other rows from the statements that match. */
export const patchRows = (deps: AppDependencies, pattern: RegExp, read: (rows: Row[]) => Row[]): AppDependencies =>
  withDatabases(deps, wrapDatabases(deps.databases, reading(pattern, read)));

/** A web host that reads other rows from the statements that match. */
export const patchWebRows = (deps: WebDependencies, pattern: RegExp, read: (rows: Row[]) => Row[]): WebDependencies =>
  onControl(deps, reading(pattern, read));

const onControl = (deps: WebDependencies, around: Around): WebDependencies => ({
  ...deps,
  control: { ...deps.control, pool: wrapPool(deps.control.pool, around) },
});

function changing(mark: Mark, pattern: RegExp, instead: Instead): Around {
  const changed = (text: string): string => {
    const after = text.replace(pattern, instead as string);
    if (after !== text) mark();
    return after;
  };
  const change = (query: unknown): unknown => {
    if (typeof query === 'string') return changed(query);
    const config = query as Config;
    return typeof config?.text === 'string' ? { ...config, text: changed(config.text) } : query;
  };
  return (run, query, rest) => run(change(query), ...rest);
}

/**
 * The same databases for another server. A statement that is prepared under a name has one text, and two servers give
 * one name to different texts: here none has a name.
 */
export const nameless = (databases: Databases): Databases =>
  wrapDatabases(databases, (run, query, rest) => {
    if (typeof query === 'string') return run(query, ...rest);
    const { name: _, ...unnamed } = query as Config;
    return run(unnamed, ...rest);
  });

const textOf = (query: unknown): string => (typeof query === 'string' ? query : ((query as Config)?.text ?? ''));

const reading =
  (pattern: RegExp, read: (rows: Row[]) => Row[]): Around =>
  async (run, query, rest) => {
    const result = (await run(query, ...rest)) as { rows: Row[] };
    return pattern.test(textOf(query)) ? { ...result, rows: read(result.rows) } : result;
  };

/** The same app on other databases. */
const withDatabases = (deps: AppDependencies, databases: Databases): AppDependencies => ({
  ...deps,
  databases,
  regions: new Regions(databases, deps.clock),
});

function wrapDatabases(databases: Databases, around: Around): Databases {
  const wrapped = new Map<Pool, Pool>();
  const wrap = (pool: Pool): Pool => {
    const known = wrapped.get(pool) ?? wrapPool(pool, around);
    wrapped.set(pool, known);
    return known;
  };
  const regions = Object.fromEntries(Object.entries(databases.regions).map(([name, pool]) => [name, wrap(pool)]));
  return { ...databases, control: wrap(databases.control), regions: regions as Databases['regions'] };
}

const wrapPool = <P extends AnyPool>(pool: P, around: Around): P =>
  intercept(pool, {
    query: aroundOf(pool, around),
    connect: async () => {
      const client = await pool.connect();
      return intercept(client, { query: aroundOf(client, around) });
    },
  });

const aroundOf =
  (target: { query: unknown }, around: Around): Run =>
  (query, ...rest) =>
    around((...all) => (target.query as Run).call(target, ...all), query, rest);

/** The object with some of its methods replaced. */
export const intercept = <T extends object>(object: T, methods: Readonly<Record<string, unknown>>): T =>
  new Proxy(object, {
    get(target, name) {
      if (typeof name === 'string' && name in methods) return methods[name];
      const member = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
