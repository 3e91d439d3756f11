import type { PoolClient, QueryConfig } from 'pg';
import type { Databases } from '../../../src/database/database.ts';
import type { DatabasePool } from '../../../src/database/pool.ts';

export class ProcessKilled extends Error {}

/** Databases of a process that is killed right after a matching statement. */
export function killedAfter(databases: Databases, after: RegExp): Databases & { readonly killed: boolean } {
  const state = { killed: false };
  const query =
    (target: Pick<PoolClient, 'query'>) =>
    async (sent: string | QueryConfig, values?: unknown[]): Promise<unknown> => {
      if (state.killed) throw new ProcessKilled();
      const result = await target.query(sent as string, values);
      if (state.killed || after.test(typeof sent === 'string' ? sent : sent.text)) {
        state.killed = true;
        throw new ProcessKilled();
      }
      return result;
    };
  const wrapped = <T extends Pick<PoolClient, 'query'>>(target: T, others: Partial<T> = {}): T =>
    new Proxy(target, {
      get(_, name) {
        if (name in others) return others[name as keyof T];
        if (name === 'query' || name === 'find' || name === 'read') return query(target);
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const known = new Map<DatabasePool, DatabasePool>();
  const pool = (one: DatabasePool): DatabasePool => {
    const connect = async () => {
      if (state.killed) throw new ProcessKilled();
      const client = await one.connect();
      // Ends what a dead process had in progress, together with its connections.
      return wrapped(client, { release: () => client.release(true) } as Partial<PoolClient>);
    };
    const made = known.get(one) ?? wrapped(one, { connect } as Partial<DatabasePool>);
    known.set(one, made);
    return made;
  };
  const { UK, US, IN, AE } = databases.regions;
  return {
    ...databases,
    control: pool(databases.control),
    regions: { UK: pool(UK), US: pool(US), IN: pool(IN), AE: pool(AE) },
    furtherCells: databases.furtherCells.map((cell) => ({ ...cell, pool: pool(cell.pool) })),
    get killed() {
      return state.killed;
    },
  };
}
