import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { DatabasePool } from './pool.ts';

/** Time that a request waits for the one connection, in milliseconds. */
const TURN = 10_000;

/** The one connection to PostgreSQL in this process, as a pool. */
export function embeddedPool(lite: PGlite, options: pg.PoolConfig, beforeTransaction: () => void): DatabasePool {
  // Each client has a channel of its own: answers to one that was given up never reach the next.
  class EmbeddedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, ...createPgConfig(lite) });
    }
  }
  // A client that idles is kept: there is no other to take its place.
  const one = { max: 1, connectionTimeoutMillis: TURN, idleTimeoutMillis: 0, Client: EmbeddedClient };
  const pool = new DatabasePool('TILLGATE_DATA_DIR', { ...options, ...one }, beforeTransaction);
  // All clients share one session, which remembers what the one before left: a transaction, and its prepared statements.
  pool.on('connect', (client) => void client.query('rollback; deallocate all').catch(() => {}));
  return pool;
}
