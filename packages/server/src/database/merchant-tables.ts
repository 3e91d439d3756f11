import type { PoolClient } from 'pg';
import { schemaOf } from '../process/region.ts';
import { type Db, withoutLimits } from './access.ts';
import { statement } from './statement.ts';
import type { TenantTransaction } from './tenant.ts';

export interface MoveId {
  readonly moveId: number;
  readonly companyId: number;
  /** Schema of the region, the same in both cells. */
  readonly schema: string;
}

const TABLES = `
  select c.relname as name, exists (
      select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisvalid and a.attname = 'company_id'
        and case c.relreplident when 'd' then i.indisprimary when 'i' then i.indisreplident end) as "isIdentified"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
  where c.relnamespace = to_regnamespace($1) and c.relkind = 'r' order by c.relname`;

/** All tables with a `company_id`, and whether replication identifies their rows by a key that includes it. */
export const merchantTables = async (db: Db, schema: string) =>
  (await db.query<{ readonly name: string; readonly isIdentified: boolean }>(TABLES, [schema])).rows;

/** Deletes the rows in one statement, so that references between the tables are checked once all are gone. */
function deletionFrom(schema: string, tables: readonly { readonly name: string }[]): string {
  const deletions = tables.map(({ name }, i) => `d${i} as (delete from ${schema}.${name} where company_id = $1)`);
  return `with ${deletions.join(', ')} select`;
}

export async function deleteMerchant(client: PoolClient, { companyId, schema }: Omit<MoveId, 'moveId'>): Promise<void> {
  const db = withoutLimits(client);
  const deletion = deletionFrom(schema, await merchantTables(db, schema));
  // Row-level security lets the service's role delete only the rows of the merchant set here (access.ts).
  await db.query(`select set_config('tillgate.emptied_company_id', $1, true)`, [String(companyId)]);
  await db.query(deletion, [companyId]);
  await db.query(`delete from ${schema}.move_marks where merchant_id = $1`, [companyId]);
}

/** A second deletion of the same merchant waits for the first, so that its snapshot already reflects it. */
const LOCK = statement(undefined, `select pg_advisory_xact_lock(hashtextextended('empty tenant', $1))`);

/**
 * Tables that are not emptied here. The commit restarts the change log, whose lock must be taken last. The webhook
 * cursors tell endpoints that the log was restarted.
 */
const KEPT = ['changes', 'change_floors', 'webhook_cursors'];

const EMPTIED_TABLES = statement(
  undefined,
  `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
   where c.relnamespace = $2::text::regnamespace and c.relkind = 'r' and not a.attisdropped and $1::bigint is not null
     and c.relname <> all($3)`,
);

/** Only the service's role can delete facts, and only those of the merchant set here (access.ts). */
const AS_SERVICE = statement(
  undefined,
  `select set_config('role', 'none', true), set_config('tillgate.emptied_company_id', $1::text, true)`,
);
const AS_TENANT = statement(
  undefined,
  `select set_config('role', 'tillgate_tenant', true), set_config('tillgate.emptied_company_id', '', true) where $1::bigint > 0`,
);

export async function emptyTenant(tx: TenantTransaction): Promise<void> {
  await tx.query(LOCK);
  const tables = await tx.query<{ name: string }>(EMPTIED_TABLES, [schemaOf(tx.scope.region), KEPT]);
  await tx.query(AS_SERVICE);
  await tx.query(statement(undefined, deletionFrom('region', tables)));
  await tx.query(AS_TENANT);
  tx.restartLog();
}
