import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

/**
 * A database of megabytes in a process with other work: PostgreSQL's default of 128 MiB for pages is resident as soon as
 * they are used, and old segments of the log are not worth keeping for later.
 */
const SETTINGS = { shared_buffers: '16MB', wal_recycle: 'off', wal_init_zero: 'off' };

const flags = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Starts PostgreSQL in this process, on a folder or, without one, in memory. */
export const startEngine = (options: PGliteOptions = {}): Promise<PGlite> =>
  PGlite.create({
    extensions: { pg_trgm, btree_gin },
    startParams: [...PGlite.defaultStartParams, ...flags],
    // Segments of the log of a new database, in MiB: a folder starts with three of them.
    initDbStartParams: ['--wal-segsize=1'],
    ...options,
  });
