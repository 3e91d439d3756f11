import type { Db } from '../access.ts';

/** A table with rows of merchants, and whether replication finds its rows by a key that has the company. */
export interface MerchantTable {
  readonly name: string;
  readonly isIdentified: boolean;
}

const TABLES = `
  select c.relname as name, exists (
      select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisvalid and a.attname = 'company_id'
        and case c.relreplident when 'd' then i.indisprimary when 'i' then i.indisreplident end) as "isIdentified"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
  where c.relnamespace = to_regnamespace($1) and c.relkind = 'r' order by c.relname`;

/** Every table of the schema that has a merchant's rows: those with a `company_id`. */
export const merchantTables = async (db: Db, schema: string): Promise<MerchantTable[]> =>
  (await db.query<MerchantTable>(TABLES, [schema])).rows;
