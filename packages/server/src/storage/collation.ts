import type { Db } from './access.ts';

/**
 * Rebuilds the indexes of the schema that are sorted by `root_order`, once the database has another version of ICU than
 * the one that sorted them: it may put names in another order, and an index would then no longer find them.
 */
export async function followCollation(db: Db, schema: string): Promise<void> {
  const indexes = await indexesOfOldOrder(db, schema);
  if (indexes.length === 0) return;
  for (const index of indexes) await db.query(`reindex index ${index}`);
  await db.query(`alter collation ${schema}.root_order refresh version`);
}

/** Names of the indexes of the schema that another version of ICU sorted. */
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
