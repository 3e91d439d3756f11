import type { PoolClient } from 'pg';
import type { Databases } from '../../../src/database/database.ts';

/** Databases whose control plane holds back the confirmation of commits until the test releases it. */
export class DelayedCommits {
  readonly databases: Databases;
  #held: Promise<void> | undefined;

  constructor(databases: Databases) {
    const control = new Proxy(databases.control, {
      get: (pool, name) => {
        if (name === 'connect') return async () => this.#holding((await pool.connect()) as PoolClient);
        const member = Reflect.get(pool, name, pool);
        return typeof member === 'function' ? member.bind(pool) : member;
      },
    });
    this.databases = { ...databases, control };
  }

  /** Holds back the confirmation of later commits. Returns a function that releases it. */
  hold(): () => void {
    let letGo = () => {};
    this.#held = new Promise((resolve) => {
      letGo = () => {
        this.#held = undefined;
        resolve();
      };
    });
    return letGo;
  }

  #holding(client: PoolClient): PoolClient {
    return new Proxy(client, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'query') return member.bind(target);
        return async (...query: [string]) => {
          const result = await target.query(...query);
          if (query[0] === 'commit') await this.#held;
          return result;
        };
      },
    });
  }
}
