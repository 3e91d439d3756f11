import { Batch } from '@tillgate/server/database/batch.ts';
import type { Databases } from '@tillgate/server/database/database.ts';

/** A statement as the server sends it. */
export interface SentStatement {
  readonly name: string;
  readonly text: string;
}

type Pool = Databases['control'];
type Run = (query: unknown, ...rest: unknown[]) => unknown;
type Config = { readonly name?: string | undefined; readonly text?: string | undefined };

/** The same databases; `change` sees each statement before it is sent, and returns the text to send. */
export function changing(databases: Databases, change: (sent: SentStatement) => string): Databases {
  // For statements over a merchant's rows, the schema follows the name.
  const textOf = ({ name = '', text = '' }: Config): string =>
    text === '' ? '' : change({ name: name.split('@')[0] ?? '', text });
  const changed = <Q extends Config>(config: Q): Q => (config.text ? { ...config, text: textOf(config) } : config);
  const sending =
    (target: object, method: string): Run =>
    (query, ...rest) => {
      const run = Reflect.get(target, method, target) as Run;
      if (typeof query === 'string') return run.call(target, textOf({ text: query }), ...rest);
      if (!(query instanceof Batch)) return run.call(target, changed(query as Config), ...rest);
      const asked = query.asked.map((one) => ({ ...one, statement: changed(one.statement) }));
      return run.call(target, new Batch(asked), ...rest);
    };
  const wrap = (pool: Pool): Pool =>
    intercept(pool, {
      query: sending(pool, 'query'),
      read: sending(pool, 'read'),
      find: sending(pool, 'find'),
      connect: async () => {
        const client = await pool.connect();
        return intercept(client, { query: sending(client, 'query') });
      },
    });
  const wrapped = new Map(
    [...new Set([databases.control, ...Object.values(databases.regions)])].map((p) => [p, wrap(p)]),
  );
  const of = (pool: Pool): Pool => wrapped.get(pool) ?? pool;
  const regions = Object.fromEntries(Object.entries(databases.regions).map(([name, pool]) => [name, of(pool)]));
  return { ...databases, control: of(databases.control), regions: regions as Databases['regions'] };
}

/** Copies an object with some of its methods replaced. */
const intercept = <T extends object>(object: T, methods: Readonly<Record<string, unknown>>): T =>
  new Proxy(object, {
    get(target, name) {
      if (typeof name === 'string' && name in methods) return methods[name];
      const member = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
