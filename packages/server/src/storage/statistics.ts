import type { DatabasePool } from './pool.ts';

/** Tables with rows of which the planner knows nothing, or not the present ones: a tenth has changed, as for autovacuum. */
const STALE = `
  select c.oid::regclass::text as name from pg_class c join pg_stat_user_tables s on s.relid = c.oid
  where c.reltuples < 0 and pg_relation_size(c.oid) > 0 or s.n_mod_since_analyze > 50 + greatest(c.reltuples, 0) / 10`;

/** Analyzes the tables that need it, each in a statement of its own. Nothing else does in the embedded database. */
export async function refreshStatistics(pool: DatabasePool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(STALE);
  for (const { name } of rows) await pool.query(`analyze ${name}`);
}
