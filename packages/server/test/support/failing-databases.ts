import type { Databases } from '../../src/database/database.ts';

/** Databases whose control plane fails on request. */
export class FailingDatabases {
  readonly databases: Databases;
  failure: Error | undefined;

  constructor(databases: Databases) {
    const control = new Proxy(databases.control, {
      get: (pool, name) => {
        if ((name === 'query' || name === 'find') && this.failure) return () => Promise.reject(this.failure);
        const member = Reflect.get(pool, name, pool);
        return typeof member === 'function' ? member.bind(pool) : member;
      },
    });
    this.databases = { ...databases, control };
  }

  async while<T>(failure: Error, work: () => Promise<T>): Promise<T> {
    this.failure = failure;
    try {
      return await work();
    } finally {
      this.failure = undefined;
    }
  }
}
