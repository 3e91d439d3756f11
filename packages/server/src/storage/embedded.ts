import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { type Databases, SHARED } from './database.ts';
import type { DiskSpace } from './disk-space.ts';
import { DatabasePool } from './pool.ts';

/** Time that a request waits for the one connection, in milliseconds. */
const TURN = 10_000;

/** The one connection to PostgreSQL in this process, as a pool. */
function embeddedPool(lite: PGlite, options: pg.PoolConfig, beforeTransaction: () => void): DatabasePool {
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

/** PostgreSQL in this process; one connection. Owned by the returned databases, which close it. */
export function embeddedDatabases(
  lite: PGlite,
  { folder, disk, release = () => {} }: { folder?: string; disk?: DiskSpace | undefined; release?: () => void } = {},
): Databases {
  const pool = embeddedPool(lite, SHARED, () => disk?.require());
  return {
    kind: 'embedded',
    control: pool,
    regions: { UK: pool, US: pool, IN: pool, AE: pool },
    furtherCells: [],
    folder,
    disk,
    async close() {
      await pool.end();
      await lite.close();
      release();
    },
  };
}
