import type { AppDependencies } from '@tillgate/server/app.ts';
import { Batch, type Rows } from '@tillgate/server/database/batch.ts';
import type { Databases } from '@tillgate/server/database/database.ts';
import { Regions } from '@tillgate/server/database/regions.ts';
import { ControlPlane } from '@tillgate/server/operations/operations.ts';
import type { WebDependencies } from '@tillgate/server/pages/kit/dependencies.ts';
import type { Runtime } from '@tillgate/server/runtime.ts';
import type { SingleDeliveries } from '@tillgate/server/webhooks/requests.ts';
import type { Replacement } from './fault.ts';
import { intercept } from './intercept.ts';

type Pool = Databases['control'];
type AnyPool = WebDependencies['control']['pool'];
type Config = { name?: string; text: string };
type Run = (query: unknown, ...rest: unknown[]) => unknown;
/** Runs in place of a query. */
export type Around = (run: Run, query: unknown, rest: unknown[]) => unknown;
type AroundBatch = (batch: Batch, run: Run, around: Around) => unknown;
export type Row = Record<string, unknown>;

/** The API on other databases. */
export function onDatabases(deps: AppDependencies, around: Around): AppDependencies {
  const databases = wrapDatabases(deps.databases as Databases, around);
  const control = { ...deps.control, pool: databases.control };
  return { ...deps, databases, control, regions: new Regions(databases, deps.clock) };
}

/** The control plane of a laboratory's server. A fault of the web host also changes the operations that its pages call. */
export class LaboratoryControlPlane extends ControlPlane {
  readonly #deliveries: SingleDeliveries;

  constructor(runtime: Runtime, deliveries: SingleDeliveries) {
    super(runtime, deliveries);
    this.#deliveries = deliveries;
  }

  on(control: Runtime['control']): LaboratoryControlPlane {
    return new LaboratoryControlPlane({ ...this.runtime, control }, this.#deliveries);
  }
}

/** The web host on another database. */
export function onPool(deps: WebDependencies, around: Around): WebDependencies {
  const control = { ...deps.control, pool: wrapPool(deps.control.pool, around) };
  const { controlPlane } = deps;
  return {
    ...deps,
    control,
    controlPlane: controlPlane instanceof LaboratoryControlPlane ? controlPlane.on(control) : controlPlane,
  };
}

export const replaced = (text: string, { from, to }: Replacement): string => text.replace(from, to as string);

/** Changes the text of the named statements, or of all. Records which replacements took effect. */
export function replacing(
  changes: readonly Replacement[],
  names: readonly string[] | undefined,
  applied: (change: Replacement) => void,
): Around {
  const changed = (text: string): string =>
    changes.reduce((before, change) => {
      const after = replaced(before, change);
      if (after !== before) applied(change);
      return after;
    }, text);
  return (run, query, rest) => {
    if (names && !names.some((name) => isNamed(nameOf(query), name))) return run(query, ...rest);
    if (typeof query === 'string') return run(changed(query), ...rest);
    const config = query as Config;
    return run(typeof config?.text === 'string' ? { ...config, text: changed(config.text) } : query, ...rest);
  };
}

/** For statements over a merchant's rows, the schema follows the name. */
export const nameOf = (query: unknown): string =>
  (typeof query === 'string' ? undefined : (query as Config)?.name)?.split('@')[0] ?? '';

/** Compares a name with a pattern in which `*` matches any part. */
export function isNamed(name: string, pattern: string): boolean {
  const [start = '', end] = pattern.split('*');
  return end === undefined ? name === pattern : name.startsWith(start) && name.endsWith(end);
}

export const textOf = (query: unknown): string => (typeof query === 'string' ? query : ((query as Config)?.text ?? ''));

/**
 * The same databases for another server, without names for prepared statements: each name stands
 * for one text, and the two servers would use different texts.
 */
export const nameless = (databases: Databases): Databases =>
  wrapDatabases(databases, (run, query, rest) => {
    if (typeof query === 'string') return run(query, ...rest);
    const { name: _, ...unnamed } = query as Config;
    // A spread omits the text of a tagged statement, which is a getter.
    const { text } = query as Config;
    return run(typeof text === 'string' ? { ...unnamed, text } : unnamed, ...rest);
  });

/** The same databases with something around each query, and around each batch of them. */
export function wrapDatabases(databases: Databases, around: Around, aroundBatch: AroundBatch = oneByOne): Databases {
  const wrapped = new Map<Pool, Pool>();
  const wrap = (pool: Pool): Pool => {
    const known = wrapped.get(pool) ?? wrapPool(pool, around, aroundBatch);
    wrapped.set(pool, known);
    return known;
  };
  const regions = Object.fromEntries(Object.entries(databases.regions).map(([name, pool]) => [name, wrap(pool)]));
  return { ...databases, control: wrap(databases.control), regions: regions as Databases['regions'] };
}

const wrapPool = <P extends AnyPool>(pool: P, around: Around, aroundBatch: AroundBatch = oneByOne): P => {
  const wrapped = (target: object, method: 'query' | 'read' | 'find'): Run => {
    const run: Run = (...all) => (Reflect.get(target, method, target) as Run).call(target, ...all);
    return (query, ...rest) => (query instanceof Batch ? aroundBatch(query, run, around) : around(run, query, rest));
  };
  return intercept(pool, {
    query: wrapped(pool, 'query'),
    read: wrapped(pool, 'read'),
    find: wrapped(pool, 'find'),
    connect: async () => {
      const client = await pool.connect();
      return intercept(client, { query: wrapped(client, 'query') });
    },
  });
};

/** Sends the statements of a batch one after another. */
function oneByOne({ asked }: Batch, run: Run, around: Around): void {
  for (const { statement, resolve, reject } of asked) {
    void Promise.resolve(around(run, statement, [])).then((result) => resolve(result as Rows<object>), reject);
  }
}
