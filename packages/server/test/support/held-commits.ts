import type { PoolClient } from 'pg';
import type { Databases } from '../../src/storage/database.ts';

/** Databases whose control plane commits as ever, and whose server hears of it only once it is let go. */
export class HeldCommits {
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

  /** Holds what commits from now on; gives what lets it go. */
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
