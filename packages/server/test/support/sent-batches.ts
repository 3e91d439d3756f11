import type { PoolClient } from 'pg';
import { Batch } from '../../src/database/batch.ts';
import type { Databases } from '../../src/database/database.ts';

/** Databases that note the names of the statements which the UK's transactions send together. */
export class SentBatches {
  readonly databases: Databases;
  readonly batches: string[][] = [];

  constructor(databases: Databases) {
    const UK = new Proxy(databases.regions.UK, {
      get: (pool, name) => {
        const member = Reflect.get(pool, name, pool);
        if (typeof member !== 'function') return member;
        if (name !== 'connect') return member.bind(pool);
        return async () => this.#noting((await pool.connect()) as PoolClient);
      },
    });
    this.databases = { ...databases, regions: { ...databases.regions, UK } };
  }

  #noting(client: PoolClient): PoolClient {
    return new Proxy(client, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'query') return member.bind(target);
        return (...query: [never]) => {
          if ((query[0] as unknown) instanceof Batch) this.batches.push((query[0] as Batch).asked.map(nameOf));
          return target.query(...query);
        };
      },
    });
  }
}

const nameOf = ({ statement: { name = '', text } }: Batch['asked'][number]): string => name.split('@')[0] || text;
