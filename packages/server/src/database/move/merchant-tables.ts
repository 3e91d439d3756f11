import type { PoolClient } from 'pg';
import { type Db, withoutLimits } from '../access.ts';

/** Identifies a move in the databases. */
export interface MoveId {
  readonly moveId: number;
  readonly companyId: number;
  /** Schema of the region, the same in both cells. */
  readonly schema: string;
}

/** A table with merchants' rows, and whether replication identifies them by a key that includes the company. */
interface MerchantTable {
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

/** All tables of the schema with merchants' rows, recognised by their `company_id`. */
export const merchantTables = async (db: Db, schema: string): Promise<MerchantTable[]> =>
  (await db.query<MerchantTable>(TABLES, [schema])).rows;

/** Deletes a merchant's rows in one statement, so that references between them are checked after all are gone. */
export async function deleteMerchant(client: PoolClient, { companyId, schema }: Omit<MoveId, 'moveId'>): Promise<void> {
  const db = withoutLimits(client);
  const tables = await merchantTables(db, schema);
  const deletions = tables.map(({ name }, i) => `d${i} as (delete from ${schema}.${name} where company_id = $1)`);
  // Row-level security lets the service's role delete only the rows of the merchant set here (storage/access.ts).
  await db.query(`select set_config('tillgate.emptied_company_id', $1, true)`, [String(companyId)]);
  await db.query(`with ${deletions.join(', ')} select`, [companyId]);
  await db.query(`delete from ${schema}.move_marks where merchant_id = $1`, [companyId]);
}
