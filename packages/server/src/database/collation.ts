import type { Db } from './access.ts';

/**
 * Rebuilds the schema's indexes that are sorted by `root_order` if the database has a different version of ICU than the
 * one that sorted them. The new version may order names differently, and the indexes would no longer find them.
 */
export async function followCollation(db: Db, schema: string): Promise<void> {
  const indexes = await indexesOfOldOrder(db, schema);
  if (indexes.length === 0) return;
  for (const index of indexes) await db.query(`reindex index ${index}`);
  await db.query(`alter collation ${schema}.root_order refresh version`);
}

/** Names of the schema's indexes that another version of ICU sorted. */
export async function indexesOfOldOrder(db: Db, schema: string): Promise<string[]> {
  const { rows } = await db.query<{ index: string }>(INDEXES_OF_OLD_ORDER, [schema]);
  return rows.map(({ index }) => index);
}

const INDEXES_OF_OLD_ORDER = `
  select i.indexrelid::regclass::text as index
  from pg_collation c join pg_index i on c.oid = any(i.indcollation::oid[])
  where c.collnamespace = to_regnamespace($1) and c.collname = 'root_order'
    and c.collversion <> pg_collation_actual_version(c.oid)
  order by 1`;
