import type { DatabasePool } from '../../../src/database/pool.ts';

/**
 * Parts of a schema with their definitions, from the catalogue. Columns are listed in order but without numbers, and
 * not-null constraints without the names that newer versions of PostgreSQL give them.
 */
const PARTS = `
  with relations as (
    select * from pg_class where relnamespace = $1::text::regnamespace
  ), parts (kind, name, definition) as (
    select 'schema', nspname, nspacl::text from pg_namespace where oid = $1::text::regnamespace
    union all select 'relation', relname, concat_ws(' ', relkind, relpersistence, relreplident, relrowsecurity,
        relforcerowsecurity, reloptions, array(select a::text from unnest(relacl) a order by 1))
      from relations where relkind <> 'i'
    union all select 'column', c.relname || '.' || a.attname, concat_ws(' ',
        row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attgenerated, a.attidentity, a.attstorage, a.attcompression, a.attacl, a.attcollation::regcollation,
        pg_get_expr(d.adbin, d.adrelid))
      from relations c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind = 'r'
    union all select 'constraint', c.relname || '.' || k.conname, concat_ws(' ', pg_get_constraintdef(k.oid), k.convalidated)
      from pg_constraint k join relations c on c.oid = k.conrelid where k.contype <> 'n'
    union all select 'index', c.relname, concat_ws(' ', pg_get_indexdef(c.oid), i.indisreplident, i.indisvalid)
      from relations c join pg_index i on i.indexrelid = c.oid
    union all select 'sequence', sequencename, concat_ws(' ', data_type, start_value, min_value, max_value, increment_by,
        cycle, cache_size) from pg_sequences where schemaname = $1::text
    union all select 'function', p.oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(p.oid),
        array(select a::text from unnest(proacl) a order by 1)) from pg_proc p where p.pronamespace = $1::text::regnamespace
    union all select 'trigger', c.relname || '.' || t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
      from pg_trigger t join relations c on c.oid = t.tgrelid where not t.tgisinternal
    union all select 'policy', tablename || '.' || policyname, concat_ws(' ', permissive, roles, cmd, qual, with_check)
      from pg_policies where schemaname = $1::text
    union all select 'collation', collname, concat_ws(' ', collprovider, to_jsonb(l)->>'colliculocale',
        to_jsonb(l)->>'colllocale') from pg_collation l where collnamespace = $1::text::regnamespace
    union all select 'statistics', stxname, pg_get_statisticsobjdef(oid) from pg_statistic_ext
      where stxnamespace = $1::text::regnamespace
  ) select kind || ' ' || name as part, definition from parts order by 1`;

/** Contents of a schema by kind and name. */
export async function catalogueOf(pool: DatabasePool, schema: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ part: string; definition: string }>(PARTS, [schema]);
  return Object.fromEntries(rows.map(({ part, definition }) => [part, definition]));
}
